package lua

import "gonao/hfsm/chart"

// collect records which global names the texts of a chart set, before they are prepared one by one: a text may read a
// name that a later text sets.
func (u *unit) collect() {
	note := func(e *chart.Expression) {
		if e == nil || e.Language != Name && (e.Language != "" || u.chart.Language != Name) {
			return
		}
		c, err := parseText(u.chart.File, 0, e.Text, u.opts.MaxSource)
		if err != nil {
			return // an expression, or a fault that is found again
		}
		for _, n := range namesOf(c.stmts).set {
			u.declared[n.name] = true
		}
	}
	eachAction(u.chart.Begin, note)
	eachState(u.chart.Root, func(s *chart.State) {
		for _, list := range [][]chart.Action{s.InitialActions, s.Entry, s.Do, s.Exit} {
			eachAction(list, note)
		}
		for _, t := range s.Transitions {
			eachAction(t.Then, note)
		}
	})
}

// eachState calls f for a state and all inside it.
func eachState(s *chart.State, f func(*chart.State)) {
	if s == nil {
		return
	}
	f(s)
	for _, inner := range s.States {
		eachState(inner, f)
	}
}

// eachAction calls f for the value of each action and of those inside it.
func eachAction(list []chart.Action, f func(*chart.Expression)) {
	for i := range list {
		a := &list[i]
		f(a.Value)
		for j := range a.Branches {
			eachAction(a.Branches[j].Then, f)
		}
		if a.Loop != nil {
			eachAction(a.Loop.Do, f)
		}
		eachAction(a.Actions, f)
	}
}
