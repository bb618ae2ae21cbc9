package lola

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLoLAIsAtAPathOrATCPPort(t *testing.T) {
	for where, want := range map[string][2]string{
		"/tmp/robocup":          {"unix", "/tmp/robocup"},
		"robocup":               {"unix", "robocup"},
		"tcp://127.0.0.1:10000": {"tcp", "127.0.0.1:10000"},
		"tcp://[::1]:10000":     {"tcp", "[::1]:10000"},
		"tcp://nao.local:10000": {"tcp", "nao.local:10000"},
	} {
		network, address, err := Address(where)
		require.NoError(t, err, where)
		require.Equal(t, want, [2]string{network, address})
	}
	for _, wrong := range []string{
		"", "/" + strings.Repeat("x", 107), "tcp://", "tcp://host", "tcp://:10000", "tcp://host:0", "tcp://host:70000",
		"tcp://host:http", "udp://127.0.0.1:10000", "unix:///tmp/robocup",
	} {
		_, _, err := Address(wrong)
		require.ErrorContains(t, err, "expected", wrong)
	}
}
