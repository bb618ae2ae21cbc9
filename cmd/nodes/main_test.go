package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// apart are the nodes that are programs of their own: they link a simulator, Gazebo's transport, or several nodes.
var apart = []string{"gazebo_bridge", "match_player", "player", "simulator"}

// begins is how a node's program begins its node.
var begins = regexp.MustCompile(`ros\.Main\(rmw\.Open, "(\w+)", .*\)`)

func TestEachNodeBeginsAsItsOwnProgramDoes(t *testing.T) {
	own := map[string]string{}
	mains, err := filepath.Glob("../*/main.go")
	require.NoError(t, err)
	for _, file := range mains {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if m := begins.FindStringSubmatch(string(text)); m != nil && !slices.Contains(apart, m[1]) {
			own[m[1]] = strings.TrimSuffix(m[0], " }")
		}
	}
	text, err := os.ReadFile("programs.go")
	require.NoError(t, err)
	here := map[string]string{}
	for _, m := range begins.FindAllStringSubmatch(string(text), -1) {
		here[m[1]] = m[0]
	}
	require.Equal(t, own, here)
	require.ElementsMatch(t, slices.Collect(maps.Keys(own)), slices.Collect(maps.Keys(programs)))
}

func TestTheLinksAreTheNodes(t *testing.T) {
	dir := t.TempDir()
	out, err := exec.CommandContext(t.Context(), "../../internal/scripts/links.sh", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var links []string
	for _, e := range entries {
		to, err := os.Readlink(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		require.Equal(t, "nodes", to)
		links = append(links, e.Name())
	}
	require.Equal(t, slices.Sorted(maps.Keys(programs)), links)
}

func TestTheNameOrTheFirstArgumentChooses(t *testing.T) {
	for _, args := range [][]string{{"/opt/lib/gonao/vision", "-x"}, {"./nodes", "vision", "-x"}} {
		start, rest, err := choose(args)
		require.NoError(t, err)
		require.NotNil(t, start)
		require.Equal(t, "-x", rest[1])
		require.Equal(t, "vision", filepath.Base(rest[0]))
		require.Len(t, rest, 2)
	}
	require.Contains(t, usage(), "ball_mover, camera")
	_, _, err := choose([]string{"nodes"})
	require.ErrorContains(t, err, "expected the name of a node: ball_mover, camera")
	_, _, err = choose([]string{"nodes", "visio"})
	require.ErrorContains(t, err, `no node "visio" (did you mean "vision"?)`)
}
