package behavior

import (
	"fmt"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/hfsm/lua"
)

// Table returns the descriptions of the actions and inputs: for checks, schema, documents and programs.
func (c *Config) Table() *vocabulary.Table {
	t := &vocabulary.Table{Groups: []vocabulary.Group{
		{Name: "body", Description: "the robot's own sensors"},
		{Name: "ball", Description: "the ball that is followed, and following it"},
		{Name: "head", Description: "the head"},
		{Name: "motion", Description: "slot motions and single joints"},
		{Name: "legs", Description: "walking, and where that led; kicks and postures"},
		{Name: "field", Description: "where the robot is on the field, the ball that rolls there, other robots, and playing with them"},
		{Name: "game", Description: "the referee's state, and the robot's part in the team"},
		{Name: "play", Description: "playing the ball with a team"},
		{Name: "voice", Description: "speech"},
		{Name: "lights", Description: "the LEDs"},
	}}
	for _, a := range c.Actions() {
		t.Actions = append(t.Actions, a.Action)
	}
	for i := range inputs {
		t.Inputs = append(t.Inputs, inputs[i].Input)
	}
	for i := range beliefInputs {
		t.Inputs = append(t.Inputs, beliefInputs[i].Input)
	}
	for i := range t.Inputs {
		if v, ok := before[t.Inputs[i].Name]; ok {
			t.Inputs[i].Before = &v
		}
	}
	t.Functions = fieldFunctions
	return t
}

// Vocabulary returns the inputs and activities that machines may use.
func (c *Config) Vocabulary() *hfsm.Vocabulary {
	words := c.Table().Vocabulary()
	words.Source = c.source
	options := lua.Options{Functions: luaFunctions(), Typed: fieldFunctions}
	words.Languages = map[string]hfsm.Language{lua.Name: lua.New(options)}
	words.Readers = map[string]hfsm.Reader{".lua": lua.Reader(options)}
	return words
}

// Activity makes one use of an action; [hfsm.New] calls it.
func (b *Brain) Activity(m *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	for i := range b.actions {
		a := &b.actions[i]
		switch {
		case a.Name != name:
		case a.make != nil:
			return a.make(b, m, a, args)
		default:
			return newGoal(b, m, &a.Action, a.Port, func() any { return a.goal(args) })
		}
	}
	return nil, fmt.Errorf("no activity %q", name)
}
