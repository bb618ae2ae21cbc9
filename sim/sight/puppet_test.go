package sight

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/rates"
	"gonao/sim/world"
)

func TestPuppetsAreSeenAndHideWhatIsBehindThem(t *testing.T) {
	ground, err := world.Load("spl")
	require.NoError(t, err)
	puppets := Puppets([]world.Puppet{{Name: "other", XM: 1.5, Number: 3, Posture: "stand"}})
	require.Len(t, puppets, 1)
	table, err := rates.Load("ideal")
	require.NoError(t, err)
	look := func(ballX float64) *Image {
		scene := Scene{Field: ground.Map, BallX: ballX, Robots: append([]Robot{{}}, puppets...)}
		return New(table, 1, 0).Look(0, &scene, 0, 0)
	}
	require.Len(t, look(1).Robots, 1)
	require.InDelta(t, 1.5, look(1).Robots[0].X, 0.02)
	require.Len(t, look(1).Balls, 1)
	require.Empty(t, look(2.5).Balls, "behind the puppet")
}
