package surface

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	ballmover "gonao/nodes/ball_mover"
	"gonao/nodes/camera"
	"gonao/nodes/executor"
	gameclient "gonao/nodes/game_client"
	gamecontroller "gonao/nodes/game_controller"
	gazebobridge "gonao/nodes/gazebo_bridge"
	"gonao/nodes/lights"
	"gonao/nodes/localization"
	matchplayer "gonao/nodes/match_player"
	"gonao/nodes/motion"
	naodriver "gonao/nodes/nao_driver"
	"gonao/nodes/planner"
	"gonao/nodes/player"
	"gonao/nodes/referee"
	"gonao/nodes/simulator"
	"gonao/nodes/speech"
	statepublisher "gonao/nodes/state_publisher"
	"gonao/nodes/studio"
	teamcomm "gonao/nodes/team_comm"
	"gonao/nodes/vision"
	worldmodel "gonao/nodes/world_model"
	"gonao/ros"
	"gonao/ros/param"
	"gonao/ros/rmw"
)

// actAs is the environment variable that makes the test binary a node's program.
const actAs = "GONAO_SURFACE_PROGRAM"

// node is a node's program: the values that cmd passes to ros.Main.
type node struct {
	name string
	main func()
	// start runs the node with the default parameters, changed by edit if edit is not nil, until ctx ends.
	start  func(ctx context.Context, b ros.Backend, edit func(config any)) error
	config func() any
}

// entry returns a node made from the arguments of ros.Main.
func entry[C any](name string, defaults C, run func(context.Context, *ros.Node, C) error) node {
	return node{
		name: name,
		main: func() { ros.Main(rmw.Open, name, defaults, run) },
		start: func(ctx context.Context, b ros.Backend, edit func(config any)) error {
			cfg := defaults
			if edit != nil {
				edit(&cfg)
			}
			n, err := ros.NewNode(ctx, b, name, ros.NodeOptions{Namespace: "/nao1", Parameters: &cfg, Logger: discard})
			if err != nil {
				return err
			}
			defer n.Close()
			return run(n.Context(), n, cfg)
		},
		config: func() any { cfg := defaults; return &cfg },
	}
}

// nodes returns all nodes; TestEveryNodeIsHere compares them with cmd.
func nodes() []node {
	return []node{
		entry("ball_mover", ballmover.DefaultConfig(), ballmover.Run),
		entry("camera", camera.DefaultConfig(), ros.Managed(camera.Run)),
		entry("executor", executor.DefaultConfig(), executor.Run),
		entry("game_client", gameclient.DefaultConfig(), gameclient.Run),
		entry("game_controller", gamecontroller.DefaultConfig(), gamecontroller.Run),
		entry("gazebo_bridge", gazebobridge.DefaultConfig(), ros.Managed(gazebobridge.Run)),
		entry("lights", lights.DefaultConfig(), lights.Run),
		entry("localization", localization.DefaultConfig(), ros.Managed(localization.Run)),
		entry("match_player", matchplayer.DefaultConfig(), matchplayer.Run),
		entry("motion", motion.DefaultConfig(), ros.Managed(motion.Run)),
		entry("nao_driver", naodriver.DefaultConfig(), ros.Managed(naodriver.Run)),
		entry("planner", planner.DefaultConfig(), planner.Run),
		entry("player", player.DefaultConfig(), player.Run),
		entry("referee", referee.DefaultConfig(), referee.Run),
		entry("simulator", simulator.DefaultConfig(), simulator.Run),
		entry("speech", speech.DefaultConfig(), speech.Run),
		entry("state_publisher", statepublisher.DefaultConfig(), statepublisher.Run),
		entry("studio", studio.DefaultConfig(), studio.Run),
		entry("team_comm", teamcomm.DefaultConfig(), teamcomm.Run),
		entry("vision", vision.DefaultConfig(), vision.Run),
		entry("world_model", worldmodel.DefaultConfig(), worldmodel.Run),
	}
}

// program returns the node with that name. It panics if there is none.
func program(name string) node {
	all := nodes()
	return all[slices.IndexFunc(all, func(n node) bool { return n.name == name })]
}

// mains returns the programs of cmd that are nodes, and the other programs. It reads main.go, and the tables of the
// programs that hold several.
func mains(t *testing.T) (ofNodes, others []string) {
	t.Helper()
	for _, pattern := range []string{"main.go", "programs.go"} {
		files, err := filepath.Glob(filepath.Join(root, "cmd", "*", pattern))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, m := range startsNode.FindAllStringSubmatch(string(text), -1) {
				require.Contains(t, string(text), fmt.Sprintf("%q", "gonao/nodes/"+m[1]), file)
				ofNodes = append(ofNodes, m[1])
			}
			if pattern == "programs.go" {
				for _, m := range startsOther.FindAllStringSubmatch(string(text), -1) {
					others = append(others, m[1])
				}
			} else if name := filepath.Base(filepath.Dir(file)); !strings.Contains(string(text), "ros.Main(") && !strings.Contains(string(text), "proc.RunLinked(") {
				others = append(others, name)
			}
		}
	}
	slices.Sort(ofNodes)
	slices.Sort(others)
	return ofNodes, others
}

var (
	startsNode  = regexp.MustCompile(`ros\.Main\(rmw\.Open, "(\w+)", \w+\.DefaultConfig\(\), (?:ros\.Managed\()?\w+(?:\.Run)?\)`)
	startsOther = regexp.MustCompile(`(?m)^\t"(\w+)":\s+\w+,$`) // an entry in a table of programs
)

func TestEveryNodeIsHere(t *testing.T) {
	ofNodes, _ := mains(t)
	var here []string
	for _, n := range nodes() {
		here = append(here, n.name)
	}
	require.Equal(t, ofNodes, here, "add the node to nodes()")
}

func TestParametersAreAsTheyWere(t *testing.T) {
	var out strings.Builder
	for _, n := range nodes() {
		entries, err := param.Entries(n.config())
		require.NoError(t, err)
		fmt.Fprintf(&out, "# %s\n", n.name)
		for _, e := range entries {
			start := ""
			if e.ReadOnly {
				start = "  (start only)"
			}
			fmt.Fprintf(&out, "%s = %s  # %s%s%s\n", e.Name, param.Text(e.Value), e.Type, prefixed(", ", e.Expected()), start)
		}
		out.WriteString("\n")
	}
	compare(t, "parameters.txt", out.String())
}

// prefixed puts a prefix in front of a text if the text is not empty.
func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// testdata/params holds the parameter files of the last release. A name in them that is not a parameter any more has a
// was tag, see [param.About], and is accepted with a warning that names file and line. When a release is made, the
// files are replaced by launch/params, and the tags are deleted.
func TestParameterFilesOfTheLastReleaseAreAccepted(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "params", "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		for _, n := range nodes() {
			values, err := param.Load(param.Args{Layers: []param.Layer{{File: file}}}, "/nao1/"+n.name)
			require.NoError(t, err)
			if err := values.Decode(n.config()); err != nil {
				t.Errorf("node %s: %v\nAdd a tag was:\"old_name\" to the parameter that replaces it, or to a blank field if the parameter was removed.", n.name, err)
			}
			for _, warning := range values.Warnings() {
				require.Regexp(t, `^testdata/params/\w+\.yaml:\d+: parameter "`, warning)
			}
		}
	}
}
