package tool

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
)

func TestHelpListsFifteenCommandsInFiveGroups(t *testing.T) {
	var out bytes.Buffer
	root := New(graph.Access{Terminal: cli.Terminal{Out: &out, Errs: &out}})
	require.Len(t, root.Groups(), 5)
	require.NoError(t, root.Help())
	listed := 0
	for _, c := range root.Commands() {
		row := "\n  " + c.Name() + " "
		if c.GroupID != "" {
			listed++
			require.Contains(t, out.String(), row)
		} else {
			require.NotContains(t, out.String(), row)
			below, _, err := root.Find([]string{"ros", c.Name()})
			require.NoError(t, err)
			require.True(t, c.Hidden || c.Name() == "version" || below.Name() == c.Name(), "%s: expected in a group, or below a command that is in a group", c.Name())
		}
	}
	require.LessOrEqual(t, listed, 15)
	for _, name := range strings.Split(verbs, ", ") {
		c, _, err := root.Find([]string{name})
		require.NoError(t, err)
		require.True(t, c.IsAvailableCommand(), "%s: expected the Tab key to complete it", name)
	}
}

func TestANameOfTheLastReleaseWorksWithAHint(t *testing.T) {
	for old, now := range map[string]string{"model urdf": "robot model urdf", "game status --help": "match game status --help", "keys --help": "ros keys --help"} {
		var out, errs bytes.Buffer
		root := New(graph.Access{Terminal: cli.Terminal{Out: &out, Errs: &errs}})
		root.SetArgs(strings.Fields(old))
		require.NoError(t, root.ExecuteContext(t.Context()))
		require.NotEmpty(t, out.String())
		if !strings.Contains(old, "--help") {
			word := strings.Fields(old)[0]
			require.Contains(t, errs.String(), "gonao "+word+" is now gonao "+strings.SplitN(now, " ", 3)[0]+" "+word)
		}
		var again bytes.Buffer
		root = New(graph.Access{Terminal: cli.Terminal{Out: &again, Errs: &errs}})
		root.SetArgs(strings.Fields(now))
		require.NoError(t, root.ExecuteContext(t.Context()))
		if !strings.Contains(old, "--help") {
			require.Equal(t, out.String(), again.String())
		}
	}
}
