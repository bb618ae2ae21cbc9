package executor

import (
	"fmt"
	"strings"
	"time"

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
		own := empty.New()
		if err := fill(own, g, now); err != nil {
			return nil, err
		}
		m = own
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

// fill sets the fields that a machine names. A header that it does not name has the time now.
func fill(m *dynamic.Message, fields behavior.Fields, now time.Time) error {
	stamped := false
	for path, v := range fields.All() {
		stamped = stamped || strings.HasPrefix(path, "header.")
		var err error
		switch v.Type {
		case hfsm.Bool:
			err = m.Put(path, v.Bool)
		case hfsm.Int:
			err = m.Put(path, v.Int)
		case hfsm.Float:
			err = m.Put(path, v.Float)
		case hfsm.String:
			err = m.Put(path, v.String)
		}
		if err != nil {
			return err
		}
	}
	if !stamped {
		m.Stamp(now)
	}
	return nil
}

// fieldValue converts a field of a message to a value of a machine; ok is false if that is not possible.
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
