package host

import (
	"maps"
	"slices"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/trace"
)

// View is a read-only snapshot of a running machine. Times are s since the machine's first entry.
type View struct {
	Machine  string
	File     string
	Hash     string // of the model, see [hfsm.Model.Hash]
	Revision uint32 // counts the models that have run here
	Runs     uint32 // number of machines started here, not counting replacements
	Epoch    uint32 // counts the restarts
	TimeSec  float64
	Began    bool
	Status   hfsm.Status
	Cause    string
	Refused  string // why the changed file was not taken
	Paused   bool
	Idle     bool // it has ended, and no other machine has started
	Path     string
	Paths    []string // innermost active ones, one of each region

	States      []StateView // all, in the order of the file
	Values      []ValueView
	Activities  []ActivityView
	Calls       []CallView
	Passed      []trace.Line // the transitions taken last, the oldest first
	Breakpoints []string
	Recording   string // file that the trace is written to
}

// StateView is a state.
type StateView struct {
	Path       string
	Active     bool
	EnteredSec float64 // of an active state: when it was entered, minus the time spent there before; negative for others
	SpentSec   float64 // of a state that may be resumed: time in it before it was left
	Remembered bool    // it is resumed when its parent is entered again
	AfterSec   float64 // time in it until the first of its timed transitions may be taken; negative without any
}

// CallView is a state that runs another machine.
type CallView struct {
	State   string // path
	Machine string
	File    string
	Level   chart.Level
}

// ValueView is an input, a variable, an output or a parameter.
type ValueView struct {
	Name   string
	Role   hfsm.Role
	Value  hfsm.Value
	AgeSec float64 // of an input; negative when it was never written, and for other values
	Stale  bool
	Held   bool // by a debugger
}

// ActivityView is a use of an activity.
type ActivityView struct {
	State     string
	Name      string
	Arguments string
	Status    hfsm.Status
	Phase     string // "" idle, "acting" or "stopping"
}

// view returns a view of a machine between two ticks.
func view(m *hfsm.Machine, now time.Duration) View {
	s := m.Snapshot()
	model := m.Model()
	v := View{
		Machine: model.Name(), File: model.File(), Epoch: s.Epoch,
		TimeSec: m.Since(now).Seconds(), Began: s.Started, Status: m.Status(), Cause: s.Cause, Path: m.Path(),
		Hash: model.Hash(), Paths: s.Leaves,
	}
	v.States = make([]StateView, 0, model.States()-1)
	for id := 1; id < model.States(); id++ {
		one := StateView{Path: model.State(id).Path, Active: m.On(id), EnteredSec: -1, AfterSec: -1}
		if after, ok := model.Written().FirstAfter(id); ok {
			one.AfterSec = after.Seconds()
		}
		v.States = append(v.States, one)
	}
	for i := range s.Automata {
		a := &s.Automata[i]
		id, ok := model.Find(a.State)
		if !ok || a.State == "" {
			continue
		}
		if m.On(id) {
			v.States[id-1].EnteredSec = time.Duration(a.Entered).Seconds()
		} else if state, spent, ok := m.Guards().Remembered(i); ok && state == id {
			v.States[id-1].SpentSec, v.States[id-1].Remembered = spent.Seconds(), true
		}
	}
	for i, slot := range model.Slots() {
		v.Values = append(v.Values, valueView(&slot, &s.Values[i], m.Value(i), m.Since(now)))
	}
	for i := range s.Activities {
		a := &s.Activities[i]
		v.Activities = append(v.Activities, ActivityView{
			State: a.Path, Name: a.Activity, Arguments: arguments(model.ActivityUse(i).Args, a), Status: statusOf(a.Status), Phase: a.Phase,
		})
	}
	for _, c := range model.CalledMachines() {
		v.Calls = append(v.Calls, CallView{State: model.PathOf(c.State), Machine: c.Chart.Name, File: c.Chart.File, Level: c.Chart.Level})
	}
	return v
}

// end turns the view into that of an ended machine.
func (v *View) end(cause error) {
	v.Idle, v.Path, v.Paths, v.Status = true, "", nil, hfsm.Final
	if cause != nil {
		v.Status, v.Cause = hfsm.Failed, cause.Error()
	}
	for i := range v.States {
		v.States[i] = StateView{Path: v.States[i].Path, EnteredSec: -1, AfterSec: v.States[i].AfterSec}
	}
}

func valueView(slot *hfsm.Slot, s *hfsm.ValueSnapshot, value hfsm.Value, now time.Duration) ValueView {
	v := ValueView{Name: s.Name, Role: slot.Role, Value: value, AgeSec: -1, Held: s.Held}
	if slot.Role != hfsm.InputRole {
		return v
	}
	limit := time.Duration(0)
	if slot.Declaration != nil {
		limit = slot.Declaration.StaleAfter
	}
	if s.Set == nil {
		v.Stale = limit > 0
		return v
	}
	age := now - time.Duration(*s.Set)
	v.AgeSec, v.Stale = age.Seconds(), limit > 0 && age > limit
	return v
}

// arguments returns the arguments of an activity as a machine file writes them: constant ones, and the values of expressions at the last
// entry.
func arguments(constant hfsm.Args, a *hfsm.ActivitySnapshot) string {
	all := hfsm.Args{}
	maps.Copy(all, constant)
	for name, v := range a.Args {
		all[name] = hfsm.Value(v)
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		parts = append(parts, name+": "+all[name].Text())
	}
	if len(parts) == 0 {
		return ""
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func statusOf(word string) hfsm.Status {
	for _, s := range []hfsm.Status{hfsm.Final, hfsm.Failed} {
		if s.String() == word {
			return s
		}
	}
	return hfsm.Running
}

// Delta holds the changes of a view since the last one.
type Delta struct {
	View      // View, with only the changed states, values and activities
	Lines     []trace.Line
	Whole     bool // another model or another epoch: the whole view is new
	Something bool // has changed
}

// since returns the changes since an older view of the same machine.
func (v View) since(old *View) Delta {
	d := Delta{View: v, Whole: v.Revision != old.Revision || v.Epoch != old.Epoch || len(v.States) != len(old.States)}
	if d.Whole {
		d.Something = true
		return d
	}
	d.States = changed(v.States, old.States, func(a, b StateView) bool { return a == b })
	d.Values = changed(v.Values, old.Values, func(a, b ValueView) bool {
		a.AgeSec, b.AgeSec = 0, 0
		return a == b || a.Value.Float != a.Value.Float && b.Value.Float != b.Value.Float
	})
	d.Activities = changed(v.Activities, old.Activities, func(a, b ActivityView) bool { return a == b })
	d.Something = len(d.States)+len(d.Values)+len(d.Activities) > 0 || v.Path != old.Path || v.Status != old.Status ||
		v.Cause != old.Cause || v.Paused != old.Paused || v.Idle != old.Idle || !slices.Equal(v.Paths, old.Paths) || v.Refused != old.Refused || v.Recording != old.Recording ||
		v.Began != old.Began || !slices.Equal(v.Breakpoints, old.Breakpoints)
	return d
}

// changed returns the elements that differ from those in their places before.
func changed[T any](now, before []T, same func(a, b T) bool) []T {
	var out []T
	for i := range now {
		if i >= len(before) || !same(now[i], before[i]) {
			out = append(out, now[i])
		}
	}
	return out
}
