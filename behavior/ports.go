package behavior

import (
	"iter"
	"strings"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/nao"
	"gonao/robot/percepts"
)

// Inputs is the part of the robot that the brain reads.
type Inputs interface {
	// Image returns the newest image; ok is false before the first. Its blobs are
	// the caller's until the next call.
	Image() (image *percepts.Image, ok bool)
	// Body returns what the body reported last; ok is false before the first. It is valid until the next call.
	Body() (state *nao.State, ok bool)
	// Odometry returns where the robot has walked to; ok is false without odometry.
	Odometry() (at percepts.Odometry, ok bool)
	// Belief returns the robot's belief about the field; ok is false if no program reports it. It is valid until the next
	// call.
	Belief() (b *Belief, ok bool)
	// Fallen reports whether the robot falls, lies or gets up, as motion reports it.
	Fallen() bool
}

// Outputs is how the brain acts. The calls return at once.
type Outputs interface {
	// CommandHead commands the neck. Where the head looks only because the legs play, the command yields
	// to another machine's.
	CommandHead(c nao.HeadCommand, yields bool)
	// Walk commands a velocity; it holds for half a second.
	Walk(v Velocity)
	// Open returns the caller of a port: it sends goals to an action, requests to a service, messages to a topic.
	// feedback names the fields of the action's feedback that [Task.Feedback] returns. The brain opens ports when a
	// machine is loaded; an error refuses the machine. A missing server is not an error but an outcome of the task.
	Open(port Port, feedback []string) (Caller, error)
	// Subscribe returns the newest value of a field of a topic's messages. An error
	// refuses the machine.
	Subscribe(port Port, field string, t hfsm.Type) (Source, error)
}

// Port is an action, a service or a topic of another program.
type Port = vocabulary.Port

// Fields are the values of a goal, a request or a message of a port that a machine names itself.
type Fields struct {
	args   hfsm.Args
	nested string // argument that is the message
}

// All yields the paths of the fields, such as name, target.point.x or names[0], and their values, in no particular order.
func (f Fields) All() iter.Seq2[string, hfsm.Value] {
	return func(yield func(string, hfsm.Value) bool) {
		for name, v := range f.args {
			if path, ok := strings.CutPrefix(name, f.nested+"."); ok && !yield(path, v) {
				return
			}
		}
	}
}

// Caller calls a port.
type Caller interface {
	// Begin sends a goal, a request or a message: a pointer to a type of package goals, which stays the caller's
	// and does not change until the task has ended, or [Fields].
	Begin(goal any) Task
}

// Task is a goal, a request or a message on its way.
type Task interface {
	// Report returns how the task stands.
	Report() Report
	// Feedback returns the newest value of the ith field that Open was called with; ok
	// is false before the first.
	Feedback(i int) (v hfsm.Value, ok bool)
	// Cancel requests the end of the task, which Report returns once the robot is safe.
	// Canceling an ended task does nothing.
	Cancel()
}

// Report is how a task stands.
type Report struct {
	Status  hfsm.Status
	Outcome string // of an ended task: one of the action's outcomes
	Err     error  // why it failed; may be nil
}

// Ended is a [Task] that has ended already, such as one without a server.
type Ended Report

// Report returns how the task ended.
func (e Ended) Report() Report { return Report(e) }

// Feedback returns nothing.
func (Ended) Feedback(int) (hfsm.Value, bool) { return hfsm.Value{}, false }

// Cancel does nothing.
func (Ended) Cancel() {}

// Begin returns the task itself: an Ended is a [Caller] whose tasks all end with it.
func (e Ended) Begin(any) Task { return e }

// Source is the newest value of a field of a topic's messages.
type Source interface {
	// Value returns the newest value and the number of messages that have come.
	Value() (v hfsm.Value, count uint64)
}

// Types holds the definitions of messages, services and actions. Only programs with ROS have them.
type Types interface {
	// Known returns an error that names the type if there is no such type of this kind.
	Known(kind vocabulary.PortKind, typeName string) error
	// Field returns the type of a field of a message, of a service's request or of an action's goal. check returns what
	// was expected instead of a value, or ""; it may be nil.
	Field(kind vocabulary.PortKind, typeName, path string) (t hfsm.Type, check func(hfsm.Value) string, err error)
}
