package param_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros/param"
)

func TestWrongFilesAreErrors(t *testing.T) {
	rows := []struct{ name, text, err string }{
		{"empty", "", "empty, expected node names and below them ros__parameters"},
		{"comment", "# nothing\n", "expected node names"},
		{"text", "hello\n", ":1: expected node names and below them ros__parameters"},
		{"list", "- a\n", ":1: expected node names"},
		{"no node", "ros__parameters: {gain: 1.0}\n", ":1: ros__parameters: expected the name of a node above it, such as /**"},
		{"no ros__parameters", "/**:\n  gain: 1.0\n", ":2: /**/gain: expected ros__parameters below it"},
		{"parameters are a list", "/**:\n  ros__parameters: [1]\n", ":2: ros__parameters: expected parameters below it"},
		{"bad name", "/vis*:\n  ros__parameters: {}\n", `:1: node "/vis*": expected names of letters, digits and _, or * or ** for whole names`},
		{"bad YAML", "/**:\n  ros__parameters: {gain: 1.0\n", "yaml"},
		{"two documents", "/**: {ros__parameters: {}}\n---\na: 1\n", "expected one YAML document"},
		{"merge key", "/**:\n  ros__parameters: {<<: {gain: 1.0}}\n", "expected a name as key"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			name := file(t, row.text)
			_, err := decode(t, "--params-file", name)
			require.ErrorContains(t, err, row.err)
			require.ErrorContains(t, err, name)
		})
	}
	_, err := decode(t, "--params-file", "/nowhere/p.yaml")
	require.ErrorContains(t, err, "parameter file: open /nowhere/p.yaml")
	_, err = decode(t, "--params-file", file(t, "/**:\n  ros__parameters:\n    # gain: 1.0\n"))
	require.NoError(t, err, "all parameters commented out")
}

func TestAFileMayHoldOtherNamesForNodesOfOtherPeople(t *testing.T) {
	name := file(t, "/theirs:\n  ros__parameters: {CamelCase: 1, with-dash.Dot: 2.5}\n/**/vision:\n  ros__parameters: {gain: 3.0}\n")
	_, err := decode(t, "--params-file", name)
	require.NoError(t, err)
	settings, err := param.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "CamelCase", settings[0].Name)
	require.Equal(t, "with-dash.Dot", settings[1].Name)
}
