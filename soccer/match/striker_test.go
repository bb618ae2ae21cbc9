package match

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior/play"
)

// A striker of four lines shoots at the far corner: the same situation, another target, another way of the ball.
func TestAStrikerOfFourLinesShootsAtTheFarCorner(t *testing.T) {
	ours, goals := shot(t, "ours")
	corner, shots := shot(t, "../../examples/striker/far_corner.yaml")
	require.Equal(t, play.Shoot, corner.Choice)
	require.InDelta(t, 1.5/4, math.Abs(corner.Y), 0.1, "a quarter of the goal inside its post")
	require.Negative(t, corner.Y, "the ball lies to the left")
	require.NotEqual(t, ours.Y, corner.Y)
	require.NotEqual(t, goals, shots, "where the ball rolls")
}

// shot plays a situation until the ball was kicked, and returns the striker's target and the direction in which the ball rolls.
func shot(t *testing.T, team string) (at play.Aim, direction float64) {
	t.Helper()
	m, err := New(Config{Red: team, Blue: "ours", Seed: 1, Players: 3})
	require.NoError(t, err)
	defer m.Close()
	s := Situations()[0]
	s.BallY = 0.3
	s.Robots[0].At.Y = 0.3
	require.NoError(t, m.Arrange(s))
	striker := m.Players[1]
	for m.Now() < 90*time.Second {
		m.Step()
		if aim, ok := striker.Machines().Target(); ok && striker.Machines().Body.Path() == "play/attack/kick" {
			at = aim
		}
		if b := &m.World.Ball; at != (play.Aim{}) && math.Hypot(b.VX, b.VY) > 0.5 {
			return at, math.Atan2(b.VY, b.VX)
		}
	}
	require.Fail(t, "no kick")
	return at, 0
}
