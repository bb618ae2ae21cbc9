package trial

import (
	"math"
	"time"

	"gonao/internal/estimate"
	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// Setup describes a run.
type Setup struct {
	Field      *field.Map
	Errors     Errors
	Duration   time.Duration
	Kidnap     time.Duration // time between moving the robot to another place; 0: never
	Fall       time.Duration // time between falls, after which it stands turned and some centimetres away; 0: never
	ActiveHead bool          // the head looks at useful landmarks; otherwise it sweeps
	Unknown    bool          // the filter starts without a pose; otherwise with the true one
	Seed       uint64
	// Look, if set, replaces the simulated image: it returns the features of an image of a robot at a pose with the head
	// turned to yaw. Of Errors, only those of odometry are then used.
	Look func(now time.Duration, pose plane.Pose, yaw float64) *percepts.FieldFeatures
}

// Result holds the results of a run.
type Result struct {
	Position, Heading []float64 // m and rad, at each image; with kidnapping or an unknown start, those of the side that fits better
	Flips             int       // changes of the estimate from the true side to the other one
	Recovered         []float64 // s after a kidnapping or an unknown start; +Inf: not before the next one
	Jumps             int       // jumps of the pose without a reason
	Refused           int
}

// Quantile returns the value below which a share of the values lies.
func Quantile(values []float64, share float64) float64 { return estimate.Quantile(values, share) }

// Add adds another run's figures.
func (r *Result) Add(o Result) {
	r.Position = append(r.Position, o.Position...)
	r.Heading = append(r.Heading, o.Heading...)
	r.Recovered = append(r.Recovered, o.Recovered...)
	r.Flips += o.Flips
	r.Jumps += o.Jumps
	r.Refused += o.Refused
}

// run is one run under way.
type run struct {
	Setup
	walker  *walker
	result  Result
	lostAt  time.Duration // when the robot was moved away, and has not found itself since; −1: never
	goodFor int           // images in a row with a small error
	other   bool          // the belief is on the other side
	gaze    localization.Gaze
	before  plane.Pose
}

// Run runs a localizer for a setup.
func Run(s Setup, l localization.Localizer) Result {
	r := &run{Setup: s, walker: newWalker(s.Field, s.Errors, s.Seed), lostAt: -1}
	r.gaze = localization.Gaze{Field: s.Field, View: view(s.Errors), Limit: math.Pi / 2, Dwell: 700 * time.Millisecond}
	w := r.walker
	if s.Unknown {
		l.Reset(localization.Anywhere())
		r.lostAt = 0
	} else {
		l.Reset(localization.At(w.pose, 0.1, 0.1))
	}
	images := int(s.Duration / period)
	r.before = w.pose
	for i := 1; i <= images; i++ {
		now := time.Duration(i) * period
		r.disturb(now, i)
		w.step()
		if !s.ActiveHead {
			w.sweepHead()
		}
		in := localization.Input{Stamp: now, Odometry: w.odometry, Features: r.look(now)}
		fallen := s.Fall > 0 && now%s.Fall < 3*time.Second && now > s.Fall
		if fallen {
			in.Fallen, in.Features = true, nil
		}
		e := l.Step(&in)
		r.judge(now, &e, i, fallen)
	}
	return r.result
}

// look returns the features of an image.
func (r *run) look(now time.Duration) *percepts.FieldFeatures {
	if r.Look != nil {
		return r.Look(now, r.walker.pose, r.walker.headYaw)
	}
	return r.walker.look(now)
}

// disturb moves the robot away, or makes it fall.
func (r *run) disturb(now time.Duration, i int) {
	if r.Kidnap > 0 && now%r.Kidnap == 0 {
		r.unfound()
		r.walker.pose = r.walker.anywhere()
		r.walker.goal = r.walker.anywhere()
		r.lostAt, r.goodFor = now, 0
	}
	if r.Fall > 0 && now%r.Fall == 0 {
		w := r.walker
		w.pose = w.pose.Mul(plane.Pose{X: 0.1 * w.rng.NormFloat64(), Y: 0.1 * w.rng.NormFloat64(), Theta: 0.3 * w.rng.NormFloat64()})
	}
}

// unfound notes that the robot has not found itself.
func (r *run) unfound() {
	if r.lostAt >= 0 {
		r.result.Recovered = append(r.result.Recovered, math.Inf(1))
	}
}

// judge compares the belief with the truth.
func (r *run) judge(now time.Duration, e *localization.Estimate, i int, fallen bool) {
	w := r.walker
	here, turned := distance(e.Pose, w.pose)
	there, turnedThere := distance(e.Pose.Turned(), w.pose)
	other := there+turnedThere < here+turned
	if r.ActiveHead {
		w.headYaw = r.gaze.Yaw(e)
	}
	d := r.before.Inverse().Mul(e.Pose)
	if math.Hypot(d.X, d.Y) > 0.6 && e.Reason == localization.NoJump {
		r.result.Jumps++
	}
	r.before = e.Pose
	r.result.Refused = e.Refused
	if fallen {
		return
	}
	if other && r.Field.Symmetric && (r.Kidnap > 0 || r.Unknown) {
		here, turned = there, turnedThere
	}
	if r.lostAt >= 0 {
		if here < 0.3 && turned < 0.26 {
			r.goodFor++
		} else {
			r.goodFor = 0
		}
		if r.goodFor == rateHz { // for a second
			r.result.Recovered = append(r.result.Recovered, (now-r.lostAt).Seconds()-1)
			r.lostAt = -1
			r.other = other
		}
		return
	}
	if other && !r.other && there < 0.6 {
		r.result.Flips++
	}
	if other != r.other && (other && there < 0.6 || !other) {
		r.other = other
	}
	r.result.Position = append(r.result.Position, here)
	r.result.Heading = append(r.result.Heading, turned)
}

func distance(a, b plane.Pose) (float64, float64) {
	return a.Distance(b), math.Abs(plane.Angle(a.Theta - b.Theta))
}
