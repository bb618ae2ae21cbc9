package hfsm

import (
	"fmt"
	"math"
	"time"
)

// Machine is one running machine: the mutable part of a [Model]. It is not safe
// for use by several goroutines at once; different machines are independent.
type Machine struct {
	// OnTransition, when set, is called at every transition, the first entry
	// among them, before the tick that took it returns.
	OnTransition func(Transition)

	model      *Model
	host       Host
	clock      clock
	values     values
	tree       tree
	activities activities
	events     eventQueue
	scripts    scripts
	profile    profile // robot or scxml
	robot      robot
	scxml      scxmlProfile
	turn       turn
	trace      recorder
	status     Status
	cause      error
}

// clock holds a machine's time. All times in a machine are since its first entry, except start and now, which are on the
// caller's clock: to stop its time for a while, or to jump to what is due, is to move start. Before the first entry, the
// times at which the host has set inputs, or wants events to come, are on the caller's clock; enter converts them.
type clock struct {
	started bool
	start   time.Duration // time of the first entry
	now     time.Duration // time of the last tick
	at      time.Duration // grid time the machine stands at
	wake    time.Duration // no automaton is due before; 0: not known
	epoch   uint32        // counts the restarts
	tick    uint64        // counts the calls of Tick in this epoch
}

// tree is which states are active, in both profiles.
type tree struct {
	on       []bool // by state
	autos    []automatonState
	standing bool // nothing was entered or left since the last transition
	stands   int  // leaf after the last transition, when standing
}

// scripts are the sessions of the charts in a language.
type scripts struct {
	some     bool      // there is a session
	sessions []Session // by frame; nil for a frame without scripts
	here     here      // the state whose text runs
	problem  error     // error of the guard's piece that was last evaluated
}

// turn is the state of the present tick: what it may still do.
//
// An automaton that wants a transition when none is left sets blocked and does not take it. There are two reasons. If the
// budget is empty, the machine has reached its limit: instant returns a LoopError, and the next grid time begins with a new
// budget. If the tick has had its most, the tick is cut: it ends before that transition, and the next one does the rest. The
// most is a debugger's limit, or what has been taken so far, once a debugger wants it (watch) or the machine was stopped or
// reset from within (after). A tick in which no further transition is wanted ends like any other.
type turn struct {
	until   time.Duration      // time of the tick, since the first entry
	budget  int                // transitions that may still be taken for this event, or at this grid time
	taken   int                // transitions of this tick
	most    int                // transitions that this tick may have
	limit   int                // a debugger's, of each tick
	blocked bool               // a transition was not taken
	watch   func(*Record) bool // a debugger's; is called at each transition, true ends the tick before the next
	after   afterwards         // action at the end of the tick
	ending  bool               // the machine is being stopped
}

// Never is the stamp of an input that has not been set.
const Never = never

// never is the stamp of an input that has not been set, forever a time that does not come.
const (
	never   = time.Duration(-1 << 63)
	forever = time.Duration(1<<63 - 1)
)

// automatonState is the mutable part of an automaton.
type automatonState struct {
	active  int           // present state, or the last one before it was left; none before the first entry
	live    bool          // the automaton itself is active
	entered time.Duration // grid time at which active was entered, minus the time a ghost had spent
	spent   time.Duration // time in active when it was left
	left    bool          // spent is set
	next    time.Duration // grid time of the next tick
	step    time.Duration // period of its grid, when next is one of its times; otherwise 0, also for a period that is not whole
	last    time.Duration // time of its last tick
	ended   Status        // Final or Failed after it took that exit
	over    bool          // active was left by a transition of its own: nothing in it is resumed
	seen    uint64        // the next event that it looks at
	waiting *transition   // decided; waits until the activities of the states it leaves have stopped
	from    int           // leaf when it was decided
	event   Event         // the event that it consumed
	fault   error         // error with which it is about to fail
	settled uint64        // version of the values at which all guards of its state were false, if they read nothing else; 0: none
	rests   bool          // when settled: a tick has nothing else to do
}

// New returns a machine. host creates its activities; if it is nil, they do nothing. The machine enters its initial state
// at the first Tick.
func New(model *Model, host Host) (*Machine, error) {
	m := newMachine(model, host)
	m.profile.open(m)
	if err := m.scripts.open(m); err != nil {
		return nil, err
	}
	m.clear()
	m.trace.begin(m)
	for i, u := range model.uses {
		if err := m.activities.bind(m, i, u); err != nil {
			return nil, fmt.Errorf("machine %s: %s: %w", model.name, u.key, err)
		}
	}
	return m, nil
}

// newMachine makes the parts of a machine.
func newMachine(model *Model, host Host) *Machine {
	m := &Machine{
		model:      model,
		host:       host,
		values:     newValues(len(model.first)),
		tree:       tree{on: make([]bool, len(model.states)), autos: make([]automatonState, len(model.automata))},
		activities: newActivities(len(model.uses)),
		robot:      robot{acted: make([]time.Duration, model.acts)},
		scripts:    scripts{sessions: make([]Session, len(model.frames))},
		turn:       turn{limit: unlimited},
		trace:      recorder{inputs: newInputLog(len(model.first))},
	}
	m.profile = &m.robot
	if model.scxml != nil {
		m.profile = &m.scxml
	}
	return m
}

// open opens the sessions of the charts that have scripts.
func (s *scripts) open(m *Machine) error {
	for i, f := range m.model.frames {
		if f.unit == nil {
			continue
		}
		session, err := f.unit.Open(&Scope{Machine: m, Path: f.path, names: f.names})
		if err != nil {
			m.Close()
			return fmt.Errorf("machine %s: %w", m.model.name, err)
		}
		s.sessions[i], s.some = session, true
	}
	return nil
}

