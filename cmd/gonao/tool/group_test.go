package tool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/graph"
)

func TestEachCommandIsInAGroup(t *testing.T) {
	root := New(graph.Access{})
	for _, c := range root.Commands() {
		require.NotEmpty(t, c.GroupID, "%s: expected in groups", c.Name())
	}
	require.Len(t, root.Groups(), 5)
}
