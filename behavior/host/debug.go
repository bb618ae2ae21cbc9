package host

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/internal/wording"
)

// ErrIdle reports that no machine runs.
var ErrIdle = errors.New("nothing runs here")

// Debugging holds a debugger's operations on a machine. Its methods may be called from any goroutine.
type Debugging struct{ m *Machine }

// Debugging returns the debugger's operations on the machine.
func (m *Machine) Debugging() Debugging { return Debugging{m} }

// debugger calls f with the debugger between two ticks.
func (m *Machine) debugger(f func(d *debug.Debugger) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return ErrIdle
	}
	defer m.changed()
	defer m.hold()()
	return f(m.debug)
}

// Pause stops the machine's time. Its activities stop: the robot stands still, as if their states were left.
func (x Debugging) Pause(now time.Duration) error {
	return x.m.debugger(func(d *debug.Debugger) error {
		d.Pause(now)
		return nil
	})
}

// Resume ends a pause.
func (x Debugging) Resume(now time.Duration) error {
	return x.m.debugger(func(d *debug.Debugger) error {
		d.Resume(now)
		return nil
	})
}

// Step runs some ticks of a paused machine, with its activities stopped, and returns its path after them.
func (x Debugging) Step(ticks int) (path string, err error) {
	const most = 10_000
	if ticks > most {
		return "", fmt.Errorf("%d ticks; expected at most %d", ticks, most)
	}
	for range max(ticks, 1) { // one by one, so that the loop waits for at most one
		err = x.m.debugger(func(d *debug.Debugger) error {
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

// StepTransition runs a paused machine until one transition was taken, in as many ticks as that
// needs, but at most 10,000, with its activities at rest.
func (x Debugging) StepTransition() (path string, moved bool, err error) {
	const most = 10_000
	ended := false
	for range most { // one by one, so that the loop waits for at most one
		err = x.m.debugger(func(d *debug.Debugger) (err error) {
			moved, err = d.StepTowards()
			path, ended = d.Machine().Path(), d.Machine().Status() != hfsm.Running
			return err
		})
		if moved || ended || err != nil {
			break
		}
	}
	return path, moved, err
}

// maxBreakpoints bounds the breakpoints of a machine.
const maxBreakpoints = 1000

// SetBreakpoints sets the states at whose entry the machine pauses, and the transitions after which it does
// (followBall/red#0), replacing all earlier ones. They stay when its file changes and when another machine runs here.
// Paths that the machine does not have are refused, unless [Debugging.KeepBreakpoints] sets them.
func (x Debugging) SetBreakpoints(points []string) error {
	return x.setBreakpoints(points, func(model *hfsm.Model, point string) error { return knownPoint(model, point) })
}

// KeepBreakpoints is SetBreakpoints without that check, also for machines that run here later.
func (x Debugging) KeepBreakpoints(points []string) error {
	return x.setBreakpoints(points, func(*hfsm.Model, string) error { return nil })
}

func (x Debugging) setBreakpoints(points []string, check func(*hfsm.Model, string) error) error {
	if len(points) > maxBreakpoints {
		return fmt.Errorf("%d breakpoints; expected at most %d", len(points), maxBreakpoints)
	}
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	if x.m.running() {
		model := x.m.brain.Machine().Model()
		for _, point := range points {
			if err := check(model, point); err != nil {
				return err
			}
		}
	}
	x.m.points = slices.Clone(points)
	if x.m.brain != nil {
		x.m.rebreak()
	}
	x.m.changed()
	return nil
}

// rebreak sets the breakpoints of the debugger, as far as the machine has such states.
func (m *Machine) rebreak() {
	m.debug.Clear()
	for _, point := range m.points {
		b := debug.Breakpoint{State: point}
		if strings.Contains(point, "#") {
			b = debug.Breakpoint{Transition: point}
		}
		_ = m.debug.Break(b) // a missing one may come with another model
	}
}

// known returns an error for a wrong path of a state.
func known(model *hfsm.Model, path string) error {
	if _, ok := model.Find(path); ok && path != "" {
		return nil
	}
	return fmt.Errorf("no state %q%s", path, wording.DidYouMean(path, model.Paths()))
}

// knownPoint returns an error for a wrong breakpoint.
func knownPoint(model *hfsm.Model, point string) error {
	if _, ok := model.Written().FindEdgeID(point); ok {
		return nil
	}
	path, number, isTransition := strings.Cut(point, "#")
	if err := known(model, path); err != nil || !isTransition {
		return err
	}
	id, _ := model.Find(path)
	return fmt.Errorf("%q: no transition %q; %s has %d, expected a number from 0", point, number, path, len(model.Written().EdgesOf(id)))
}

// Until is the end of RunTo.
type Until uint8

// The ends of RunTo.
const (
	Entered Until = iota // the state is entered
	Left                 // the state is left; "" is the innermost active one
	Ended                // the content of the state ends; "" is the machine
	Taken                // the transition is taken; "" is any
)

// RunTo runs the machine until a state is entered, or another event that until names, and pauses it there:
// [Debugging.Reached] is true then.
func (x Debugging) RunTo(path string, until Until, now time.Duration) error {
	return x.m.debugger(func(d *debug.Debugger) error {
		model := d.Machine().Model()
		var b debug.Breakpoint
		err := known(model, path)
		switch until {
		case Entered:
			b.State = path
		case Left:
			if path == "" {
				path, err = d.Machine().Path(), nil
			}
			if err == nil && !d.Machine().In(path) {
				err = fmt.Errorf("state %q is not active; expected an active one to be left", path)
			}
			b.Left = path
		case Ended:
			if b.Ended = path; path == "" {
				b.Any, err = true, nil // and the machine has ended
			}
		case Taken:
			if b.Transition = path; path == "" {
				b.Any, err = true, nil
			} else {
				err = knownPoint(model, path)
			}
		default:
			err = fmt.Errorf("until %d; expected entered, left, ended or transition", until)
		}
		if err != nil {
			return err
		}
		x.m.reached = false
		if until == Ended && path == "" {
			d.Resume(now)
			return nil
		}
		return d.RunUntil(b, now)
	})
}

// Finish makes an activity of an active state end with a status at its next step.
func (x Debugging) Finish(state, activity string, how hfsm.Status) error {
	return x.m.debugger(func(d *debug.Debugger) error {
		for _, u := range d.Machine().Model().ActivityUses() {
			if u.State == state && u.Name == activity && d.Finish(u.Key, how) > 0 {
				return nil
			}
		}
		return fmt.Errorf("%s does not run in the state %q", activity, state)
	})
}

// EndRunTo pauses the machine before it has come there.
func (x Debugging) EndRunTo(now time.Duration) error {
	return x.m.debugger(func(d *debug.Debugger) error {
		d.Pause(now)
		x.m.rebreak()
		return nil
	})
}

// Reached reports whether RunTo has come to its end and paused the machine.
func (x Debugging) Reached() bool {
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	return x.m.reached
}

// WhyNot returns why transitions are not taken, see [debug.WhyNot], and the time that guards see.
func (x Debugging) WhyNot(path string) (all []debug.UntakenTransition, at time.Duration, err error) {
	err = ErrIdle
	x.m.Look(func(machine *hfsm.Machine, _ uint32) {
		all, err = debug.WhyNot(machine, path)
		at = machine.Guards().At()
	})
	return all, at, err
}

// Where returns the state of the machine.
func (x Debugging) Where(now time.Duration) (path string, since time.Duration, paused bool, status hfsm.Status) {
	status = hfsm.Failed // nothing runs
	x.m.Look(func(machine *hfsm.Machine, _ uint32) {
		path, since, paused, status = machine.Path(), machine.Since(now), x.m.debug.Paused(), machine.Status()
	})
	return path, since, paused, status
}

// resting reports whether the machine is paused and its activities have stopped.
func (m *Machine) resting() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.running() && m.debug.Resting()
}

// Setting is how a value is set.
type Setting uint8

// How a value is set: an input may be held against values from the robot.
const (
	Once Setting = iota
	Hold
	Release
)

// Set sets an input, a variable or an output, by its text, before the next tick.
func (x Debugging) Set(name, text string, how Setting) error {
	return x.m.debugger(func(d *debug.Debugger) error {
		model := d.Machine().Model()
		slot, ok := model.Slot(name)
		if !ok {
			var names []string
			for _, s := range model.Slots() {
				names = append(names, s.Name)
			}
			return fmt.Errorf("no value %q%s", name, wording.DidYouMean(name, names))
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

// eventName is how an event may be called.
var eventName = regexp.MustCompile(`^[\pL_][\pL\pN_-]*(\.[\pL\pN_-]+)*$`)

// PostEvent posts an event from outside that came at a time of the clock by which the machine is
// ticked: a late tick looks at it where it belongs. Before the first entry and while the machine
// is paused, it is there at once. data is nil, bool, int64, float64, string, or lists and
// mappings of these.
func (x Debugging) PostEvent(name string, data any, at time.Duration) error {
	if !eventName.MatchString(name) {
		return fmt.Errorf("event %q; expected words joined by dots", name)
	}
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	if !x.m.running() {
		return ErrIdle
	}
	machine, e := x.m.brain.Machine(), hfsm.Event{Name: name, Data: data}
	post := machine.Post
	if _, began := machine.Control().Now(); began && !x.m.debug.Paused() {
		post = func(e hfsm.Event) bool { return machine.PostAt(e, at) }
	}
	if !post(e) {
		return fmt.Errorf("event %s: the machine has no room for more before its next tick", name)
	}
	return nil
}

// Transitions returns how many transitions were taken since the machine's first entry.
func (x Debugging) Transitions() (n uint64) {
	x.m.Look(func(machine *hfsm.Machine, _ uint32) { n = machine.Sequence() })
	return n
}
