package localization

import (
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// A Tracker runs a Localizer with images that come later than the odometry: it keeps the odometry of the last three seconds, steps
// the Localizer at the moments of the images and moves its estimate to now. The zero value is not usable; see NewTracker.
// It is not safe for concurrent use.
type Tracker struct {
	localizer Localizer
	history   plane.History
	stepped   time.Duration // moment of the last step
	bottom    bool          // with an image of the lower camera
	image     bool          // with an image
	began     bool
	fallen    bool
	input     Input // of the last step; a field so that a step does not allocate
	balls     Balls
	own, team percepts.SeenBall // balls, for input
	last      Estimate
	atImage   plane.Pose // odometry at the last step
}

// A Localizer without images is stepped every idleStep, at a moment that is imageLate ago: images that come up to so late can still
// be used, as on a busy computer.
const (
	idleStep  = 90 * time.Millisecond
	imageLate = 2500 * time.Millisecond
)

// NewTracker returns a tracker for a localizer.
func NewTracker(l Localizer) *Tracker { return &Tracker{localizer: l} }

// Reset begins again, with a Start.
func (t *Tracker) Reset(s Start) {
	t.localizer.Reset(s)
	t.began, t.balls = false, Balls{}
}

// Replace sets another localizer, such as one for the other direction of play.
func (t *Tracker) Replace(l Localizer) { t.localizer, t.began, t.balls = l, false, Balls{} }

// SetFallen sets whether the robot lies or gets up.
func (t *Tracker) SetFallen(fallen bool) { t.fallen = fallen }

// Odometry adds odometry. It returns true when the Localizer was stepped, because no image came for long.
// Odometry with a number that is not finite is left out.
func (t *Tracker) Odometry(o percepts.Odometry) bool {
	p := plane.Pose{X: o.X, Y: o.Y, Theta: o.Theta}
	if newest, _, ok := t.history.Newest(); ok && o.Stamp < newest {
		t.began = false // the clock went back
	}
	if !t.history.Add(o.Stamp, p) {
		return false
	}
	if !t.began {
		t.step(Input{Stamp: o.Stamp, Odometry: p})
		return true
	}
	at := o.Stamp - imageLate
	then, ok := t.history.At(at)
	if at-t.stepped < idleStep || !ok {
		return false
	}
	t.step(Input{Stamp: at, Odometry: then})
	return true
}

// Image steps the Localizer with the features of an image. It returns false when the image is older than the last step or than
// the odometry that is kept, or comes before any odometry. Both cameras may have an image of one moment.
func (t *Tracker) Image(f *percepts.FieldFeatures) bool {
	p, ok := t.history.At(f.Stamp)
	if !ok || t.began && (f.Stamp < t.stepped || f.Stamp == t.stepped && t.image && f.Bottom == t.bottom) {
		return false
	}
	in := Input{Stamp: f.Stamp, Odometry: p, Features: f}
	t.addBalls(&in)
	t.step(in)
	return true
}

// Step steps the Localizer at a moment whose odometry is known, with the features of a new image or nil. It is for
// callers with odometry at the time of the image; others use Odometry and Image. With odometry that is not finite it
// returns the last estimate.
func (t *Tracker) Step(stamp time.Duration, odometry plane.Pose, f *percepts.FieldFeatures) *Estimate {
	if !odometry.Finite() {
		return &t.last
	}
	t.history.Add(stamp, odometry)
	in := Input{Stamp: stamp, Odometry: odometry, Features: f}
	if f != nil {
		t.addBalls(&in)
	}
	t.step(in)
	return &t.last
}

func (t *Tracker) step(in Input) {
	in.Fallen = t.fallen
	t.input = in
	t.last, t.atImage, t.stepped, t.began = t.localizer.Step(&t.input), in.Odometry, in.Stamp, true
	if t.image = in.Features != nil; t.image {
		t.bottom = in.Features.Bottom
	}
}

// Estimate returns the last estimate, which is valid at its own stamp; false before the first.
func (t *Tracker) Estimate() (*Estimate, bool) { return &t.last, t.began }

// Odom returns the pose of odom in map.
func (t *Tracker) Odom() plane.Pose { return t.last.Pose.Mul(t.atImage.Inverse()) }

// Now returns the pose at the newest odometry, and that odometry with its stamp; false before the first step.
func (t *Tracker) Now() (pose plane.Pose, odometry plane.Pose, stamp time.Duration, ok bool) {
	stamp, odometry, ok = t.history.Newest()
	return t.Odom().Mul(odometry), odometry, stamp, ok && t.began
}

// AtStep returns the odometry at the last estimate.
func (t *Tracker) AtStep() plane.Pose { return t.atImage }
