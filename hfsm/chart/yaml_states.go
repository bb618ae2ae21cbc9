package chart

import (
	"fmt"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
)

var (
	stateKeys = []string{
		"description", "entry", "do", "exit", "transitions", "rate_hz", "history", "initial", "states", "regions",
		"call", "stop_within", "final", "memory", "invoke", "done",
	}
	regionKeys     = []string{"description", "rate_hz", "history", "initial", "states"}
	transitionKeys = []string{"to", "internal", "event", "after", "if", "priority", "then", "name", "description", "disabled"}
	callKeys       = []string{"machine", "with", "returns"}
	initialKeys    = []string{"to", "then"}
)

// Bounds of a rate.
const (
	MinRateHz = 0.001
	MaxRateHz = 1000
)

// automaton reads the automaton inside s: its states, its initial state, its rate and its
// history. at is the place of findings about missing parts.
func (r stateReader) automaton(at *yaml.Node, key string, fs fields, s *State, depth int) {
	r.pace(fs, key, s)
	states, ok := fs.get("states")
	if !ok {
		r.fault(at, join(key, "states"), codeMissing, "missing; expected at least one state")
		return
	}
	s.States = r.children(states, join(key, "states"), false, depth)
	initial, ok := fs.get("initial")
	switch {
	case ok:
		r.begin(initial, join(key, "initial"), s, depth)
		if r.profile == Robot && len(s.States) > 0 {
			r.checkInitial(initial.val, join(key, "initial"), s)
		}
	case r.profile == Robot && states.val.Kind == yaml.MappingNode:
		r.fault(at, join(key, "initial"), codeInitial, "missing; expected the state it begins with, one of %s", Listed(childNames(s)))
	}
}

// children reads states or regions by their names.
func (r stateReader) children(f field, key string, regions bool, depth int) []*State {
	what := "state"
	if regions {
		what = "region"
	}
	if depth >= maxDepth {
		r.fault(f.key, key, CodeTooMuch, "more than %d automata inside each other", maxDepth)
		return nil
	}
	entries := r.mapping(f.val, key, what+"s by their names")
	if f.val.Kind == yaml.MappingNode && len(entries) == 0 {
		r.fault(f.val, key, codeMissing, "no %s; expected at least one", what)
	}
	var all []*State
	for _, entry := range entries {
		if r.full() {
			return all
		}
		if r.states++; r.states > maxStates {
			r.fault(entry.key, key, CodeTooMuch, "more than %d states", maxStates)
			r.states = -1 << 40 // report it once
			return all
		}
		s := r.state(entry, entry.at, regions && r.profile == Robot, depth)
		if r.stateName(entry, entry.at) {
			all = append(all, s)
		}
	}
	return all
}

func childNames(s *State) []string {
	var names []string
	for _, child := range s.States {
		names = append(names, child.Name)
	}
	return names
}

// checkInitial reports an initial state that is not a child. The robot's automata begin at one of their own states; only
// SCXML may begin deeper.
func (r stateReader) checkInitial(n *yaml.Node, key string, s *State) {
	if len(s.Initial) > 1 {
		r.fault(n, key, codeInitial, "%d states; expected one", len(s.Initial))
		return
	}
	names := childNames(s)
	for _, word := range s.Initial {
		if !slices.Contains(names, word) {
			r.fault(n, key, codeInitial, "no state %q%s; expected one of %s", word, wording.DidYouMean(word, names), Listed(names))
		}
	}
}

// begin reads where an automaton begins: a state, a list of them, or {to, then}.
func (r stateReader) begin(f field, at string, s *State, depth int) {
	if f.val.Kind != yaml.MappingNode {
		s.Initial = r.words(f.val, at, "the name of a state")
		return
	}
	parts := r.record(f.val, at, "a state, or {to: state, then: actions}", initialKeys...)
	if to, ok := parts.get("to"); ok {
		s.Initial = r.words(to.val, join(at, "to"), "the name of a state")
	}
	s.InitialActions = actionReader(r).optional(parts, "then", depth)
}

// words reads a text or a list of them.
func (r *document) words(n *yaml.Node, key, expected string) []string {
	if n.Kind != yaml.SequenceNode {
		if word, ok := r.text(n, key, expected); ok {
			return []string{word}
		}
		return nil
	}
	var all []string
	for i, item := range n.Content {
		if word, ok := r.text(item, fmt.Sprintf("%s[%d]", key, i), expected); ok {
			all = append(all, word)
		}
	}
	return all
}

