package launcher

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// refusals are files that ROS 2 refuses too (or where it goes wrong without a word),
// and the whole text of the error behind the file's path.
var refusals = []struct{ name, text, want string }{
	{"not YAML", "launch: [", `:1: not YAML: did not find expected node content`},
	{"empty file", "", `:1: the file is empty: expected the key "launch" with a list of actions`},
	{"two documents", "launch: []\n---\nlaunch: []", `:2: a second YAML document: a launch file must contain only one`},
	{"no launch", "start: []", `:1: expected the one key "launch" with a list of actions`},
	{"two roots", "launch: []\nmore: []", `:1: expected the one key "launch" with a list of actions`},
	{"launch is nothing", "launch:", `:1: launch: expected a list of actions, got nothing`},
	{"launch is a map", "launch: {node: {}}", `:1: launch: key "children" is missing: expected a list of actions`},
	{"a tag on a map", "launch:\n- log: !!str {message: a}", `:2: tag !!str is not supported: write a plain value, or a string in quotes`},
	{"a key twice", "launch:\n- log: {message: a, message: b}", `:2: the key "message" occurs twice`},
	{"a key that is a bool", "launch:\n- log: {on: a}", `:2: YAML reads the key "on" as bool: expected a string`},
	{"merge key", "launch:\n- let: &x {name: a, value: b}\n- let: {<<: *x}", `:3: merge keys (<<) are not supported: write the keys out`},
	{"action is a string", "launch:\n- node", `:2: launch: expected a map with one key, the action's name, got string`},
	{"action not indented", "launch:\n- node:\n  pkg: demo", `:2: launch: expected a map with one key, the action's name, got one with the keys ["node" "pkg"] (are the lines below the action indented?)`},
	{"unknown action", "launch:\n- nodes: {}", `:2: unknown action "nodes" (did you mean "node"?)`},
	{"ROS 2's action", "launch:\n- node_container: {}", `:2: action "node_container" exists in ROS 2, but gonao launch does not support it: start each node with node`},
	{"set_use_sim_time", "launch:\n- set_use_sim_time: {value: \"true\"}", `:2: action "set_use_sim_time" exists in ROS 2, but gonao launch does not support it: use set_parameter: {name: use_sim_time, value: "true"}`},
	{"body is a string", "launch:\n- log: hello", `:2: log: expected a map of keys, got string`},
	{"group is a string", "launch:\n- group: hello", `:2: group: expected a list of actions, or a map with the key "children", got string`},
	{"group without children", "launch:\n- group: {scoped: true}", `:2: group: key "children" is missing: expected a list of actions`},
	{"group's scoped as text", "launch:\n- group: {scoped: \"false\", children: []}", `:2: group: "scoped": expected a bool, got string, without quotes`},
	{"unknown key", "launch:\n- log: {mesage: hello, message: hi}", `:2: log: unknown key "mesage" (did you mean "message"?); known keys: if, message, unless`},
	{"missing key", "launch:\n- let: {name: a}", `:2: let: key "value" is missing: expected a string`},
	{"if and unless", "launch:\n- log: {message: a, if: \"1\", unless: \"1\"}", `:2: log: "if" and "unless" exclude each other`},
	{"if is a bool", "launch:\n- log: {message: a, if: true}", `:2: log: "if": expected a string, got bool: write if: "true"`},
	{"if is no truth value", "launch:\n- log: {message: a, if: maybe}", `:2: log: "if": expected true, 1, false or 0, got "maybe"`},
	{"unless is no truth value", "launch:\n- log: {message: a, unless: \"yes\"}", `:2: log: "unless": expected true, 1, false or 0, got "yes"`},

	{"respawn is a bool", "launch:\n- node: {pkg: demo, exec: talker, respawn: true}", `:2: node: "respawn": expected a string, got bool: write respawn: "true"`},
	{"respawn is no truth value", "launch:\n- node: {pkg: demo, exec: talker, respawn: maybe}", `:2: node: "respawn": expected true or false, got "maybe"`},
	{"respawn_delay is an int", "launch:\n- node: {pkg: demo, exec: talker, respawn_delay: 1}", `:2: node: "respawn_delay": expected a float, got int: write respawn_delay: 1.0`},
	{"respawn_delay is negative", "launch:\n- node: {pkg: demo, exec: talker, respawn_delay: -1.0}", `:2: node: "respawn_delay": expected seconds from 0.0 to 3.16224e+07, got -1.0`},
	{"respawn_max_retries is a float", "launch:\n- node: {pkg: demo, exec: talker, respawn_max_retries: 1.0}", `:2: node: "respawn_max_retries": expected an int, got float`},
	{"default is an int", "launch:\n- arg: {name: n, default: 3}", `:2: arg: "default": expected a string, got int: write default: "3"`},
	{"let is a bool", "launch:\n- let: {name: n, value: true}", `:2: let: "value": expected a string, got bool: write value: "true"`},
	{"let is a bool, spelt yes", "launch:\n- let: {name: n, value: yes}", `:2: let: "value": expected a string, got bool: write value: "yes"`},
	{"let is a float", "launch:\n- let: {name: n, value: 0.5}", `:2: let: "value": expected a string, got float: write value: "0.5"`},
	{"let is a number to base 60", "launch:\n- let: {name: n, value: 1:30}", `:2: let: "value": expected a string, got int: write value: "1:30"`},
	{"let is a date", "launch:\n- let: {name: n, value: 2026-01-02}", `:2: let: "value": expected a string, got date`},
	{"set_env is an int", "launch:\n- set_env: {name: N, value: 1}", `:2: set_env: "value": expected a string, got int: write value: "1"`},
	{"set_env without a name", "launch:\n- set_env: {name: a=b, value: c}", `:2: set_env: environment variable "a=b": expected a name without = in it`},
	{"set_parameter is a bool", "launch:\n- set_parameter: {name: use_sim_time, value: true}", `:2: set_parameter: "value": expected a string, got bool: write value: "true"`},
	{"set_parameter is a list", "launch:\n- set_parameter: {name: a, value: \"[1, 2]\"}", `:2: set_parameter: parameter "a": value "[1, 2]": expected a bool, int, float or string, got list (a list belongs into a node's param)`},
	{"choice is an int", "launch:\n- arg: {name: n, choice: [{value: 1}]}", `:2: arg: choice: "value": expected a string, got int: write value: "1"`},
	{"choice is a string", "launch:\n- arg: {name: n, choice: [a]}", `:2: arg: "choice": expected a list of maps, got string in it`},
	{"choice is empty", "launch:\n- arg: {name: n, choice: []}", `:2: arg: "choice": expected a list of maps with at least one entry, got list`},
	{"default is no choice", "launch:\n- arg: {name: look, default: skinn, choice: [{value: skin}, {value: blocks}]}", `:2: arg: argument "look" is "skinn" (did you mean "skin"?); valid options are: skin, blocks`},
	{"no value for an argument", "launch:\n- arg: {name: look, description: the shape}", `:2: arg: required argument "look" was not given: add look:=… (the shape)`},

	{"exec is missing", "launch:\n- node: {pkg: demo}", `:2: node: key "exec" is missing: expected a string`},
	{"bad node name", "launch:\n- node: {pkg: demo, exec: talker, name: a-b}", `:2: node: "name": node name "a-b": expected letters, digits and underscores, not starting with a digit`},
	{"bad namespace", "launch:\n- node: {pkg: demo, exec: talker, namespace: a//b}", `:2: node: "namespace": namespace "": expected letters, digits and underscores, not starting with a digit (in "/a//b")`},
	{"bad pushed namespace", "launch:\n- push_ros_namespace: {namespace: 1a}", `:2: push_ros_namespace: namespace "1a": expected letters, digits and underscores, not starting with a digit (in "/1a")`},
	{"node's unknown key", "launch:\n- node: {pkg: demo, exec: talker, params: []}", `:2: node: unknown key "params" (did you mean "param"?); known keys: args, cwd, emulate_tty, env, exec, exec_name, if, launch-prefix, name, namespace, on_exit, output, param, pkg, remap, respawn, respawn_delay, respawn_max_retries, ros_args, shell, sigkill_timeout, sigterm_timeout, unless`},
	{"output", "launch:\n- node: {pkg: demo, exec: talker, output: terminal}", `:2: node: "output": expected screen, log, both, own_log or full, got "terminal"`},
	{"on_exit", "launch:\n- node: {pkg: demo, exec: talker, on_exit: restart}", `:2: node: "on_exit": expected shutdown, got "restart"`},
	{"cwd", "launch:\n- node: {pkg: demo, exec: talker, cwd: /nowhere}", `:2: node: "cwd": /nowhere is not a directory`},
	{"shell is a string", "launch:\n- executable: {cmd: ls, shell: \"true\"}", `:2: executable: "shell": expected a bool, got string, without quotes`},
	{"cmd is missing", "launch:\n- executable: {output: screen}", `:2: executable: key "cmd" is missing: expected a string`},
	{"cmd is empty", "launch:\n- executable: {cmd: \"\"}", `:2: executable: the command is empty`},
	{"cmd is not on PATH", "launch:\n- executable: {cmd: no_such_program -v}", `:2: executable: program "no_such_program": not found on PATH`},
	{"cmd is not a program", "launch:\n- executable: {cmd: /etc/passwd}", `:2: executable: program /etc/passwd: no such executable`},
	{"cmd's quote is open", "launch:\n- executable: {cmd: \"echo 'a\"}", `:2: executable: "cmd": the quote ' is not closed in "echo 'a"`},
	{"remap without to", "launch:\n- node: {pkg: demo, exec: talker, remap: [{from: a}]}", `:2: node: remap: key "to" is missing: expected a string`},
	{"remap is a map", "launch:\n- node: {pkg: demo, exec: talker, remap: {from: a, to: b}}", `:2: node: "remap": expected a list of maps with at least one entry, got map`},
	{"env is an int", "launch:\n- node: {pkg: demo, exec: talker, env: [{name: A, value: 1}]}", `:2: node: env: "value": expected a string, got int: write value: "1"`},

	{"param without name", "launch:\n- node: {pkg: demo, exec: talker, param: [{value: 1}]}", `:2: node: param: key "name" is missing: expected a string`},
	{"param without value", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a}]}", `:2: node: param: a "value", or a list "param" below, is missing`},
	{"param with from and name", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a, from: b}]}", `:2: node: param: "from" and "name" exclude each other`},
	{"param with value and param", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a, value: 1, param: [{name: b, value: 2}]}]}", `:2: node: param: "value" and "param" exclude each other`},
	{"param is a map", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a, value: {b: 1}}]}", `:2: node: param: "value": expected a bool, int, float, string or a list of one of them, got map`},
	{"param is nothing", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a, value: }]}", `:2: node: param: "value": expected a bool, int, float, string or a list of one of them, got nothing`},
	{"param is a mixed list", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a, value: [1, 2.0]}]}", `:2: node: param: "value": expected a list of one type, got int and float`},
	{"param is an empty list", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a, value: []}]}", `:2: node: param: "value": an empty list has no type: omit the parameter`},
	{"param's type", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a, value: 1, type: double}]}", `:2: node: param: "type": expected one of bool, float, int, list_of_bool, list_of_float, list_of_int, list_of_str, str, yaml, got "double"`},
	{"param of another type", "launch:\n- node: {pkg: demo, exec: talker, param: [{name: a, value: 1, type: float}]}", `:2: node: param "a": expected type float, got int`},
	{"param's file", "launch:\n- node: {pkg: demo, exec: talker, param: [{from: /nowhere/p.yaml}]}", `:2: node: parameter file /nowhere/p.yaml: no such file`},

	{"timer without period", "launch:\n- timer: {children: []}", `:2: timer: key "period" is missing: expected a float, seconds`},
	{"timer's period is an int", "launch:\n- timer: {period: 1, children: []}", `:2: timer: "period": expected a float, got int: write period: 1.0`},
	{"timer's period is a word", "launch:\n- timer: {period: soon, children: []}", `:2: timer: "period": expected seconds, got "soon"`},
	{"timer without children", "launch:\n- timer: {period: 1.0}", `:2: timer: key "children" is missing: expected a list of actions`},
	{"error in a group that is off", "launch:\n- group:\n    if: \"false\"\n    children:\n    - let: {name: a, value: 1}", `:5: let: "value": expected a string, got int: write value: "1"`},

	{"include is missing", "launch:\n- include: {arg: []}", `:2: include: key "file" is missing: expected a string`},
	{"include of Python", "launch:\n- include: {file: a.launch.py}", `:2: include: "file": a.launch.py: gonao launch reads YAML launch files (*.launch.yaml) only`},
	{"include's let", "launch:\n- include: {file: a.launch.yaml, let: [{name: a, value: b}]}", `:2: include: unknown key "let"; known keys: arg, file, if, unless`},
	{"include of itself", "launch:\n- include: {file: $(filename)}", `:2: include: more than 20 launch files include each other`},
	{"include's argument", "launch:\n- include: {file: a.launch.yaml, arg: [{name: a, value: 1}]}", `:2: include: arg: "value": expected a string, got int: write value: "1"`},
}

