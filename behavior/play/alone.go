package play

import (
	"math"

	"gonao/nao/preset"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
)

// DefaultBody returns the abilities of a simulated NAO, as measured by gonao match calibrate and gonao vision measure.
func DefaultBody() Body {
	p, err := preset.Load("physics")
	if err != nil {
		panic(err) // it is embedded
	}
	t, err := rates.Load(rates.Measured)
	if err != nil {
		panic(err) // it is embedded
	}
	b := BodyOf(p, t)
	b.FromWalk = true
	return b
}

// Alone is the plan of a robot without a team: it shoots at the goal. View is the robot's present view.
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

// Pass returns false: there is no teammate.
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

// Keeper returns a goalkeeper that blocks and dives, as deep as those of gonao's teams.
func (Alone) Keeper() Keeper { return Keeper{DepthM: 0.4, Blocks: true, Dives: true} }
