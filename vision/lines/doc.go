// Package lines finds the field in an image: its boundary, lines, centre circle, corners, penalty marks and goal posts.
//
// A [Finder] belongs to one camera. It makes masks of green and white (package segment), follows the light, and works in
// this order: boundary of the carpet per column; white runs between green, down columns and along rows; chains of runs;
// straight pieces of chains, which are joined; the circle from the normals of all runs; corners where pieces meet, with
// their kind from the rays that go on, and those that disagree with the map dropped; marks from white regions; posts from bars that stand on
// lines. Straight lines stay straight in the image and the noise is equal there, so that lines are fitted in pixels
// and then projected to the ground with package view.
//
// Features are in base_footprint, m and rad, their covariances without the tilt that all of an image share. Pixels are
// those of package view. Sources: scan lines and boundary after B-Human's and rUNSWift's code releases, the circle from
// normals after Nao Devils' report of 2019; the thresholds are ours, see docs/vision.md.
package lines
