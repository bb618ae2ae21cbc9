package generate

import (
	"cmp"
	"fmt"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// How the parts of a machine are called in Go. No verb is the beginning of another
// with a capital, so that no two names meet.

func (s *state) is(verb string) string { return verb + s.name }

func (t *transition) is(verb string) string { return verb + t.name }

// number is the constant of an automaton.
func (p *plan) number(a *automaton) string { return p.opts.Prefix + "in" + a.name }

// id is the constant of a state.
func (p *plan) id(s *state) string {
	if s.id == 0 {
		return "0"
	}
	return p.opts.Prefix + s.name
}

// edge is the constant of a transition.
func (p *plan) edge(t *transition) string { return p.opts.Prefix + lower(t.name) + "Edge" }

func lower(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}

// edges gives all transitions in the order of their ids.
func (p *plan) edges() []*transition {
	var all []*transition
	for _, s := range p.states {
		all = append(all, s.trans...)
	}
	slices.SortFunc(all, func(a, b *transition) int { return a.id - b.id })
	return all
}

// engine writes what package run moves the machine by: tables of its states,
// automata and transitions, and the ways to what is done in each.
func (w *writer) engine() {
	w.header("has the tables that package run moves the machine by, and the ways from there to what it does.")
	w.numbers()
	w.model()
	w.code()
}

// numbers writes the ids of automata and transitions.
func (w *writer) numbers() {
	w.f("// The automata: the sets of states of which one is active.\nconst (\n")
	for _, a := range w.automata {
		w.f("%s = %d // %s\n", w.number(a), a.id, a.where())
	}
	w.f(")\n")
	if len(w.edges()) > 0 {
		w.f("\n// The transitions, in the order of the file.\nconst (\n")
		for _, t := range w.edges() {
			w.f("%s = %d // %s\n", w.edge(t), t.id, place(t.source.from, t.chart.Place))
		}
		w.f(")\n")
	}
}

// where says which automaton it is.
func (a *automaton) where() string {
	if a.owner.id == 0 {
		return "of the machine itself"
	}
	return "inside " + printable(a.owner.path)
}

// model writes the tables.
func (w *writer) model() {
	w.f("\n// %[1]s is what comes when: package run goes by it.\nvar %[1]s = run.NewModel(%[2]q, %[3]d, []run.State{\n0: {},\n", w.typed("model"), w.chart.Name, w.limit())
	for _, s := range w.states[1:] {
		row := fmt.Sprintf("Path: %q", s.path)
		if s.parent.id != 0 {
			row += ", Parent: " + w.id(s.parent)
		}
		if s.kind == chart.FinalState {
			end := hfsm.Final
			if s.failed {
				end = hfsm.Failed
			}
			row += ", Ends: " + statusName(end)
		}
		if s.call != nil {
			row += ", Calls: true"
		}
		w.f("%s: {%s},\n", w.id(s), row)
	}
	w.f("}, []run.Inside{\n")
	for _, a := range w.automata {
		w.f("%s: {Of: %s, Initial: %s, MilliHz: %d, History: %s},\n", w.number(a), w.id(a.owner), w.id(a.initial), a.milliHz, historyName(a.history))
	}
	w.f("}, []run.Edge{\n")
	for _, t := range w.edges() {
		row := "Source: " + w.id(t.source)
		switch {
		case t.target != nil:
			row += ", To: " + w.id(t.target)
		case !t.acts:
			row += ", Ends: " + statusName(t.exit)
		}
		if t.domain.id != 0 {
			row += ", Of: " + w.number(t.domain)
		}
		if t.after() > 0 {
			row += ", After: " + duration(t.after())
		}
		if t.chart.Name != "" {
			row += fmt.Sprintf(", Name: %q", t.chart.Name)
		}
		w.f("%s: {%s},\n", w.edge(t), row)
	}
	w.f("})\n")
}

func historyName(h chart.History) string {
	switch h {
	case chart.None:
		return "run.HistoryNone"
	case chart.Resume:
		return "run.HistoryResume"
	case chart.Inherit, chart.Shallow, chart.Deep:
	}
	return "run.HistoryDeep"
}

// code writes the ways to what is done in each state and each transition.
func (w *writer) code() {
	calls := slices.ContainsFunc(w.states, func(s *state) bool { return s.call != nil })
	w.f("\n// code tells package run what is done.\n")
	w.method("code() run.Code {\nreturn run.Code{Introduce: m.introduce, Choose: m.choose, Enter: m.enter, Do: m.do, Leave: m.leave, Act: m.act")
	if calls {
		w.f(", Call: m.call")
	}
	w.f("}\n}\n")
	w.way("choose(state int) int", "return run.None\n", func(s *state) string {
		if len(s.trans) == 0 || s.in == nil {
			return ""
		}
		return "return m." + s.is("choose") + "()"
	})
	w.way("enter(state int, how run.Entry) error", "return nil\n", func(s *state) string { return "return m." + s.is("entry") + "(how)" })
	w.way("do(state int)", "", func(s *state) string {
		if s.kind == chart.FinalState {
			return ""
		}
		return "m." + s.is("do") + "()"
	})
	w.way("leave(state int) error", "return nil\n", func(s *state) string { return "return m." + s.is("exit") + "()" })
	if calls {
		w.way("call(state int) error", "return nil\n", func(s *state) string {
			if s.call == nil {
				return ""
			}
			return "return m." + s.is("call") + "()"
		})
	}
	w.f("\n")
	w.method("act(edge int) error {\nswitch edge {\n")
	for _, t := range w.edges() {
		if t.source.in != nil {
			w.f("case %s:\nreturn m.%s()\n", w.edge(t), t.is("action"))
		}
	}
	w.f("}\nreturn nil\n}\n")
}

// way writes a switch over the states.
func (w *writer) way(signature, otherwise string, to func(*state) string) {
	w.f("\n")
	w.method("%s {\nswitch state {\n", signature)
	for _, s := range w.states[1:] {
		if call := to(s); call != "" {
			w.f("case %s:\n%s\n", w.id(s), call)
		}
	}
	w.f("}\n%s}\n", otherwise)
}

// period is the shortest period of the automata.
func (p *plan) period() time.Duration {
	fastest := slices.MaxFunc(p.automata, func(a, b *automaton) int { return cmp.Compare(a.milliHz, b.milliHz) }).milliHz
	const nsMilliHz = 1_000_000_000_000
	return time.Duration((nsMilliHz + fastest - 1) / fastest)
}

// says describes the transition.
func (t *transition) says() string {
	text := "the transition of " + t.source.path
	switch {
	case t.acts:
		return text + " that only acts"
	case t.target == nil:
		return text + " to " + t.label
	}
	return text + " to " + t.target.path
}

// duration writes a time as people do.
func duration(d time.Duration) string {
	for _, unit := range []struct {
		d    time.Duration
		name string
	}{{time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}} {
		if d%unit.d == 0 && d >= unit.d && (unit.d != time.Minute || d >= 2*time.Minute) {
			if d == unit.d {
				return "time." + unit.name
			}
			return fmt.Sprintf("%d*time.%s", d/unit.d, unit.name)
		}
	}
	return fmt.Sprintf("%d*time.Nanosecond", d)
}

// statusName names the exit by which a transition ends its automaton.
func statusName(s hfsm.Status) string {
	switch s {
	case hfsm.Final:
		return "run.Final"
	case hfsm.Failed:
		return "run.Failed"
	case hfsm.Running:
	}
	return "run.Running"
}
