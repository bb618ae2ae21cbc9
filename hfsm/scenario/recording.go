package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/trace"
)

// Recording is a run, or a part of one, that becomes a scenario.
type Recording struct {
	Name       string
	Machine    string // path of its file, relative to the scenario
	Vocabulary string
	Model      *hfsm.Model
	Begin      *hfsm.Snapshot // first state of the machine; nil: the lines begin with its first entry
	Lines      []trace.Line   // of one epoch, from that state on
	To         time.Duration  // end, since the machine's first entry; 0: the last line
}

// ErrOtherModel is the error of a run in which the machine became another one.
var ErrOtherModel = errors.New("the machine was reloaded in this time: expected a part of the run before or after that")

// Write returns a scenario file with the inputs and events of the run, which expects the transitions of the run. It runs
// the scenario first: if the result differs from the run, it returns an error that says where.
func (r *Recording) Write() (string, error) {
	var last error
	for _, how := range []writing{{}, {samples: true}, {samples: true, untimed: true}} {
		text, err := r.text(how)
		if err != nil {
			return "", err
		}
		if last = r.passes(text); last == nil {
			return text, nil
		}
	}
	return "", fmt.Errorf("the run cannot be repeated as a scenario: %w", last)
}

// passes runs a scenario.
func (r *Recording) passes(text string) error {
	all, findings := Read(r.Name, []byte(text))
	if len(findings) > 0 {
		return findings
	}
	result, err := all[0].Run(r.Model, Options{})
	if err == nil && len(result.Faults) > 0 {
		err = result.Faults
	}
	return err
}

// writing selects which parts of a run are written.
type writing struct {
	samples bool // inputs that changed in ticks without other events
	untimed bool // without the times of transitions
}

// recorded is a scenario that is being made of a run.
type recorded struct {
	*Recording
	how    writing
	period time.Duration
	base   time.Duration // machine's time at which the scenario begins
	steps  []*recordedStep
	taken  []*yaml.Node
	ends   map[string][]ended
	since  map[string]time.Duration // time of each state's entry
	now    time.Duration            // time of the present tick
	tick   uint64                   // its number
}

// ended is how a use of an activity ended.
type ended struct {
	status hfsm.Status
	at     time.Duration
	atOnce bool // in the tick in which its state was entered
}

// recordedStep is a step at a time.
type recordedStep struct {
	at     time.Duration
	set    map[string]hfsm.Value
	order  []string
	events []hfsm.Event
	ends   map[string]hfsm.Status
}

func (r *Recording) text(how writing) (string, error) {
	c := &recorded{Recording: r, how: how, period: r.Model.Period(), ends: map[string][]ended{}, since: map[string]time.Duration{}}
	if r.Begin != nil {
		c.base = c.grid(time.Duration(r.Begin.Now))
		c.now = time.Duration(r.Begin.Now)
	}
	for i := range r.Lines {
		if err := c.line(&r.Lines[i]); err != nil {
			return "", err
		}
	}
	return c.write()
}

// grid returns the time of the machine's grid at or before a time.
func (c *recorded) grid(t time.Duration) time.Duration { return t - t%c.period }

// step returns the step of the tick under way.
func (c *recorded) step() *recordedStep {
	at := max(c.grid(c.now)-c.base, 0)
	if n := len(c.steps); n > 0 && c.steps[n-1].at >= at {
		return c.steps[n-1]
	}
	s := &recordedStep{at: at, set: map[string]hfsm.Value{}, ends: map[string]hfsm.Status{}}
	c.steps = append(c.steps, s)
	return s
}

// line adds a line of the trace.
func (c *recorded) line(l *trace.Line) error {
	switch l.Kind { //nolint:exhaustive // the others come of these
	case hfsm.RecordTick:
		c.now, c.tick = l.Time, l.Tick
	case hfsm.RecordInput:
		c.input(l)
	case hfsm.RecordSeen:
		if c.how.samples {
			c.now = l.Last
			c.input(l)
		}
	case hfsm.RecordEvent:
		if l.Origin == 0 {
			c.between(l)
			s := c.step()
			s.events = append(s.events, hfsm.Event{Name: l.Name, Data: l.Data})
		}
	case hfsm.RecordActivity:
		c.ends[l.Name] = append(c.ends[l.Name], ended{l.Status, c.now, c.since[l.Path] == c.now})
		c.step().ends[l.Name] = l.Status
	case hfsm.RecordStart, hfsm.RecordTransition:
		c.since[l.Target], c.since[l.To] = c.now, c.now
		for path := l.To; path != ""; path = path[:max(strings.LastIndexByte(path, '/'), 0)] {
			if !strings.HasPrefix(l.From+"/", path+"/") {
				c.since[path] = c.now
			}
		}
		c.transition(l)
	case hfsm.RecordSet:
		return c.byHand(l)
	case hfsm.RecordReload:
		return ErrOtherModel
	case hfsm.RecordLost:
		return errors.New("records are missing in this time: expected another part of the run")
	}
	return nil
}

func (c *recorded) input(l *trace.Line) {
	s := c.step()
	if _, there := s.set[l.Name]; !there {
		s.order = append(s.order, l.Name)
	}
	s.set[l.Name] = l.Value
}

// byHand adds a value that a client set.
func (c *recorded) byHand(l *trace.Line) error {
	slot, ok := c.Model.Slot(l.Name)
	if !ok || c.Model.Slots()[slot].Role != hfsm.InputRole {
		return fmt.Errorf("%s was set by hand at %s: a scenario can set inputs only, expected another part of the run", l.Name, l.Last)
	}
	c.between(l)
	c.input(l)
	return nil
}

