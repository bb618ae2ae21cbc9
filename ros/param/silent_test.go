package param_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros/param"
)

func TestAFileForOtherNodesIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.yaml")
	require.NoError(t, os.WriteFile(file, []byte("vision: {ros__parameters: {min_pixels: 3}}\n/a/*: {ros__parameters: {x: 1}}\n"), 0o600))
	for node, want := range map[string][]string{
		"/nao1/vision": {file + " is for /vision, /a/*"},
		"/vision":      nil,
		"/a/motion":    nil,
	} {
		v, err := param.Load(param.Args{Layers: []param.Layer{{File: file}}}, node)
		require.NoError(t, err)
		require.Equal(t, want, v.Silent(), node)
	}
}
