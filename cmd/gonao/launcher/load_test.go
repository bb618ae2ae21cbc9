package launcher

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// golden compares text with a file in testdata; GOLDEN=write writes it again.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), text)
}

// copyFile copies a file into the workshop.
func (w *workshop) copyFile(from, to string) string {
	text, err := os.ReadFile(from)
	require.NoError(w.t, err)
	return w.write(to, string(text))
}

func TestTheFileOfARealROS2ComesToItsCommandLine(t *testing.T) {
	w := newWorkshop(t)
	path := w.copyFile("testdata/jazzy.launch.yaml", "jazzy.launch.yaml")
	w.write("p.yaml", "/**: {ros__parameters: {gain: 1.0}}")
	w.write("inc.launch.yaml", "launch:\n- arg: {name: who}\n- log: {message: included for $(var who)}\n")
	plan, err := w.loader.Load(path, nil)
	require.NoError(t, err)
	golden(t, "jazzy.golden", strings.ReplaceAll(plan.String(), w.dir, "DIR"))

	talker := plan.Process("/nao1/speaker")
	require.NotNil(t, talker)
	args := append([]string{}, talker.Args[1:]...)
	args[talker.Files[0].Arg-1] = "GAIN"
	require.Equal(t, "--ros-args --log-level info --ros-args -r __node:=speaker -r __ns:=/nao1 "+
		"-p use_sim_time:=True --params-file GAIN --params-file "+w.dir+"/p.yaml -r chatter:=talk -r a:=b",
		strings.Join(args, " "))

	plan, err = w.loader.Load(path, []string{"simulator:=gazebo"})
	require.NoError(t, err)
	require.Empty(t, plan.Processes(), "both conditions are off")
}

