package behavior

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/lua"
	"gonao/nao"
)

// kind is an activity, with how one use of it is made.
type kind struct {
	hfsm.Kind
	make func(b *Brain, m *hfsm.Machine, args hfsm.Args) (hfsm.Activity, error)
}

// kinds gives the activities machines may use.
func (c *Config) kinds() []kind {
	return []kind{
		{activity("track", c.color()), func(b *Brain, _ *hfsm.Machine, args hfsm.Args) (hfsm.Activity, error) {
			return &tracking{brain: b, args: args}, nil
		}},
		{activity("search", c.color()), func(b *Brain, _ *hfsm.Machine, args hfsm.Args) (hfsm.Activity, error) {
			return &searching{brain: b, args: args}, nil
		}},
		{
			activity("play", text("motion", "the name of a motion"), orInt("times", 0, 0, 1000)),
			func(b *Brain, m *hfsm.Machine, args hfsm.Args) (hfsm.Activity, error) {
				return &playing{brain: b, machine: m, args: args}, nil
			},
		},
		{
			activity("servo", hfsm.Param{Name: "joint", Type: hfsm.String, Check: jointName}, number("angle", -math.Pi, math.Pi), orNumber("speed", 0.2, 0.01, 1)),
			func(b *Brain, _ *hfsm.Machine, args hfsm.Args) (hfsm.Activity, error) {
				return &servo{brain: b, args: args}, nil
			},
		},
		{
			activity("walk", orNumber("x", 0, -0.3, 0.3), orNumber("y", 0, -0.3, 0.3), orNumber("turn", 0, -2, 2)),
			func(b *Brain, _ *hfsm.Machine, args hfsm.Args) (hfsm.Activity, error) {
				return &walking{brain: b, args: args}, nil
			},
		},
		{
			activity("walk_to", number("x", -100, 100), number("y", -100, 100), orNumber("theta", 0, -10, 10), orNumber("speed", 0.15, 0.01, 0.3)),
			func(b *Brain, _ *hfsm.Machine, args hfsm.Args) (hfsm.Activity, error) {
				return &walkTo{brain: b, args: args}, nil
			},
		},
		{
			activity("skill", text("call", "a call such as stand_up(), or several with ; between them")),
			func(b *Brain, _ *hfsm.Machine, args hfsm.Args) (hfsm.Activity, error) {
				return &calling{brain: b, call: func() string { return args.String("call") }}, nil
			},
		},
	}
}

// Vocabulary gives the inputs and activities machines may use.
func (c *Config) Vocabulary() *hfsm.Vocabulary {
	words := &hfsm.Vocabulary{Inputs: map[string]hfsm.Type{
		"positions_reached": hfsm.Int,
		"ball_age":          hfsm.Float,
		"ball_azimuth":      hfsm.Float,
		"ball_elevation":    hfsm.Float,
		"odom_x":            hfsm.Float,
		"odom_y":            hfsm.Float,
		"odom_theta":        hfsm.Float,
	}}
	words.Languages = map[string]hfsm.Language{lua.Name: lua.New(lua.Options{})}
	words.Readers = map[string]hfsm.Reader{".lua": lua.Reader(lua.Options{})}
	for _, s := range senses {
		words.Inputs[s.name] = hfsm.Float
		if s.bool != nil {
			words.Inputs[s.name] = hfsm.Bool
		}
	}
	for _, k := range c.kinds() {
		words.Activities = append(words.Activities, k.Kind)
	}
	words.Interfaces = interfaces()
	return words
}

// interfaces are the groups that skills in Lua ask for with depends_interfaces.
func interfaces() map[string]hfsm.Interface {
	body := hfsm.Interface{Description: "what the robot feels"}
	for _, s := range senses {
		body.Inputs = append(body.Inputs, s.name)
	}
	return map[string]hfsm.Interface{
		"body": body,
		"ball": {
			Description: "the ball that is followed, and following it",
			Inputs:      []string{"ball_age", "ball_azimuth", "ball_elevation"}, Activities: []string{"track", "search"},
		},
		"motion": {
			Description: "slot motions and single joints",
			Inputs:      []string{"positions_reached"}, Activities: []string{"play", "servo"},
		},
		"legs": {
			Description: "walking, and where that led",
			Inputs:      []string{"odom_x", "odom_y", "odom_theta"}, Activities: []string{"walk", "walk_to"},
		},
	}
}

// Activity makes an activity of the machine; it is called by [hfsm.New].
func (b *Brain) Activity(m *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	for _, k := range b.cfg.kinds() {
		if k.Name == name {
			return k.make(b, m, args)
		}
	}
	return nil, fmt.Errorf("no activity %q", name)
}

// activity describes an activity by its parameters.
func activity(name string, params ...hfsm.Param) hfsm.Kind {
	return hfsm.Kind{Name: name, Params: params}
}

// color is the colour of a ball.
func (c *Config) color() hfsm.Param {
	return hfsm.Param{Name: "color", Type: hfsm.String, Check: func(v hfsm.Value) string {
		if slices.Contains(c.Colors, v.String) {
			return ""
		}
		return "one of vision's colours: " + strings.Join(c.Colors, ", ")
	}}
}

// text is a parameter that must not be empty.
func text(name, expected string) hfsm.Param {
	return hfsm.Param{Name: name, Type: hfsm.String, Check: func(v hfsm.Value) string {
		if strings.TrimSpace(v.String) != "" {
			return ""
		}
		return expected
	}}
}

// jointName checks the name of a joint.
func jointName(v hfsm.Value) string {
	if _, err := nao.ParseJoint(v.String); err != nil {
		return "a joint: " + err.Error()
	}
	return ""
}

// number is a parameter within bounds.
func number(name string, low, high float64) hfsm.Param {
	return hfsm.Param{Name: name, Type: hfsm.Float, Check: func(v hfsm.Value) string {
		if v.Float >= low && v.Float <= high {
			return ""
		}
		return fmt.Sprintf("%g to %g", low, high)
	}}
}

// orNumber is a number that may be left out.
func orNumber(name string, usual, low, high float64) hfsm.Param {
	p := number(name, low, high)
	v := hfsm.FloatValue(usual)
	p.Default = &v
	return p
}

// orInt is a whole number that may be left out.
func orInt(name string, usual, low, high int64) hfsm.Param {
	v := hfsm.IntValue(usual)
	return hfsm.Param{Name: name, Type: hfsm.Int, Default: &v, Check: func(v hfsm.Value) string {
		if v.Int >= low && v.Int <= high {
			return ""
		}
		return fmt.Sprintf("%d to %d", low, high)
	}}
}
