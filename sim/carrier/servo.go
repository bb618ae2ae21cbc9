package carrier

import "math"

// Position is the place of a ball on its carrier.
type Position struct {
	Angle  float64 // rad, left positive
	Height float64 // m above the ground
}

// Limits are the largest speed and acceleration of one axis of a carrier.
type Limits struct {
	Speed        float64 // rad/s or m/s
	Acceleration float64 // rad/s² or m/s²
}

// Capacity holds the limits of carriers.
type Capacity struct {
	TurnSpeed        float64 `yaml:"turn_deg_per_sec" unit:"deg/s" in:"rad" min:"0.1" max:"3600" desc:"fastest turn round the robot; a head follows 45 well"`
	TurnAcceleration float64 `yaml:"turn_deg_per_sec2" unit:"deg/s2" in:"rad" min:"0.1" max:"36000" desc:"acceleration of the turn: how hard a ball turns round"`
	LiftSpeed        float64 `yaml:"lift_m_per_sec" unit:"m/s" min:"0.001" max:"100" desc:"fastest lift; 0.25 is 13 deg/s seen from 1.1 m"`
	LiftAcceleration float64 `yaml:"lift_m_per_sec2" unit:"m/s2" min:"0.001" max:"1000" desc:"acceleration of the lift"`
}

// Limits returns the limits of both axes.
func (c Capacity) Limits() (turn, lift Limits) {
	return Limits{c.TurnSpeed, c.TurnAcceleration}, Limits{c.LiftSpeed, c.LiftAcceleration}
}

// Axis is one axis of a carrier. It moves to its target as fast as its limits allow, and
// brakes so that it stops there.
type Axis struct {
	Value, Rate float64 // rad and rad/s, or m and m/s
}

// Step moves the axis by one period towards the target.
func (a *Axis) Step(target, dtSec float64, limits Limits) {
	way := target - a.Value
	side := math.Copysign(1, way)
	change := limits.Acceleration * dtSec

	// The largest new speed v from which the distance s still suffices to brake, with v0
	// the speed now: (v0+v)/2·dt + v²/2a = s.
	root := change*change/4 + 2*limits.Acceleration*math.Abs(way) - change*side*a.Rate
	brake := math.Sqrt(max(root, 0)) - change/2
	if math.Abs(way) <= change*dtSec && math.Abs(a.Rate) <= 2*change {
		a.Value, a.Rate = target, 0 // as good as there
		return
	}
	wanted := side * min(brake, limits.Speed)
	rate := min(max(wanted, a.Rate-change), a.Rate+change)
	a.Value += (a.Rate + rate) / 2 * dtSec
	a.Rate = rate
}

// Servo is the position controller of one ball: two axes with a common target.
type Servo struct {
	Turn, Lift   Limits
	Angle        Axis // rad
	Height       Axis // m
	Target       Position
	MinHeight    float64 // m, smallest and largest height of the ball
	MaxHeight    float64
	startingFrom Position
}

// NewServo returns a servo at rest at a position.
func NewServo(at Position, turn, lift Limits, minHeightM, maxHeightM float64) Servo {
	s := Servo{Turn: turn, Lift: lift, MinHeight: minHeightM, MaxHeight: maxHeightM, startingFrom: at}
	s.Reset()
	return s
}

// Reset puts the servo back to its first position, at rest.
func (s *Servo) Reset() {
	s.Angle = Axis{Value: s.startingFrom.Angle}
	s.Height = Axis{Value: s.startingFrom.Height}
	s.Target = s.startingFrom
}

// Command sets a new target, clamped to the carrier's reach. It returns false and keeps
// the old one when the target has NaN or Inf in it.
func (s *Servo) Command(to Position) bool {
	if !finite(to.Angle) || !finite(to.Height) {
		return false
	}
	s.Target = Position{
		Angle:  min(max(to.Angle, -math.Pi), math.Pi),
		Height: min(max(to.Height, s.MinHeight), s.MaxHeight),
	}
	return true
}

// Step moves both axes by one period.
func (s *Servo) Step(dtSec float64) {
	s.Angle.Step(s.Target.Angle, dtSec, s.Turn)
	s.Height.Step(s.Target.Height, dtSec, s.Lift)
}

// At returns the servo's position.
func (s *Servo) At() Position {
	return Position{Angle: s.Angle.Value, Height: s.Height.Value}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
