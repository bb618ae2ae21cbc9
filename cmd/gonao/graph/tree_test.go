package graph_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	motionnode "gonao/nodes/motion"
	"gonao/ros"
)

func TestATreeGroupsParametersAtTheirDots(t *testing.T) {
	g, _ := newParamGraph(t)
	out, err := g.Gonao(strings.Fields("param list /nao1/talker --tree --filter motion|gain")...)
	require.NoError(t, err)
	require.Equal(t, "  gain\n  gains\n  motion: 1 parameter\n    kick: 1 parameter\n      reach\n", out)
	out, err = g.Gonao(strings.Fields("param list /nao1/talker --tree --param-type --filter reach")...)
	require.NoError(t, err)
	require.Equal(t, "  motion: 1 parameter\n    kick: 1 parameter\n      reach (type: double)\n", out)
}

func TestTheParametersOfMotionAreGrouped(t *testing.T) {
	g := tooltest.New(t)
	cfg := motionnode.DefaultConfig()
	n, err := ros.NewNode(t.Context(), g.Bus, "motion", ros.NodeOptions{Namespace: "/nao1", Parameters: &cfg})
	require.NoError(t, err)
	defer n.Close()
	flat, err := g.Gonao("param", "list", "/nao1/motion")
	require.NoError(t, err)
	out, err := g.Gonao("param", "list", "/nao1/motion", "--tree")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
	top, leaves := 0, 0
	for _, line := range lines {
		if !strings.HasPrefix(line, "   ") {
			top++
		}
		if !strings.Contains(line, ":") {
			leaves++
		}
	}
	require.Less(t, top, 30, "one screen of parameters and groups:\n%s", out)
	require.Equal(t, strings.Count(flat, "\n"), leaves, "each parameter stands in the tree once")
	for _, group := range []string{"walk", "kick", "head", "get_up", "omni", "tfs"} {
		require.True(t, slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  "+group+": ") }), "group %s", group)
	}
}
