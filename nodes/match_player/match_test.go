package matchplayer

import (
	"context"
	"log/slog"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/pace"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/ros/tf"
	room "gonao/soccer/match"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/match_player.yaml", "/match_player", DefaultConfig()))
	cfg := DefaultConfig()
	cfg.Match.Blue = "nobody"
	require.ErrorContains(t, cfg.CheckFiles(), `team "nobody": no such team`)
}

func TestAMatchIsPlayedOnTopics(t *testing.T) {
	bus := inproc.NewBus()
	quiet := ros.NodeOptions{Logger: slog.New(slog.DiscardHandler)}
	n, err := ros.NewNode(t.Context(), bus, "match_player", quiet)
	require.NoError(t, err)
	defer n.Close()
	other, err := ros.NewNode(t.Context(), bus, "others", quiet)
	require.NoError(t, err)
	defer other.Close()
	games, err := ros.Subscribe[msgs.GameState](other, "/game_state", ros.TransientLocal(), ros.Depth(500))
	require.NoError(t, err)
	truths, err := ros.Subscribe[msgs.GroundTruth](other, "/blue2/ground_truth", ros.SensorData(), ros.Depth(500))
	require.NoError(t, err)
	poses, err := ros.Subscribe[geometrymsgs.PoseWithCovarianceStamped](other, "/blue2/pose", ros.Depth(500))
	require.NoError(t, err)
	bodies, err := ros.Subscribe[msgs.MachineState](other, "/blue2/body/machine_state", ros.TransientLocal(), ros.Depth(500))
	require.NoError(t, err)

	fields, err := ros.Subscribe[visualizationmsgs.MarkerArray](other, "/world_markers", ros.Reliable(), ros.TransientLocal())
	require.NoError(t, err)
	markers, err := ros.Subscribe[visualizationmsgs.MarkerArray](other, "/match/markers", ros.Depth(500))
	require.NoError(t, err)
	var frames tf.Buffer
	require.NoError(t, frames.Listen(other))

	cfg := DefaultConfig()
	cfg.Match.Players, cfg.Match.Blue = 2, "clumsy"
	m, err := room.New(cfg.Match)
	require.NoError(t, err)
	defer m.Close()
	out, err := newOutputs(n, m)
	require.NoError(t, err)
	p := pace.New(0)
	for range 1500 { // 18 s
		m.Step()
		require.NoError(t, out.publish(m, p))
	}
	states := map[uint8]bool{}
	for len(games.C()) > 0 {
		g := <-games.C()
		states[g.State] = true
		require.Equal(t, "clumsy", g.Away.Name)
	}
	require.True(t, states[msgs.GameStateStateStandby] && states[msgs.GameStateStateReady])
	require.InDelta(t, 1500*12/96, len(truths.C()), 2)
	var truth msgs.GroundTruth
	for len(truths.C()) > 0 {
		truth = <-truths.C()
	}
	at := m.World.Robots[3].Pose
	require.InDelta(t, at.X, truth.Poses[0].Position.X, 0.1)
	require.NotEmpty(t, poses.C())
	require.Equal(t, "blue2/map", (<-poses.C()).Header.FrameId)
	require.NotEmpty(t, bodies.C())
	require.Len(t, fields.C(), 1)
	require.InDelta(t, 1500*12/96, len(markers.C()), 2)
	array := visualizationmsgs.MarkerArray{}
	for len(markers.C()) > 0 {
		array = <-markers.C()
	}
	texts, bodiesDrawn := "", 0
	for _, k := range array.Markers {
		texts += k.Text + "\n"
		if k.Ns == "robots" && k.Action == visualizationmsgs.MarkerAdd {
			bodiesDrawn++
		}
	}
	require.Equal(t, 4, bodiesDrawn)
	require.Contains(t, texts, "ours 0 : 0 clumsy")
	require.Eventually(t, func() bool {
		x, err := frames.Lookup("world", "blue2/map", time.Time{})
		return err == nil && math.Abs(x.Rotate(r3.Vec{X: 1}).X+1) < 1e-9
	}, time.Minute, time.Millisecond, "blue's map is the world, turned by half a turn")
}

func TestTheNodeEndsWithItsContext(t *testing.T) {
	bus := inproc.NewBus()
	n, err := ros.NewNode(t.Context(), bus, "match_player", ros.NodeOptions{Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer n.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, Run(ctx, n, DefaultConfig()))
}
