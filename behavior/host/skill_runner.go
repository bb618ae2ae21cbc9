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

// SkillRunner executes calls of skills, one at a time. Its methods may be called from any
// goroutine, Tick, Restart and Stop only by the one that ticks.
type SkillRunner struct {
	machine *Machine

	mu      sync.Mutex
	library *skills.Library
	goal    *Goal // that runs, or nil
}

// Goal is a call that runs or has ended.
type Goal struct {
	Call string

	done chan struct{}

	asked     time.Duration // the machine to end, by the one that ticks
	askedOnce bool

	mu        sync.Mutex
	cancelled bool
	progress  Progress
	err       error // once done is closed; nil: all skills did what they should
}

// Progress is how far a call is.
type Progress struct {
	Skill string // that runs, as its state is called: a second kick is kick_2
	Index int    // its place in the call, from 0
	Count int
	Path  string        // active path in it, or the last one
	Since time.Duration // the first skill began
}

// NewSkillRunner makes a runner on a machine that it has for itself, and in which nothing
// runs. The machine has senses of its own: each call begins without the balls that were seen
// before it.
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

// Reload offers other skills from now on. A call that runs goes on with them, between
// two ticks, as [Machine.Reload] does; where they do not fit it, it goes on as it was,
// and the error says why.
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

// Cancel requests the end of the call that runs, as [Goal.Cancel] does; it is false when none runs.
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

// Tick goes on with what runs. The error is the machine's, which goes on.
func (s *SkillRunner) Tick(now time.Duration) error {
	g := s.running()
	if g == nil {
		return nil
	}
	g.cancelIn(s.machine, now)
	if g.wasCancelled() && s.machine.resting() {
		s.end(now, ErrCancelled) // it is paused and takes no events; its activities have stopped
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

// Restart ends what runs: the clock went back.
func (s *SkillRunner) Restart(now time.Duration) { s.end(now, ErrRestarted) }

// Stop ends what runs, without waiting for activities that take their time to stop.
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

// follow takes over where the machine stands.
func (g *Goal) follow(m *hfsm.Machine, now time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.progress.Since = m.Since(now)
	path := m.Path()
	if path == "" || strings.HasPrefix(g.progress.Path, path+"/") {
		return // it or what is inside has ended; where that was is known
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

// Err says why it did not do what it should, once it is done.
func (g *Goal) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// Cancel asks for its end: what runs is left as by any transition, and waited for.
func (g *Goal) Cancel() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.cancelled = true
}

// askAgain is how often a machine is asked to end: it knows no events from before its
// first entry, and a full queue takes none.
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
