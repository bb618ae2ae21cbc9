package executor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/robot/goals"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// encode returns the bytes of a goal of the table, or of the fields of a message that a machine names itself. Most goals have the
// fields of their messages, so that the goal itself is the message.
func encode(empty *dynamic.Message, goal any, now time.Time) ([]byte, error) {
	var m cdr.Message
	switch g := goal.(type) {
	case behavior.Fields:
		return encodeFields(empty, g, now)
	case *goals.WalkTo:
		m = (*msgs.WalkToGoal)(g)
	case *goals.Kick:
		m = (*msgs.KickGoal)(g)
	case *goals.Save:
		m = (*msgs.SaveGoal)(g)
	case *goals.GetUp:
		m = (*msgs.GetUpGoal)(g)
	case *goals.SetPosture:
		m = (*msgs.SetPostureGoal)(g)
	case *goals.LookAt:
		look := &msgs.LookAtGoal{Camera: g.Camera, Speed: g.Speed, Hold: g.Hold}
		look.Target.Header.FrameId, look.Target.Point = g.Frame, geometrymsgs.Point{X: g.X, Y: g.Y, Z: g.Z}
		m = look
	case *goals.PlayMotion:
		m = (*msgs.PlayMotionGoal)(g)
	case *goals.MoveJoints:
		m = (*msgs.MoveJointsGoal)(g)
	case *goals.SetGait:
		m = (*msgs.SetGaitRequest)(g)
	case *goals.GoTo:
		m = (*msgs.GoToGoal)(g)
	case *goals.ExecuteSkill:
		m = (*msgs.ExecuteSkillGoal)(g)
	case *goals.Say:
		m = (*msgs.SayGoal)(g)
	case *goals.PlayLights:
		m = &msgs.PlayLightsGoal{
			Group: g.Group, Pattern: g.Pattern, Color: colorOf(g.Color), SecondColor: colorOf(g.SecondColor),
			Period: float32(g.Period), Duration: float32(g.Duration), Repeats: g.Repeats, Priority: g.Priority,
		}
	default:
		return nil, fmt.Errorf("a goal %T; expected one of package goals", goal)
	}
	return cdr.Encode(nil, m)
}

func colorOf(rgb [3]float64) stdmsgs.ColorRGBA {
	return stdmsgs.ColorRGBA{R: float32(rgb[0]), G: float32(rgb[1]), B: float32(rgb[2]), A: 1}
}

// encodeFields returns a message with some fields set, as bytes. A header that is not named has the time now.
func encodeFields(empty *dynamic.Message, fields behavior.Fields, now time.Time) ([]byte, error) {
	root := &yaml.Node{Kind: yaml.MappingNode}
	if slices.Contains(empty.Fields(), "header") && !slices.ContainsFunc(fields, ofHeader) {
		root.Content = append(root.Content, textNode("header"), textNode("auto"))
	}
	sorted := slices.Clone(fields) // so that elements of lists come in their order
	slices.SortFunc(sorted, func(a, b behavior.Field) int { return comparePaths(a.Path, b.Path) })
	for _, f := range sorted {
		if err := insert(root, f.Path, f.Value); err != nil {
			return nil, err
		}
	}
	m := empty.New()
	if err := m.Set(root, now); err != nil {
		return nil, err
	}
	return cdr.Encode(nil, m)
}

// ofHeader reports whether a field is in the header.
func ofHeader(f behavior.Field) bool { return strings.HasPrefix(f.Path, "header.") }

// comparePaths orders paths; numbers in them by their values.
func comparePaths(a, b string) int {
	if len(a) != len(b) && strings.Contains(a, "[") && strings.Contains(b, "[") {
		x, y := pathSteps(a), pathSteps(b)
		for i := range min(len(x), len(y)) {
			n, errN := strconv.Atoi(x[i])
			m, errM := strconv.Atoi(y[i])
			if errN == nil && errM == nil && n != m {
				return n - m
			}
			if x[i] != y[i] {
				break
			}
		}
	}
	return strings.Compare(a, b)
}

// pathSteps returns the names and the indexes of a path.
func pathSteps(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

// insert adds a value to a tree of mappings and lists.
func insert(root *yaml.Node, path string, v hfsm.Value) error {
	at := root
	steps := pathSteps(path)
	for i, step := range steps {
		next := &yaml.Node{Kind: yaml.MappingNode}
		switch {
		case i == len(steps)-1:
			next = valueNode(v)
		case isIndex(steps[i+1]):
			next = &yaml.Node{Kind: yaml.SequenceNode}
		}
		var err error
		if at, err = child(at, step, next); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func isIndex(step string) bool {
	_, err := strconv.Atoi(step)
	return err == nil
}

// child returns a part of a mapping or a list; next becomes it, if it is not there yet.
func child(at *yaml.Node, step string, next *yaml.Node) (*yaml.Node, error) {
	if at.Kind == yaml.SequenceNode {
		i, _ := strconv.Atoi(step)
		switch {
		case i < len(at.Content):
			return at.Content[i], nil
		case i > len(at.Content):
			return nil, fmt.Errorf("element %d without element %d", i, len(at.Content))
		}
		at.Content = append(at.Content, next)
		return next, nil
	}
	for i := 0; i+1 < len(at.Content); i += 2 {
		if at.Content[i].Value == step {
			return at.Content[i+1], nil
		}
	}
	at.Content = append(at.Content, textNode(step), next)
	return next, nil
}

func textNode(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

// valueNode returns a value as YAML.
func valueNode(v hfsm.Value) *yaml.Node {
	n := &yaml.Node{}
	var err error
	switch v.Type {
	case hfsm.Bool:
		err = n.Encode(v.Bool)
	case hfsm.Int:
		err = n.Encode(v.Int)
	case hfsm.Float:
		err = n.Encode(v.Float)
	default:
		return textNode(v.String)
	}
	if err != nil {
		panic(err) // plain values encode
	}
	return n
}

// fieldValue returns a field of a message as a value of a machine; ok is false where there
// is none.
func fieldValue(m *dynamic.Message, path string) (v hfsm.Value, ok bool) {
	field, err := m.Field(path)
	if err != nil {
		return v, false
	}
	switch x := field.(type) {
	case bool:
		return hfsm.BoolValue(x), true
	case int8:
		return hfsm.IntValue(int64(x)), true
	case int16:
		return hfsm.IntValue(int64(x)), true
	case int32:
		return hfsm.IntValue(int64(x)), true
	case int64:
		return hfsm.IntValue(x), true
	case uint8:
		return hfsm.IntValue(int64(x)), true
	case uint16:
		return hfsm.IntValue(int64(x)), true
	case uint32:
		return hfsm.IntValue(int64(x)), true
	case uint64:
		return hfsm.IntValue(int64(x)), true
	case float32:
		return hfsm.FloatValue(float64(x)), true
	case float64:
		return hfsm.FloatValue(x), true
	case string:
		return hfsm.StringValue(x), true
	}
	return v, false
}
