package scenario

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm"
	"gonao/hfsm/trace"
)

// Read reads the scenarios of a file, or returns everything that is wrong with it.
func Read(file string, src []byte) ([]*Scenario, hfsm.Findings) {
	d := &document{file: file}
	var all []*Scenario
	for i, top := range d.documents(src) {
		s := &Scenario{File: file, Line: top.Line}
		d.scenario(top, s)
		if s.Name == "" {
			s.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
			if i > 0 {
				s.Name += fmt.Sprintf(" (%d)", i+1)
			}
		}
		all = append(all, s)
	}
	if len(d.findings) > 0 {
		return nil, d.findings.Sorted()
	}
	return all, nil
}

func (d *document) scenario(top *yaml.Node, s *Scenario) {
	fields := d.mapping(top, "", "a scenario: machine, steps, …",
		"scenario", "description", "machine", "vocabulary", "tick", "for", "begin", "activities", "steps", "transitions", "golden")
	for _, f := range fields {
		switch key := f.key.Value; key {
		case "scenario":
			s.Name = d.text(f.val, key, "its name")
		case "machine":
			s.Machine = d.text(f.val, key, "the path of a machine's file")
		case "vocabulary":
			s.Vocabulary = d.text(f.val, key, "loose or robot")
		case "tick":
			if s.Tick = d.duration(f.val, key); s.Tick == 0 {
				d.fault(f.val, key, "expected a time above 0")
			}
		case "for":
			s.For = d.duration(f.val, key)
		case "begin":
			s.Begin = d.snapshot(f.val, key)
		case "activities":
			s.Activities = d.activities(f.val, key)
		case "steps":
			s.Steps = d.steps(f.val, key)
		case "transitions":
			s.Transitions = d.transitions(f.val, key)
		case "golden":
			s.Golden = d.text(f.val, key, "the path of a trace file")
		}
	}
	if s.Machine == "" && top.Kind == yaml.MappingNode {
		d.fault(top, "machine", "missing; expected the path of a machine's file")
	}
	if n := len(s.Steps); s.For == 0 && n > 0 {
		s.For = s.Steps[n-1].At
	}
}

// snapshot reads where a machine stands.
func (d *document) snapshot(n *yaml.Node, key string) *trace.Snapshot {
	const expected = "a snapshot of the machine as JSON, which gonao hfsm scenario writes"
	var s trace.Snapshot
	if err := json.Unmarshal([]byte(d.text(n, key, expected)), &s); err != nil {
		d.fault(n, key, "%v; expected %s", err, expected)
		return nil
	}
	return &s
}

// activities reads how activities end.
func (d *document) activities(n *yaml.Node, key string) map[string]Ending {
	all := map[string]Ending{}
	for _, f := range d.mapping(n, key, "activities, such as {play: {ends: final, after: 2s}}") {
		at := join(key, f.key.Value)
		e := Ending{Status: hfsm.Final}
		for _, part := range d.mapping(f.val, at, "how it ends, such as {ends: final, after: 2s}", "ends", "after", "error") {
			switch at := join(at, part.key.Value); part.key.Value {
			case "ends":
				e.Status = d.status(part.val, at)
			case "after":
				e.After = d.duration(part.val, at)
			case "error":
				e.Error = d.text(part.val, at, "what the error says")
			}
		}
		all[f.key.Value] = e
	}
	return all
}

func (d *document) status(n *yaml.Node, key string) hfsm.Status {
	switch word := d.text(n, key, "final or failed"); word {
	case "final":
		return hfsm.Final
	case "failed":
		return hfsm.Failed
	case "":
	default:
		d.fault(n, key, "%q; expected final or failed", word)
	}
	return hfsm.Running
}

func (d *document) steps(n *yaml.Node, key string) []Step {
	var all []Step
	last := time.Duration(0)
	for i, item := range d.list(n, key, "a list of steps") {
		s := d.step(item, fmt.Sprintf("%s[%d]", key, i))
		if s.At < last {
			d.fault(item, join(s.Key, "at"), "%s is before the step before it; expected the order of their times", s.At)
		}
		last = s.At
		all = append(all, s)
	}
	return all
}

