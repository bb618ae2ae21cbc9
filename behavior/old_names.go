package behavior

import (
	"fmt"
	"regexp"
	"strings"

	"gonao/hfsm/chart"
)

// Names of the soccer team's own table, which was another one until the two became one. They load for
// one release with a warning.
var (
	oldActions = map[string]struct{ name, arg, value string }{
		"go_to_place": {"position", "place", "kick_off"}, "block_ball": {"save", "kind", "block"}, "track_ball": {name: "look_at_ball"},
	}
	oldInputs = map[string]string{
		"our_ball": "may_play", "ball_known": "game_ball_known", "ball_age": "ball_seen_age", "ball_distance": "game_ball_distance",
	}
	identifier = regexp.MustCompile(`'[^']*'|"[^"]*"|[A-Za-z_][A-Za-z_0-9]*`)
)

// renameOld replaces the names of the soccer team's old table, with a warning for each. A chart is old if it has a name
// that only that table had; then all of its names are looked up in that table.
func renameOld(c *chart.Machine) (found chart.Findings) {
	if c == nil || c.Root == nil {
		return nil
	}
	warn := func(at chart.Place, old, now string) {
		found = append(found, chart.Finding{
			Severity: chart.Warning, File: c.File, Line: at.Line, Column: at.Column, Key: at.Key, Code: "old-name",
			Text: fmt.Sprintf("%s: old name; expected %s, which it is read as for one release", old, now),
		})
	}
	eachState(c.Root, func(s *chart.State) {
		for i := range s.Do {
			for k := range s.Do[i].Args {
				if arg := &s.Do[i].Args[k]; s.Do[i].Name == "go_to_ball" && arg.Name == "ahead" {
					warn(arg.Place, "ahead", "distance")
					arg.Name = "distance"
				}
			}
		}
	})
	old, now := onlyOld(c), onlyNew(c)
	if old.name == "" {
		return found
	}
	if now.name != "" {
		return chart.Findings{{
			File: c.File, Line: now.at.Line, Column: now.at.Column, Key: now.at.Key, Code: "old-name",
			Text: fmt.Sprintf("%s beside %s, which is an old name: expected new names in the whole file; gonao hfsm vocabulary lists them", now.name, old.name),
		}}
	}
	for i := range c.Inputs {
		in := &c.Inputs[i]
		switch now := oldInputs[in.Name]; {
		case now != "":
			warn(in.Place, in.Name, now)
			in.Name = now
		case (in.Name == "mode" || in.Name == "role") && in.Machine == nil:
			machine := map[string]string{"mode": "game", "role": "role"}[in.Name]
			warn(in.Place, in.Name, fmt.Sprintf("%s: {machine: %s}", in.Name, machine))
			in.Machine = &chart.MachineState{Place: in.Place, Machine: machine}
		}
	}
	expression := func(e *chart.Expression) {
		if e == nil {
			return
		}
		e.Text = identifier.ReplaceAllStringFunc(e.Text, func(word string) string {
			if now := oldInputs[word]; now != "" {
				return now
			}
			return word
		})
	}
	eachState(c.Root, func(s *chart.State) {
		for i := range s.Do {
			a := &s.Do[i]
			if a.Name == "go_to_ball" && len(a.Args) == 0 { // in the old table it stopped this far behind the ball, and waited this long
				a.Args = []chart.Arg{{Place: a.Place, Name: "behind", Value: chart.FloatValue(0.22)}, {Place: a.Place, Name: "patience", Value: chart.FloatValue(12)}}
			}
			if now, ok := oldActions[a.Name]; ok {
				warn(a.Place, a.Name, now.name)
				a.Name = now.name
				if now.arg != "" {
					a.Args = append(a.Args, chart.Arg{Place: a.Place, Name: now.arg, Value: chart.StringValue(now.value)})
				}
			}
		}
		for _, actions := range [][]chart.Action{s.Entry, s.Do, s.Exit} {
			eachExpression(actions, expression)
		}
		for _, t := range s.Transitions {
			expression(t.If)
			eachExpression(t.Then, expression)
		}
	})
	return found
}

// named is a name with its place in a file; may be the zero value.
type named struct {
	name string
	at   chart.Place
}

// onlyOld returns the first name of a chart that only the soccer team's old table had.
func onlyOld(c *chart.Machine) named {
	for i := range c.Inputs {
		in := &c.Inputs[i]
		if in.Name == "our_ball" || (in.Name == "mode" || in.Name == "role") && in.Machine == nil && in.From == nil {
			return named{in.Name, in.Place}
		}
	}
	return firstAction(c, func(a *chart.Action) bool { _, ok := oldActions[a.Name]; return ok })
}

// onlyNew returns the first name of a chart that the old table did not have and that an old name was renamed to.
func onlyNew(c *chart.Machine) named {
	for i := range c.Inputs {
		if in := &c.Inputs[i]; in.Name == "may_play" || strings.HasPrefix(in.Name, "game_ball_") {
			return named{in.Name, in.Place}
		}
	}
	return firstAction(c, func(a *chart.Action) bool {
		return a.Name == "save" || a.Name == "look_at_ball" || a.Name == "position" && len(a.Args) > 0
	})
}

// firstAction returns the first action of a state that is so.
func firstAction(c *chart.Machine, is func(*chart.Action) bool) (first named) {
	eachState(c.Root, func(s *chart.State) {
		for i := range s.Do {
			if a := &s.Do[i]; first.name == "" && is(a) {
				first = named{a.Name, a.Place}
			}
		}
	})
	return first
}

// eachState calls f for a state and those inside.
func eachState(s *chart.State, f func(*chart.State)) {
	f(s)
	for _, inner := range s.States {
		eachState(inner, f)
	}
}

// eachExpression calls f for the expressions of actions.
func eachExpression(actions []chart.Action, f func(*chart.Expression)) {
	for i := range actions {
		a := &actions[i]
		f(a.Value)
		for k := range a.Args {
			f(a.Args[k].Expression)
		}
		for k := range a.Branches {
			f(a.Branches[k].If)
			eachExpression(a.Branches[k].Then, f)
		}
		eachExpression(a.Actions, f)
	}
}
