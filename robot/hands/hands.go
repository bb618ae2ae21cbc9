// Package hands carries out the goals of a robot's machines in one process: it begins them by a [mover.Mover], follows
// them, and reports them to the machines. [mover.Begin] lists the actions of a body.
package hands

import (
	"errors"
	"fmt"
	"slices"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/robot/goals"
	"gonao/robot/mover"
	"gonao/robot/planning"
)

// errNotLocalized is the error of go_to when the robot's place was not known for long.
var errNotLocalized = fmt.Errorf("the robot's place has been unknown for %v", planning.DefaultPatience().Located)

// Hands holds the goals that have not ended. The zero value begins goals when [Hands.Pending] is read; one goroutine at a time may use it.
type Hands struct {
	// Body, if not nil, begins goals at once.
	Body mover.Mover
	// GoTo begins a goal on the field; nil: it is unsupported.
	GoTo func(*goals.GoTo) (Running, error)
	// OnPosition is called when a motion of joints has reached one more of its positions; may be nil.
	OnPosition func()

	tasks []*task
}

// Running is a goal under way.
type Running interface {
	// Follow returns how it stands, and whether the robot is safe.
	Follow(m mover.Mover) (outcome motion.Outcome, safe bool, why error)
	Cancel(m mover.Mover)
	// Value returns a field of the action's feedback.
	Value(field string) (hfsm.Value, bool)
}

// Open returns the caller of an action.
func (h *Hands) Open(action string, feedback []string) behavior.Caller {
	return &caller{hands: h, action: goals.Find(action), feedback: feedback}
}

// caller is an action as one use of it begins goals.
type caller struct {
	hands    *Hands
	action   *goals.Action
	feedback []string
	last     task // kept so that another goal does not allocate
}

// Begin begins a goal; a refused goal has failed.
func (c *caller) Begin(goal any) behavior.Task {
	h, t := c.hands, &c.last
	if t.running() {
		t = new(task) // the state was left without waiting for the end
	}
	*t = task{goal: goal, action: c.action, feedback: c.feedback, body: h.Body, onPosition: h.OnPosition}
	if !slices.Contains(h.tasks, t) {
		h.tasks = append(h.tasks, t)
	}
	if g, ok := goal.(*goals.GoTo); ok && h.GoTo != nil {
		t.begin(h.GoTo(g))
	} else if h.Body != nil {
		run, err := mover.Begin(h.Body, goal)
		t.begun(run, err)
	}
	return t
}

// Pending appends the goals that are to be begun now.
func (h *Hands) Pending(to []any) []any {
	for _, t := range h.tasks {
		if t.running() && t.run == nil {
			to = append(to, t.goal)
		}
	}
	return to
}

// Begun passes the body's answer to one of the pending goals.
func (h *Hands) Begun(goal any, run mover.Run, err error) {
	for _, t := range h.tasks {
		if t.goal == goal && t.running() && t.run == nil {
			t.begun(run, err)
			t.fresh = true
		}
	}
}

// Follow updates the goals after the body was stepped or given requests. A pending goal that was not begun was dropped
// for another one.
func (h *Hands) Follow(m mover.Mover) {
	kept := h.tasks[:0]
	for _, t := range h.tasks {
		t.follow(m)
		if t.running() {
			kept = append(kept, t)
		}
	}
	h.tasks = kept
}

// task is a goal that a machine has begun.
type task struct {
	goal       any
	action     *goals.Action // nil: it has no outcomes of its own
	feedback   []string
	body       mover.Mover // as in Hands
	onPosition func()

	run    Running // nil: it is pending
	own    onBody
	fresh  bool // begun by Begun since the last Follow
	left   bool // its state
	told   bool // the cancel was passed on
	report behavior.Report
}

func (t *task) running() bool { return t.goal != nil && t.report.Status == hfsm.Running }

// begun sets the body's answer to the goal.
func (t *task) begun(run mover.Run, err error) {
	t.own = onBody{run: run, onPosition: t.onPosition}
	t.begin(&t.own, err)
}

// begin sets the running goal.
func (t *task) begin(r Running, err error) {
	if err != nil {
		t.fail(motion.Gone, err)
		return
	}
	t.run = r
}

// fail ends the task.
func (t *task) fail(outcome motion.Outcome, why error) {
	t.report = behavior.Report{Status: hfsm.Failed, Outcome: t.word(outcome, why), Err: why}
}

// word returns the word of the table of actions for how something ended.
func (t *task) word(outcome motion.Outcome, why error) string {
	if errors.Is(why, errNotLocalized) {
		return "not_localized"
	}
	word := mover.Word(outcome, why)
	if word == vocabulary.Unsupported || t.action == nil {
		return word
	}
	return t.action.Word(word)
}

// follow reads how the goal stands.
func (t *task) follow(m mover.Mover) {
	switch {
	case !t.running():
		return
	case t.run == nil:
		t.fail(motion.Preempted, nil)
		return
	case t.fresh:
		t.fresh = false
		return
	case t.left && !t.told:
		t.told = true
		t.run.Cancel(m)
	}
	switch outcome, safe, why := t.run.Follow(m); {
	case outcome == motion.Playing, t.left && !safe:
	case outcome == motion.Finished:
		t.report = behavior.Report{Status: hfsm.Final, Outcome: vocabulary.Succeeded}
	default:
		t.fail(outcome, why)
	}
}

// Report returns how the goal stands.
func (t *task) Report() behavior.Report { return t.report }

// Feedback returns a field of the feedback.
func (t *task) Feedback(i int) (hfsm.Value, bool) {
	if t.run == nil {
		return hfsm.Value{}, false
	}
	return t.run.Value(t.feedback[i])
}

// Cancel ends the goal, at once or as soon as the robot is safe.
func (t *task) Cancel() {
	switch {
	case !t.running():
	case t.run == nil:
		t.report = behavior.Report{Status: hfsm.Failed, Outcome: vocabulary.Canceled}
	default:
		t.left = true
		if t.body != nil {
			t.told = true
			t.run.Cancel(t.body)
		}
	}
}

// onBody is a goal that a body has begun.
type onBody struct {
	run        mover.Run
	at         mover.Status
	reached    int // positions that onPosition was called for
	onPosition func()
}

func (b *onBody) Follow(m mover.Mover) (motion.Outcome, bool, error) {
	b.at = b.run.Status(m)
	for ; b.reached < b.at.Progress.Reached; b.reached++ {
		if b.onPosition != nil {
			b.onPosition()
		}
	}
	return b.at.Outcome, b.run.Safe(m), b.at.Err
}

func (b *onBody) Cancel(m mover.Mover) { b.run.Cancel(m) }

func (b *onBody) Value(field string) (hfsm.Value, bool) {
	switch field {
	case "positions_reached":
		return hfsm.IntValue(int64(b.reached)), true
	case "progress":
		return hfsm.FloatValue(b.at.Share), true
	case "hit":
		return hfsm.BoolValue(b.at.Hit), true
	case "attempt":
		return hfsm.IntValue(int64(b.at.Attempts)), true
	case "error":
		return hfsm.FloatValue(b.at.ErrorRad), true
	}
	return hfsm.Value{}, false
}
