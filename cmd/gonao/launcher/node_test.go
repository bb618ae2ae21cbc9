package launcher

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParametersKeepTheirTypes(t *testing.T) {
	plan := newWorkshop(t).mustLoad(`
launch:
- let: {name: three, value: "3"}
- node:
    pkg: demo
    exec: talker
    name: speaker
    namespace: /nao1
    param:
    - {name: gain, value: 1.0}
    - {name: tiny, value: 1.0e-05}
    - {name: count, value: 3}
    - {name: on_off, value: on}
    - {name: text, value: "3"}
    - {name: exponent, value: 1e3}
    - {name: from_var, value: $(var three)}
    - {name: var_text, value: $(var three), type: str}
    - {name: var_float, value: $(var three), type: float}
    - {name: list, value: [1.0, 2.5]}
    - {name: texts, value: [a, "b \"q\""]}
    - {name: from_list, value: "[$(var three), 4]"}
    - name: nested
      param:
      - {name: a, value: 1}
      - {name: deeper, param: [{name: b, value: x}]}
`)
	var got []string
	for _, f := range plan.Process("speaker").Files {
		head, body, ok := strings.Cut(f.Content, "ros__parameters:\n")
		require.True(t, ok)
		require.Equal(t, "\"/nao1/speaker\":\n  ", head)
		got = append(got, strings.TrimSpace(strings.ReplaceAll(body, "\n    ", ", ")))
	}
	require.Equal(t, []string{
		`"gain": 1.0`, `"tiny": 1.0e-05`, `"count": 3`, `"on_off": true`, `"text": "3"`, `"exponent": "1e3"`,
		`"from_var": 3`, `"var_text": "3"`, `"var_float": 3.0`, `"list": [1.0, 2.5]`, `"texts": ["a", "b \"q\""]`,
		`"from_list": [3, 4]`, `"nested.a": 1, "nested.deeper.b": "x"`,
	}, got)
}

func TestSetParametersAndRemapsReachTheNodesAfterThem(t *testing.T) {
	w := newWorkshop(t)
	file := w.write("all.yaml", "")
	plan := w.mustLoad(`
launch:
- node: {pkg: demo, exec: talker, name: before}
- set_parameter: {name: use_sim_time, value: "true"}
- set_parameter: {name: rate, value: "0.5"}
- set_parameters_from_file: {filename: $(dirname)/all.yaml}
- set_remap: {from: a, to: b}
- node: {pkg: demo, exec: talker, remap: [{from: c, to: d}], ros_args: --log-level debug}
`)
	require.Equal(t, []string{"--ros-args", "-r", "__node:=before"}, plan.Processes()[0].Args[1:])
	require.Equal(t, []string{
		"--ros-args", "--log-level", "debug", "--ros-args", "-p", "use_sim_time:=True", "-p", "rate:=0.5",
		"--params-file", file, "-r", "a:=b", "-r", "c:=d",
	}, plan.Processes()[1].Args[1:])
}

func TestParameterFilesMayHoldSubstitutions(t *testing.T) {
	w := newWorkshop(t)
	w.write("p.yaml", "/**: {ros__parameters: {who: $(env USER)}}")
	plan := w.mustLoad("launch:\n- node: {pkg: demo, exec: talker, param: [{from: $(dirname)/p.yaml, allow_substs: true}]}")
	require.Equal(t, "/**: {ros__parameters: {who: nao}}", plan.Processes()[0].Files[0].Content)
}

func TestCommandsAreSplitAsROS2Does(t *testing.T) {
	for _, c := range []struct {
		cmd  string
		want []string
	}{
		{"echo a b", []string{"echo", "a", "b"}},
		{"echo 'a b' \"c d\"", []string{"echo", "a b", "c d"}},
		{`echo e\ f g\\ h`, []string{"echo", "e", "f", "g h"}}, // the substitutions take the first backslash
		{"$(find-exec echo) a$(var x)b $(var x)", []string{"/usr/bin/echo", "aone twob", "one two"}},
		{"echo $(var x) $(var x)", []string{"echo", "one two", "one two"}},
	} {
		t.Run(c.cmd, func(t *testing.T) {
			plan := newWorkshop(t).mustLoad("launch:\n- let: {name: x, value: one two}\n- executable:\n    cmd: " + strconv.Quote(c.cmd))
			require.Equal(t, c.want, plan.Processes()[0].Args)
		})
	}
}
