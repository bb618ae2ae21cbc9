package localization

import (
	"math"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/robot/percepts/field"
	"gonao/ros"
)

// byNamespace returns the markers of a field by their namespaces.
func byNamespace(t *testing.T, name string) (field.Field, map[string][]visualizationmsgs.Marker) {
	t.Helper()
	f, err := field.Load(name)
	require.NoError(t, err)
	all := map[string][]visualizationmsgs.Marker{}
	ids := map[int32]bool{}
	for _, k := range fieldMarkers(f).Markers {
		require.Equal(t, "world", k.Header.FrameId)
		require.True(t, k.FrameLocked)
		require.False(t, ids[k.Id], "ids differ")
		ids[k.Id] = true
		all[k.Ns] = append(all[k.Ns], k)
	}
	return f.ToMiddle(), all
}

func TestTheMarkersOfAFieldAreItsDimensions(t *testing.T) {
	for _, name := range []string{"spl", "hsl_small", "field2010"} {
		f, all := byNamespace(t, name)
		require.InDelta(t, f.Lines.Length+2*f.Lines.BorderStripWidth, all["carpet"][0].Scale.X, 1e-9)
		lines := all["lines"][0]
		require.InDelta(t, f.Lines.LineWidth, lines.Scale.X, 1e-9)
		require.Zero(t, len(lines.Points)%2)
		most := 0.0
		for _, p := range lines.Points {
			most = max(most, math.Abs(p.X))
		}
		require.InDelta(t, f.Lines.Length/2, most, 1e-9, "%s: the goal lines bound the field", name)
		require.Len(t, all["goals"], 6, name)
		post := all["goals"][0]
		require.InDelta(t, f.GoalX(), post.Pose.Position.X, 1e-9)
		require.InDelta(t, f.Goal.Height, post.Scale.Z, 1e-9)
		require.Len(t, all["landmarks"], 2*len(f.Landmarks), name)
	}
}

func TestTheGoalsOfField2010HaveTheirColours(t *testing.T) {
	f, all := byNamespace(t, "field2010")
	require.Equal(t, paint(f.Goal.ColorPositiveX), all["goals"][0].Color)
	require.Equal(t, paint(f.Goal.ColorNegativeX), all["goals"][3].Color)
	require.NotEqual(t, all["goals"][0].Color, all["goals"][3].Color)
}

func TestWhoComesLaterGetsTheField(t *testing.T) {
	onStage(t, DefaultConfig(), func(s *stage) {
		late, err := ros.Subscribe[visualizationmsgs.MarkerArray](s.n, "field_markers", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, err)
		synctest.Wait()
		require.NotEmpty(t, (<-late.C()).Markers)
		s.image()
		require.Empty(t, late.C())
		s.now += redrawPeriod
		s.image()
		require.NotEmpty(t, (<-late.C()).Markers, "rviz2 forgets the error of markers that came before their frames")
	})
}
