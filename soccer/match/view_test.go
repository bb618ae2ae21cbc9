package match

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
)

func TestTheTextShowsRobotsAndBallWhereTheyAre(t *testing.T) {
	m, err := New(Config{Players: 1, Red: "voronoi", Blue: "clumsy"})
	require.NoError(t, err)
	defer m.Close()
	m.World.Robots[0].Pose, m.World.Robots[0].Away = plane.Pose{X: -2, Y: 1}, false
	m.World.Robots[1].Away = true
	m.World.Ball = kinematic.Ball{X: 1, Y: -1}
	text := m.Text(false)
	lines := strings.Split(text, "\n")
	require.Equal(t, "10:00  voronoi 0 : 0 clumsy   first half initial ", lines[0])
	where := func(s string) (row, column int) {
		for row, l := range lines[1 : rows+1] {
			if i := strings.Index(l, s); i >= 0 {
				return row, len([]rune(l[:i]))
			}
		}
		return -1, -1
	}
	redRow, redColumn := where("1")
	ballRow, ballColumn := where("o")
	require.Less(t, redRow, rows/2, "above the middle")
	require.Less(t, redColumn, columns/2, "left of it")
	require.Greater(t, ballRow, rows/2)
	require.Greater(t, ballColumn, columns/2)
	noRow, _ := where("a")
	require.Negative(t, noRow, "who is away is not shown")
	require.NotContains(t, text, "\x1b[")
	require.Contains(t, m.Text(true), "\x1b[31m1\x1b[0m")
}
