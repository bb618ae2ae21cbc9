package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/built"
	"gonao/ros"
	"gonao/ros/rmw"
)

// A sandbox is a test's own DDS domain, LoLA socket and directory.
type sandbox struct {
	t      *testing.T
	dir    string // working directory of its programs
	socket string // of LoLA; short enough for a Unix socket path
	node   *ros.Node
}

// newSandbox sets the environment for the test's programs and its own node.
func newSandbox(t *testing.T) *sandbox {
	t.Helper()
	require.NoError(t, lookAtInstalled())
	dir, err := os.MkdirTemp("", "gonao-e2e-") //nolint:usetesting // t.TempDir is too long for a socket
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &sandbox{t: t, dir: dir, socket: filepath.Join(dir, "robocup")}

	// The tag separates this test from other participants in the same domain.
	tag := filepath.Base(dir)
	t.Setenv("ROS_DOMAIN_ID", fmt.Sprint((os.Getpid()+len(t.Name()))%102))
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", "<CycloneDDS><Domain><Discovery><Tag>"+tag+"</Tag></Discovery></Domain></CycloneDDS>")
	t.Setenv("AMENT_PREFIX_PATH", installed)
	t.Setenv("ROS_LOG_DIR", filepath.Join(dir, "log"))
	t.Setenv("ROS_LOCALHOST_ONLY", "")
	t.Setenv("OVERRIDE_LAUNCH_PROCESS_OUTPUT", "")
	t.Setenv(mark, dir)
	return s
}

// lookAtInstalled opens the programs and launch files. The go command records the files that a test opens and runs
// these tests again when one of them has changed. It does not record what TestMain opens.
var lookAtInstalled = sync.OnceValue(func() error {
	if _, err := built.Dir(); err != nil {
		return err
	}
	return filepath.WalkDir(filepath.Join("..", "..", "launch"), func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			_, err = os.Stat(path)
		}
		return err
	})
})

// sub returns the same sandbox for a subtest.
func (s *sandbox) sub(t *testing.T) *sandbox {
	own := *s
	own.t = t
	return &own
}

// file writes a file into the sandbox and returns its path there.
func (s *sandbox) file(name, text string) string {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	require.NoError(s.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(s.t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// observe adds a node in the robot's namespace to the sandbox's domain.
func (s *sandbox) observe() *ros.Node {
	s.t.Helper()
	backend, err := rmw.Open()
	require.NoError(s.t, err)
	s.node, err = ros.NewNode(s.t.Context(), backend, "observer", ros.NodeOptions{Namespace: "nao1"})
	require.NoError(s.t, err)
	s.t.Cleanup(func() {
		require.NoError(s.t, s.node.Close())
		require.NoError(s.t, backend.Close())
	})
	return s.node
}

// subscribe subscribes to a topic with a QoS that matches every publisher.
func subscribe[T any, P ros.Message[T]](s *sandbox, topic string, opts ...ros.Option) *ros.Subscription[T] {
	s.t.Helper()
	sub, err := ros.Subscribe[T, P](s.node, topic, append([]ros.Option{ros.BestEffort(), ros.Depth(200)}, opts...)...)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { sub.Close() })
	return sub
}

// await receives messages until one meets the condition, and returns it.
func await[T any](t *testing.T, sub *ros.Subscription[T], what string, fits func(m *T) bool) T {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case m := <-sub.C():
			if fits(&m) {
				return m
			}
		case <-late:
			require.FailNow(t, "nothing on "+sub.Topic(), what)
		}
	}
}

// drain discards the messages received so far.
func drain[T any](sub *ros.Subscription[T]) {
	for {
		select {
		case <-sub.C():
		default:
			return
		}
	}
}
