package param_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros/param"
)

// camera is a part of config.
type camera struct {
	Rate  float64 `yaml:"rate"`
	Width int     `yaml:"width"`
}

// shared is embedded in config.
type shared struct {
	Verbose bool `yaml:"verbose"`
}

// color is a group in a group of config.
type color struct {
	Hue [2]int64 `yaml:"hue"`
}

// colors is a group of config.
type colors struct {
	Red   color `yaml:"red"`
	Green color `yaml:"green"`
}

// config is a node's configuration with every type there is.
type config struct {
	shared   `yaml:",inline"`
	Gain     float64    `yaml:"gain"`
	Frame    string     `yaml:"frame"`
	Queue    uint8      `yaml:"queue"`
	Names    []string   `yaml:"names"`
	Matrix   [3]float64 `yaml:"matrix"`
	Flags    []bool     `yaml:"flags"`
	Camera   camera     `yaml:"camera"`
	Colors   colors     `yaml:"colors"`
	internal int
	Ignored  func() `yaml:"-"`
}

// Validate refuses a gain that the type allows.
func (c *config) Validate() error {
	if c.Gain < 0 {
		return errors.New("gain below 0")
	}
	return nil
}

func defaults() config {
	return config{
		Gain: 0.5, Frame: "base_link", Queue: 5, Names: []string{"a"},
		Camera: camera{Rate: 30, Width: 640}, Colors: colors{Red: color{Hue: [2]int64{350, 10}}}, internal: 1,
	}
}

// file writes a parameter file and returns its path.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "params.yaml")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// decode decodes a command line for /nao1/vision.
func decode(t *testing.T, args ...string) (config, error) {
	t.Helper()
	a, err := param.ParseArgs(append([]string{"--ros-args"}, args...))
	require.NoError(t, err)
	c := defaults()
	return c, param.Decode(a, "/nao1/vision", &c)
}

func TestTheDefaultsAreNotChanged(t *testing.T) {
	original := defaults()
	c := original // shares its map
	a, err := param.ParseArgs([]string{"--ros-args", "-p", "colors.red.hue:=[1, 2]"})
	require.NoError(t, err)
	require.NoError(t, param.Decode(a, "/nao1/vision", &c))
	require.Equal(t, [2]int64{1, 2}, c.Colors.Red.Hue)
	require.Equal(t, defaults(), original)
}

func TestNothingGivenLeavesTheDefaults(t *testing.T) {
	c, err := decode(t)
	require.NoError(t, err)
	require.Equal(t, defaults(), c)
}

func TestAFileGivesEveryType(t *testing.T) {
	c := defaults()
	a, err := param.ParseArgs([]string{"--ros-args", "--params-file", file(t, `
/**/vision:
  ros__parameters:
    verbose: True
    gain: 1.0e1
    frame: "7"
    queue: 0x10
    names: [left, "right"]
    matrix: [1.0, -.5, 3.25]
    flags: [yes, off]
    camera: {rate: 10.0}
    camera.width: 320
    colors:
      green: {hue: [100, 140]}
`)})
	require.NoError(t, err)
	require.NoError(t, param.Decode(a, "/nao1/vision", &c))
	require.Equal(t, config{
		shared: shared{Verbose: true},
		Gain:   10, Frame: "7", Queue: 16, Names: []string{"left", "right"}, Matrix: [3]float64{1, -0.5, 3.25},
		Flags: []bool{true, false}, Camera: camera{Rate: 10, Width: 320},
		Colors:   colors{Red: color{Hue: [2]int64{350, 10}}, Green: color{Hue: [2]int64{100, 140}}},
		internal: 1,
	}, c)
}

func TestNodesAreNamedAsInROS(t *testing.T) {
	rows := []struct {
		key   string
		match bool
	}{
		{"/**", true},
		{"/**/vision", true},
		{"/*/vision", true},
		{"/nao1/vision", true},
		{"/nao1/*", true},
		{"/nao1/**", true},
		{"/nao1/vision/**", true},
		{"nao1/vision", true},
		{"/**/nao1/**/vision", true},
		{"vision", false}, // a bare name is in the root namespace
		{"/vision", false},
		{"/*", false},
		{"/nao2/vision", false},
		{"/nao1/visio", false},
		{"/*/*/vision", false},
		{"/nao1/vision/*", false},
	}
	for _, row := range rows {
		t.Run(row.key, func(t *testing.T) {
			c, err := decode(t, "--params-file", file(t, "\""+row.key+"\":\n  ros__parameters:\n    gain: 2.0\n"))
			require.NoError(t, err)
			require.Equal(t, row.match, c.Gain == 2)
		})
	}
}

