package scenario

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/internal/yamlread"
)

// maxBytes keeps a hostile file from costing much.
const maxBytes = 1 << 20

// Read reads the scenarios of a file, or returns everything that is wrong with it.
func Read(file string, src []byte) ([]*Scenario, hfsm.Findings) {
	if len(src) > maxBytes {
		return nil, hfsm.Findings{{File: file, Text: fmt.Sprintf("file of %d bytes; expected at most %d", len(src), maxBytes)}}
	}
	r := yamlread.New(file, src)
	if len(r.Tops)+len(r.Faults) == 0 {
		return nil, hfsm.Findings{{File: file, Text: "the file is empty; expected a scenario"}}
	}
	var all []*Scenario
	for i, top := range r.Tops {
		s := &Scenario{File: file}
		top.Into(s)
		if s.Name == "" {
			s.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
			if i > 0 {
				s.Name += fmt.Sprintf(" (%d)", i+1)
			}
		}
		if n := len(s.Steps); s.For == 0 && n > 0 {
			s.For = s.Steps[n-1].At
		}
		all = append(all, s)
	}
	var findings hfsm.Findings
	for _, f := range r.Faults {
		findings = append(findings, hfsm.Finding{File: f.File, Line: f.Line, Column: f.Column, Key: f.Key, Text: f.Text})
	}
	if len(findings) > 0 {
		return nil, findings.Sorted()
	}
	return all, nil
}

// Validate checks that the steps are in the order of their times.
func (s *Scenario) Validate() error {
	for i := 1; i < len(s.Steps); i++ {
		if at := s.Steps[i].At; at < s.Steps[i-1].At {
			return fmt.Errorf("steps[%d].at: %s is before the step before it; expected the order of their times", i, at)
		}
	}
	return nil
}

// begin is a snapshot as JSON.
type begin struct{ *hfsm.Snapshot }

// ReadYAML reads what gonao hfsm scenario writes.
func (b *begin) ReadYAML(n yamlread.Node) {
	text, _ := n.Text()
	if err := json.Unmarshal([]byte(text), &b.Snapshot); err != nil {
		n.Faultf("%v; expected a snapshot of the machine as JSON, which gonao hfsm scenario writes", err)
	}
}

// statuses are the words for how an activity ends.
var statuses = map[string]hfsm.Status{"final": hfsm.Final, "failed": hfsm.Failed}

// ReadYAML reads how an activity ends.
func (e *Ending) ReadYAML(n yamlread.Node) {
	file := struct {
		Ends  string        `yaml:"ends" enum:"final|failed"`
		After time.Duration `yaml:"after" min:"0" max:"999999"`
		Error string        `yaml:"error"`
	}{Ends: "final"}
	n.Into(&file)
	*e = Ending{statuses[file.Ends], file.After, file.Error}
}

// ReadYAML reads a step.
func (s *Step) ReadYAML(n yamlread.Node) {
	var file struct {
		At     time.Duration     `yaml:"at" min:"0" max:"999999" need:"the time of the step"`
		Set    []Setting         `yaml:"set"`
		Event  *event            `yaml:"event"`
		Events []event           `yaml:"events"`
		End    map[string]string `yaml:"end" enum:"final|failed"`
		Expect *State            `yaml:"expect"`
	}
	n.Into(&file)
	*s = Step{Line: n.Line(), Key: n.Key, At: file.At, Set: file.Set, Expect: file.Expect}
	if file.Event != nil {
		file.Events = append([]event{*file.Event}, file.Events...)
	}
	for _, e := range file.Events {
		s.Events = append(s.Events, hfsm.Event(e))
	}
	for name, word := range file.End {
		if s.End == nil {
			s.End = map[string]hfsm.Status{}
		}
		s.End[name] = statuses[word]
	}
}

// event is an event's name, or its name with data.
type event hfsm.Event

// ReadYAML reads both.
func (e *event) ReadYAML(n yamlread.Node) {
	if name, ok := n.Text(); ok {
		e.Name = name
		return
	}
	var file struct {
		Name string `yaml:"name" need:"the event's name"`
		Data any    `yaml:"data"`
	}
	n.Into(&file)
	*e = event{Name: file.Name, Data: file.Data}
}

// ReadYAML reads a single value.
func (s *Setting) ReadYAML(n yamlread.Node) {
	s.Line, s.Key = n.Line(), n.Key
	if n.IsMapping() || n.IsList() || n.IsNull() {
		n.Wrong("a value: true, 3, 0.5 or a text")
		return
	}
	s.Value = n.Value()
}

// Paths are paths of states: a list, or one alone.
type Paths []string

// ReadYAML reads both.
func (p *Paths) ReadYAML(n yamlread.Node) {
	if path, ok := n.Text(); ok {
		*p = Paths{path}
		return
	}
	n.Into((*[]string)(p))
}
