package main

import (
	"io/fs"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/quick"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/msgs/registry"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros/cdr"
)

// definedNames gives every word in the definitions of a package.
func definedNames(t *testing.T, pkg string) map[string]bool {
	words := map[string]bool{"goal_id": true, "goal": true, "accepted": true, "stamp": true, "status": true, "result": true, "feedback": true}
	root := "../../msgs/definitions/" + pkg
	if pkg == "gonao_msgs" {
		root = "../../msgs"
	}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || ext != ".msg" && ext != ".srv" && ext != ".action" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, word := range regexp.MustCompile(`[a-zA-Z]\w*`).FindAllString(string(text), -1) {
			words[word] = true
		}
		return err
	})
	require.NoError(t, err)
	return words
}

func TestFieldsAreNamedAsInTheirDefinitions(t *testing.T) {
	defined := map[string]map[string]bool{}
	for _, name := range registry.Names() {
		pkg, _, _ := strings.Cut(name, "/")
		if defined[pkg] == nil {
			defined[pkg] = definedNames(t, pkg)
		}
		for _, field := range rosNames(reflect.TypeOf(registry.New(name)).Elem()) {
			require.True(t, defined[pkg][field], "%s: %s", name, field)
		}
	}
}

func TestEveryTypeIsReadAsItIsShown(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for _, name := range registry.Names() {
		for range 5 {
			m := registry.New(name)
			v, ok := quick.Value(reflect.TypeOf(m).Elem(), random)
			require.True(t, ok, name)
			text := messageYAML(v, 0)
			require.NoError(t, decodeMessage(text, m), "%s\n%s", name, text)
			require.Equal(t, text, messageYAML(reflect.ValueOf(m).Elem(), 0))
		}
	}
}

func TestMessagesLookAsInROS2(t *testing.T) {
	m := sensormsgs.JointState{
		Header: stdmsgs.Header{FrameId: "torso"}, Name: []string{"HeadYaw", "on", "it's", "a\nb", "3"},
		Position: []float64{0, -1.5, 1e-07, math.Inf(1)},
	}
	m.Header.Stamp.Sec = 3
	require.Equal(t, `header:
  stamp:
    sec: 3
    nanosec: 0
  frame_id: torso
name:
- HeadYaw
- 'on'
- 'it''s'
- "a\nb"
- '3'
position:
- 0.0
- -1.5
- 1.0e-07
- .inf
velocity: []
effort: []
`, messageYAML(reflect.ValueOf(m), shortLength))
}

func TestStructsInListsAreIndented(t *testing.T) {
	m := geometrymsgs.Polygon{Points: []geometrymsgs.Point32{{X: 1}, {Y: 2}}}
	require.Equal(t, "points:\n- x: 1.0\n  y: 0.0\n  z: 0.0\n- x: 0.0\n  y: 2.0\n  z: 0.0\n", messageYAML(reflect.ValueOf(m), 0))
}

func TestLongArraysAndStringsAreCut(t *testing.T) {
	text := messageYAML(reflect.ValueOf(sensormsgs.Image{Data: make([]byte, 1000), Encoding: strings.Repeat("x", 1000)}), shortLength)
	require.Equal(t, shortLength, strings.Count(text, "\n- 0"))
	require.Contains(t, text, "\n- '...'\n")
	require.Contains(t, text, "encoding: "+"'"+strings.Repeat("x", shortLength)+"...'\n")
}

func TestFieldsArePicked(t *testing.T) {
	m := &msgs.RobotState{BatteryCharge: 0.5}
	m.Stamp.Sec = 7
	for _, c := range []struct{ path, want string }{
		{"battery_charge", "0.5\n"}, {"stamp", "sec: 7\nnanosec: 0\n"}, {"stamp.sec", "7\n"}, {"position[0]", "0.0\n"},
	} {
		v, err := pick(m, c.path)
		require.NoError(t, err)
		require.Equal(t, c.want, messageYAML(v, 0))
	}
	for _, c := range []struct{ path, want string }{
		{"batery", `field "batery" of gonao_msgs/msg/RobotState: no field "batery"; it has: stamp, `},
		{"stamp.sec.x", `field "stamp.sec.x" of gonao_msgs/msg/RobotState: "x" is below a value without fields`},
		{"stamp[0]", `field "stamp[0]" of gonao_msgs/msg/RobotState: "stamp" is no list`},
		{"position[x]", `field "position[x]" of gonao_msgs/msg/RobotState: expected a number in brackets after "position"`},
	} {
		_, err := pick(m, c.path)
		require.ErrorContains(t, err, c.want)
	}
}

func TestWrongMessagesAreRefused(t *testing.T) {
	for _, c := range []struct {
		m          cdr.Message
		text, want string
	}{
		{&stdmsgs.String{}, "data: 3", `message std_msgs/msg/String: field data: expected string (put it in quotes), got the int "3"`},
		{&stdmsgs.String{}, "dat: x", `message std_msgs/msg/String: no field "dat"; there are: data`},
		{&stdmsgs.String{}, "hello", `message std_msgs/msg/String: expected a map of fields (data), got the str "hello"`},
		{&stdmsgs.String{}, "data: [", `message std_msgs/msg/String: not YAML: line 1: did not find expected node content`},
		{&stdmsgs.UInt8{}, "data: 256", `field data: expected uint8, got the int "256"`},
		{&stdmsgs.UInt8{}, "data: -1", `field data: expected uint8, got the int "-1"`},
		{&stdmsgs.Int8{}, "data: 1.5", `field data: expected int8, got the float "1.5"`},
		{&stdmsgs.Bool{}, "data: 1", `field data: expected bool, got the int "1"`},
		{&stdmsgs.Float32{}, "data: fast", `field data: expected float32, got the str "fast"`},
		{&stdmsgs.Float32{}, "data: {x: 1}", `field data: expected float32, got a map`},
		{&stdmsgs.Header{}, "stamp: {sec: x}", `field stamp.sec: expected int32, got the str "x"`},
		{&sensormsgs.Imu{}, "orientation_covariance: [1]", `field orientation_covariance: expected a list of 9, got a list of 1`},
		{&sensormsgs.JointState{}, "position: [1, x]", `field position[1]: expected float64, got the str "x"`},
		{&sensormsgs.JointState{}, "position: 1", `field position: expected a list, got the int "1"`},
	} {
		require.ErrorContains(t, decodeMessage(c.text, c.m), c.want, c.text)
	}
}

func TestMessagesMayBeGivenInPart(t *testing.T) {
	m := &stdmsgs.Header{FrameId: "torso"}
	require.NoError(t, decodeMessage("", m))
	require.NoError(t, decodeMessage("{stamp: now}", m))
	require.Equal(t, "torso", m.FrameId)
	require.Positive(t, m.Stamp.Sec)
	f := &stdmsgs.Float64{}
	require.NoError(t, decodeMessage("data: 3", f), "a whole number is a float too")
	require.InDelta(t, 3, f.Data, 0)
}

func TestMessageYAMLSurvivesRandomBytes(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	const start = `{header: {stamp: now, frame_id: "torso"}, name: [a, 'b'], position: [1, .5, 1e3, .nan], velocity: [], effort: [*x]}`
	for range fuzzn.N(t) {
		text := []byte(start)
		for range 1 + random.Intn(5) {
			text[random.Intn(len(text))] = byte(random.Int())
		}
		_ = decodeMessage(string(text), &sensormsgs.JointState{}) // must not panic
	}
}
