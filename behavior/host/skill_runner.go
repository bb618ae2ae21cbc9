package host

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"gonao/behavior/skills"
	"gonao/hfsm"
)

// Reasons why a call ends otherwise than by its skills.
var (
	ErrBusy      = errors.New("another call runs")
	ErrCancelled = errors.New("the call was cancelled")
	ErrRestarted = errors.New("the clock went back")
	ErrEnded     = errors.New("the robot's program ends")
)

// SkillRunner executes calls of skills, one at a time. Its methods may be called from any goroutine, Tick, Restart and
// Stop only by the ticking one.
type SkillRunner struct {
	machine *Machine

	mu      sync.Mutex
	library *skills.Library
	goal    *Goal // running goal, or nil
}

// Goal is a call that runs or has ended.
type Goal struct {
	Call string

	done chan struct{}

	asked     time.Duration // when the machine was asked to end, by the ticking goroutine
	askedOnce bool

	mu        sync.Mutex
	cancelled bool
	progress  Progress
	err       error // valid once done is closed; nil: all skills succeeded
}

// Progress is how far a call is.
type Progress struct {
	Skill string // name of the running skill's state: a second kick is kick_2
	Index int    // its place in the call, from 0
	Count int
	Path  string        // active path in it, or the last one
	Since time.Duration // the first skill began
}

// NewSkillRunner returns a runner on a machine of its own, in which nothing runs. The machine has its own senses: each
// call begins without balls from earlier calls.
func NewSkillRunner(machine *Machine, library *skills.Library) *SkillRunner {
	return &SkillRunner{machine: machine, library: library}
}

// Library returns the skills that are offered.
func (s *SkillRunner) Library() *skills.Library {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.library
}

// Begin begins a call at the next tick. Errors wrap [ErrBusy] or those of
// [skills.Library.Compile].
func (s *SkillRunner) Begin(call string) (*Goal, error) {
	model, err := s.Library().Compile(call)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.goal != nil {
		return nil, fmt.Errorf("%w: %s", ErrBusy, s.goal.Call)
	}
	s.machine.forget()
	if err := s.machine.Run(model); err != nil {
		return nil, fmt.Errorf("%w: %w", skills.ErrNotOffered, err)
	}
	count := len(model.State(0).Children)
	s.goal = &Goal{Call: call, done: make(chan struct{}), progress: Progress{Count: count}}
	return s.goal, nil
}

// Reload replaces the skills. A running call continues with them, between two ticks, as in [Machine.Reload]; if they do
// not fit, it continues unchanged, and the error says why.
func (s *SkillRunner) Reload(library *skills.Library) error {
	s.mu.Lock()
	s.library = library
	g := s.goal
	s.mu.Unlock()
	if g == nil {
		return nil
	}
	model, err := library.Compile(g.Call)
	m := s.machine
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return nil
	}
	if m.refused = err; err != nil || m.brain.Machine().Model().Hash() == model.Hash() {
		return err
	}
	_, err = m.swap(model)
	return err
}

// Cancel requests the end of the running call, as [Goal.Cancel] does; it returns false when none runs.
func (s *SkillRunner) Cancel() bool {
	g := s.running()
	if g != nil {
		g.Cancel()
	}
	return g != nil
}

// running returns the goal that runs, or nil.
func (s *SkillRunner) running() *Goal {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.goal
}

// Tick ticks the running call. The error is the machine's, which continues.
func (s *SkillRunner) Tick(now time.Duration) error {
	g := s.running()
	if g == nil {
		return nil
	}
	g.cancelIn(s.machine, now)
	if g.wasCancelled() && s.machine.resting() {
		s.end(now, ErrCancelled) // it is paused and accepts no events; its activities have stopped
		return nil
	}
	err := s.machine.Tick(now)
	var status hfsm.Status
	var cause error
	s.machine.Look(func(m *hfsm.Machine, _ uint32) {
		status, cause = m.Status(), m.Cause()
		g.follow(m, now)
	})
	switch {
	case status == hfsm.Final:
		s.end(now, nil)
	case status == hfsm.Failed && g.wasCancelled():
		s.end(now, ErrCancelled)
	case status == hfsm.Failed && cause != nil:
		s.end(now, cause)
	case status == hfsm.Failed:
		s.end(now, fmt.Errorf("%s ended as FAILED", g.Progress().Skill))
	}
	return err
}

// Restart ends the running call, because the clock went back.
func (s *SkillRunner) Restart(now time.Duration) { s.end(now, ErrRestarted) }

// Stop ends the running call, without waiting for activities that need time to stop.
func (s *SkillRunner) Stop(now time.Duration) { s.end(now, ErrEnded) }

// end ends the goal that runs.
func (s *SkillRunner) end(now time.Duration, err error) {
	s.machine.End(now, err)
	s.mu.Lock()
	g := s.goal
	s.goal = nil
	s.mu.Unlock()
	if g == nil {
		return
	}
	g.mu.Lock()
	g.err = err
	g.mu.Unlock()
	close(g.done)
}

// follow reads the state of the machine.
func (g *Goal) follow(m *hfsm.Machine, now time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.progress.Since = m.Since(now)
	path := m.Path()
	if path == "" || strings.HasPrefix(g.progress.Path, path+"/") {
		return // it or its content has ended; its last state is known
	}
	g.progress.Path = path
	g.progress.Skill, _, _ = strings.Cut(path, "/")
	for i, id := range m.Model().State(0).Children {
		if m.Model().State(id).Name == g.progress.Skill {
			g.progress.Index = i
		}
	}
}

// Progress returns how far it is.
func (g *Goal) Progress() Progress {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.progress
}

// Done is closed when the call has ended and the robot is safe.
func (g *Goal) Done() <-chan struct{} { return g.done }

// Err returns why it failed, once it is done.
func (g *Goal) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// Cancel requests its end: the running skill is left as by a transition, with the wait for its activities.
func (g *Goal) Cancel() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.cancelled = true
}

// askAgain is the period of asking a machine to end: it ignores events from before its first entry, and a full queue
// accepts none.
const askAgain = time.Second

// cancelIn passes a cancel on to the machine that executes the call.
func (g *Goal) cancelIn(machine *Machine, now time.Duration) {
	if !g.wasCancelled() || g.askedOnce && now-g.asked < askAgain {
		return
	}
	begun := false
	machine.Look(func(m *hfsm.Machine, _ uint32) { begun = m.Path() != "" })
	if begun && machine.Post(hfsm.Event{Name: skills.CancelEvent}) {
		g.asked, g.askedOnce = now, true
	}
}

func (g *Goal) wasCancelled() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.cancelled
}
