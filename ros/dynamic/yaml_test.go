package dynamic

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/ros/cdr"
)

func message(t *testing.T, name, text string) *Message {
	t.Helper()
	m, err := Compiled().Message(name)
	require.NoError(t, err)
	require.NoError(t, m.SetText(text, time.Unix(5, 6)))
	return m
}

func TestMessagesLookAsInROS2(t *testing.T) {
	m := message(t, "sensor_msgs/msg/JointState",
		`{header: {frame_id: torso, stamp: {sec: 3}}, name: [HeadYaw, "on", "it's", "3", "a b"], position: [0, -1.5, 1e-7, .inf, 1234567.5]}`)
	require.Equal(t, `header:
  stamp:
    sec: 3
    nanosec: 0
  frame_id: torso
name:
- HeadYaw
- 'on'
- it's
- '3'
- a b
position:
- 0.0
- -1.5
- 1.0e-07
- .inf
- 1234567.5
velocity: []
effort: []
`, string(m.YAML(Style{})))
	require.Equal(t, "{header: {stamp: {sec: 3, nanosec: 0}, frame_id: to...}, name: [He..., 'on', '...'], "+
		"position: [0.0, -1.5, '...'], velocity: [], effort: []}\n", string(m.YAML(Style{Flow: true, Truncate: 2})))
	require.Contains(t, string(m.YAML(Style{NoArr: true})), "position: '<sequence type: double, length: 5>'\n")
	require.Contains(t, string(m.YAML(Style{NoStr: true})), "frame_id: '<string length: <5>>'\n")

	polygon := message(t, "geometry_msgs/msg/Polygon", "points: [{x: 1}, {y: 0.1}]")
	require.Equal(t, "points:\n- x: 1.0\n  y: 0.0\n  z: 0.0\n- x: 0.0\n  y: 0.10000000149011612\n  z: 0.0\n", string(polygon.YAML(Style{})))
	require.Equal(t, "points: [{x: 1.0, y: 0.0, z: 0.0}, {x: 0.0, y: 0.10000000149011612, z: 0.0}]\n", string(polygon.YAML(Style{FlowLists: true})))
	require.Equal(t, "{}\n", string(message(t, "std_msgs/msg/Empty", "").YAML(Style{})))
	image := message(t, "sensor_msgs/msg/Image", "{encoding: "+strings.Repeat("x", 200)+", data: ["+strings.Repeat("7, ", 200)+"]}")
	text := string(image.YAML(Style{Truncate: 128}))
	require.Equal(t, 128, strings.Count(text, "\n- 7"))
	require.Contains(t, text, "\n- '...'\n")
	require.Contains(t, text, "encoding: "+strings.Repeat("x", 128)+"...\n")
}

// TestYAMLIsThatOfPython compares with the library that ros2's tools write with.
func TestYAMLIsThatOfPython(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import yaml").Run(); err != nil {
		t.Fatalf("%s has no yaml (%v): run: apt install python3-yaml", python, err)
	}
	rng := rand.New(rand.NewPCG(5, 1))
	l := Compiled()
	var cases []any
	var ours []string
	for i := range min(fuzzn.N(t), 20000) {
		flow := i%2 == 1
		if i%4 < 2 {
			m, err := l.Message("std_msgs/msg/String")
			require.NoError(t, err)
			text := randomText(rng)
			m.values[0] = text
			cases, ours = append(cases, []any{map[string]any{"data": text}, flow}), append(ours, string(m.YAML(Style{Flow: flow})))
			continue
		}
		m, err := l.Message("std_msgs/msg/Float64")
		require.NoError(t, err)
		f := math.Float64frombits(rng.Uint64())
		if i%8 == 2 {
			f = float64(rng.IntN(2000)-1000) * math.Pow(10, float64(rng.IntN(40)-20))
		}
		m.values[0] = f
		cases = append(cases, []any{map[string]any{"float": strconv.FormatFloat(f, 'g', -1, 64)}, flow})
		ours = append(ours, string(m.YAML(Style{Flow: flow})))
	}
	input, err := json.Marshal(cases)
	require.NoError(t, err)
	cmd := exec.Command(python, "testdata/dump.py")
	cmd.Stdin = bytes.NewReader(input)
	output, err := cmd.Output()
	require.NoError(t, err)
	var theirs []string
	require.NoError(t, json.Unmarshal(output, &theirs))
	for i := range ours {
		require.Equal(t, theirs[i], ours[i], "%v", cases[i])
	}
}