func TestRefusedFilesNameLineActionKeyAndType(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkshop(t)
			_, err := w.load(c.text)
			require.Error(t, err)
			require.Equal(t, w.dir+"/test.launch.yaml"+c.want, err.Error())
		})
	}
}

func TestRefusedSubstitutionsSayWhatToWrite(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"$(eval '1 + 1')", `$(eval …) exists in ROS 2, but gonao launch does not support it: it is Python; use equals, not-equals, not, and, or, if`},
		{`$(eval '\'$(var a)\' == \'mujoco\'')`, `$(eval …) exists in ROS 2, but gonao launch does not support it: it is Python; use equals, not-equals, not, and, or, if`},
		{"$(command 'ls')", `$(command …) exists in ROS 2, but gonao launch does not support it: it runs a program while the file is read; pass its result as an argument, name:=value`},
		{"$(any true false)", `$(any …) exists in ROS 2, but gonao launch does not support it: ROS 2 Jazzy fails on it in a launch file; use $(or a $(or b c))`},
		{"$(all true false)", `$(all …) exists in ROS 2, but gonao launch does not support it: ROS 2 Jazzy fails on it in a launch file; use $(and a $(and b c))`},
		{"$(vra a)", `unknown substitution $(vra …) (did you mean "var"?)`},
		{"$(var)", `$(var …): expected 1 or 2 arguments, got 0`},
		{"$(dirname a)", `$(dirname …): expected 0 arguments, got 1`},
		{"$(var a", `a substitution is not closed: expected ) in "$(var a"`},
		{"$(", `expected a substitution's name after $( in "$("`},
		{"$( var a)", `expected a substitution's name after $( in "$( var a)"`},
		{"$(var  a)", `an empty argument (write '' for it, and one blank between arguments) in "$(var  a)"`},
		{"$(var a )", `an empty argument (write '' for it, and one blank between arguments) in "$(var a )"`},
		{"$(var a(b)", `a bare ( in an argument (put the argument in quotes, or a backslash before it) in "$(var a(b)"`},
		{"$(var a'b')", `a bare ' in an argument (put the argument in quotes, or a backslash before it) in "$(var a'b')"`},
		{"$(var 'a)", `the quote ' is not closed in "$(var 'a)"`},
		{"$(var 'a'b)", `expected one blank or ) after the arguments of $(var in "$(var 'a'b)"`},
		{"$(equals $(env USER) '')", `$(equals …): ROS 2 compares an empty '' as the text []; use another word for "none"`},
		{"$(var nowhere)", `launch argument "nowhere" does not exist`},
		{"$(env USR)", `environment variable "USR" does not exist (did you mean "USER"?)`},
		{"$(not maybe)", `$(not …): expected true or false, got "maybe"`},
		{"$(find-exec no_such_program)", `program "no_such_program": not found on PATH`},
	} {
		t.Run(c.text, func(t *testing.T) {
			_, err := newWorkshop(t).load("launch:\n- log:\n    message: " + strconv.Quote(c.text))
			require.ErrorContains(t, err, `"message": `+c.want)
		})
	}
}

