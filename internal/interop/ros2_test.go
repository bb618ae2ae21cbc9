package interop

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// ros2 is the ROS 2 of this machine, looked for once.
var ros2 struct {
	once   sync.Once
	env    []string // of a shell that has sourced it; nil where there is none
	python string   // the interpreter that its packages are for
	rmws   []string // "rmw_cyclonedds_cpp", …
}

// findROS2 looks for a sourced ROS 2, else for one to source: GONAO_ROS2_SETUP, or
// /opt/ros/*/setup.bash.
func findROS2() bool {
	r := &ros2
	r.once.Do(func() {
		env := os.Environ()
		if os.Getenv("AMENT_PREFIX_PATH") == "" {
			setup := os.Getenv("GONAO_ROS2_SETUP")
			if found, _ := filepath.Glob("/opt/ros/*/setup.bash"); setup == "" && len(found) > 0 {
				setup = found[len(found)-1]
			}
			if setup == "" {
				return
			}
			out, err := exec.Command("bash", "-c", `. "$0" >/dev/null && env -0`, setup).Output()
			if err != nil {
				return
			}
			env = nil
			for _, v := range bytes.Split(bytes.TrimRight(out, "\x00"), []byte{0}) {
				env = append(env, string(v))
			}
		}
		prefixes := ""
		for _, v := range env {
			if list, ok := strings.CutPrefix(v, "AMENT_PREFIX_PATH="); ok {
				prefixes = list
			}
		}
		r.env, r.python = env, "python3"
		for _, prefix := range filepath.SplitList(prefixes) {
			for _, rmw := range []string{"rmw_cyclonedds_cpp", "rmw_fastrtps_cpp"} {
				if _, err := os.Stat(filepath.Join(prefix, "lib", "lib"+rmw+".so")); err == nil {
					r.rmws = append(r.rmws, rmw)
				}
			}
			if text, err := os.ReadFile(filepath.Join(prefix, "bin", "ros2")); err == nil {
				line, _, _ := strings.Cut(string(text), "\n")
				if python, ok := strings.CutPrefix(line, "#!"); ok {
					r.python = python
				}
			}
		}
	})
	return len(r.rmws) > 0
}

// ros2Env returns the environment of a process of the real ROS 2 in the test's domain.
func ros2Env(rmw string) []string {
	env := append([]string(nil), ros2.env...)
	for _, name := range []string{"ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "CYCLONEDDS_URI"} {
		env = append(env, name+"="+os.Getenv(name))
	}
	return append(env, "RMW_IMPLEMENTATION="+rmw, "ROS_LOG_DIR="+os.TempDir(), "PYTHONUNBUFFERED=1")
}

// startROS2 runs the rclpy peer.
func startROS2(t testing.TB, kind dds) *peer {
	t.Helper()
	script, err := filepath.Abs("testdata/ros2/peer.py")
	require.NoError(t, err)
	return startIn(t, kind, ros2Env(kind.rmw()), exec.Command(ros2.python, script)).ready()
}

// tool runs a command of the real ROS 2's and returns what it prints.
func tool(t testing.TB, kind dds, args ...string) string {
	t.Helper()
	cmd := exec.Command("ros2", args...)
	for _, v := range ros2.env {
		if list, ok := strings.CutPrefix(v, "PATH="); ok {
			for _, dir := range filepath.SplitList(list) {
				if path := filepath.Join(dir, "ros2"); isFile(path) {
					cmd = exec.Command(path, args...)
				}
			}
		}
	}
	cmd.Env = ros2Env(kind.rmw())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "ros2 %s: %s", strings.Join(args, " "), out)
	return string(out)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// theRMWs returns those that the table names, installed or not.
func theRMWs() []dds { return []dds{onCyclone, onFast} }

// The peers that are a real ROS 2.
const (
	onCyclone dds = "rclpy, rmw_cyclonedds_cpp"
	onFast    dds = "rclpy, rmw_fastrtps_cpp"
)

// rmw returns the middleware of a kind of peers that is a real ROS 2.
func (d dds) rmw() string {
	rmw, _ := strings.CutPrefix(string(d), "rclpy, ")
	return rmw
}

// here reports whether a kind of peers can be started, and if not why.
func (d dds) here() (why string, ok bool) {
	switch {
	case d == inC || d == inFast:
		return "", true
	case !findROS2():
		return "no ROS 2 found: source one, or set GONAO_ROS2_SETUP to its setup.bash", false
	}
	for _, rmw := range ros2.rmws {
		if rmw == d.rmw() {
			return "", true
		}
	}
	return d.rmw() + " is not installed", false
}

// withROS2 runs a test with each middleware of a real ROS 2.
func withROS2(t *testing.T, feature string, kinds []dds, test func(t *testing.T, p *peer)) {
	for _, kind := range kinds {
		why, ok := kind.here()
		if !ok {
			notRun(string(kind), feature, why)
			t.Logf("%s: not run: %s", kind, why)
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			record(t, string(kind), feature)
			useOwnDomain(t)
			test(t, startPeer(t, kind))
		})
	}
}