// pace reads an automaton's rate and history.
func (r stateReader) pace(fs fields, key string, s *State) {
	if f, ok := fs.get("rate_hz"); ok {
		at := join(key, "rate_hz")
		rate, ok := r.number(f.val, at, fmt.Sprintf("a rate from %g to %d Hz", MinRateHz, MaxRateHz))
		switch {
		case ok && (rate < MinRateHz || rate > MaxRateHz):
			r.fault(f.val, at, codeValue, "%g Hz; expected a rate from %g to %d Hz", rate, MinRateHz, MaxRateHz)
		case ok:
			s.RateHz = rate
		}
	}
	if f, ok := fs.get("history"); ok {
		s.History = History(1 + r.oneOf(f.val, f.at, historyWords[1:]...))
	}
}

// state reads one state and its content. A region is only an automaton.
func (r stateReader) state(f field, key string, region bool, depth int) *State {
	s := &State{Place: r.place(f.key, key), Name: f.name}
	known := stateKeys
	switch {
	case region:
		known = regionKeys
	case f.val.Kind == yaml.ScalarNode && f.val.Tag == "!!null" && !tagged(f.val):
		return s // a state that does nothing
	}
	fs := r.record(f.val, key, "a state: entry, do, exit, transitions, states, …", known...)
	s.Description = r.optionalText(fs, "description")
	s.Entry, s.Exit = actionReader(r).optional(fs, "entry", depth), actionReader(r).optional(fs, "exit", depth)
	if f, ok := fs.get("do"); ok {
		s.Do = actionReader(r).actions(f.val, f.at, false, depth)
	}
	optional(fs, "stop_within", &s.StopWithin, r.duration)
	r.kind(fs, key, s)
	if region && f.val.Kind == yaml.MappingNode {
		r.automaton(f.key, key, fs, s, depth+1)
		return s
	}
	r.inside(f, key, fs, s, depth)
	if f, ok := fs.get("transitions"); ok {
		list := r.list(f.val, f.at, "a list of transitions")
		s.Transitions = slices.Grow(s.Transitions, len(list))
		for i, n := range list {
			if t := r.transition(n, f.at+"["+strconv.Itoa(i)+"]", depth); t != nil && !r.full() {
				s.Transitions = append(s.Transitions, t)
			}
		}
	}
	return s
}

// inside reads the content of a state: states, regions, or another machine.
func (r stateReader) inside(f field, key string, fs fields, s *State, depth int) {
	var has []string
	for _, part := range []string{"states", "regions", "call"} {
		if _, ok := fs.get(part); ok {
			has = append(has, part)
		}
	}
	if len(has) > 1 {
		r.fault(fs.of(has[1]).key, join(key, has[1]), codeUnknown, "beside %s; expected only one of states, regions and call", has[0])
	}
	if _, ok := fs.get("states"); ok {
		r.automaton(f.key, key, fs, s, depth+1)
		return
	}
	for _, part := range []string{"initial", "history", "rate_hz"} {
		if f, ok := fs.get(part); ok && (part != "initial" || s.Kind < ShallowMemory) {
			code := codeUnknown
			if part == "history" {
				code = codeHistory
			}
			r.fault(f.key, f.at, code, "only for a state with states inside; expected states beside it")
		}
	}
	if regions, ok := fs.get("regions"); ok {
		s.Kind = Parallel
		s.States = r.children(regions, join(key, "regions"), true, depth+1)
	}
	if call, ok := fs.get("call"); ok {
		s.Call = r.call(call.val, join(key, "call"))
	}
}

// kind reads the keys that set a state's kind.
func (r stateReader) kind(fs fields, key string, s *State) {
	if f, ok := fs.get("final"); ok {
		word, _ := r.text(f.val, f.at, "true, false or failed")
		switch word {
		case "true", "false", "failed":
		default:
			r.fault(f.val, f.at, codeValue, "%q; expected true, false or failed", word)
		}
		if word == "true" || word == "failed" {
			s.Kind, s.Failed = FinalState, word == "failed"
		}
	}
	for _, part := range []string{"memory", "invoke", "done"} {
		if f, ok := fs.get(part); ok && r.profile == Robot {
			r.fault(f.key, f.at, codeUnknown, "only in the profile scxml")
		}
	}
	if f, ok := fs.get("memory"); ok {
		s.Kind = ShallowMemory + Kind(max(0, r.oneOf(f.val, f.at, memoryWords...)))
		if f, ok := fs.get("initial"); ok {
			r.begin(f, join(key, "initial"), s, 0)
		}
	}
	if s.Kind == FinalState {
		for _, part := range []string{"transitions", "states", "regions", "call", "do", "memory"} {
			if f, ok := fs.get(part); ok {
				r.fault(f.key, f.at, codeUnknown, "a final state ends its automaton and does nothing more")
			}
		}
	}
	optional(fs, "done", &s.Done, actionReader(r).payload)
	optional(fs, "invoke", &s.Invokes, r.invokes)
}