func TestArgumentsAreRefused(t *testing.T) {
	const file = "launch:\n- arg: {name: world, default: spl}\n- arg: {name: look, default: skin}"
	for _, c := range []struct{ arg, want string }{
		{"wrld:=empty", `: no argument "wrld" (did you mean "world"?); there are: look, world`},
		{"world=empty", `argument "world=empty": expected name:=value`},
		{"world:=", `argument "world:=": expected name:=value`},
		{":=empty", `argument ":=empty": expected name:=value`},
	} {
		t.Run(c.arg, func(t *testing.T) {
			_, err := newWorkshop(t).load(file, c.arg)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestMissingFilesAreNamed(t *testing.T) {
	w := newWorkshop(t)
	_, err := w.loader.Load("/nowhere/a.launch.yaml", nil)
	require.EqualError(t, err, "launch file /nowhere/a.launch.yaml: no such file or directory")

	_, err = w.load("launch:\n- include: {file: $(dirname)/b.launch.yaml}")
	require.EqualError(t, err, w.dir+"/test.launch.yaml:2: include: launch file "+w.dir+"/b.launch.yaml: no such file or directory")

	inner := w.write("inner.launch.yaml", "launch:\n\n- nod: {}")
	_, err = w.load("launch:\n- include: {file: $(dirname)/inner.launch.yaml}")
	require.EqualError(t, err, inner+`:3: unknown action "nod" (did you mean "node"?)`)
}

func TestMissingPackagesAndProgramsAreNamed(t *testing.T) {
	w := newWorkshop(t)
	_, err := w.load("launch:\n- node: {pkg: demos, exec: talker}")
	require.ErrorContains(t, err, `:2: node: package "demos" not found: looked in AMENT_PREFIX_PATH=`)
	_, err = w.load("launch:\n- node: {pkg: demo, exec: talkr}")
	require.ErrorContains(t, err, `:2: node: executable "talkr" of package "demo": no such program at `)
	require.ErrorContains(t, err, `(did you mean "talker"?)`)

	w.write("go.mod", "module gonao\n")
	w.write("launch/package.xml", "<name>gonao_bringup</name>")
	w.program("build/bin/motion", "")
	_, err = w.load("launch:\n- node: {pkg: gonao, exec: vision}")
	require.ErrorContains(t, err, w.dir+"/build/bin/vision: run `make build`")
}
