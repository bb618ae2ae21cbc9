package interop

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// installation is a ROS 2 on this machine.
type installation struct {
	env    []string // of a shell that has sourced it; nil where there is none
	python string   // the interpreter that its packages are for
	rmws   []string // "rmw_cyclonedds_cpp", …
	lacks  string   // why the rclpy peer cannot run; empty if it can
}

// ros2 is the ROS 2 of this machine, looked for once.
var ros2 struct {
	once sync.Once
	installation
}

// findROS2 looks for a sourced ROS 2, else for one to source: GONAO_ROS2_SETUP, or
// /opt/ros/*/setup.bash.
func findROS2() bool {
	ros2.once.Do(func() {
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
		ros2.installation = installed(env)
	})
	return len(ros2.rmws) > 0
}

// installed returns the ROS 2 that an environment names by AMENT_PREFIX_PATH.
func installed(env []string) installation {
	r := installation{env: env, python: "python3"}
	prefixes := ""
	for _, v := range env {
		if list, ok := strings.CutPrefix(v, "AMENT_PREFIX_PATH="); ok {
			prefixes = list
		}
	}
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
	if len(r.rmws) > 0 {
		r.lacks = r.peerLacks("rclpy", "example_interfaces.action", "example_interfaces.srv", "rosidl_runtime_py")
	}
	return r
}

// peerLacks imports modules as the rclpy peer does and returns what is missing, empty if nothing is.
func (r installation) peerLacks(modules ...string) string {
	cmd := exec.Command(r.python, "-c", `import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as fault:
        sys.exit("no Python module " + str(fault.name))`)
	cmd.Args = append(cmd.Args, modules...)
	cmd.Env = r.env
	out, err := cmd.CombinedOutput()
	text := strings.TrimSpace(string(out))
	switch {
	case err == nil:
		return ""
	case strings.HasPrefix(text, "no Python module "):
		name, _, _ := strings.Cut(strings.TrimPrefix(text, "no Python module "), ".")
		pkg := name
		if name == "tf2_ros" {
			pkg = "tf2_ros_py" // tf2_ros is that for C++
		}
		return fmt.Sprintf("the peer lacks the Python module %s: install ros-$ROS_DISTRO-%s", name, strings.ReplaceAll(pkg, "_", "-"))
	}
	return "" // any other fault is a failure, which the test shows
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
	out, err := toolCommand(kind, args...).CombinedOutput()
	require.NoError(t, err, "ros2 %s: %s", strings.Join(args, " "), out)
	return string(out)
}

func toolCommand(kind dds, args ...string) *exec.Cmd {
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
	return cmd
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
	return ros2.runs(d.rmw())
}

// runs reports whether the rclpy peer can run with a middleware, and if not why.
func (r installation) runs(rmw string) (why string, ok bool) {
	if !slices.Contains(r.rmws, rmw) {
		return rmw + " is not installed", false
	}
	return r.lacks, r.lacks == ""
}

// withROS2 runs a test with each middleware of a real ROS 2 that has the Python modules which the peer needs beside those of all tests.
func withROS2(t *testing.T, feature string, kinds []dds, test func(t *testing.T, p *peer), modules ...string) {
	for _, kind := range kinds {
		why, ok := kind.here()
		if ok && len(modules) > 0 {
			why = ros2.peerLacks(modules...)
			ok = why == ""
		}
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

func TestAPeerWithoutExampleInterfacesIsNotRun(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3: apt-get install python3")
	}
	prefix := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(prefix, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("lib/librmw_cyclonedds_cpp.so", "")
	write("bin/ros2", "#!"+python+"\n")
	for _, module := range []string{"rclpy", "rosidl_runtime_py"} {
		write("python/"+module+"/__init__.py", "")
	}
	env := []string{"AMENT_PREFIX_PATH=" + prefix, "PYTHONPATH=" + prefix + "/python", "PATH=" + os.Getenv("PATH")}
	why, ok := installed(env).runs("rmw_cyclonedds_cpp")
	require.False(t, ok)
	require.Equal(t, "the peer lacks the Python module example_interfaces: install ros-$ROS_DISTRO-example-interfaces", why)
	why, ok = installed(env).runs("rmw_fastrtps_cpp")
	require.False(t, ok)
	require.Equal(t, "rmw_fastrtps_cpp is not installed", why)

	for _, module := range []string{"", "/action", "/srv"} {
		write("python/example_interfaces"+module+"/__init__.py", "")
	}
	why, ok = installed(env).runs("rmw_cyclonedds_cpp")
	require.True(t, ok, why)
}