// randomText makes strings of parts that mean something in YAML.
func randomText(rng *rand.Rand) string {
	parts := []string{
		"a", "B", "z9", " ", "  ", "\n", "-", "- ", "--", "---", "...", ":", ": ", "#", " #", ",", "[", "]", "{", "}", "&", "*", "!", "|", ">", "'", `"`, "%", "@", "`",
		"?", "? ", "~", "null", "true", "No", "on", "0", "1", "07", "0x1f", "1.5", "1e3", ".5", "1_000", "+", "=", "<<", "12:30", "2024-01-02", "ü", "三", "😀", "\t", "\r", "\x01", "\u00a0", "\u007f", "/", "\\",
	}
	var b strings.Builder
	for range rng.IntN(4) {
		b.WriteString(parts[rng.IntN(len(parts))])
	}
	return b.String()
}

func TestStringsComeBackAsTheyWere(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	l := Compiled()
	for range fuzzn.N(t) {
		m, err := l.Message("rcl_interfaces/msg/ListParametersResult")
		require.NoError(t, err)
		m.values[0] = []string{randomText(rng), randomText(rng)}
		for _, style := range []Style{{}, {Flow: true}} {
			back := m.New()
			require.NoError(t, back.SetText(string(m.YAML(style)), time.Time{}), "%q", m.values[0])
			require.Equal(t, m.values[0], back.values[0], "%s", m.YAML(style))
		}
	}
}

func TestFieldsArePicked(t *testing.T) {
	m := message(t, "gonao_msgs/msg/ColorBlobArray", "{header: {stamp: {sec: 7}}, blobs: [{color: red}, {color: green, x: 0.5}]}")
	for _, c := range []struct{ path, want string }{
		{"header.stamp", "sec: 7\nnanosec: 0\n"},
		{"header.stamp.sec", "7\n"},
		{"blobs[1].color", "green\n"},
		{"blobs[2].color", "null\n"},
		{"blobs[2]", "null\n"},
	} {
		text, err := m.FieldYAML(c.path, Style{})
		require.NoError(t, err, c.path)
		require.Equal(t, c.want, string(text), c.path)
	}
	v, err := m.Field("blobs[1].color")
	require.NoError(t, err)
	require.Equal(t, "green", v)
	v, err = m.Field("header.stamp.sec")
	require.NoError(t, err)
	require.Equal(t, int32(7), v)
	for _, c := range []struct{ path, want string }{
		{"headr", `field "headr" of gonao_msgs/msg/ColorBlobArray: no field "headr" (did you mean "header"?); it has: header, `},
		{"header.stamp.sec.x", `"x" is below a value without fields`},
		{"blobs.color", `"color" is below a value without fields`},
		{"header[0]", `"header" is not a list`},
		{"blobs[x]", `expected a number in brackets after "blobs"`},
		{"blobs[1", `expected a number in brackets after "blobs"`},
	} {
		_, err := m.Field(c.path)
		require.ErrorContains(t, err, c.want)
	}
}