// between advances to the tick after a line from between two ticks: it is the tick that notices the line.
func (c *recorded) between(l *trace.Line) {
	if l.Tick > c.tick && l.Call == 0 {
		c.now, c.tick = c.grid(l.Last)+c.period, l.Tick
	}
}

// transition adds an expected transition.
func (c *recorded) transition(l *trace.Line) {
	n := mappingNode()
	if !c.how.untimed {
		add(n, "at", textNode((l.At - c.base).String()))
	}
	if l.From != "" {
		add(n, "from", textNode(l.From))
	}
	add(n, "to", textNode(l.To))
	if l.Source != "" {
		add(n, "source", textNode(l.Source))
	}
	if l.Name != "" {
		add(n, "name", textNode(l.Name))
	}
	c.taken = append(c.taken, n)
}

// write returns the file.
func (c *recorded) write() (string, error) {
	top := &yaml.Node{Kind: yaml.MappingNode}
	add(top, "scenario", textNode(c.Name))
	add(top, "machine", textNode(c.Machine))
	if c.Vocabulary != "" {
		add(top, "vocabulary", textNode(c.Vocabulary))
	}
	if c.Begin != nil {
		text, err := json.Marshal(c.Begin)
		if err != nil {
			return "", fmt.Errorf("scenario: %w", err)
		}
		add(top, "begin", textNode(string(text)))
	}
	end := c.now
	if c.To > 0 {
		end = c.To
	}
	add(top, "for", textNode(max(c.grid(end)-c.base, 0).String()))
	c.writeActivities(top)
	if list := c.writeSteps(); len(list.Content) > 0 {
		add(top, "steps", list)
	}
	add(top, "transitions", &yaml.Node{Kind: yaml.SequenceNode, Content: c.taken})
	out, err := yaml.Marshal(top)
	if err != nil {
		return "", fmt.Errorf("scenario: %w", err)
	}
	return string(out), nil
}

// atOnce reports whether every use of an activity ended in the tick in which it began, and in the same way.
func (c *recorded) atOnce(name string) bool {
	all := c.ends[name]
	return !slices.ContainsFunc(all, func(e ended) bool { return !e.atOnce || e.status != all[0].status })
}

// writeActivities adds how activities end that always end alike, and at once.
func (c *recorded) writeActivities(top *yaml.Node) {
	all := &yaml.Node{Kind: yaml.MappingNode}
	for _, name := range slices.Sorted(maps.Keys(c.ends)) {
		if !c.atOnce(name) {
			continue
		}
		how := mappingNode()
		add(how, "ends", textNode(c.ends[name][0].status.String()))
		add(all, name, how)
	}
	for _, u := range c.Model.ExternalUses() { // activities that did not end in the run end after it
		key := stubKey(u.Name, u.Args)
		if len(c.ends[u.Name]) == 0 && !slices.ContainsFunc(all.Content, func(n *yaml.Node) bool { return n.Value == key }) {
			how := mappingNode()
			add(how, "ends", textNode(hfsm.Final.String()))
			add(how, "after", textNode((1000 * time.Hour).String()))
			add(all, key, how)
		}
	}
	if len(all.Content) > 0 {
		add(top, "activities", all)
	}
}

func (c *recorded) writeSteps() *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, s := range c.steps {
		n := mappingNode()
		add(n, "at", textNode(s.at.String()))
		if len(s.order) > 0 {
			set := mappingNode()
			for _, name := range s.order {
				add(set, name, valueNode(s.set[name]))
			}
			add(n, "set", set)
		}
		if len(s.events) > 0 {
			events := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
			for _, e := range s.events {
				one := mappingNode()
				add(one, "name", textNode(e.Name))
				if e.Data != nil {
					data := &yaml.Node{}
					if data.Encode(e.Data) == nil {
						data.Style = yaml.FlowStyle
						add(one, "data", data)
					}
				}
				events.Content = append(events.Content, one)
			}
			add(n, "events", events)
		}
		end := mappingNode()
		for _, name := range slices.Sorted(maps.Keys(s.ends)) {
			if !c.atOnce(name) {
				add(end, name, textNode(s.ends[name].String()))
			}
		}
		if len(end.Content) > 0 {
			add(n, "end", end)
		}
		if len(n.Content) > 2 {
			list.Content = append(list.Content, n)
		}
	}
	return list
}

// mappingNode returns a mapping in one line.
func mappingNode() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle} }

func add(n *yaml.Node, key string, value *yaml.Node) {
	n.Content = append(n.Content, textNode(key), value)
}

func textNode(text string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(text)
	return n
}

// valueNode returns a value as a scenario has it.
func valueNode(v chart.Value) *yaml.Node {
	scalar := func(tag, text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: text} }
	switch v.Type { //nolint:exhaustive // texts are below
	case hfsm.Bool:
		return scalar("!!bool", strconv.FormatBool(v.Bool))
	case hfsm.Int:
		return scalar("!!int", strconv.FormatInt(v.Int, 10))
	case hfsm.Float:
		if math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
			return textNode(strings.TrimPrefix(strconv.FormatFloat(v.Float, 'g', -1, 64), "+"))
		}
		text := strconv.FormatFloat(v.Float, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return scalar("!!float", text)
	}
	n := textNode(v.String)
	n.Style = yaml.DoubleQuotedStyle
	return n
}
