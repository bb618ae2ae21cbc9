package squad_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/behavior/machines/soccer"
	"gonao/behavior/play"
	"gonao/nao/preset"
	"gonao/robot/percepts/rates"
	"gonao/soccer/squad"
)

func TestEveryTeamHasItsMachines(t *testing.T) {
	for _, name := range soccer.Teams() {
		s, err := squad.Load(name)
		require.NoError(t, err)
		require.Equal(t, name, s.Name)
		for _, m := range soccer.Machines() {
			require.NotNil(t, s.Models[m], m)
		}
	}
	_, err := squad.Load("nobody")
	require.ErrorContains(t, err, `team "nobody": no such team; want one of`)
}

func TestPlayersKnowTheirBodies(t *testing.T) {
	p, err := preset.Load("physics")
	require.NoError(t, err)
	require.InDelta(t, p.Kicks.Straight.Distance, squad.Kick(p).Distance, 1e-12)
	table, err := rates.Load("ideal")
	require.NoError(t, err)
	body := play.BodyOf(p, table)
	require.InDelta(t, p.Walk.Forward, body.Limits.ForwardMPS, 1e-12)
	require.Positive(t, body.Sight.TiltDev, "no camera is without errors")
}
