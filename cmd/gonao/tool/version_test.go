package tool_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/ros/rmw"
)

func TestTheVersionNamesWhatGonaoWasBuiltFrom(t *testing.T) {
	for _, words := range [][]string{{"version"}, {"--version"}} {
		out, _, err := tooltest.Gonao(t, words...)
		require.NoError(t, err)
		require.Contains(t, out, "commit ")
		require.Contains(t, out, runtime.Version()+" ")
		require.Contains(t, out, rmw.Version+"\n")
		require.Regexp(t, "MuJoCo [0-9]|no simulator: expected the program motion_lab", out)
	}
}
