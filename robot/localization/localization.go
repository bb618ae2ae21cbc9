// Package localization estimates where the robot is on the field, from odometry and the features that vision found.
//
// A [Filter] is a bank of extended Kalman filters of the pose, a few hypotheses with weights. Each matches a feature with
// the nearest expected landmark. It begins from a [Start], is stepped with an [Input] and returns an [Estimate].
// [Localizer] is the interface by which a user's own filter replaces it.
//
// Poses are in the frame map of the robot: origin at the centre of the field, x towards the goal that the robot attacks,
// y left; m and rad. Features are in base_footprint. Source: "Luar" (RoboCup 2011, PoseFilter) and B-Human's SelfLocator,
// which also sample associations; the pairs of features follow UCLA's CLAP (arXiv 2509.08495).
package localization

import (
	"fmt"
	"time"

	"gonao/internal/declared"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// Localizer estimates the robot's pose. Ours is Filter.
type Localizer interface {
	// Reset begins again at a moment.
	Reset(s Start)
	// Step is called once per image and at least at 10 Hz. It must not keep in.
	Step(in *Input) Estimate
}

// Input holds the measurements since the last step.
type Input struct {
	Stamp    time.Duration
	Odometry plane.Pose              // of base_footprint in odom
	Features *percepts.FieldFeatures // of a new image; may be nil
	Fallen   bool                    // the robot lies or gets up
	// OwnBall is the ball in base_footprint, and TeamBall the one that teammates see, in map. Together they are evidence
	// about the side; nil: unknown.
	OwnBall, TeamBall *percepts.SeenBall
	// OtherSide is the evidence of teammates in sight that the robot is on the other side: the logarithm of the odds.
	OtherSide float64
}

// Reason explains why a pose jumped.
type Reason uint8

// Reasons of a jump.
const (
	NoJump         Reason = iota
	Began                 // Reset
	OtherFits             // another hypothesis explains the features better
	Kidnapped             // no hypothesis fits the features: placed again from pairs of features
	TeamDisagree          // the teammates, or their ball, are where they would be seen from the other side
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
	Localized bool    // recent features fit the pose, and its deviation is below 0.5 m
	Fit       float64 // share of the features of the last seconds that fit, 0 to 1
	Reason    Reason
	// Pitch and Roll are the error of the camera's tilt in the last image, as far as its features show it, rad; TiltVar
	// is the remaining variance, rad². Other percepts of the same image share the error.
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
	Interval time.Duration `yaml:"interval_sec" min:"0" max:"1" desc:"time between two images that are used; images in between are too similar"`

	// Odometry: its error grows as a random walk, per metre and per radian walked, and per second.
	WalkDevPerSqrtM   float64 `yaml:"walk_dev" unit:"m" min:"0.001" max:"1" desc:"error of odometry after a metre walked"`
	TurnDevPerSqrtRad float64 `yaml:"turn_dev" unit:"rad" min:"0.001" max:"1" desc:"error of the heading after a radian turned"`
	TurnDevPerSqrtM   float64 `yaml:"turn_dev_walked" unit:"rad" min:"0.0001" max:"1" desc:"error of the heading after a metre walked"`
	IdleDevPerSqrtSec float64 `yaml:"idle_dev" min:"0" max:"1" desc:"error after a second of standing, m and rad"`

	TiltTimeSec float64 `yaml:"tilt_time_sec" unit:"s" min:"0.01" max:"100" desc:"time constant of an error of the camera's tilt"`
	Gate2       float64 `yaml:"gate2" min:"1" max:"100" desc:"largest squared deviation of a feature from its landmark"`
	WeightPower float64 `yaml:"weight_power" min:"0.01" max:"1" desc:"power of an image's likelihood, below 1 because images are correlated"`
	MemorySec   float64 `yaml:"memory_sec" unit:"s" min:"0.2" max:"20" desc:"how long features are stored, from which a lost robot finds its pose"`
	Seed        uint64  `yaml:"-"` // for the choice of pairs
}

// DefaultConfig returns figures for a NAO: its odometry is 6 % wrong, and its camera's tilt 1°.
func DefaultConfig() Config {
	return Config{
		Interval: 90 * time.Millisecond, WalkDevPerSqrtM: 0.05, TurnDevPerSqrtRad: 0.08, TurnDevPerSqrtM: 0.03, IdleDevPerSqrtSec: 0.004,
		TiltTimeSec: 0.4, Gate2: 14, WeightPower: 0.5, MemorySec: 2.5, Seed: 1,
	}
}

// New returns a filter for a field in the frame map: a robot that attacks the goal at −x of world passes Map.Turned().
// The filter may be anywhere until Reset.
func New(m *field.Map, c Config) (*Filter, error) {
	if err := declared.Check(&c); err != nil {
		return nil, fmt.Errorf("localization: %w", err)
	}
	if m == nil || len(m.Points) == 0 {
		return nil, fmt.Errorf("localization: the field has no landmarks; expected lines, goals or landmarks")
	}
	f := &Filter{cfg: c, field: m, random: c.Seed*2 + 1}
	f.Reset(Anywhere())
	return f, nil
}
