package e2e

import (
	"errors"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/proc"
	"gonao/msgs"
)

// A refusal is a program start that must fail.
type refusal struct {
	name    string
	program string
	args    []string // $robot is replaced by the socket of a robot that records, $new by a free socket
	env     []string
	says    []string // all of these must be on stderr
}

// node returns the command line arguments that set parameters.
func node(params ...string) []string {
	args := []string{"--ros-args", "-r", "__ns:=/nao1"}
	for _, p := range params {
		args = append(args, "-p", p)
	}
	return args
}

// from returns the command line arguments that load a parameter file.
func from(file string) []string { return append(node(), "--params-file", file) }

// simulator returns the arguments of a simulator with an unused socket.
func simulator(params ...string) []string { return node(append(params, "socket:=$new")...) }

// badFiles are the files that the refusals name.
var badFiles = map[string]string{
	"key.yaml":    "/**/vision:\n  ros__parameters:\n    min_pixel: 3\n",
	"type.yaml":   "/**/vision:\n  ros__parameters:\n    min_pixels: many\n",
	"value.yaml":  "/**/vision:\n  ros__parameters:\n    min_pixels: 0\n",
	"color.yaml":  "/**/vision:\n  ros__parameters:\n    colors: ['red: hsv 345..15 0.6..1']\n",
	"space.yaml":  "/**/vision:\n  ros__parameters:\n    colors:\n    - 'red: xyz 1..2 1..2 1..2'\n",
	"broken.yaml": "/**/vision:\n  ros__parameters: [\n",
	"bare.yaml":   "vision:\n  min_pixels: 3\n",
	"image.yaml":  "/**:\n  ros__parameters:\n    camera: {width: 321, height: 240}\n",

	"state.yaml":    "machine: m\ninitial: a\nstates:\n  a: {transitions: [{after: 1s, to: b}]}\n",
	"initial.yaml":  "machine: m\nstates:\n  a: {}\n  b: {}\n",
	"variable.yaml": "machine: m\ninitial: a\nstates:\n  a: {transitions: [{if: positions > 3, to: b}]}\n  b: {}\n",
	"guard.yaml":    "machine: m\ninputs: {positions_reached: int}\ninitial: a\nstates:\n  a: {transitions: [{if: positions_reached, to: b}]}\n  b: {}\n",
	"cycle.yaml":    "machine: m\ninitial: a\nstates:\n  a: {transitions: [{if: 'true', to: b}]}\n  b: {transitions: [{if: 'true', to: a}]}\n",
	"motion.yaml":   "machine: m\ninitial: a\nstates:\n  a: {do: {plai: {motion: dance_left}}}\n",
	"purple.yaml":   "machine: m\ninitial: a\nstates:\n  a: {do: {track: {color: purple}}}\n",

	"wrong.launch.yaml": "launch:\n- nodes: {pkg: gonao, exec: vision}\n",
	"lens.yaml":         "image_width: 640\nimage_height: 480\n",
	"lens_of.yaml":      "image_width: 320\nimage_height: [\n",
	"types.yaml":        "- topic_name: /x\n  ros_type_name: std_msgs/msg/Bol\n  gz_type_name: gz.msgs.Boolean\n",
	"names.yaml":        "- topic: /x\n",

	"exec.launch.yaml":   "launch:\n- node: {pkg: gonao, exec: television}\n",
	"params.launch.yaml": "launch:\n- node: {pkg: gonao, exec: vision, param: [{from: nothere.yaml}]}\n",
}

