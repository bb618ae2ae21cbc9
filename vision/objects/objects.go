// Package objects finds balls and robots in images: [BallFinder] balls, [RobotFinder] robots, [Finder] both where the field
// has been found.
//
// The steps:
//
//   - candidates (vision/objects): the carpet's pixels are counted in cells of 4×4; a candidate is a place with less carpet
//     inside a ball of the radius that one would have there than on its left, on its right and below it (the two best of
//     these count; a pixel of a line as 0.4, one in a shadow as 0.15), and better still if its inside has white and dark
//     pixels, as a ball with a pattern has, or, for a plain one, neither carpet nor white; the 16 best below the carpet's
//     edge are kept, the net looks at 12 of them
//   - window (vision): a square of 3.5 expected radii as 32×32 grey pixels, stretched from the darkest to the brightest 2 %;
//     one with a contrast below 24 levels is not a ball
//   - net (vision/net): is it a ball; where is its centre; how large is it. What might be a ball is looked at again with the
//     ball in the middle; the mean over that window, its mirror image, a larger and a smaller one counts
//   - colour (vision/objects): a ball of one colour must differ from grey and from what is around it by 16 grey levels of
//     chroma; where only such balls are looked for, a logit 4 below the threshold is enough
//   - edge (vision/objects): centre and radius by a circle through the places at which, on 40 rays, the carpet's colour
//     begins
//   - verdict (vision/objects): the mean logit, the share of the rays on which the carpet begins at the circle, and how far
//     the radius differs from that of a ball there
//   - place (vision/view): the ball's centre is one radius above the ground; a size that does not fit there is refused
//   - robots (vision/objects): the net `robot` looks at the image reduced to 80×60 pixels: each of 10×8 cells answers
//     whether a robot stands or lies there. The net `figure` looks again at the seven likeliest places; the logits of both
//     count
//   - teams (vision/objects): with the parameters `own_color` and `opponent_color`: the net `shirt` looks at a robot's trunk
//     from 16 to 52 cm, 32 cm wide; brightness against that of lines, chromas relative to grey under the light. It answers
//     which of eleven colours a jersey or waistband has; a team's colour must have a probability of 0.35, and eight times
//     the other team's
package objects

import (
	"math"
	"slices"

	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/view"
)

// Finder finds balls and robots in the images of one camera.
type Finder struct {
	Balls  *BallFinder
	Robots *RobotFinder
}

// Default returns a finder with the nets of the packages ball and robots, for balls of a radius in m.
func Default(radiusM float64) (Finder, error) { return Open("", "", radiusM) }

// Open returns a finder with the nets of two files; an empty name is the net of its package.
func Open(ballNet, robotNet string, radiusM float64) (f Finder, err error) {
	if f.Balls, err = OpenBalls(ballNet, radiusM); err != nil {
		return f, err
	}
	f.Robots, err = OpenRobots(robotNet)
	return f, err
}

// Find returns the balls and the robots in an image in which field has found the field, the surest ones first. Before any
// carpet was in sight both are empty. If the end of the carpet is unknown, balls are searched below the horizon. The
// slices are valid until the next call. Find allocates only when the image's size changes.
func (f *Finder) Find(img vision.Image, v *view.View, field *lines.Finder) (balls []Ball, others []Robot, err error) {
	if field.Light().Known {
		top := v.Horizon
		if b := field.Boundary(); b.Known {
			top = b.Row
		}
		if balls, err = f.Balls.Find(img, v, field.Masks(), top); err != nil {
			return nil, nil, err
		}
	}
	others, err = f.Robots.Find(img, v, &field.Masks().Green)
	return balls, WithoutBalls(others, balls), err
}

// sureLogit is how far over its threshold a robot is sure enough that the ball at its place lies before its feet.
const sureLogit = 4.0

// WithoutBalls deletes robots found where a ball is, unless they are sure: the net for robots sometimes mistakes balls
// for robots.
func WithoutBalls(found []Robot, balls []Ball) []Robot {
	return slices.DeleteFunc(found, func(r Robot) bool {
		return r.Logit < sureLogit && slices.ContainsFunc(balls, func(b Ball) bool { return math.Hypot(r.X-b.X, r.Y-b.Y) < 1.5*b.Radius })
	})
}
