package host

import (
	"cmp"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"gonao/behavior"
)

// Member is an element of a host's order: a machine, or the machine in which skills run.
type Member interface {
	// Name returns the name by which members behind it read its state. It does not change.
	Name() string
	Tick(now time.Duration) error
	// Path returns the active path; "" before the first entry and after the end.
	Path() string
	// Reset makes the machine begin again at its next Tick.
	Reset(now time.Duration)
	// Stop stops all activities.
	Stop(now time.Duration)
}

// Host runs the machines of one robot, in the order in which they were added. The zero value
// is empty and ready. Tick, Reset and Stop are for one goroutine, the other methods for any.
type Host[M Member] struct {
	members atomic.Pointer[[]M]
	adding  sync.Mutex
	paths   []string // of the members after their last ticks; owned by the ticking goroutine
}

// Members returns the members of now, in their order. The slice must not be changed.
func (h *Host[M]) Members() []M {
	if all := h.members.Load(); all != nil {
		return *all
	}
	return nil
}

// Add adds a member after the others. It takes part from the next Tick on.
func (h *Host[M]) Add(m M) {
	h.adding.Lock()
	defer h.adding.Unlock()
	all := append(append([]M(nil), h.Members()...), m)
	h.members.Store(&all)
}

// Tick ticks all members once, in their order: each reads the states that those in front of it
// have in this round. An error of one does not keep the others from
// their tick; all errors are returned.
func (h *Host[M]) Tick(now time.Duration) error {
	var errs error
	for i, m := range h.Members() {
		if err := m.Tick(now); err != nil {
			errs = errors.Join(errs, err)
		}
		if i == len(h.paths) {
			h.paths = append(h.paths, "")
		}
		h.paths[i] = m.Path()
	}
	return errs
}

// Before returns the states of the members before the one with a name; of all members if the name is not in use yet.
func (h *Host[M]) Before(name string) behavior.States { return &before[M]{h, name} }

// before holds the states of the members before one.
type before[M Member] struct {
	host *Host[M]
	name string
}

// Has reports whether a member of this name is in front.
func (b *before[M]) Has(machine string) bool {
	_, ok := b.find(machine)
	return ok
}

// State returns the path of a member after its last tick.
func (b *before[M]) State(machine string) string {
	if i, ok := b.find(machine); ok && i < len(b.host.paths) {
		return b.host.paths[i]
	}
	return ""
}

// find returns the place of a member in front.
func (b *before[M]) find(machine string) (int, bool) {
	for i, m := range b.host.Members() {
		switch m.Name() {
		case b.name:
			return 0, false
		case machine:
			return i, true
		}
	}
	return 0, false
}

// Reset makes all machines begin again: the clock went back.
func (h *Host[M]) Reset(now time.Duration) {
	for _, m := range h.Members() {
		m.Reset(now)
	}
	clear(h.paths)
}

// Stop stops all machines.
func (h *Host[M]) Stop(now time.Duration) {
	for _, m := range h.Members() {
		m.Stop(now)
	}
}

// Slot is a member with a debugger, recordings and a history: a machine, or the machine in
// which skills run.
type Slot struct {
	name    string
	Machine *Machine
	Skills  *SkillRunner // nil: the machine is ticked directly
}

// NewSlot returns the slot of a machine. A slot without a name is called machine.
func NewSlot(name string, m *Machine) *Slot { return &Slot{name: cmp.Or(name, "machine"), Machine: m} }

// NewSkillSlot returns the slot of the machine in which skills run.
func NewSkillSlot(name string, s *SkillRunner) *Slot {
	return &Slot{name: name, Machine: s.machine, Skills: s}
}

// Name returns the name of the slot.
func (s *Slot) Name() string { return s.name }

// Tick ticks the machine, or the call of skills that runs.
func (s *Slot) Tick(now time.Duration) error {
	if s.Skills != nil {
		return s.Skills.Tick(now)
	}
	return s.Machine.Tick(now)
}

// Path returns the active path of the machine.
func (s *Slot) Path() string { return s.Machine.Path() }

// Reset makes the machine begin again, or ends the call that runs: the clock went back.
func (s *Slot) Reset(now time.Duration) {
	if s.Skills != nil {
		s.Skills.Restart(now)
		return
	}
	s.Machine.Reset(now)
}

// Stop stops the machine, or the call that runs.
func (s *Slot) Stop(now time.Duration) {
	if s.Skills != nil {
		s.Skills.Stop(now)
		return
	}
	s.Machine.Stop(now)
}
