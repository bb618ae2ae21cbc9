package planning

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// run moves a robot by the velocities of a meeting until the ball is at its feet, and returns the time; -1: it passed.
func run(b RollingBall, l Limits) float64 {
	const dt = 0.05
	v := math.Hypot(b.VX, b.VY)
	ux, uy := b.VX/max(v, 1e-9), b.VY/max(v, 1e-9)
	for k := range 200 {
		if math.Hypot(b.X, b.Y) < 0.16 {
			return float64(k) * dt
		}
		m := Meet(&b, l)
		c := m.Velocity(&b, l)
		s, co := math.Sincos(-c.Yaw * dt)
		x, y := b.X+(ux*v-c.X)*dt, b.Y+(uy*v-c.Y)*dt
		b.X, b.Y = co*x-s*y, s*x+co*y
		ux, uy = co*ux-s*uy, s*ux+co*uy
		v = max(0, v-b.Deceleration*dt)
		b.VX, b.VY = ux*v, uy*v
	}
	return -1
}

func TestARobotMeetsBallsThatItCanReach(t *testing.T) {
	l := Limits{ForwardMPS: 0.25, SideMPS: 0.16, TurnRadPerSec: 1}
	for name, b := range map[string]RollingBall{
		"straight at it":           {X: 2, VX: -0.9, Deceleration: 0.32},
		"past its left":            {X: 1.5, Y: 0.7, VX: -0.6, VY: -0.1, Deceleration: 0.2},
		"past its right":           {X: 1.5, Y: -0.7, VX: -0.6, VY: 0.1, Deceleration: 0.2},
		"it lies":                  {X: 0.8, Y: 0.2},
		"it rolls away and stops":  {X: 0.5, VX: 0.4, Deceleration: 0.4},
		"it stops before the feet": {X: 1.5, Y: 0.2, VX: -0.5, Deceleration: 0.3},
	} {
		require.Positive(t, run(b, l), name)
	}
	require.Negative(t, run(RollingBall{X: 2, Y: 3, VX: -3, Deceleration: 0.1}, l), "too fast and too far aside")
}

func TestTheVelocityOfAMeetingIsMirrored(t *testing.T) {
	l := Limits{ForwardMPS: 0.3, SideMPS: 0.2, TurnRadPerSec: 1}
	b := RollingBall{X: 1.4, Y: 0.6, VX: -0.5, VY: -0.2, Deceleration: 0.3}
	c := b
	c.Y, c.VY = -b.Y, -b.VY
	m, n := Meet(&b, l), Meet(&c, l)
	v, w := m.Velocity(&b, l), n.Velocity(&c, l)
	require.Equal(t, Velocity{X: v.X, Y: -v.Y, Yaw: -v.Yaw}, w)
}

func TestARobotThatWaitsForTheBallStands(t *testing.T) {
	l := Limits{ForwardMPS: 0.3, SideMPS: 0.2, TurnRadPerSec: 1}
	b := RollingBall{X: 1.2, VX: -0.8, Deceleration: 0.3}
	m := Meeting{X: MeetAhead, Sec: 2}
	require.Zero(t, m.Velocity(&b, l))
	m.AtRest, m.X = true, MeetAhead+0.02
	require.NotZero(t, m.Velocity(&b, l), "to a ball that lies it goes to the end")
}