// Close ends the sessions of a machine that is no longer needed. Its activities
// are stopped by [Machine.Stop].
func (m *Machine) Close() {
	for i, s := range m.scripts.sessions {
		if s != nil {
			s.Close()
			m.scripts.sessions[i] = nil
		}
	}
}

// clear brings the machine to where it stands before the first entry.
func (m *Machine) clear() {
	copy(m.values.of, m.model.first)
	m.values.changed()
	clear(m.tree.on)
	clear(m.activities.runs)
	clear(m.values.fresh)
	m.values.touched = m.values.touched[:0]
	for i := range m.values.stamps {
		m.values.stamps[i] = never
	}
	for i := range m.tree.autos {
		m.tree.autos[i] = automatonState{active: none}
	}
	m.events.reset()
	m.profile.clear(m)
	m.clock.started, m.tree.standing, m.status, m.cause, m.scripts.problem = false, false, Running, nil, nil
	m.clock.at, m.clock.wake, m.clock.tick = 0, 0, 0
}

// LoopError is the error of a machine that took too many transitions in one tick.
type LoopError struct {
	Machine string
	Path    string // its present state
	Limit   int    // transitions a tick may have
}

func (e *LoopError) Error() string {
	return fmt.Sprintf("machine %s: %d transitions in one tick, now in %q; expected a state that waits", e.Machine, e.Limit, e.Path)
}

// Tick brings the machine to now, on the caller's clock: in the order of time, each automaton tries its transitions at
// each of its grid times up to now, and steps the activities of its state at the last of them. The first Tick enters the
// machine. Earlier times than the last one are ignored; see Reset. The error is the first [LoopError], after which the
// machine continues at its next grid time, or reports a jump of the clock over more than a million grid times: the
// machine's time skips the rest of the jump.
func (m *Machine) Tick(now time.Duration) error {
	if m.trace.ticking {
		return fmt.Errorf("machine %s: a tick within a tick; expected one after the other", m.model.name)
	}
	if m.clock.started && (m.status != Running || now < m.clock.now) {
		return nil
	}
	if m.clock.started && now-m.clock.start < m.clock.wake && len(m.events.delayed) == 0 {
		m.turn.rest(m, now)
		return nil
	}
	m.trace.enterTick(m)
	m.clock.now, m.turn.blocked, m.turn.most, m.turn.taken, m.activities.calls = now, false, m.turn.limit, 0, 0
	m.clock.tick++
	m.events.posted = 0
	if len(m.values.touched) > 0 {
		m.values.stamp(m)
	}
	err := m.profile.advance(m)
	m.trace.exitTick(m)
	if m.turn.after != nothing {
		m.turn.finish(m)
	}
	return err
}

// rest is a tick in which no automaton is due.
func (n *turn) rest(m *Machine, now time.Duration) {
	m.clock.now = now
	m.clock.tick++
	m.events.posted = 0
	m.values.stamp(m)
	m.trace.time = now - m.clock.start
	if m.trace.sampled {
		m.trace.sample(m)
	}
}

// enter begins the machine's own time with the tick under way.
func (m *Machine) enter() {
	m.clock.started, m.clock.start, m.clock.at = true, m.clock.now, 0
	m.rebase(m.clock.start)
}

// rebase moves the times of inputs and of events to come back by a while that the machine's own time does not count.
func (m *Machine) rebase(by time.Duration) {
	for i := range m.values.stamps {
		for _, stamp := range [...]*time.Duration{&m.values.stamps[i], &m.trace.inputs.known[i].stamp} {
			if *stamp != never {
				*stamp -= by
			}
		}
	}
	for i := range m.events.delayed {
		m.events.delayed[i].due -= by
	}
}

// instant processes a grid time: the events up to it, one after the other, or, without events, the other transitions.
func (n *turn) instant(m *Machine, t time.Duration) error {
	n.budget = m.model.limit
	q := &m.events
	if len(q.delayed) > 0 {
		q.deliver(m, t)
	}
	q.turn = 0
	came := q.next
	if q.old < q.next {
		q.turn = q.unseen(m, t, q.old)
	}
	for {
		if q.turn != 0 && q.turn < came { // an event raised now has no budget of its own
			n.budget = m.model.limit
		}
		m.robot.pass(m, t)
		if q.old == q.next || n.blocked || m.model.single {
			break
		}
		if q.turn = q.unseen(m, t, max(q.old, q.turn+1)); q.turn == 0 {
			break
		}
	}
	if q.old < q.next {
		q.retire(m)
	}
	if !n.blocked || n.cut() {
		return nil
	}
	n.blocked = false
	err := &LoopError{m.model.name, m.Path(), m.model.limit}
	m.trace.recordError(m, none, err)
	return err
}

// unlimited is the limit of transitions in a tick without a debugger.
const unlimited = math.MaxInt

// spent reports whether no transition may be taken now.
func (n *turn) spent() bool { return n.budget == 0 || n.taken >= n.most }

// halt ends the tick before its next transition.
func (n *turn) halt() { n.most = n.taken }

// cut reports whether the tick has ended before a transition.
func (n *turn) cut() bool { return n.blocked && n.taken >= n.most }

// begin starts the tick of an automaton, whose scripts have their own budget.
func (s *scripts) begin() {
	for _, session := range s.sessions {
		if session != nil {
			session.Begin()
		}
	}
}
