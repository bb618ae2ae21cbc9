package param_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/ros/param"
)

func TestTheCommandLineOfROSLaunchIsUnderstood(t *testing.T) {
	a, err := param.ParseArgs(strings.Fields("--ros-args --log-level info --ros-args -r __node:=speaker -r __ns:=/nao1 " +
		"-p use_sim_time:=True --params-file p.yaml -r chatter:=talk -r speaker:a:=b -- --own 1 --ros-args --log-level talker:=DEBUG " +
		"-e /x --disable-rosout-logs --disable-stdout-logs --enable-stdout-logs --disable-external-lib-logs --log-config-file l.yaml"))
	require.NoError(t, err)
	require.Equal(t, param.Args{
		Rest: []string{"--own", "1"}, Enclave: "/x", NoRosout: true,
		LogLevels: []param.LogLevel{{Level: "info"}, {Logger: "talker", Level: "debug"}},
		Ignored:   []string{"--log-config-file l.yaml: this node writes no log file"},
		Remaps: []param.Remap{
			{From: "__node", To: "speaker"},
			{From: "__ns", To: "/nao1"},
			{From: "chatter", To: "talk"},
			{Node: "speaker", From: "a", To: "b"},
		},
		Layers: []param.Layer{
			{Override: &param.Setting{Node: "/**", Name: "use_sim_time", Value: true, From: "-p"}},
			{File: "p.yaml"},
		},
	}, a)
}

func TestANodeIsCalledWhatTheFirstRuleSays(t *testing.T) {
	rows := []struct{ args, node, namespace string }{
		{"", "vision", "/"},
		{"-r __node:=eyes", "eyes", "/"},
		{"-r __ns:=/nao1/head", "vision", "/nao1/head"},
		{"-r motion:__node:=legs -r vision:__node:=eyes -r __node:=other", "eyes", "/"},
		{"-r motion:__ns:=/a -r __ns:=/b -r __ns:=/c", "vision", "/b"},
		{"-r vision:__node:=eyes -r eyes:__ns:=/a -r vision:__ns:=/b", "eyes", "/a"}, // as rcl: the new name
		{"-r __name:=eyes", "eyes", "/"},
	}
	for _, row := range rows {
		a, err := param.ParseArgs(append([]string{"--ros-args"}, strings.Fields(row.args)...))
		require.NoError(t, err)
		node, namespace := a.Named("vision")
		require.Equal(t, row.node, node, row.args)
		require.Equal(t, row.namespace, namespace, row.args)
	}
}

func TestRulesForTopicsAreForTheNewNameOfTheNode(t *testing.T) {
	a, err := param.ParseArgs(strings.Fields("--ros-args -r __node:=eyes -r a:=b -r vision:c:=d -r eyes:e:={ns}/{node}/f --remap ~/g:={node}_x"))
	require.NoError(t, err)
	own, others := a.Names("eyes", "/nao1")
	require.Equal(t, []param.Remap{{From: "a", To: "b"}, {Node: "eyes", From: "e", To: "/nao1/eyes/f"}, {From: "~/g", To: "eyes_x"}}, own)
	require.Equal(t, []param.Remap{{Node: "vision", From: "c", To: "d"}}, others)
}

func TestTheLongestLoggerThatFitsCounts(t *testing.T) {
	a, err := param.ParseArgs(strings.Fields("--ros-args --log-level nao1.vision:=error --log-level warn --log-level nao1:=DEBUG --log-level nao1.vision:=fatal"))
	require.NoError(t, err)
	for logger, want := range map[string]string{"nao1.vision": "fatal", "nao1.vision.sub": "fatal", "nao1.motion": "debug", "nao12": "warn", "nao1": "debug"} {
		require.Equal(t, want, a.Level(logger), logger)
	}
	require.Equal(t, "info", param.Args{}.Level("nao1.vision"))
}