// refusals are the rows of "bad input"; each row starts one real program.
var refusals = []refusal{
	{"missing launch file", "gonao", []string{"launch", "nothere.launch.yaml"}, nil, []string{"nothere.launch.yaml", "no such file"}},
	{"near miss of a launch file", "gonao", []string{"launch", "sin.launch.yaml"}, nil, []string{"sin.launch.yaml", "sim.launch.yaml"}},
	{"wrong launch file", "gonao", []string{"launch", "wrong.launch.yaml"}, nil, []string{"wrong.launch.yaml:2", `"nodes"`}},
	{"missing program", "gonao", []string{"launch", "exec.launch.yaml"}, nil, []string{"exec.launch.yaml:2", `"television"`}},
	{"missing parameter file in a launch file", "gonao", []string{"launch", "params.launch.yaml"}, nil, []string{"params.launch.yaml:2", "nothere.yaml"}},
	{"unknown type", "gonao", []string{"topic", "pub", "/x", "std_msgs/msg/Strin"}, nil, []string{"no definition of std_msgs/msg/Strin", `"std_msgs/msg/String"`}},
	{"unknown field", "gonao", []string{"topic", "pub", "/x", "std_msgs/msg/String", "dat: x"}, nil, []string{`"dat"`, "data"}},
	{"demo: missing launch file", "demo", []string{"--launch", "nothere.launch.yaml", "--duration", "1s"}, nil, []string{"nothere.launch.yaml", "no such file"}},
	{"demo: wrong duration", "demo", []string{"--duration", "45"}, nil, []string{`"45"`, "--duration"}},

	{"argument of a node", "vision", []string{"--fast"}, nil, []string{`"--fast"`, "--ros-args"}},
	{"argument behind --ros-args", "vision", []string{"--ros-args", "--fast"}, nil, []string{"--fast"}},
	{"missing parameter file", "vision", from("nothere.yaml"), nil, []string{"nothere.yaml", "no such file"}},
	{"parameter file that is not YAML", "vision", from("broken.yaml"), nil, []string{"broken.yaml"}},
	{"parameter file without ros__parameters", "vision", from("bare.yaml"), nil, []string{"bare.yaml", "ros__parameters"}},
	{"unknown key", "vision", from("key.yaml"), nil, []string{"key.yaml:3", `"min_pixel"`, `"min_pixels"`}},
	{"wrong type", "vision", from("type.yaml"), nil, []string{"type.yaml:3", `"min_pixels"`, "expected an integer", `"many"`}},
	{"value out of range", "vision", from("value.yaml"), nil, []string{"value.yaml:3", `"min_pixels": 0`, "expected 1 to 307200"}},
	{"truncated color", "vision", from("color.yaml"), nil, []string{"color.yaml:3", "colors[0]", `expected "name: space`}},
	{"color in an unknown space", "vision", from("space.yaml"), nil, []string{"space.yaml:", "colors[0]", "expected rgb, yuv or hsv"}},
	{"unknown camera", "vision", node("camera:=left"), nil, []string{`"camera": "left"`, `expected "top", "bottom" or "both"`}},
	{"domain that is not a number", "vision", node(), []string{"ROS_DOMAIN_ID=home"}, []string{`ROS_DOMAIN_ID="home"`, "expected a number"}},

	{"no directory of motions", "motion", node("motion_dir:=nothere"), nil, []string{"nothere", "no such"}},

	{"unknown state", "executor", node("machine:=state.yaml"), nil, []string{"state.yaml:4", `no state "b"`}},
	{"no initial state", "executor", node("machine:=initial.yaml"), nil, []string{"initial.yaml:", "initial: missing"}},
	{"unknown variable", "executor", node("machine:=variable.yaml"), nil, []string{"variable.yaml:4", `"positions"`}},
	{"type error in a guard", "executor", node("machine:=guard.yaml"), nil, []string{"guard.yaml:5", "expected a bool"}},
	{"cycle of transitions in one moment", "executor", node("machine:=cycle.yaml"), nil, []string{"cycle.yaml:4", "without time", "after"}},
	{"unknown activity", "executor", node("machine:=motion.yaml"), nil, []string{"motion.yaml:4", `"plai"`}},
	{"color that vision does not look for", "executor", node("machine:=purple.yaml"), nil, []string{"purple.yaml:4", `"purple"`, "red"}},
	{"missing machine", "executor", node("machine:=waltz"), nil, []string{`"waltz"`, "dance"}},
	{"unknown controller", "executor", node("controller:=pid"), nil, []string{"controller", `"pid"`, `"predictive" or "proportional"`}},

	{"odd image width", "simulator", append(from("image.yaml"), "-p", "socket:=$new"), nil, []string{"image.yaml:3", `"camera.width": 321`, "in steps of 2"}},
	{"half an image size", "simulator", simulator("camera.width:=320"), nil, []string{"camera.width 320", "camera.height"}},
	{"unknown world", "simulator", simulator("world:=moon"), nil, []string{`"moon"`, "spl"}},
	{"missing world file", "simulator", simulator("world:=./moon.yaml"), nil, []string{"moon.yaml", "no such file"}},
	{"unknown motors", "simulator", simulator("profile:=weak"), nil, []string{`"weak"`, "ideal"}},
	{"no EGL", "simulator", simulator("world:=empty", "camera.width:=320", "camera.height:=240"), []string{"__EGL_VENDOR_LIBRARY_DIRS=/nonexistent"}, []string{"libegl1", "libgl1-mesa-dri", "apt-get install"}},
	{"socket in use", "simulator", node("socket:=$robot"), nil, []string{"$robot", "already serves it"}},
	{"file in the socket's place", "simulator", node("socket:=key.yaml"), nil, []string{"key.yaml", "not a socket"}},
	{"socket without its directory", "simulator", node("socket:=nothere/robocup"), nil, []string{"nothere/robocup", "no such file"}},

	{"time that is not a number", "nao_driver", node("socket:=$robot", "hold_after_sec:=soon"), nil, []string{`"hold_after_sec"`, "expected a float", `"soon"`}},
	{"time out of range", "nao_driver", node("socket:=$robot", "hold_after_sec:=-1.0"), nil, []string{`"hold_after_sec": -1`, "expected 0.012"}},
	{"unknown protocol", "nao_driver", node("socket:=$robot", "protocol:=naoki"), nil, []string{`"protocol"`, `"naoki"`, `expected "lola", "naoqi" or "sim3d"`}},

	{"lens without a matrix", "camera", node("top.calibration:=lens.yaml"), nil, []string{"top.calibration", "lens.yaml", "camera_matrix: missing"}},
	{"lens that is not YAML", "camera", node("top.calibration:=lens_of.yaml"), nil, []string{"top.calibration", "lens_of.yaml:2: not YAML"}},
	{"missing lens file", "camera", node("top.calibration:=nothere.yaml"), nil, []string{"top.calibration", "nothere.yaml", "no such file"}},

	{"bridge between types that do not match", "gazebo_bridge", node("bridge_file:=types.yaml"), nil, []string{"types.yaml:2: ", "ros_type_name: std_msgs/msg/Bol", "std_msgs/msg/Bool"}},
	{"bridge with an unknown key", "gazebo_bridge", node("bridge_file:=names.yaml"), nil, []string{"names.yaml:1: ", "topic: no such key", "topic_name"}},
	{"missing bridge file", "gazebo_bridge", node("bridge_file:=nothere.yaml"), nil, []string{"nothere.yaml", "no such file"}},
	{"model for an unknown Gazebo", "gonao", []string{"robot", "model", "sdf", "--gz", "garden"}, nil, []string{"--gz", `"garden"`, "fortress or harmonic"}},
	{"unknown world for Gazebo", "gonao", []string{"robot", "model", "world", "--gz", "fortress", "--world", "moon"}, nil, []string{"--world", `"moon"`, "spl"}},

	{"file that is not a LoLA session", "gonao", []string{"robot", "lola", "info", "names.yaml"}, nil, []string{"names.yaml", "no LoLA session", "gonao robot lola record"}},

	{"path with lists of different lengths", "ball_mover", node("first.angles_deg:=[1.0]"), nil, []string{"angles_deg", "heights_m"}},
}

