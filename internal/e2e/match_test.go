package e2e

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/ros"
)

// TestAMatchIsLaunchedAndEndsByTheRules launches a match of two against two in the kinematic world. It checks that the
// clock runs, the referee makes decisions, our team scores, and the match ends on its own.
func TestAMatchIsLaunchedAndEndsByTheRules(t *testing.T) {
	s := newSandbox(t)
	s.observe()
	games := subscribe[msgs.GameState](s, "/game_state")
	calls := subscribe[msgs.RefereeCall](s, "/referee_calls")
	truths := subscribe[msgs.GroundTruth](s, "/red2/ground_truth")
	bodies := subscribe[msgs.MachineState](s, "/blue1/body/machine_state")
	markers := subscribe[visualizationmsgs.MarkerArray](s, "/match/markers")
	launch := s.start("gonao", "launch", "match.launch.yaml", "mode:=kinematic", "players:=2", "blue:=clumsy", "seed:=1", "speed:=10.0")

	await(t, games, "READY", func(m *msgs.GameState) bool {
		return m.State == msgs.GameStateStateReady && m.Home.Name == "ours" && m.PlayersPerTeam == 2
	})
	first := await(t, truths, "a robot", func(m *msgs.GroundTruth) bool { return len(m.Poses) == 2 })
	await(t, truths, "a walking robot", func(m *msgs.GroundTruth) bool {
		return m.Poses[0].Position.X != first.Poses[0].Position.X
	})
	require.NotEmpty(t, await(t, bodies, "a running machine", func(m *msgs.MachineState) bool { return m.Path != "" }).Machine)
	await(t, markers, "markers of robots", func(m *visualizationmsgs.MarkerArray) bool { return len(m.Markers) > 10 })
	playing := await(t, games, "PLAYING", func(m *msgs.GameState) bool { return m.State == msgs.GameStateStatePlaying })

	client, err := ros.NewClient[msgs.SetSimulatorSpeedRequest, msgs.SetSimulatorSpeedResponse](s.node, "/simulator/speed")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, client.WaitForServer(ctx))
	answer, err := client.Call(ctx, msgs.SetSimulatorSpeedRequest{Speed: 0})
	require.NoError(t, err)
	require.True(t, answer.Success, answer.Message)

	await(t, games, "a running clock", func(m *msgs.GameState) bool { return m.Remaining < playing.Remaining-60 })
	call := await(t, calls, "a call", func(m *msgs.RefereeCall) bool { return m.Performed && m.Action != "" })
	require.NotEmpty(t, call.Rule)
	await(t, games, "a goal", func(m *msgs.GameState) bool { return m.Home.Score+m.Away.Score > 0 })
	launch.says(`the match is over.* red=\d+ blue=\d+`)
	require.Zero(t, launch.exit(), "the launcher ends after its last process")
}
