package tool_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
)

func TestModelsAreWritten(t *testing.T) {
	g := tooltest.New(t)
	out, err := g.Gonao("robot", "model", "urdf", "--look", "blocks")
	require.NoError(t, err)
	require.Contains(t, out, `<robot name="nao">`)
	out, err = g.Gonao("robot", "model", "mjcf")
	require.NoError(t, err)
	require.Contains(t, out, `<mujoco model="nao">`)
}
