package motion

import (
	"errors"
	"fmt"

	"gonao/nao"
)

// Reasons why the legs or the head do not do what is requested.
var (
	ErrNotReady    = errors.New("the robot does not stand yet")
	ErrFallen      = errors.New("the robot has fallen")
	ErrGyroscope   = errors.New("the gyroscope has failed")
	errSlow        = errors.New("most of the body's states are missed: the computer is too busy to walk")
	ErrNotStanding = errors.New("the robot does not stand")
	ErrUnsupported = errors.New("this body cannot do that")
	ErrBadGoal     = errors.New("no such goal")
	ErrUnreachable = errors.New("out of reach")
	errBlocked     = errors.New("no nearer for some seconds")
	errGaveUp      = errors.New("tried as often as it may")
	errPreempted   = errors.New("something else was asked for")
	errRestarted   = errors.New("the robot began anew")
	errCanceled    = errors.New("canceled")
)

// Task identifies something that the body was requested to do: a walk to a place, a kick, a get-up, a
// posture, a look at a point.
type Task struct{ Serial uint64 }

// Report is how a task stands.
type Report struct {
	Outcome  Outcome
	Err      error    // why it was not done; nil under way, and after Finished
	Share    float64  // 0 to 1
	Left     Odometry // remaining way of a walk, relative to the robot
	Hit      bool     // a kick's moment of contact has passed
	Foot     Foot     // the kicking foot
	Save     SaveKind // the save being made
	Attempts int      // attempts of a get-up
	ErrorRad float64  // between the optical axis and the point that is looked at
}

// taskKind is the kind of a request.
type taskKind uint8

const (
	noTask taskKind = iota
	walkTask
	kickTask
	walkKickTask // a kick out of the walk
	getUpTask
	postureTask
	saveTask
	lookTask
)

// name is how a kind is called in errors.
func (k taskKind) name() string {
	return [...]string{"nothing", "walk_to", "kick", "kick", "get_up", "set_posture", "save", "look_at"}[k]
}

// keptTasks is how many tasks are remembered, ended ones among them.
const keptTasks = 16

// task is one task with its state.
type task struct {
	serial uint64
	kind   taskKind
	report Report
}

// tasks holds the last tasks, and which of them the legs and the head are about.
type tasks struct {
	kept       [keptTasks]task
	serial     uint64 // of the last task
	legsSerial uint64 // of the task under way; 0: none
	headSerial uint64
	none       task // a task of no kind
	changes    uint64
}

// begin adds a task; the legs or the head are about it from now on.
func (t *tasks) begin(kind taskKind) Task {
	t.serial++
	*t.at(t.serial) = task{serial: t.serial, kind: kind, report: Report{Outcome: Playing}}
	if kind == lookTask {
		t.headSerial = t.serial
	} else {
		t.legsSerial = t.serial
	}
	t.changes++
	return Task{t.serial}
}

func (t *tasks) at(serial uint64) *task { return &t.kept[serial%keptTasks] }

// find returns a task that is still remembered.
func (t *tasks) find(id Task) (*task, bool) {
	at := t.at(id.Serial)
	return at, id.Serial != 0 && at.serial == id.Serial
}

// legs returns the legs' task, or one of no kind.
func (t *tasks) legs() *task {
	if at := t.at(t.legsSerial); t.legsSerial != 0 && at.serial == t.legsSerial {
		return at
	}
	return &t.none
}

// head returns the head's task; it must have one.
func (t *tasks) head() *task { return t.at(t.headSerial) }

// under reports whether the legs are about a task of this kind.
func (t *tasks) under(kind taskKind) bool { return t.legs().kind == kind }

// endLegs ends the legs' task, if there is one.
func (t *tasks) endLegs(outcome Outcome, why error) {
	at := t.legs()
	if at.kind == noTask {
		return
	}
	at.report.Outcome, at.report.Err = outcome, why
	if outcome == Finished {
		at.report.Share = 1
	}
	t.legsSerial = 0
	t.changes++
}

// endHead ends the head's task, if there is one.
func (t *tasks) endHead(outcome Outcome, why error) {
	if t.headSerial == 0 {
		return
	}
	at := t.head()
	at.report.Outcome, at.report.Err = outcome, why
	t.headSerial = 0
	t.changes++
}

// giveWay ends the legs' task for one of another kind, or returns why not: a walk to a place yields to every task, the
// other tasks to none.
func (t *tasks) giveWay(kind taskKind) error {
	switch at := t.legs(); at.kind {
	case noTask:
		return nil
	case walkTask:
		t.endLegs(Preempted, fmt.Errorf("walk_to: %w: %s", errPreempted, kind.name()))
		return nil
	default:
		return &TakenError{Joint: nao.LHipYawPitch, Owner: "the " + at.kind.name()}
	}
}

// report returns how a task stands.
func (t *tasks) report(id Task) Report {
	at, ok := t.find(id)
	if !ok {
		return Report{Outcome: Gone}
	}
	return at.report
}
