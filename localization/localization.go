// Package localization estimates where the robot is on the field, from odometry and the features that vision found.
//
// A [Filter] is a Rao-Blackwellized filter: a few hypotheses about which landmarks were seen, and for each of them an
// extended Kalman filter of the pose. It begins from a [Start], is stepped with an [Input] and returns an [Estimate].
// [Localizer] is the interface by which a user's own filter replaces it.
//
// Poses are in the frame map of the robot: origin at the centre of the field, x towards the goal that the robot attacks,
// y left; m and rad. Features are in base_footprint. Source: "Luar" (RoboCup 2011, PoseFilter) and B-Human's
// SelfLocator, both Rao-Blackwellized; the pairs of features follow UCLA's CLAP (arXiv 2509.08495).
package localization

import (
	"fmt"
	"time"

	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/percepts/plane"
)

// Localizer is what finds the robot's place. Ours is Filter.
type Localizer interface {
	// Reset begins again at a moment.
	Reset(s Start)
	// Step is called once per image and at least at 10 Hz. It must not keep in.
	Step(in *Input) Estimate
}

// Input is what the robot has measured since the last step.
type Input struct {
	Stamp    time.Duration
	Odometry plane.Pose              // of base_footprint in odom
	Features *percepts.FieldFeatures // of a new image; nil: none
	Fallen   bool                    // the robot lies or gets up
	// OwnBall is the ball in base_footprint, and TeamBall the one that teammates see, in map. Together they are
	// evidence about the side; nil: not known.
	OwnBall, TeamBall *percepts.SeenBall
}

// Reason explains why a pose jumped.
type Reason uint8

// Reasons of a jump.
const (
	NoJump         Reason = iota
	Began                 // Reset
	OtherFits             // another hypothesis explains better what is seen
	Kidnapped             // nothing that is seen fits: placed anew from pairs of features
	TeamDisagree          // the teammates' ball lies on the other side
	ColorsDisagree        // the colours of goals or landmarks are those of the other side
)

// String returns the reason in words.
func (r Reason) String() string {
	names := []string{
		"no jump", "began", "another hypothesis fits better", "kidnapped", "the team sees the ball on the other side",
		"the colours are those of the other side",
	}
	if int(r) < len(names) {
		return names[r]
	}
	return "unknown"
}

// MaxHypotheses is the largest number of hypotheses.
const MaxHypotheses = 12

// Estimate is where the robot believes to be. Reason explains a jump of the pose of more than 0.5 m or 30° since the
// last step.
type Estimate struct {
	Stamp     time.Duration
	Pose      plane.Pose
	Cov       plane.Cov3
	Localized bool    // what was seen lately fits the pose, and its deviation is below 0.5 m
	Fit       float64 // share of the features of the last seconds that fit, 0 to 1
	Reason    Reason
	// Pitch and Roll are the error of the camera's tilt in the last image, as far as its features show it, rad; TiltVar
	// is what remains, rad². Other percepts of the same image share the error.
	Pitch, Roll, TiltVar float64
	// Hypotheses are all poses that the filter holds possible, the best first.
	Hypotheses [MaxHypotheses]Hypothesis
	Count      int
	Refused    int // inputs that were dropped so far because a number was not finite or a covariance not positive
}

// Hypothesis is a possible pose with its weight; weights sum to 1.
type Hypothesis struct {
	Pose   plane.Pose
	Cov    plane.Cov3
	Weight float64
}

// Config holds the figures of the filter.
type Config struct {
	Interval time.Duration // between two images that are used: later ones in it are ignored

	// Odometry: its error grows as a random walk, per metre and per radian walked, and per second.
	WalkDevPerSqrtM   float64 // m
	TurnDevPerSqrtRad float64 // rad
	TurnDevPerSqrtM   float64 // rad, of heading per metre walked
	IdleDevPerSqrtSec float64 // m and rad

	TiltTimeSec float64 // how long an error of the camera's tilt lasts
	Gate2       float64 // squared deviations of a feature from its landmark, at the most
	WeightPower float64 // of an image's likelihood, below 1 because images are correlated
	MemorySec   float64 // of features, for the fit and for pairs
	Seed        uint64  // of the choice of pairs
}

// DefaultConfig returns figures for a NAO: its odometry is 6 % wrong, and its camera's tilt 1°.
func DefaultConfig() Config {
	return Config{
		Interval: 90 * time.Millisecond, WalkDevPerSqrtM: 0.05, TurnDevPerSqrtRad: 0.08, TurnDevPerSqrtM: 0.03, IdleDevPerSqrtSec: 0.004,
		TiltTimeSec: 0.4, Gate2: 14, WeightPower: 0.5, MemorySec: 2.5, Seed: 1,
	}
}

// Validate names the figure that is wrong, and what was expected.
func (c *Config) Validate() error {
	for _, v := range []struct {
		key       string
		value     float64
		low, high float64
	}{
		{"interval", c.Interval.Seconds(), 0, 1},
		{"walk_dev_per_sqrt_m", c.WalkDevPerSqrtM, 0.001, 1},
		{"turn_dev_per_sqrt_rad", c.TurnDevPerSqrtRad, 0.001, 1},
		{"turn_dev_per_sqrt_m", c.TurnDevPerSqrtM, 0.0001, 1},
		{"idle_dev_per_sqrt_sec", c.IdleDevPerSqrtSec, 0, 1},
		{"tilt_time_sec", c.TiltTimeSec, 0.01, 100},
		{"gate2", c.Gate2, 1, 100},
		{"weight_power", c.WeightPower, 0.01, 1},
		{"memory_sec", c.MemorySec, 0.2, 20},
	} {
		if !(v.value >= v.low && v.value <= v.high) {
			return fmt.Errorf("%s %g: expected %g to %g", v.key, v.value, v.low, v.high)
		}
	}
	return nil
}

// New returns a filter for a field in the frame map: a robot that attacks the goal at −x of world passes Map.Turned().
// The filter may be anywhere until Reset.
func New(m *field.Map, c Config) (*Filter, error) {
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("localization: %w", err)
	}
	if m == nil || len(m.Points) == 0 {
		return nil, fmt.Errorf("localization: the field has no landmarks; expected lines, goals or landmarks")
	}
	f := &Filter{cfg: c, field: m, random: c.Seed*2 + 1}
	f.Reset(Anywhere())
	return f, nil
}
