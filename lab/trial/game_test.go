package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/sim"
)

// A good robot plays a round without a fall, and hits the ball.
func TestAScriptedGameIsPlayed(t *testing.T) {
	g, err := newGame(Setup{Profile: sim.Ideal, Seed: 1})
	require.NoError(t, err)
	defer g.Close()
	require.NoError(t, g.round())
	require.Empty(t, g.falls)
	require.Empty(t, g.lost)
	require.Equal(t, 1, g.rounds)
	require.Equal(t, 1, g.hits)
}

// A robot that is thrown down is counted once, and gets up again.
func TestAFallInAGameIsCountedOnce(t *testing.T) {
	g, err := newGame(Setup{Profile: sim.Ideal, Seed: 1})
	require.NoError(t, err)
	defer g.Close()
	g.PushAt(g.Time()+seconds(0.5), 8, 0)
	require.NoError(t, g.walk("stand", motion.Velocity{}, 2))
	ok, err := g.ready()
	require.NoError(t, err)
	require.True(t, ok, "it got up")
	require.Equal(t, []string{"stand"}, g.falls)
	require.Equal(t, 1, g.gotUp)
}
