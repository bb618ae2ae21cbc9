package play

import (
	"math"

	"gonao/percepts/plane"
	"gonao/planning"
)

// DefaultBody returns what a simulated NAO does, as gonao match calibrate measures it.
func DefaultBody() Body {
	const ahead, aside = 2.36, 1.44
	return Body{
		Limits: planning.Limits{ForwardMPS: 0.25, SideMPS: 0.16, TurnRadPerSec: 1}, StraightM: ahead, SideM: aside, FromWalk: true,
		Kicks: []Kick{
			{Foot: 1, LongestM: ahead, X: 0.168, Y: 0.065},
			{Foot: 2, LongestM: ahead, X: 0.168, Y: -0.065},
			{Direction: -math.Pi / 2, LongestM: aside, X: 0.165, Y: -0.06},
			{Direction: math.Pi / 2, LongestM: aside, X: 0.165, Y: 0.06},
		},
	}
}

// Alone is the plan of a robot without a team: it shoots at the goal. View is what it sees now.
type Alone struct {
	View *View
	Body *Body
}

// Aim returns a kick at the middle of the goal.
func (a Alone) Aim() Aim {
	aim := Aim{Choice: Shoot, Distance: a.Body.StraightM}
	if f := a.View.Field; f != nil {
		aim.X = f.Length/2 + behindLine
	}
	return aim
}

// Pass returns false: there is nobody.
func (Alone) Pass() (Aim, bool) { return Aim{}, false }

// Clear returns a kick towards the nearer touchline of the other half.
func (a Alone) Clear() (Aim, bool) {
	b, f := a.View.Ball, a.View.Field
	if b.X > 0 || f == nil {
		return Aim{}, false
	}
	y := math.Copysign(min(f.Width/2-0.8, math.Abs(b.Y)+0.8), b.Y)
	return Aim{Choice: Clear, X: b.X + 0.85*a.Body.StraightM, Y: y, Distance: a.Body.StraightM}, true
}

// KickOffPlace returns a place in the own half.
func (Alone) KickOffPlace() plane.Pose { return plane.Pose{X: -1} }

// RolePlace returns where the robot is.
func (a Alone) RolePlace() plane.Pose { return a.View.Pose }

// Keeper returns the depth of gonao's teams.
func (Alone) Keeper() (depthM float64, steps bool) { return 0.4, false }

// Crossing returns that no ball comes.
func (Alone) Crossing() (seconds, side float64) { return 99, 0 }
