package host

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/internal/suggest"
)

// ErrIdle says that nothing runs.
var ErrIdle = errors.New("nothing runs here")

// debugger calls f with the debugger between two ticks.
func (m *Machine) debugger(f func(d *debug.Debugger) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return ErrIdle
	}
	defer m.hold()()
	return f(m.debug)
}

// Pause lets the machine's time stand still. Its activities rest: the robot stands
// still, as when their states were left.
func (m *Machine) Pause(now time.Duration) error {
	return m.debugger(func(d *debug.Debugger) error {
		d.Pause(now)
		return nil
	})
}

// Resume lets it go on.
func (m *Machine) Resume(now time.Duration) error {
	return m.debugger(func(d *debug.Debugger) error {
		d.Resume(now)
		return nil
	})
}

// Step does some ticks of a paused machine, with its activities at rest, and gives
// where it stands then.
func (m *Machine) Step(ticks int) (path string, err error) {
	const most = 10_000
	if ticks > most {
		return "", fmt.Errorf("%d ticks; expected at most %d", ticks, most)
	}
	for range max(ticks, 1) { // one by one, so that the loop waits for one at most
		err = m.debugger(func(d *debug.Debugger) error {
			err := d.StepTick()
			path = d.Machine().Path()
			return err
		})
		if err != nil {
			return path, err
		}
	}
	return path, nil
}

// SetBreakpoints sets the states at whose entry the machine pauses, in place of those
// before. They stay when its file changes.
func (m *Machine) SetBreakpoints(paths []string) error {
	return m.debugger(func(d *debug.Debugger) error {
		for _, path := range paths {
			if err := known(d.Machine().Model(), path); err != nil {
				return err
			}
		}
		m.points = append([]string(nil), paths...)
		return m.rebreak()
	})
}

// rebreak sets the breakpoints of the debugger, as far as there are such states.
func (m *Machine) rebreak() error {
	m.debug.Clear()
	for _, path := range m.points {
		if known(m.debug.Machine().Model(), path) != nil {
			continue
		}
		if err := m.debug.Break(debug.Breakpoint{State: path}); err != nil {
			return err
		}
	}
	return nil
}

// known says what is wrong with the path of a state.
func known(model *hfsm.Model, path string) error {
	if _, ok := model.Find(path); ok && path != "" {
		return nil
	}
	return fmt.Errorf("no state %q%s", path, suggest.DidYouMean(path, model.Paths()))
}

// RunTo lets the machine run until a state is entered, and pauses it there.
func (m *Machine) RunTo(path string, now time.Duration) error {
	return m.debugger(func(d *debug.Debugger) error {
		if err := known(d.Machine().Model(), path); err != nil {
			return err
		}
		return d.RunTo(path, now)
	})
}

// EndRunTo pauses the machine before it has come there.
func (m *Machine) EndRunTo(now time.Duration) error {
	return m.debugger(func(d *debug.Debugger) error {
		d.Pause(now)
		return m.rebreak()
	})
}

// Stands reports whether a state is active.
func (m *Machine) Stands(path string) (active bool) {
	m.Look(func(machine *hfsm.Machine, _ uint32) {
		id, ok := machine.Model().Find(path)
		active = ok && machine.On(id)
	})
	return active
}

// Where says where the machine stands.
func (m *Machine) Where(now time.Duration) (path string, since time.Duration, paused bool, status hfsm.Status) {
	status = hfsm.Failed // nothing runs
	_ = m.debugger(func(d *debug.Debugger) error {
		path, since, paused, status = d.Machine().Path(), d.Machine().Since(now), d.Paused(), d.Machine().Status()
		return nil
	})
	return path, since, paused, status
}

// resting reports whether what runs is paused and its activities have stopped.
func (m *Machine) resting() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.running() && m.debug.Resting()
}

// Setting is how a value is set.
type Setting uint8

// How a value is set: an input may be held against what the robot writes.
const (
	Once Setting = iota
	Hold
	Release
)

// Set sets an input, a variable or an output, by its text, before the next tick.
func (m *Machine) Set(name, text string, how Setting) error {
	return m.debugger(func(d *debug.Debugger) error {
		model := d.Machine().Model()
		slot, ok := model.Slot(name)
		if !ok {
			var names []string
			for _, s := range model.Slots() {
				names = append(names, s.Name)
			}
			return fmt.Errorf("no value %q%s", name, suggest.DidYouMean(name, names))
		}
		if how == Release {
			return d.Release(name)
		}
		v, err := parse(text, model.Slots()[slot].Type)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if how == Hold {
			return d.Hold(name, v)
		}
		return d.Set(name, v)
	})
}

// parse reads a value of a type as a machine file writes it.
func parse(text string, t hfsm.Type) (v hfsm.Value, err error) {
	v.Type = t
	switch t {
	case hfsm.Bool:
		v.Bool, err = strconv.ParseBool(text)
	case hfsm.Int:
		v.Int, err = strconv.ParseInt(text, 10, 64)
	case hfsm.Float:
		v.Float, err = strconv.ParseFloat(text, 64)
	default:
		v.String = text
		if plain, ok := strconv.Unquote(text); ok == nil {
			v.String = plain
		}
	}
	if err != nil {
		return v, fmt.Errorf("%q; expected a value of type %s", text, t)
	}
	return v, nil
}
