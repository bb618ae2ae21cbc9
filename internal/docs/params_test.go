package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/declared"
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
	"gonao/ros/param"
)

//go:generate env GENERATE=params go test -count=1 -run TestBaseFilesAreWhatTheConfigsSay .

// configs returns each node's parameters with their defaults, as pointers to structs.
func configs() map[string]any {
	ballMover, exec, mot := ballmover.DefaultConfig(), executor.DefaultConfig(), motion.DefaultConfig()
	driver, sim, vis := naodriver.DefaultConfig(), simulator.DefaultConfig(), vision.DefaultConfig()
	states, cam := statepublisher.DefaultConfig(), camera.DefaultConfig()
	say, shine := speech.DefaultConfig(), lights.DefaultConfig()
	gz, page := gazebobridge.DefaultConfig(), studio.DefaultConfig()
	held, heard, judge := gamecontroller.DefaultConfig(), gameclient.DefaultConfig(), referee.DefaultConfig()
	place, world, way := localization.DefaultConfig(), worldmodel.DefaultConfig(), planner.DefaultConfig()
	mates, one, whole := teamcomm.DefaultConfig(), player.DefaultConfig(), matchplayer.DefaultConfig()
	return map[string]any{
		"team_comm": &mates, "player": &one, "match_player": &whole, "game_client": &heard, "game_controller": &held, "referee": &judge, "gazebo_bridge": &gz, "ball_mover": &ballMover, "executor": &exec, "motion": &mot,
		"nao_driver": &driver, "simulator": &sim, "vision": &vis,
		"state_publisher": &states, "camera": &cam, "speech": &say, "lights": &shine, "studio": &page,
		"localization": &place, "world_model": &world, "planner": &way,
	}
}

func TestEveryNodeIsHere(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "cmd", "*", "*.go"))
	require.NoError(t, err)
	nodes := configs()
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`ros\.Main\(rmw\.Open, "(\w+)"`).FindAllStringSubmatch(string(text), -1) {
			require.Contains(t, nodes, m[1], "add its DefaultConfig to configs()")
			delete(nodes, m[1])
		}
	}
	require.Empty(t, nodes, "nodes that no program starts")
}

// GENERATE=params, which make generate sets, writes the files.
func TestBaseFilesAreWhatTheConfigsSay(t *testing.T) {
	for node, config := range configs() {
		file := filepath.Join(root, "launch", "params", node+".yaml")
		want, err := param.Manual(node, "nodes/"+node, config)
		require.NoError(t, err)
		if os.Getenv("GENERATE") == "params" {
			require.NoError(t, os.WriteFile(file, want, 0o644))
		}
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "run make generate")
		require.NoError(t, param.CheckFile(file, "/nao1/"+node, config))
		require.NoError(t, param.Check(config))
	}
}

// The Configs are the manual: each parameter and each node must have a description.
func TestEveryParameterIsExplained(t *testing.T) {
	for node, config := range configs() {
		require.NotEmpty(t, declared.Text(config), node)
		entries, err := param.Entries(config)
		require.NoError(t, err)
		for _, e := range entries {
			require.NotEmpty(t, e.Description, "%s: %s: give it a desc tag", node, e.Name)
			number := e.Kind == param.Integer || e.Kind == param.Float || e.Kind == param.Integers || e.Kind == param.Floats
			require.True(t, !number || e.Range != nil, "%s: %s: give it min and max tags", node, e.Name)
		}
	}
}

func TestEveryParameterFileIsUnderstoodByTheNodesItNames(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "launch", "params", "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		settings, err := param.ReadFile(file)
		require.NoError(t, err)
		for _, s := range settings {
			node := s.Node[strings.LastIndex(s.Node, "/")+1:]
			require.Truef(t, node == "**" || configs()[node] != nil, "%s: node %q: no such node", s.From, s.Node)
		}
		for node, config := range configs() {
			require.NoError(t, param.FromSettings("/nao1/"+node, settings).Decode(config))
		}
	}
}