// misspelt holds command lines that gonao cannot parse: the exit code is 2, not 1.
var misspelt = []refusal{
	{"launch argument with a wrong choice", "gonao", []string{"launch", "sim.launch.yaml", "look:=spheres"}, nil, []string{"sim.launch.yaml:", `"look"`, "skin, blocks"}},
	{"unknown launch argument", "gonao", []string{"launch", "sim.launch.yaml", "lok:=skin"}, nil, []string{"sim.launch.yaml", `"lok"`, `"look"`}},
	{"launch argument without a value", "gonao", []string{"launch", "sim.launch.yaml", "look"}, nil, []string{"sim.launch.yaml", `"look"`, "name:=value"}},
	{"unknown command", "gonao", []string{"lunch"}, nil, []string{`"lunch"`, "launch"}},
	{"unknown flag", "gonao", []string{"topic", "list", "--hiden"}, nil, []string{"--hiden"}},
	{"missing argument", "gonao", []string{"topic", "echo"}, nil, []string{"gonao topic echo TOPIC"}},
}

// withoutInfo returns the lines that do not report a successful start.
func withoutInfo(lines string) string {
	var out strings.Builder
	for line := range strings.Lines(lines) {
		if !strings.HasPrefix(line, "[INFO] ") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// TestBadInputIsRefused starts programs that must end with one clear line. A robot and an observer check that nothing
// moves.
func TestBadInputIsRefused(t *testing.T) {
	s := newSandbox(t)
	for name, text := range badFiles {
		s.file(name, text)
	}
	robot, err := net.Listen("unix", s.socket)
	require.NoError(t, err)
	defer robot.Close()
	s.observe()
	joints := subscribe[msgs.JointCommand](s, "joint_command")
	heads := subscribe[msgs.HeadCommand](s, "head_command")
	carriers := subscribe[msgs.CarrierCommand](s, "carrier_command")
	put := strings.NewReplacer("$robot", s.socket, "$new", filepath.Join(s.dir, "new"))

	for i, row := range slices.Concat(refusals, misspelt) {
		exits := []int{1}
		switch {
		case i >= len(refusals):
			exits = []int{2}
		case row.program != "gonao":
			exits = append(exits, proc.ExitBadConfig) // found before the program runs
		}
		t.Run(row.name, func(t *testing.T) {
			args := make([]string, len(row.args))
			for i, arg := range row.args {
				args[i] = put.Replace(arg)
			}
			p := s.sub(t).startEnv(row.env, row.program, args...)
			require.Contains(t, exits, p.exit())
			errs := withoutInfo(p.errs.String())
			for _, want := range row.says {
				require.Contains(t, errs, put.Replace(want))
			}
			require.True(t, strings.HasPrefix(errs, row.program+": "), errs)
			require.Equal(t, 1, strings.Count(errs, "\n"), "one line:\n%s", errs)
			require.NotContains(t, errs, "panic")
			require.NoFileExists(t, filepath.Join(s.dir, "new"), "a simulator's socket")
		})
	}
	require.Empty(t, heard(t, robot.(*net.UnixListener)), "bytes that reached the robot")
	require.Empty(t, joints.C())
	require.Empty(t, heads.C())
	require.Empty(t, carriers.C())
	require.Empty(t, s.left())
}

// heard returns the bytes that all clients so far have sent to a robot before they ended.
func heard(t *testing.T, robot *net.UnixListener) []byte {
	t.Helper()
	var all []byte
	require.NoError(t, robot.SetDeadline(time.Now().Add(50*time.Millisecond)))
	for {
		conn, err := robot.Accept()
		if err != nil {
			return all // no other client connected
		}
		bytes, err := io.ReadAll(conn)
		require.NoError(t, errors.Join(err, conn.Close()))
		all = append(all, bytes...)
	}
}
