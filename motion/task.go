package motion

import "time"

// Task names something that was asked of the body: a walk to a place, a kick, a
// get-up, a posture, a look at a point.
type Task struct{ serial uint64 }

// Report is how a task stands.
type Report struct {
	Outcome  Outcome
	Err      error    // why it was not done; nil under way, and after Finished
	Share    float64  // 0 to 1
	Left     Odometry // what a walk has left to go, seen from the robot
	Hit      bool     // a kick's moment of contact is passed
	Foot     Foot     // that kicks
	Attempts int      // of a get-up
	ErrorRad float64  // between the optical axis and the point that is looked at
}

// taskKind is what was asked for.
type taskKind uint8

const (
	noTask taskKind = iota
	walkTask
	kickTask
	getUpTask
	postureTask
	lookTask
)

// name is how a kind is called in errors.
func (k taskKind) name() string {
	return [...]string{"nothing", "walk_to", "kick", "get_up", "set_posture", "look_at"}[k]
}

// keptTasks is how many tasks can be asked for at once, ended ones among them.
const keptTasks = 16

// task is the book-keeping of one task.
type task struct {
	serial uint64
	kind   taskKind
	report Report
}

// begin writes a task down; it is the legs' or the head's from now on.
func (m *Motion) beginTask(kind taskKind) Task {
	m.taskSerial++
	*m.taskAt(m.taskSerial) = task{serial: m.taskSerial, kind: kind, report: Report{Outcome: Playing}}
	if kind == lookTask {
		m.headTask = m.taskSerial
	} else {
		m.legsTask = m.taskSerial
	}
	m.changes++
	return Task{m.taskSerial}
}

func (m *Motion) taskAt(serial uint64) *task { return &m.tasks[serial%keptTasks] }

// legs gives the legs' task, or one of no kind.
func (m *Motion) legs() *task {
	if t := m.taskAt(m.legsTask); m.legsTask != 0 && t.serial == m.legsTask {
		return t
	}
	return &m.idle
}

// under tells whether the legs are under a task of this kind.
func (m *Motion) under(kind taskKind) bool { return m.legs().kind == kind }

// endTask ends the legs' task, if there is one.
func (m *Motion) endTask(outcome Outcome, why error) {
	t := m.legs()
	if t.kind == noTask {
		return
	}
	t.report.Outcome, t.report.Err = outcome, why
	if outcome == Finished {
		t.report.Share = 1
	}
	m.legsTask = 0
	m.changes++
}

// endLook ends the head's task, if there is one.
func (m *Motion) endLook(outcome Outcome, why error) {
	if m.headTask == 0 {
		return
	}
	t := m.taskAt(m.headTask)
	t.report.Outcome, t.report.Err = outcome, why
	m.headTask = 0
	m.changes++
}

// Report tells how a task stands. The end of one of the last sixteen can be asked for.
func (m *Motion) Report(t Task) Report {
	at := m.taskAt(t.serial)
	if t.serial == 0 || at.serial != t.serial {
		return Report{Outcome: Gone}
	}
	return at.report
}

// seconds of a duration on the body's clock.
func (m *Motion) sinceSec(t time.Duration) float64 { return (m.now - t).Seconds() }