func TestWrongMessagesAreRefused(t *testing.T) {
	l := tests(t)
	for _, c := range []struct{ name, text, want string }{
		{"std_msgs/msg/String", "data: true", `expected string (put it in quotes), got the bool "true"`},
		{"std_msgs/msg/String", "dat: x", `message std_msgs/msg/String: no field "dat" (did you mean "data"?); there are: data`},
		{"std_msgs/msg/String", "hello", `message std_msgs/msg/String: expected a map of fields (data), got the str "hello"`},
		{"std_msgs/msg/String", "data: [", `message std_msgs/msg/String: not YAML: did not find expected node content`},
		{"std_msgs/msg/String", "data:\n\t- 1", `not YAML: line 2: the line is indented with a tab`},
		{"std_msgs/msg/String", "data: gr\xfcn", `not YAML: column 9: the byte 0xFC is not UTF-8`},
		{"std_msgs/msg/UInt8", "data: 256", `field data: expected uint8, got the int "256"`},
		{"std_msgs/msg/UInt8", "data: -1", `field data: expected uint8, got the int "-1"`},
		{"std_msgs/msg/Int8", "data: 1.5", `field data: expected int8, got the float "1.5"`},
		{"std_msgs/msg/Bool", "data: 1", `field data: expected bool, got the int "1"`},
		{"std_msgs/msg/Float32", "data: fast", `field data: expected float32, got the str "fast"`},
		{"std_msgs/msg/Float32", "data: 1e39", `field data: expected float32, got the float "1e39"`},
		{"std_msgs/msg/Float32", "data: {x: 1}", `field data: expected float32, got a map`},
		{"std_msgs/msg/Header", "stamp: {sec: x}", `field stamp.sec: expected int32, got the str "x"`},
		{"sensor_msgs/msg/Imu", "orientation_covariance: [1]", `field orientation_covariance: expected a list of 9, got a list of 1`},
		{"sensor_msgs/msg/JointState", "position: [1, x]", `field position[1]: expected float64, got the str "x"`},
		{"sensor_msgs/msg/JointState", "position: 1", `field position: expected a list, got the int "1"`},
		{"test_msgs/msg/BoundedSequences", "bool_values: [true, true, true, true]", `field bool_values: expected a list of at most 3, got a list of 4`},
		{"test_msgs/msg/Strings", "bounded_string_value: abcdefghijklmnopqrstuvwxyz", `field bounded_string_value: expected string of at most 22 bytes, got the str`},
		{"diagnostic_msgs/msg/DiagnosticArray", "status: [{values: [{key: a}, {kye: b}]}]", `no field "status[0].values[1].kye" (did you mean "key"?)`},
	} {
		m, err := l.Message(c.name)
		require.NoError(t, err)
		require.ErrorContains(t, m.SetText(c.text, time.Time{}), c.want, c.text)
	}
}

func TestMessagesAreTakenAsROS2TakesThem(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"std_msgs/msg/Header", "{stamp: now, frame_id: torso}", "{stamp: {sec: 5, nanosec: 6}, frame_id: torso}\n"},
		{"sensor_msgs/msg/Temperature", "{header: auto, temperature: 3}", "{header: {stamp: {sec: 5, nanosec: 6}, frame_id: ''}, temperature: 3.0, variance: 0.0}\n"},
		{"std_msgs/msg/String", "data: 3", "{data: '3'}\n"},
		{"std_msgs/msg/String", "data: yes", "{data: 'yes'}\n"},
		{"std_msgs/msg/Int32", "data: 3.0", "{data: 3}\n"},
		{"std_msgs/msg/Int32", "data: 0x10", "{data: 16}\n"},
		{"std_msgs/msg/Float32", "data: .nan", "{data: .nan}\n"},
		{"std_msgs/msg/Float64", "data: -inf", "{data: -.inf}\n"},
		{"std_msgs/msg/Bool", "data: on", "{data: true}\n"},
		{"std_msgs/msg/Byte", "data: 200", "{data: È}\n"},
		{"std_msgs/msg/UInt8", "data: &x 7", "{data: 7}\n"},
		{"geometry_msgs/msg/Polygon", "points: [&p {x: 1}, *p]", "{points: [{x: 1.0, y: 0.0, z: 0.0}, {x: 1.0, y: 0.0, z: 0.0}]}\n"},
	} {
		require.Equal(t, c.want, string(message(t, c.name, c.text).YAML(Style{Flow: true})))
	}
	m := message(t, "std_msgs/msg/Header", "frame_id: torso")
	require.NoError(t, m.SetText("{stamp: {sec: 1}}", time.Time{}))
	require.NoError(t, m.SetText("", time.Time{}))
	require.Equal(t, "{stamp: {sec: 1, nanosec: 0}, frame_id: torso}\n", string(m.YAML(Style{Flow: true})), "what is not named stays")
}

func TestMessageYAMLSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	m := message(t, "sensor_msgs/msg/JointState", "")
	start := []byte(`{header: {stamp: now, frame_id: "torso"}, name: [a, 'b'], position: &x [1, .5, 1e3, .nan], velocity: [], effort: *x}`)
	var text []byte
	for range fuzzn.N(t) {
		text = fuzzn.Mutate(rng, text, start)
		if m.SetText(string(text), time.Time{}) == nil {
			_, err := cdr.Encode(nil, m)
			require.NoError(t, err)
		}
	}
}