func (d *document) step(n *yaml.Node, key string) Step {
	s := Step{Line: n.Line, Key: key}
	timed := false
	for _, f := range d.mapping(n, key, "a step, such as {at: 1s, set: {x: 1}}", "at", "set", "event", "events", "end", "expect") {
		switch at := join(key, f.key.Value); f.key.Value {
		case "at":
			s.At, timed = d.duration(f.val, at), true
		case "set":
			s.Set = d.settings(f.val, at)
		case "event":
			s.Events = append(s.Events, d.event(f.val, at))
		case "events":
			for i, item := range d.list(f.val, at, "a list of events") {
				s.Events = append(s.Events, d.event(item, fmt.Sprintf("%s[%d]", at, i)))
			}
		case "end":
			s.End = map[string]hfsm.Status{}
			for _, e := range d.mapping(f.val, at, "activities, such as {play: final}") {
				s.End[e.key.Value] = d.status(e.val, join(at, e.key.Value))
			}
		case "expect":
			s.Expect = d.state(f.val, at)
		}
	}
	if !timed && n.Kind == yaml.MappingNode {
		d.fault(n, join(key, "at"), "missing; expected the time of the step")
	}
	return s
}

func (d *document) settings(n *yaml.Node, key string) []Setting {
	var all []Setting
	for _, f := range d.mapping(n, key, "names with values, such as {x: 1}") {
		at := join(key, f.key.Value)
		all = append(all, Setting{f.val.Line, at, f.key.Value, d.scalar(f.val, at)})
	}
	return all
}

func (d *document) event(n *yaml.Node, key string) hfsm.Event {
	const expected = "an event's name, or {name: kick, data: {power: 3}}"
	if n.Kind == yaml.ScalarNode {
		return hfsm.Event{Name: d.text(n, key, expected)}
	}
	var e hfsm.Event
	for _, f := range d.mapping(n, key, expected, "name", "data") {
		if at := join(key, f.key.Value); f.key.Value == "name" {
			e.Name = d.text(f.val, at, "its name")
		} else {
			e.Data = d.data(f.val, at, 0)
		}
	}
	if e.Name == "" && n.Kind == yaml.MappingNode {
		d.fault(n, join(key, "name"), "missing; expected the event's name")
	}
	return e
}

func (d *document) state(n *yaml.Node, key string) *State {
	s := &State{}
	for _, f := range d.mapping(n, key, "what is expected, such as {path: a/b}", "path", "in", "not_in", "values", "status") {
		switch at := join(key, f.key.Value); f.key.Value {
		case "path":
			path := f.val.Value
			if path != "" { // "" is where a machine is that has ended
				path = d.text(f.val, at, "a state's path")
			}
			s.Path = &path
		case "in":
			s.In = d.texts(f.val, at, "paths of states")
		case "not_in":
			s.NotIn = d.texts(f.val, at, "paths of states")
		case "values":
			s.Values = d.settings(f.val, at)
		case "status":
			s.Status = d.text(f.val, at, "running, final or failed")
			if s.Status != "" && !slices.Contains([]string{"running", "final", "failed"}, s.Status) {
				d.fault(f.val, at, "%q; expected running, final or failed", s.Status)
			}
		}
	}
	return s
}

func (d *document) transitions(n *yaml.Node, key string) []Expected {
	all := []Expected{}
	for i, item := range d.list(n, key, "a list of transitions") {
		e := Expected{Line: item.Line, Key: fmt.Sprintf("%s[%d]", key, i)}
		for _, f := range d.mapping(item, e.Key, "a transition, such as {at: 8s, to: green}", "at", "from", "to", "source", "target", "name") {
			at := join(e.Key, f.key.Value)
			if f.key.Value == "at" {
				t := d.duration(f.val, at)
				e.At = &t
				continue
			}
			word := f.val.Value
			if word != "" { // "" is where a machine comes from and goes to
				word = d.text(f.val, at, "a name")
			}
			switch f.key.Value {
			case "from":
				e.From = &word
			case "to":
				e.To = &word
			case "source":
				e.Source = &word
			case "target":
				e.Target = &word
			case "name":
				e.Name = &word
			}
		}
		all = append(all, e)
	}
	return all
}
