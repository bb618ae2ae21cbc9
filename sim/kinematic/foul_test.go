package kinematic

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/robot/percepts/plane"
)

func TestARobotThatHoldsTheBallKeepsItBetweenItsFeet(t *testing.T) {
	w := exact(t, 1)
	w.Place(0, plane.Pose{})
	w.PlaceBall(0.2, 0.03)
	w.Robots[0].Foul = HoldBall
	w.Step(cycle)
	require.Len(t, w.Contacts, 1, "it has touched the ball")
	walks(w, 0, motion.Velocity{X: 0.2})
	run(w, 2*time.Second)
	x, y := w.Robots[0].Pose.Local(w.Ball.X, w.Ball.Y)
	require.Less(t, x, w.Preset.Body.Base[1])
	require.InDelta(t, 0, y, 1e-9)
	require.Greater(t, w.Ball.X, 0.25, "the ball goes with it")
	walks(w, 0, motion.Velocity{})
	w.Robots[0].Foul = NoFoul
	run(w, 2*time.Second)
	x, _ = w.Robots[0].Pose.Local(w.Ball.X, w.Ball.Y)
	require.Greater(t, x*x, 0.01, "it lets go")
}

func TestABallFarFromARobotIsNotHeld(t *testing.T) {
	w := exact(t, 1)
	w.Place(0, plane.Pose{})
	w.PlaceBall(0.5, 0)
	w.Robots[0].Foul = HoldBall
	run(w, time.Second)
	require.Equal(t, Ball{X: 0.5}, w.Ball)
	require.Empty(t, w.Contacts)
}

func TestABallIsPlayedWithAnArmAsAFoulOnly(t *testing.T) {
	for foul, arm := range map[Foul]bool{NoFoul: false, UseArm: true} {
		w := exact(t, 1)
		w.Place(0, plane.Pose{})
		w.PlaceBall(0.3, 0)
		walks(w, 0, motion.Velocity{X: 0.3})
		w.Robots[0].Foul = foul
		touches := 0
		for range 200 {
			w.Step(cycle)
			for _, c := range w.Contacts {
				require.Equal(t, arm, c.Arm)
				touches++
			}
		}
		require.Positive(t, touches)
	}
}