func TestNamespacesMayBeNested(t *testing.T) {
	c, err := decode(t, "--params-file", file(t, `
nao1:
  vision: {ros__parameters: {gain: 2.0}}
  motion: {ros__parameters: {stiffness: 1}}
/nao2:
  vision: {ros__parameters: {gain: 3.0}}
`))
	require.NoError(t, err)
	require.InDelta(t, 2.0, c.Gain, 0)
}

func TestTheLaterLayerWins(t *testing.T) {
	one := file(t, "/**:\n  ros__parameters: {gain: 1.0, queue: 1, camera: {rate: 1.0}}\n")
	two := file(t, "/**:\n  ros__parameters: {gain: 2.0}\n")
	rows := []struct {
		name string
		args []string
		gain float64
	}{
		{"one file", []string{"--params-file", one}, 1},
		{"two files", []string{"--params-file", one, "--params-file", two}, 2},
		{"two files, the other way", []string{"--params-file", two, "--params-file", one}, 1},
		{"-p after a file", []string{"--params-file", one, "-p", "gain:=3.0"}, 3},
		{"-p before a file", []string{"-p", "gain:=3.0", "--params-file", one}, 1},
		{"two -p", []string{"-p", "gain:=3.0", "--param", "gain:=4.0"}, 4},
		{"-p for another node", []string{"-p", "gain:=3.0", "-p", "motion:gain:=4.0"}, 3},
		{"two groups", []string{"-p", "gain:=3.0", "--", "--ros-args", "-p", "gain:=4.0"}, 4},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c, err := decode(t, row.args...)
			require.NoError(t, err)
			require.InDelta(t, row.gain, c.Gain, 0)
		})
	}
	c, err := decode(t, "--params-file", one, "--params-file", two)
	require.NoError(t, err)
	require.Equal(t, uint8(1), c.Queue, "what the later file does not name stays")
	require.InDelta(t, 1.0, c.Camera.Rate, 0)
}

func TestTheEnvironmentIsAboveAll(t *testing.T) {
	t.Setenv("GONAO_VISION_CAMERA__RATE", "12.5")
	t.Setenv("GONAO_VISION_NAMES", "[p, q]")
	t.Setenv("GONAO_MOTION_GAIN", "9.0")
	c, err := decode(t, "-p", "camera.rate:=1.0")
	require.NoError(t, err)
	require.InDelta(t, 12.5, c.Camera.Rate, 0)
	require.Equal(t, []string{"p", "q"}, c.Names)
	require.InDelta(t, 0.5, c.Gain, 0)

	t.Setenv("GONAO_VISION_CAMERA__RATE", "12")
	_, err = decode(t)
	require.EqualError(t, err, `GONAO_VISION_CAMERA__RATE: parameter "camera.rate": expected a float, got the integer 12: write 12.0`)
}

func TestEveryNodeHasROSsOwnParameters(t *testing.T) {
	name := file(t, "/**:\n  ros__parameters: {use_sim_time: True, qos_overrides: {/clock: {subscription: {depth: 1}}}, start_type_description_service: false}\n")
	a, err := param.ParseArgs([]string{"--ros-args", "--params-file", name})
	require.NoError(t, err)
	v, err := param.Load(a, "/nao1/vision")
	require.NoError(t, err)
	var common struct {
		On    bool `yaml:"use_sim_time"`
		Types bool `yaml:"start_type_description_service"`
	}
	require.NoError(t, v.Common(&common))
	require.True(t, common.On)
	c := defaults()
	require.NoError(t, v.Decode(&c))

	a, err = param.ParseArgs([]string{"--ros-args", "-p", "use_sim_time:=1"})
	require.NoError(t, err)
	v, err = param.Load(a, "/nao1/vision")
	require.NoError(t, err)
	require.EqualError(t, v.Common(&common), `-p: parameter "use_sim_time": expected a bool, got the integer 1`)
}

