package tool_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
	"gonao/cmd/gonao/tooltest"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/sim/lolaserver"
)

// statue is a body that does nothing.
type statue struct{ state nao.State }

func (s *statue) Step(*nao.Command) error { s.state.Cycle++; return nil }

func (s *statue) State(out *nao.State) { *out = s.state }

// connect dials a socket until it is there.
func connect(t *testing.T, path string) net.Conn {
	t.Helper()
	var conn net.Conn
	require.Eventually(t, func() bool {
		var err error
		conn, err = net.Dial("unix", path)
		return err == nil
	}, time.Minute, time.Millisecond)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// talk answers that many frames and returns them.
func talk(t *testing.T, conn net.Conn, frames int) (said []byte) {
	t.Helper()
	var c lola.Commands
	command := c.Append(nil)
	frame := make([]byte, lola.SensorFrameSize)
	for range frames {
		_, err := io.ReadFull(conn, frame)
		require.NoError(t, err)
		said = append(said, frame...)
		_, err = conn.Write(command)
		require.NoError(t, err)
	}
	return said
}

func TestASessionIsRecordedToldAndPlayedAgain(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	server, err := lolaserver.Listen(lolaserver.Config{Path: path("robot"), Lockstep: true})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- server.Run(ctx, &statue{}, func(lolaserver.Cycle) {}) }()

	run := func(ctx context.Context, args ...string) (chan error, *bytes.Buffer) {
		var out bytes.Buffer
		root := tool.New(graph.Access{Terminal: cli.Terminal{Out: &out, Errs: io.Discard}})
		root.SetArgs(args)
		ended := make(chan error, 1)
		go func() { ended <- root.ExecuteContext(ctx) }()
		return ended, &out
	}
	recording, stop := context.WithCancel(t.Context())
	recorded, out := run(recording, "robot", "lola", "record", path("first.lola"), "--lola", path("robot"), "--listen", path("proxy"))
	conn := connect(t, path("proxy"))
	said := talk(t, conn, 20)
	_, err = io.ReadFull(conn, make([]byte, lola.SensorFrameSize)) // the answer to the last command
	require.NoError(t, err)
	stop()
	require.NoError(t, <-recorded)
	require.Contains(t, out.String(), "first.lola: 21 frames of the robot, 20 commands")
	cancel()
	require.NoError(t, <-served)

	told, _, err := tooltest.Gonao(t, "robot", "lola", "info", path("first.lola"))
	require.NoError(t, err)
	require.Contains(t, told, lola.SimulatedRobotConfig()[0])
	require.Contains(t, told, "robot's frames 21, client's 20, clients 1")

	replayed, out := run(t.Context(), "robot", "lola", "replay", path("first.lola"), "--listen", path("again"), "--lockstep")
	again := talk(t, connect(t, path("again")), 21)
	require.Equal(t, said, again[:len(said)], "byte for byte")
	require.NoError(t, <-replayed)
	require.Contains(t, out.String(), "21 frames sent")

	// Half a file, and files that are not sessions.
	text, err := os.ReadFile(path("first.lola"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path("half.lola"), text[:len(text)/2], 0o644))
	told, _, err = tooltest.Gonao(t, "robot", "lola", "info", path("half.lola"))
	require.NoError(t, err)
	require.Contains(t, told, "its recorder was killed")
	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"info", path("nowhere.lola")}, "no such file"},
		{[]string{"info", tooltest.File(t, "x.lola", "text")}, "no LoLA session"},
		{[]string{"replay", tooltest.File(t, "x.lola", "text"), "--listen", path("r")}, "no LoLA session"},
		{[]string{"replay", path("first.lola"), "--speed", "0"}, "--speed 0: expected"},
		{[]string{"replay", path("first.lola"), "--listen", "udp://x"}, "tcp://HOST:PORT"},
		{[]string{"record", path("first.lola")}, "file exists"},
		{[]string{"record", path("new.lola"), "--lola", "x://"}, "tcp://HOST:PORT"},
	} {
		_, _, err := tooltest.Gonao(t, append([]string{"lola"}, row.args...)...)
		require.ErrorContains(t, err, row.says, strings.Join(row.args, " "))
	}
	require.NoFileExists(t, path("new.lola"))
}
