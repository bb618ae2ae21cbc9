// Package embedded is the base of the packages that gonao hfsm generate writes: a machine whose files and activities are
// part of the program. See [gonao/hfsm/generate].
package embedded

import (
	"fmt"
	"io/fs"
	"sync"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Source is a machine as a generated package has it. Its machines share one model, which is made
// when the first of them is.
type Source struct {
	Files fs.FS  // the machine's YAML and that of the machines it calls
	Text  string // name of its own YAML in Files
	File  string // file that the machine was generated from, for messages
	// Called are the names in Files of the machines that it calls, by their names.
	Called map[string]string
	Hash   string // hash of the model when the package was generated, see [hfsm.Model.Hash]
	// Words holds the functions of the host that the machine calls with the inputs they read, the first values of inputs,
	// and the languages of its scripts.
	Words hfsm.Vocabulary

	once  sync.Once
	model *hfsm.Model
	err   error
}

// Model returns the model.
func (s *Source) Model() (*hfsm.Model, error) {
	s.once.Do(func() { s.model, s.err = s.load() })
	return s.model, s.err
}

// load compiles the machine and compares it with the hash, because the generated code names values and
// states by their numbers.
func (s *Source) load() (*hfsm.Model, error) {
	model, err := s.Compile()
	if err == nil && model.Hash() != s.Hash {
		return nil, fmt.Errorf("%s: this machine has changed since its package was generated: run gonao hfsm generate again", s.Text)
	}
	return model, err
}

// Compile compiles the machine, whatever its hash is.
func (s *Source) Compile() (*hfsm.Model, error) {
	text, err := fs.ReadFile(s.Files, s.Text)
	if err != nil {
		return nil, err
	}
	words := s.Words
	words.Loose, words.Machines = true, s.called
	return hfsm.Load(s.File, text, &words)
}

// called reads a machine that another one calls.
func (s *Source) called(name string) (*chart.Machine, error) {
	file, ok := s.Called[name]
	if !ok {
		return nil, fmt.Errorf("no machine %q in the package", name)
	}
	text, err := fs.ReadFile(s.Files, file)
	if err != nil {
		return nil, err
	}
	m, found := chart.ReadYAML(name+".yaml", text)
	if errs := found.Errors(); len(errs) > 0 {
		return nil, errs
	}
	return m, nil
}

// Machine is embedded in every generated machine.
type Machine struct {
	*hfsm.Machine
	// OnLog receives what the machine logs: nil, bool, int64, float64, string or a value of a script. It may be nil.
	OnLog func(label string, value any)
	// OnSend delivers events to others than the machine itself. Without it sending fails.
	OnSend func(to string, e hfsm.Event) error
}

// Open creates the machine. activity creates its activities; if it is nil, activities do nothing.
func (m *Machine) Open(s *Source, activity func(name string, args Args) (hfsm.Activity, error)) error {
	model, err := s.Model()
	if err != nil {
		return err
	}
	m.Machine, err = hfsm.New(model, host{m, activity})
	return err
}

// host connects a machine to its generated type.
type host struct {
	m        *Machine
	activity func(name string, args Args) (hfsm.Activity, error)
}

// Activity makes one use of an activity.
func (h host) Activity(_ *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	if h.activity == nil {
		return Nothing{}, nil
	}
	return h.activity(name, Args(args))
}

// Log hands a value to OnLog.
func (h host) Log(_ *hfsm.Machine, label string, value any) {
	if h.m.OnLog != nil {
		h.m.OnLog(label, value)
	}
}

// Send hands an event to OnSend.
func (h host) Send(m *hfsm.Machine, to string, e hfsm.Event) error {
	if h.m.OnSend == nil {
		return fmt.Errorf("machine %s: event %s to %q: nothing delivers it; expected OnSend to be set", m.Model().Name(), e.Name, to)
	}
	return h.m.OnSend(to, e)
}

// Args are the arguments of one use of an activity. They are evaluated before each Start.
type Args hfsm.Args

// Bool returns an argument of type bool, or missing if the file does not set it.
func (a Args) Bool(name string, missing bool) bool {
	if v, ok := a[name]; ok {
		return v.Bool
	}
	return missing
}

// Int returns an argument of type int, or missing if the file does not set it.
func (a Args) Int(name string, missing int64) int64 {
	if v, ok := a[name]; ok {
		return v.Int
	}
	return missing
}

// Float returns an argument of type float or int, or missing if the file does not set it.
func (a Args) Float(name string, missing float64) float64 {
	v, ok := a[name]
	switch {
	case !ok:
		return missing
	case v.Type == hfsm.Int:
		return float64(v.Int)
	}
	return v.Float
}

// Text returns an argument of type string, or missing if the file does not set it.
func (a Args) Text(name, missing string) string {
	if v, ok := a[name]; ok {
		return v.String
	}
	return missing
}

// Nothing is an activity that does nothing and never ends.
type Nothing struct{}

// Start is empty.
func (Nothing) Start(time.Duration, hfsm.Entry) {}

// Step returns Running.
func (Nothing) Step(time.Duration) (hfsm.Status, error) { return hfsm.Running, nil }

// Stop is empty.
func (Nothing) Stop(time.Duration) {}
