package getup

// This part of the package detects early that a robot falls, and makes it fall softly.
//
// The trunk's tilt is the angle between its z axis and the vertical, by the body's own
// filter; its rate is the gyroscope's share in the direction of the tilt.
// A walk or a kick tilts the trunk by some degrees; a trunk that will soon be tilted far falls. Frames: the torso's, x forward, y left, z up; rad, rad/s.

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// FallState is the result of a detector.
type FallState uint8

// The states.
const (
	Upright FallState = iota
	Falling           // on the way down: protect
	Fallen            // lies
)

// String returns the state's name in lower case.
func (s FallState) String() string { return [...]string{"upright", "falling", "fallen"}[s] }

// FallSide is the side of the body a robot falls to, or lies on.
type FallSide uint8

// The sides.
const (
	Front FallSide = iota
	Back
	Left
	Right
)

// String returns the side's name in lower case.
func (s FallSide) String() string { return [...]string{"front", "back", "left", "right"}[s] }

// FallConfig holds the detector's thresholds.
type FallConfig struct {
	MinTilt    float64 // below it nothing is a fall
	AheadSec   float64 // prediction time of the tilt
	AheadTilt  float64 // a predicted tilt beyond it is a fall
	MaxTilt    float64 // a tilt beyond it is a fall at any rate
	Cycles     int     // cycles that a sign must last
	LyingTilt  float64 // a lying trunk is tilted by more
	LyingRate  float64 // and turns slower than this, all axes
	LyingSec   float64 // for this time
	UprightSec float64 // upright again for this long: it did not fall
}

// DefaultFallConfig detects a fall some 0.3 s before the ground.
func DefaultFallConfig() FallConfig {
	return FallConfig{
		MinTilt: 0.35, AheadSec: 0.2, AheadTilt: 0.75, MaxTilt: 0.65, Cycles: 2,
		LyingTilt: 1.0, LyingRate: 0.8, LyingSec: 0.15, UprightSec: 0.3,
	}
}

// FallDetector watches every state of the body.
type FallDetector struct {
	cfg    FallConfig
	state  FallState
	side   FallSide
	up     r3.Vec // the vertical in the torso
	gyro   [3]float64
	signs  int     // cycles in a row in which it falls
	calm   float64 // s that the trunk has lain, or been upright
	now    float64
	primed bool
}

// NewFallDetector makes a detector of a robot that stands.
func NewFallDetector(cfg FallConfig) *FallDetector { return &FallDetector{cfg: cfg, up: r3.Vec{Z: 1}} }

// Up returns the vertical in the torso's axes from roll and pitch. It has no singular
// place: on the back, x is up.
func Up(angles [2]float64) r3.Vec {
	sinRoll, cosRoll := math.Sincos(angles[0])
	sinPitch, cosPitch := math.Sincos(angles[1])
	return r3.Vec{X: -sinPitch, Y: cosPitch * sinRoll, Z: cosPitch * cosRoll}
}

// fallSideOf returns which side of the body is below.
func fallSideOf(up r3.Vec) FallSide {
	switch {
	case math.Abs(up.X) >= math.Abs(up.Y) && up.X < 0:
		return Front
	case math.Abs(up.X) >= math.Abs(up.Y):
		return Back
	case up.Y < 0:
		return Left
	default:
		return Right
	}
}

// Step evaluates a state. NaN and infinite readings are replaced by the last finite ones.
func (d *FallDetector) Step(state *nao.State) FallState {
	t := state.Time.Seconds()
	dtSec := t - d.now
	if d.now = t; !d.primed || dtSec < 0 || dtSec > 1 {
		d.primed, dtSec = true, 0
	}
	if up := Up(state.Angles); !math.IsNaN(up.X + up.Y + up.Z) {
		d.up = up
	}
	for i, w := range state.Gyroscope {
		if !math.IsNaN(w) && !math.IsInf(w, 0) {
			d.gyro[i] = w
		}
	}
	d.judge(d.Tilt(), d.rate(), dtSec)
	return d.state
}

// Tilt returns the angle between the trunk and the vertical, rad.
func (d *FallDetector) Tilt() float64 { return math.Acos(min(max(d.up.Z, -1), 1)) }

// rate returns how fast the tilt grows, rad/s.
func (d *FallDetector) rate() float64 {
	level := math.Hypot(d.up.X, d.up.Y)
	if level < 1e-6 {
		return 0
	}
	return (-d.up.X*d.gyro[1] + d.up.Y*d.gyro[0]) / level
}

func (d *FallDetector) judge(tilt, rate, dtSec float64) {
	c := &d.cfg
	turning := math.Sqrt(d.gyro[0]*d.gyro[0] + d.gyro[1]*d.gyro[1] + d.gyro[2]*d.gyro[2])
	falls := tilt > c.MaxTilt || tilt > c.MinTilt && tilt+c.AheadSec*rate > c.AheadTilt
	switch {
	case tilt > c.LyingTilt && turning < c.LyingRate, tilt < c.MinTilt && d.state != Upright:
		d.calm += dtSec
	default:
		d.calm = 0
	}
	if d.signs++; !falls {
		d.signs = 0
	}
	if falls {
		d.side = fallSideOf(d.up)
	}
	switch {
	case tilt > c.LyingTilt && d.calm >= c.LyingSec:
		d.state = Fallen
	case d.state == Upright && d.signs >= c.Cycles:
		d.state = Falling
	case d.state != Upright && tilt < c.MinTilt && d.calm >= c.UprightSec:
		d.state = Upright
	}
}

// State returns the result of the last Step.
func (d *FallDetector) State() FallState { return d.state }

// Side returns the side to which the robot falls, or fell last.
func (d *FallDetector) Side() FallSide { return d.side }
