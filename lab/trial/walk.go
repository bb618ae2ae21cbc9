package trial

import (
	"math"

	"gonao/motion/tunable"
	"gonao/motion/walk"
)

// walker is the walk that people use, as a gait.
type walker struct{ *walk.Engine }

func (w walker) Velocity(v Place) error {
	return w.SetVelocity(walk.Velocity{X: v.X, Y: v.Y, Yaw: v.Yaw})
}

func (w walker) Walked() Place {
	o := w.Odometry()
	return Place{X: o.X, Y: o.Y, Yaw: o.Yaw}
}

// newWalker makes it with a Setup's numbers.
func newWalker(setup *Setup) (Gait, error) {
	cfg := walk.DefaultConfig()
	if err := setup.tune("walk", cfg.Fields()); err != nil {
		return nil, err
	}
	e, err := walk.New(cfg)
	if err != nil {
		return nil, err
	}
	return walker{e}, nil
}

func walkFields(string) ([]tunable.Field, error) {
	cfg := walk.DefaultConfig()
	return prefixed("walk", cfg.Fields()), nil
}

// asFastAsItGoes is beyond every limit, m/s or rad/s.
const asFastAsItGoes = 10

// walkRows are the rows of the table about the walk.
func walkRows() []Row {
	rows := []Row{
		speedRow(speedOf{
			name: "forward", title: "forward walk", paper: "TFS 51 / 22 cm/s; Omni 10 / 5; CPG 7.3 / 6",
			v: Place{X: asFastAsItGoes}, sec: 60, must: 30, goal: 45, safe: 1,
		}, newWalker),
		speedRow(speedOf{
			name: "sideways", title: "sideways", paper: "3 / 1 cm/s",
			v: Place{Y: asFastAsItGoes}, sec: 20, must: 15, goal: 25, safe: 1,
		}, newWalker),
		speedRow(speedOf{
			name: "turn", title: "turn", paper: "49 / 35 °/s",
			v: Place{Yaw: asFastAsItGoes}, sec: 20, must: 90, goal: 150, safe: 1,
		}, newWalker),
		pushRow(pushOf{name: "push_stand", title: "push, standing", must: 1.5, goal: 2.5}, newWalker),
		pushRow(pushOf{name: "push_walk", title: "push, walking", v: Place{X: 0.2}, must: 1, goal: 2}, newWalker),
		pushRow(pushOf{name: "push_fast", title: "push, at full speed", v: Place{X: asFastAsItGoes}, must: 1, goal: 1.5, all: true}, newWalker),
		straightRow("straight", "straightness over 4 m", "–", Place{X: asFastAsItGoes}, newWalker),
		odometryRow(odometryOf{
			name: "odometry", title: "odometry over a course of 11 m, after 10 s of standing", standSec: 10, heading: 4, headingGoal: 3,
		}, newWalker),
		odometryRow(odometryOf{
			name: "odometry_at_once", title: "the same, 2 s after the robot was put down", heading: none, headingGoal: none,
		}, newWalker),
		brakeRow(newWalker),
		accelerateRow(newWalker),
		gridRow(newWalker),
		randomRow(newWalker),
		slopeRow(newWalker),
		physicsRow(newWalker),
		poseRow(newWalker),
		wayRow("far", "to (3 m, 2 m, −1 rad) from standing", Place{X: 3, Y: 2, Yaw: -1}, 15, 13, newWalker),
		wayRow("half_turn", "a half turn from standing", Place{Yaw: math.Pi}, 3.5, 2.5, newWalker),
	}
	for i := range rows {
		rows[i].Fields = walkFields
	}
	return rows
}