func TestANamespaceComesFromTheEnvironment(t *testing.T) {
	for value, want := range map[string]string{"": "/", "nao1": "/nao1", "/nao1/head": "/nao1/head"} {
		got, err := param.NamespaceFrom(value)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := param.NamespaceFrom("nao-1")
	require.ErrorContains(t, err, `ROS_NAMESPACE="/nao-1": expected / or a slash and letters, digits or _, as /nao1`)
}

func TestAnOverridesValueIsReadAsInAFile(t *testing.T) {
	rows := []struct {
		text  string
		value param.Value
	}{
		{"true", true},
		{"True", true},
		{"off", false},
		{"1", int64(1)},
		{"-0x10", int64(-16)},
		{"1.0", 1.0},
		{"1e3", 1000.0},
		{".inf", math.Inf(1)},
		{"text", "text"},
		{"'1'", "1"},
		{"''", ""},
		{`"a b"`, "a b"},
		{"!!str 1", "1"},
		{"1.2.3", "1.2.3"},
		{"[1, 2]", []int64{1, 2}},
		{"[a, 'b']", []string{"a", "b"}},
		{"[]", []any{}},
		{"[true, no]", []bool{true, false}},
	}
	for _, row := range rows {
		a, err := param.ParseArgs([]string{"--ros-args", "-p", "x:=" + row.text})
		require.NoError(t, err, row.text)
		require.Equal(t, row.value, a.Layers[0].Override.Value, row.text)
	}
}

func TestWrongArgumentsAreErrors(t *testing.T) {
	rows := []struct{ args, err string }{
		{"--ros-args --params-fil p.yaml", `--params-fil: not a flag of --ros-args (did you mean "--params-file"?)`},
		{"--ros-args x:=y", "x:=y: not a flag of --ros-args"},
		{"--ros-args -p", "-p: expected a value behind it"},
		{"--ros-args -p gain", "-p gain: expected name:=value"},
		{"--ros-args -p gain:=", "expected a value ('' for an empty string)"},
		{"--ros-args -p gain:=[1", "-p gain:=[1: value"},
		{"--ros-args -p gain:={a: 1}", "expected a value or a list"},
		{"--ros-args -p gain:=*a", "value"},
		{"--ros-args -p Gain:=1", `parameter "Gain": expected lower_snake_case`},
		{"--ros-args -p a..b:=1", `parameter "a..b": expected lower_snake_case`},
		{"--ros-args -p a-b:gain:=1", `node "a-b": expected a name`},
		{"--ros-args -r __ns:=nao1", `namespace "nao1": expected / or a slash and letters`},
		{"--ros-args -r __ns:=/nao1/", `namespace "/nao1/"`},
		{"--ros-args -r __node:=a/b", `node name "a/b": expected letters, digits and _`},
		{"--ros-args -r a:=", `name "": expected letters`},
		{"--ros-args -r a", "expected name:=value"},
		{"--ros-args -r a//b:=c", `name "a//b": expected letters`},
		{"--ros-args -r a:=b/", `name "b/": expected letters`},
		{"--ros-args -r a:=1b", `name "1b": expected letters`},
		{"--ros-args -r {nod}:=c", `{nod}: expected {node} or {ns}`},
		{"--ros-args -r rostopic://a:=b", "leave out rostopic://"},
		{"--ros-args -r a*:=b", `ROS does not support * or \1`},
		{"--ros-args -r (.*):=\\1", `ROS does not support`},
		{"--ros-args -r __nod:=b", "expected __node, __ns, or the name"},
		{"--ros-args -e x", `enclave "x": expected one such as /`},
		{"--ros-args --log-level :=info", "expected the name of a logger"},
		{"--ros-args --log-level inf", `did you mean "info"?`},
		{"--ros-args --disable-rosout-log", `did you mean "--disable-rosout-logs"?`},
		{"--ros-args --log-level loud", `level "loud": expected debug, info, warn, error, fatal`},
	}
	for _, row := range rows {
		args := strings.SplitN(row.args, " ", 3)
		_, err := param.ParseArgs(args)
		if len(args) == 3 && strings.HasPrefix(args[1], "--params-fil") {
			_, err = param.ParseArgs(strings.Fields(row.args))
		}
		require.ErrorContains(t, err, row.err, row.args)
	}
}

// seedFile is a parameter file for fuzzing, with something of everything.
const seedFile = `# a comment
/**:
  ros__parameters:
    gain: 1.0
    names: [left, "right"]
    camera: {rate: 10.0, width: 0x10}
    colors.green.hue: [1, 2]
nao1:
  vision:
    ros__parameters: {verbose: yes, frame: 'a', use_sim_time: false}
`

func TestFilesAndArgumentsSurviveRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var text []byte
	for range fuzzn.N(t) {
		text = fuzzn.Mutate(rng, text, []byte(seedFile))
		survive(string(text))
		text = fuzzn.Mutate(rng, text, []byte("--ros-args\n-p\ncamera.rate:=[1, 2]\n-r\nvision:a:=b\n--log-level\nx:=info"))
		survive(string(text))
	}
}

// survive reads text as a file and as arguments, line by line; it must not panic.
func survive(text string) {
	if settings, err := param.Parse("p.yaml", []byte(text)); err == nil {
		c := defaults()
		_ = param.FromSettings("/nao1/vision", settings).Decode(&c)
	}
	_, _ = param.ParseArgs(strings.Split(text, "\n"))
}

func FuzzFile(f *testing.F) {
	f.Add(seedFile)
	f.Fuzz(func(_ *testing.T, text string) { survive(text) })
}
