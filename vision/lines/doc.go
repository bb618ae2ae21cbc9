// Package lines finds the field in an image: its boundary, lines, centre circle, corners, penalty marks and goal posts.
//
// A [Finder] belongs to one camera. It makes masks of green and white (package segment), follows the light, and works in
// this order: boundary of the carpet per column; white runs between green, down columns and along rows; chains of runs;
// straight pieces of chains, which are joined; the circle from the normals of all runs; corners where pieces meet, with
// their kind from the rays that continue, without those that disagree with the map; marks from white regions; posts from
// bars that stand on lines. Straight lines stay straight in the image and the noise is equal there, so that lines are
// fitted in pixels and then projected to the ground with package view.
//
// The steps with their thresholds:
//
//   - boundary: per strip of 16 px the row above which it is no longer carpet; one or two straight lines through them. Where
//     the carpet is interrupted by 30 cm or more, and the lower edges of the interruptions lie on such lines, the field ends
//     there: behind it is a neighbour's carpet
//   - line points: white runs between green, on every fourth column and row, as wide as a line there may be; green must
//     begin within 3 px and a quarter of the run's length; their middle by the brightness
//   - lines: chains of runs are split where they bend and joined where they continue, in pixels, by least squares across.
//     One is reported if half of what is in sight of it is white, and a fifth of that has carpet on both sides
//   - circle: each run votes for the places at the circle's radius along its normal; Gauss and Newton; at least 75 % of what
//     is in sight must be white
//   - corners: candidates are where two pieces meet at 63 to 117°, where a branch leaves a piece, and the ends of pieces, 14
//     at most; the net `corner` looks at the ground about each of them as seen from above, and answers L, T, X (each in four
//     directions), mark or none, and where the feature is. Where it is not sure, the mean over the window and its mirror
//     image counts. One with a probability below 0.5 is dropped, a mark below 0.52
//   - agreement: each other feature must be where the map has one as seen from a corner; the corner that disagrees with most
//     is dropped until none does
//   - marks: white regions of about the size of a mark that lies there, or larger by what motion smears; the six whose size
//     fits best; the net `corner` judges them
//   - posts: candidates are the places on a line at which a bar of one colour about as wide as a post begins, with carpet
//     before its foot, at most ten; the net `post` looks at 60 × 75 cm about the foot
//   - landmarks: where the field has landmarks of two colours: columns with the upper colour above the lower one, about as
//     high; together as wide and high as a landmark is where its foot stands. White parts cannot be told from the hall
//
// Features are in base_footprint, m and rad, their covariances without the tilt that all of an image share. Pixels are
// those of package view. Sources: scan lines and boundary after B-Human's and rUNSWift's code releases, the circle from
// normals after Nao Devils' report of 2019; the thresholds are ours.
package lines
