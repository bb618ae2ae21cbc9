// Package objects finds balls and robots in images: [BallFinder] balls, [RobotFinder] robots, [Finder] both where the field
// has been found.
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

// Find returns the balls and the robots in an image in which field has found the field, the surest ones first. There are
// none before any carpet was in sight. Where the carpet's end is not known, balls are looked for below the horizon. The
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

// WithoutBalls deletes the robots that were found where a ball is, unless they are sure: the net for robots takes balls for
// robots at times.
func WithoutBalls(found []Robot, balls []Ball) []Robot {
	return slices.DeleteFunc(found, func(r Robot) bool {
		return r.Logit < sureLogit && slices.ContainsFunc(balls, func(b Ball) bool { return math.Hypot(r.X-b.X, r.Y-b.Y) < 1.5*b.Radius })
	})
}
