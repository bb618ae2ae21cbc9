package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	ballmover "gonao/nodes/ball_mover"
	"gonao/nodes/executor"
	"gonao/nodes/motion"
	naodriver "gonao/nodes/nao_driver"
	"gonao/nodes/simulator"
	statepublisher "gonao/nodes/state_publisher"
	"gonao/nodes/vision"
	"gonao/ros/param"
)

// configs gives each node's parameters with their defaults, as pointers to structs.
func configs() map[string]any {
	ballMover, exec, mot := ballmover.DefaultConfig(), executor.DefaultConfig(), motion.DefaultConfig()
	driver, sim, vis := naodriver.DefaultConfig(), simulator.DefaultConfig(), vision.DefaultConfig()
	states := statepublisher.DefaultConfig()
	return map[string]any{
		"ball_mover": &ballMover, "executor": &exec, "motion": &mot,
		"nao_driver": &driver, "simulator": &sim, "vision": &vis,
		"state_publisher": &states,
	}
}

func TestEveryNodeIsHere(t *testing.T) {
	mains, err := filepath.Glob(filepath.Join(root, "cmd", "*", "main.go"))
	require.NoError(t, err)
	nodes := configs()
	for _, main := range mains {
		text, err := os.ReadFile(main)
		require.NoError(t, err)
		if name := filepath.Base(filepath.Dir(main)); strings.Contains(string(text), "ros.Main(") {
			require.Contains(t, nodes, name, "add its DefaultConfig to configs()")
			delete(nodes, name)
		}
	}
	require.Empty(t, nodes, "nodes without a main")
}

func TestBaseFilesHoldEveryParameterWithItsDefault(t *testing.T) {
	for node, config := range configs() {
		file := filepath.Join(root, "launch", "params", node+".yaml")
		require.NoError(t, param.CheckFile(file, "/nao1/"+node, config))
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

// The base files are the manual: each key has a word on it, beside or above it.
func TestBaseFilesExplainEveryKey(t *testing.T) {
	for node := range configs() {
		file := filepath.Join(root, "launch", "params", node+".yaml")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var doc yaml.Node
		require.NoError(t, yaml.Unmarshal(text, &doc))
		parameters := doc.Content[0].Content[1].Content[1]
		explained := map[string]bool{}
		explain(parameters, explained, "")
		for key, known := range explained {
			if !known {
				t.Errorf("%s: key %q: no comment beside or above it", filepath.Base(file), key)
			}
		}
		require.NotEmpty(t, explained)
	}
}

// explain notes which keys have a comment: of their own, on the group they stand in,
// or on another key of the same name.
func explain(n *yaml.Node, explained map[string]bool, above string) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		comment := key.HeadComment + key.LineComment + value.LineComment + value.HeadComment
		if value.Kind == yaml.MappingNode {
			explain(value, explained, comment)
			continue
		}
		explained[key.Value] = explained[key.Value] || above+comment != ""
	}
}

func TestAKeyWithoutACommentIsFound(t *testing.T) {
	var doc yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte("a: 1 # one\nb: 2\nc:\n  # three\n  d: 3\n  e: 4\nf: # five\n  g: 5\n"), &doc))
	explained := map[string]bool{}
	explain(doc.Content[0], explained, "")
	require.Equal(t, map[string]bool{"a": true, "b": false, "d": true, "e": false, "g": true}, explained)
}
