package behavior

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
)

// ErrNoStub is the error of a machine that calls a port without a server.
var ErrNoStub = errors.New("no ROS here; expected a stub for it")

// Stubs replace other programs in a process without ROS. A key consists of the kind and the name of a port: "action
// kick", "service simulator/reset", "topic chatter".
type Stubs struct {
	// Tasks holds, for each port, how its calls end and after which time.
	Tasks map[string]Stub
	// Values holds the values of topics, by "topic NAME FIELD".
	Values map[string]hfsm.Value
}

// Stub describes how the tasks of a stubbed port end.
type Stub struct {
	Outcome string // "" is succeeded
	After   time.Duration
	Error   string // "": it succeeds
}

// Open returns a caller of a stubbed port. now returns the time of the machine's clock.
func (s *Stubs) Open(port Port, now func() time.Duration) (Caller, error) {
	stub, ok := s.Tasks[key(port)]
	if !ok {
		return nil, fmt.Errorf("%w, %q", ErrNoStub, key(port))
	}
	return &stubbed{stub: stub, now: now}, nil
}

// Subscribe returns the constant value of a stubbed topic.
func (s *Stubs) Subscribe(port Port, field string, t hfsm.Type) (Source, error) {
	name := key(port) + " " + field
	v, ok := s.Values[name]
	switch {
	case !ok:
		return nil, fmt.Errorf("%w, %q", ErrNoStub, name)
	case v.Type != t:
		return nil, fmt.Errorf("stub %q: %s; expected a value of type %s", name, v.Text(), t)
	}
	return constant(v), nil
}

// key returns the key of a port in [Stubs].
func key(port Port) string { return port.Kind.String() + " " + port.Name }

// constant is a topic with one constant value.
type constant hfsm.Value

// Value returns the value.
func (c constant) Value() (hfsm.Value, uint64) { return hfsm.Value(c), 1 }

// stubbed is a stubbed port.
type stubbed struct {
	stub Stub
	now  func() time.Duration
}

// Begin begins a task that ends as described by the stub.
func (s *stubbed) Begin(any) Task { return &stubTask{stubbed: s, begun: s.now()} }

// stubTask is a task of a stubbed port.
type stubTask struct {
	*stubbed
	begun    time.Duration
	canceled bool
}

// Report returns the present status of the task.
func (t *stubTask) Report() Report {
	switch {
	case t.canceled:
		return Report{Status: hfsm.Failed, Outcome: vocabulary.Canceled}
	case t.now()-t.begun < t.stub.After:
		return Report{}
	case t.stub.Error != "":
		return Report{hfsm.Failed, cmp.Or(t.stub.Outcome, vocabulary.Failed), errors.New(t.stub.Error)}
	}
	return Report{hfsm.Final, cmp.Or(t.stub.Outcome, vocabulary.Succeeded), nil}
}

// Feedback returns nothing.
func (*stubTask) Feedback(int) (hfsm.Value, bool) { return hfsm.Value{}, false }

// Cancel ends the task.
func (t *stubTask) Cancel() { t.canceled = true }