func TestWrongParametersAreErrorsWithFileAndLine(t *testing.T) {
	rows := []struct{ name, line, err string }{
		{"unknown", "gian: 1.0", `:3: parameter "gian": /nao1/vision has no such parameter (did you mean "gain"?)`},
		{"unknown, like nothing", "zzz: 1.0", `parameter "zzz": /nao1/vision has no such parameter`},
		{"unknown, nested", "camera: {rat: 1.0}", `parameter "camera.rat": /nao1/vision has no such parameter (did you mean "camera.rate"?)`},
		{"unknown in a group", "colors: {red: {saturation: 1}}", `parameter "colors.red.saturation"`},
		{"below a value", "gain: {x: 1.0}", `parameter "gain.x": /nao1/vision has no such parameter`},
		{"a value for a group", "camera: 1.0", `parameter "camera": expected parameters below it`},
		{"a value for a group", "colors: 1", `parameter "colors": expected parameters below it`},
		{"integer for a float", "gain: 1", `:3: parameter "gain": expected a float, got the integer 1: write 1.0`},
		{"float for an integer", "queue: 1.0", `parameter "queue": expected an integer, got the float 1.0`},
		{"text for a float", "gain: fast", `expected a float, got the string "fast"`},
		{"number for a text", "frame: 12", `expected a string, got the integer 12: write '12'`},
		{"bool for a text", "frame: yes", `expected a string, got the bool true: write 'true'`},
		{"number for a bool", "verbose: 1", `expected a bool, got the integer 1`},
		{"too large", "queue: 256", `256: expected a whole number that fits uint8`},
		{"negative", "queue: -1", `-1: expected a whole number that fits uint8`},
		{"beyond 64 bits", "queue: 99999999999999999999", "expected"},
		{"one value for a list", "names: left", `expected a list of strings, got the string "left"`},
		{"list for a value", "gain: [1.0]", "expected a float, got a list of floats"},
		{"list of another type", "names: [1]", `element 0: expected a string, got the integer 1: write '1'`},
		{"integers for floats", "matrix: [1, 2, 3]", "element 0: expected a float, got the integer 1: write 1.0"},
		{"mixed list", "matrix: [1.0, 2, 3.0]", "element 1 is the integer 2, the first one the float 1.0: expected elements of one type"},
		{"wrong length", "matrix: [1.0]", "1 elements, expected 3"},
		{"list of lists", "matrix: [[1.0]]", "element 0: expected a single value"},
		{"no value", "gain:", `parameter "gain": expected a value ('' for an empty string)`},
		{"upper case", "Gain: 1.0", `:3: parameter "Gain": expected lower_snake_case names, joined by dots`},
		{"twice", "gain: 1.0\n    gain: 2.0", `:4: parameter "gain" is there already, in line 3`},
		{"twice, in two ways", "camera.rate: 1.0\n    camera: {rate: 2.0}", `parameter "camera.rate" is there already, in line 3`},
		{"alias", "gain: &g 1.0\n    camera: {rate: *g}", "ROS 2 accepts no aliases"},
		{"refused by the node", "gain: -1.0", ":3: parameters of /nao1/vision: gain below 0"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			name := file(t, "/**:\n  ros__parameters:\n    "+row.line+"\n")
			_, err := decode(t, "--params-file", name)
			require.ErrorContains(t, err, row.err)
		})
	}
	_, err := decode(t, "--params-file", file(t, "/**:\n  ros__parameters:\n    gain: 1\n"), "-p", "gain:=1.0")
	require.ErrorContains(t, err, "write 1.0", "a later layer does not hide it")
}

func TestAFileIsComparedWithTheDefaults(t *testing.T) {
	complete := "/**/vision:\n  ros__parameters:\n    verbose: false\n    gain: 0.5\n    frame: base_link\n    queue: 5\n" +
		"    names: [a]\n    matrix: [0.0, 0.0, 0.0]\n    flags: []\n    camera: {rate: 30.0, width: 640}\n    colors: {red: {hue: [350, 10]}, green: {hue: [0, 0]}}\n"
	require.NoError(t, param.CheckFile(file(t, complete), "/nao1/vision", defaults()))

	err := param.CheckFile(file(t, "/**/vision:\n  ros__parameters: {gain: 0.6}\n"), "/nao1/vision", defaults())
	require.ErrorContains(t, err, `:2: parameter "gain": 0.6, but the node's default is 0.5`)
	require.ErrorContains(t, err, `no parameter "camera.rate" of /nao1/vision, expected the float 30.0`)
	require.ErrorContains(t, err, `no parameter "colors.red.hue"`)
}

func TestEntriesListTheParameters(t *testing.T) {
	entries, err := param.Entries(defaults())
	require.NoError(t, err)
	names := map[string]string{}
	for _, e := range entries {
		names[e.Name] = e.Type
	}
	require.Equal(t, map[string]string{
		"verbose": "bool", "gain": "float", "frame": "string", "queue": "integer", "names": "list of strings",
		"matrix": "list of 3 floats", "flags": "list of bools", "camera.rate": "float", "camera.width": "integer",
		"colors.red.hue": "list of 2 integers", "colors.green.hue": "list of 2 integers",
	}, names)
}

func TestATargetThatIsNoConfigurationIsAnError(t *testing.T) {
	require.ErrorContains(t, param.Decode(param.Args{}, "/a", 1), "target int, expected a pointer to a struct")
	require.ErrorContains(t, param.Decode(param.Args{}, "/a", &struct{ C chan int }{}), `configuration field "c": chan int: parameters are`)
	require.ErrorContains(t, param.Decode(param.Args{}, "/a", &struct{ L [][]int }{}), "parameters are")
}
