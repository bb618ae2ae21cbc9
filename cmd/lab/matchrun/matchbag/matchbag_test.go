package matchbag

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/ros/bag"
	"gonao/soccer/match"
)

func TestAMatchIsRecordedAsItWas(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	b, err := Create(dir)
	require.NoError(t, err)
	var balls []float64
	c := match.Config{Players: 2, Half: 30 * time.Second, Seed: 5, Blue: "clumsy"}
	c.Observe = func(m *match.Match) {
		balls = append(balls, m.World.Ball.X)
		b.Observe(m)
	}
	m, err := match.New(c)
	require.NoError(t, err)
	result, err := m.Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, b.Close(m))

	r, err := bag.Open(dir)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	require.Empty(t, r.Warnings())
	names := map[string]string{}
	for _, topic := range r.Topics() {
		names[topic.Name] = topic.Type
		require.NotEmpty(t, topic.Definition, topic.Name)
	}
	for _, name := range []string{"/world_markers", "/match/markers", "/game_state", "/red1/ground_truth", "/blue2/pose", "/blue1/role"} {
		require.Contains(t, names, name)
	}
	n := 0
	for at, err := range bag.Messages[visualizationmsgs.MarkerArray](r, "/match/markers") {
		require.NoError(t, err)
		for _, k := range at.Message.Markers {
			if k.Ns == "ball" {
				require.InDelta(t, balls[n], k.Pose.Position.X, 0.0006, "moment %d", n)
			}
		}
		n++
	}
	require.Len(t, balls, n)
	calls := 0
	require.Equal(t, len(m.Calls) > 0, names["/referee_calls"] != "")
	for at, err := range bag.Messages[msgs.RefereeCall](r, "/referee_calls") {
		if len(m.Calls) == 0 {
			break
		}
		require.NoError(t, err)
		require.Equal(t, m.Calls[calls].Rule, at.Message.Rule)
		require.Equal(t, m.Calls[calls].Refuse == "", at.Message.Performed)
		calls++
	}
	require.Equal(t, len(m.Calls), calls, "the last calls are in it as well")
	var last msgs.GameState
	for at, err := range bag.Messages[msgs.GameState](r, "/game_state") {
		require.NoError(t, err)
		last = at.Message
	}
	require.Equal(t, [2]int{int(last.Home.Score), int(last.Away.Score)}, result.Score)
	size := 0
	files, err := filepath.Glob(filepath.Join(dir, "*.mcap"))
	require.NoError(t, err)
	for _, f := range files {
		info, err := os.Stat(f)
		require.NoError(t, err)
		size += int(info.Size())
	}
	t.Logf("%d bytes for %v of four robots", size, result.Time)
}

func TestADirectoryThatIsThereIsRefused(t *testing.T) {
	_, err := Create(t.TempDir())
	require.ErrorContains(t, err, "exists already")
}