// installBringup installs our launch files and stand-ins for our programs.
func installBringup(t *testing.T) *workshop {
	w := newWorkshop(t)
	for _, pkg := range []string{"gonao", "gonao_bringup"} {
		w.write("install/share/ament_index/resource_index/packages/"+pkg, "")
	}
	for _, name := range []string{"ball_mover", "nao_driver", "gazebo_bridge", "gonao", "camera", "speech", "lights", "state_publisher", "vision", "motion", "executor", "studio", "localization", "world_model", "planner", "game_client", "simulator", "game_controller", "referee", "player", "match_player"} {
		w.program("install/lib/gonao/"+name, "#!/bin/sh\n")
	}
	files, err := filepath.Glob("../../../launch/*.launch.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	params, err := filepath.Glob("../../../launch/params/*.yaml")
	require.NoError(t, err)
	for _, file := range append(files, params...) {
		name, err := filepath.Rel("../../../launch", file)
		require.NoError(t, err)
		w.copyFile(file, "install/share/gonao_bringup/"+name)
	}
	return w
}

// The two differ in what stands below robot_state, and in nothing else.
// Ten processes with real-time priority stop a machine with two processors.
func TestTheSourceTreeStandsInForAnInstallation(t *testing.T) {
	w := newWorkshop(t)
	w.loader.Env = nil
	w.write("go.mod", "module gonao\n")
	w.write("launch/package.xml", "<name>gonao_bringup</name>")
	w.program("build/bin/vision", "")
	path := w.write("launch/a.launch.yaml", "launch:\n- log: {message: $(find-pkg-share gonao_bringup)}\n- node: {pkg: gonao, exec: vision}")
	plan, err := w.loader.Load(path, nil)
	require.NoError(t, err)
	require.Equal(t, []string{w.dir + "/launch"}, logs(plan))
	require.Equal(t, w.dir+"/build/bin/vision", plan.Process("vision").Program)
}

func TestSubstitutionsComeToWhatROS2MakesOfThem(t *testing.T) {
	w := newWorkshop(t)
	for _, c := range []struct{ text, want string }{
		{"plain 'quotes' stay", "plain 'quotes' stay"},
		{"$0 $1", "$0 $1"},
		{`\$(var a)`, "$(var a)"},
		{"$(env USER)", "nao"},
		{"$(env NOBODY heck)", "heck"},
		{"$(env NOBODY '')", ""},
		{"$(var a)_$(var b)", "1_two"},
		{"$(var $(var c))", "1"},
		{"$(var none default)", "default"},
		{"$(env NOBODY 'something $(var b)')", "something two"},
		{`$(env NOBODY "a $(env NOBODY \"x\") b")`, `a "x" b`},
		{`$(env NOBODY "a $(env NOBODY 'x') b")`, `a 'x' b`},
		{`$(env NOBODY what/\$\(test) 10)`, "what/$(test 10)"},
		{`$(env NOBODY asd\\\)) 10)`, `asd\) 10)`},
		{"$(dirname)/x", w.dir + "/x"},
		{"$(filename)", w.dir + "/test.launch.yaml"},
		{"$(equals a a) $(equals a b)", "true false"},
		{"$(equals True 1) $(equals 0 FALSE)", "true true"},
		{"$(equals 1.0 1.0000000001) $(equals 2 2.1) $(not-equals 2 2.0)", "true false false"},
		{"$(and true true) $(and true false)", "true false"},
		{"$(or false true) $(or false off)", "true false"},
		{"$(not $(equals a b))", "true"},
		{"$(and on $(or 1 no))", "true"},
		{"$(if true a b)$(if 0 a b)$(if false a)", "ab"},
		{"$(find-exec sh)", "/usr/bin/sh"},
		{"$(find-pkg-prefix demo)", w.dir + "/install"},
		{"$(find-pkg-share demo)", w.dir + "/install/share/demo"},
		{"$(exec-in-pkg talker demo)", w.dir + "/install/lib/demo/talker"},
	} {
		t.Run(c.text, func(t *testing.T) {
			plan, err := w.load("launch:\n- let: {name: a, value: \"1\"}\n- let: {name: b, value: two}\n" +
				"- let: {name: c, value: a}\n- log:\n    message: " + strconv.Quote("="+c.text))
			require.NoError(t, err)
			require.Equal(t, []string{"=" + c.want}, logs(plan))
		})
	}
}

func TestGroupsKeepWhatTheySetToThemselves(t *testing.T) {
	plan := newWorkshop(t).mustLoad(`
launch:
- let: {name: a, value: out}
- group:
  - let: {name: a, value: in}
  - set_env: {name: E, value: in}
  - push_ros_namespace: {namespace: x}
  - push_ros_namespace: {namespace: y}
  - log: {message: $(var a) $(env E) $(var ros_namespace)}
- log: {message: $(var a) $(env E none) $(var ros_namespace none)}
- group:
    scoped: false
    children:
    - let: {name: a, value: changed}
- log: {message: $(var a)}
- group:
    forwarding: false
    keep: [{name: b, value: $(var a)}]
    children:
    - log: {message: $(var a none) $(var b)}
- group:
    if: "false"
    children:
    - log: {message: never}
`)
	require.Equal(t, []string{"in in /x/y", "out none none", "changed", "none changed"}, logs(plan))
}

func TestIncludesShareTheScope(t *testing.T) {
	w := newWorkshop(t)
	w.write("sub/inner.launch.yaml", "launch:\n- arg: {name: who, default: nobody}\n- let: {name: left, value: behind}\n- log: {message: $(var who) in $(dirname)}")
	plan := w.mustLoad(`
launch:
- let: {name: here, value: $(dirname)}
- include: {file: $(dirname)/sub/inner.launch.yaml, arg: [{name: who, value: me}]}
- log: {message: $(var left) $(var who) $(var here)}
`)
	require.Equal(t, []string{"me in " + w.dir + "/sub", "behind me " + w.dir}, logs(plan))

	_, err := w.load("launch:\n- include: {file: $(dirname)/sub/inner.launch.yaml}\n- log: {message: $(dirname)}")
	require.ErrorContains(t, err, `:3: log: "message": $(dirname) after an include of `+w.dir+`/sub/inner.launch.yaml means that file in ROS 2 Jazzy: use it before, or keep it with let`)
}

func TestArgumentsOfIncludedFilesMayBeGiven(t *testing.T) {
	w := newWorkshop(t)
	w.write("inner.launch.yaml", "launch:\n- arg: {name: who, default: nobody}\n- log: {message: $(var who)}")
	plan := w.mustLoad("launch:\n- include: {file: $(dirname)/inner.launch.yaml}", "who:=me")
	require.Equal(t, []string{"me"}, logs(plan))
}

func TestTimersComeInTheOrderOfTheirTimes(t *testing.T) {
	plan := newWorkshop(t).mustLoad(`
launch:
- timer:
    period: 2.0
    children:
    - log: {message: second}
    - timer: {period: "1.5", children: [{shutdown: {reason: enough}}]}
- timer: {period: 1.0, children: [{log: {message: first}}]}
- log: {message: at once}
`)
	require.Equal(t, "log: at once\nafter 1s: log: first\nafter 2s: log: second\nafter 3.5s: shutdown: enough\n", plan.String())
}

func TestArgumentsAreListedWithoutALaunch(t *testing.T) {
	w := newWorkshop(t)
	w.write("inner_mujoco.launch.yaml", "launch:\n- arg: {name: inner, description: inside}\n- arg: {name: world, default: again}")
	path := w.write("a.launch.yaml", `
launch:
- arg: {name: simulator, default: mujoco, choice: [{value: mujoco}, {value: gazebo}]}
- arg: {name: world, description: the field}
- group:
    if: $(equals $(var world) spl)
    children:
    - arg: {name: corners, default: $(var world)}
- include: {file: $(dirname)/inner_$(var simulator).launch.yaml}
`)
	args, err := w.loader.Arguments(path)
	require.NoError(t, err)
	for i := range args {
		args[i].value = nil
	}
	require.Equal(t, []Argument{
		{Name: "simulator", Default: "mujoco", HasDefault: true, Choices: []string{"mujoco", "gazebo"}},
		{Name: "world", Description: "the field"},
		{Name: "corners", Default: "$(var world)", HasDefault: true, Conditional: true},
		{Name: "inner", Description: "inside"},
	}, args)
}

func TestASourcedWorkspaceIsNamedWhenItsProgramsRunInPlaceOfTheTrees(t *testing.T) {
	w := installBringup(t)
	for _, name := range []string{"launch/package.xml", "go.mod"} {
		w.write("src/"+name, "<name>gonao_bringup</name>")
	}
	w.loader.From = []string{filepath.Join(w.dir, "src")}
	file := w.dir + "/install/share/gonao_bringup/robot.launch.yaml"
	plan, err := w.loader.Load(file, nil)
	require.NoError(t, err)
	require.Empty(t, plan.Notes, "the tree has built nothing")

	w.program("src/build/bin/motion", "#!/bin/sh\n")
	plan, err = w.loader.Load(file, nil)
	require.NoError(t, err)
	require.Len(t, plan.Notes, 1)
	require.Contains(t, plan.Notes[0], "the programs in "+w.dir+"/install run instead of those in "+w.dir+"/src/build/bin")
	require.Equal(t, w.dir+"/install/lib/gonao/motion", plan.Process("motion").Program)
}

// A program of a release finds its launch files and its neighbours without AMENT_PREFIX_PATH.
func TestAnInstalledReleaseIsFoundFromItsPrograms(t *testing.T) {
	w := installBringup(t)
	w.loader.Env = nil
	w.loader.From = []string{w.dir, w.dir + "/install/lib/gonao"}
	path, err := w.loader.Find("", "sim")
	require.NoError(t, err)
	require.Equal(t, w.dir+"/install/share/gonao_bringup/sim.launch.yaml", path)
	plan, err := w.loader.Load(path, nil)
	require.NoError(t, err)
	require.Equal(t, w.dir+"/install/lib/gonao/vision", plan.Process("/nao1/vision").Program)

	require.NoError(t, os.Remove(w.dir+"/install/share/ament_index/resource_index/packages/gonao"))
	path, err = w.loader.Find("", "sim")
	require.NoError(t, err)
	require.NotContains(t, path, w.dir, "the source tree around this test stands in")
}

// What a user changed comes after the base file of a node, and before what the launch chooses.
func TestAUsersParametersComeAfterTheBaseFile(t *testing.T) {
	w := installBringup(t)
	share := w.dir + "/install/share/gonao_bringup"
	w.loader.Env = append(w.loader.Env, "HOME="+w.dir)
	before, err := w.loader.Load(share+"/sim.launch.yaml", nil)
	require.NoError(t, err)
	require.NotContains(t, before.String(), w.dir+"/.config")

	shipped, err := os.ReadFile("../../../internal/scripts/release/params.yaml")
	require.NoError(t, err)
	w.write(".config/gonao/params.yaml", string(shipped))
	same, err := w.loader.Load(share+"/sim.launch.yaml", nil)
	require.NoError(t, err)
	require.Equal(t, before.String(), same.String(), "the file of a release holds comments only")

	file := w.write(".config/gonao/params.yaml", "/**/vision: {ros__parameters: {min_pixels: 20}}\n")
	for _, env := range [][]string{nil, {"XDG_CONFIG_HOME=" + w.dir + "/.config"}} {
		l := w.loader
		l.Env = append(slices.Clone(l.Env), env...)
		plan, err := l.Load(share+"/sim.launch.yaml", nil)
		require.NoError(t, err)
		line := strings.Join(plan.Process("/nao1/vision").Args, " ")
		require.Equal(t, 1, strings.Count(line, file), line)
		require.Contains(t, line, "--params-file "+share+"/params/vision.yaml --params-file "+file+" --params-file ", "and then the launch's own")
	}
}
