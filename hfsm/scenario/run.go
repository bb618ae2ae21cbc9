package scenario

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/trace"
	"gonao/internal/wording"
)

// Result is the result of a scenario.
type Result struct {
	Faults      hfsm.Findings // failed expectations; empty when it passed
	Transitions []hfsm.Transition
	Ticks       int
	Time        time.Duration // of the last tick
	End         string        // the machine's final state, for people
	Status      hfsm.Status   // status of the machine at the end
}

// Options are the optional settings of a run.
type Options struct {
	Trace        io.Writer                  // gets the trace; may be nil
	OnTransition func(hfsm.Transition)      // sees each transition at once; may be nil
	OnError      func(time.Duration, error) // receives the error of a tick; may be nil
	OnLog        func(text string)          // receives the machine's logs; may be nil
	Wait         func(time.Duration) error  // is called before the tick at a time; may be nil
}

// Run runs a scenario on a machine from its beginning. It returns an error when the
// scenario does not fit the machine, when the trace cannot be written, or when Wait
// returns one.
func (s *Scenario) Run(model *hfsm.Model, o Options) (Result, error) {
	actor := &Actor{Endings: s.Activities, Logged: o.OnLog}
	m, err := hfsm.New(model, actor)
	if err != nil {
		return Result{}, err
	}
	defer m.Close()
	r := &running{s: s, m: m, actor: actor, wait: o.Wait, onError: o.OnError}
	if err := r.fits(); err != nil {
		return Result{}, err
	}
	if err := r.begin(); err != nil {
		return Result{}, err
	}
	m.OnTransition = func(t hfsm.Transition) {
		r.out.Transitions = append(r.out.Transitions, t)
		if o.OnTransition != nil {
			o.OnTransition(t)
		}
	}
	if o.Trace != nil {
		const room = 1 << 12 // records of one tick
		r.stream = m.Stream(room)
		if r.writer, err = trace.NewWriter(o.Trace, model, nil); err != nil {
			return Result{}, err
		}
	}
	err = r.run()
	if r.writer != nil {
		err = errors.Join(err, r.writer.Flush())
	}
	r.out.End, r.out.Status = r.end(), m.Status()
	r.transitions()
	return r.out, err
}

// begin brings the machine to where the scenario begins.
func (r *running) begin() error {
	s := r.s.Begin.Snapshot
	if s == nil {
		return nil
	}
	period := r.m.Model().Period()
	r.base = time.Duration(s.Now) - time.Duration(s.Now)%period
	if err := r.m.Restore(s, time.Duration(s.Now)-r.base); err != nil {
		return hfsm.Findings{{File: r.s.File, Line: r.s.Line, Column: 1, Key: "begin", Text: err.Error()}}
	}
	return nil
}

// end returns a description of where the machine stands.
func (r *running) end() string {
	text := r.m.Status().String()
	if leaves := r.m.Leaves(nil); len(leaves) > 0 {
		text = "in " + strings.Join(leaves, ", ")
	}
	if err := r.m.Cause(); err != nil {
		text += ": " + err.Error()
	}
	return text
}

// running is a scenario that runs.
type running struct {
	s     *Scenario
	m     *hfsm.Machine
	actor *Actor
	out   Result

	base    time.Duration // machine's time at the beginning
	wait    func(time.Duration) error
	onError func(time.Duration, error)
	stream  *hfsm.Stream // nil without a trace
	writer  *trace.Writer
}

// run ticks the machine to the end. The machine's own actions have their own times, independent of the period of the
// ticks, and so have the steps.
func (r *running) run() error {
	period := r.s.Tick
	if period == 0 {
		period = r.m.Model().Period()
	}
	next := 0
	for k := time.Duration(0); ; k++ {
		now := k * period
		if r.wait != nil {
			if err := r.wait(now); err != nil {
				return err
			}
		}
		first := next
		for ; next < len(r.s.Steps) && r.s.Steps[next].At <= now; next++ {
			if err := r.before(r.s.Steps[next].At); err != nil {
				return err
			}
			r.act(&r.s.Steps[next])
		}
		if err := r.before(now); err != nil {
			return err
		}
		if err := r.tick(now); err != nil {
			return err
		}
		r.out.Ticks, r.out.Time = r.out.Ticks+1, now
		for i := first; i < next; i++ {
			if e := r.s.Steps[i].Expect; e != nil {
				r.expect(&r.s.Steps[i], e)
			}
		}
		if now >= r.s.For && next == len(r.s.Steps) {
			break
		}
	}
	return nil
}

// before ticks the machine at each time before until at which it has something to do; its activities are stepped there.
func (r *running) before(until time.Duration) error {
	for last := time.Duration(-1); ; {
		due, ok := r.m.Due()
		if !ok || due >= until || due <= last {
			return nil
		}
		if err := r.tick(due); err != nil {
			return err
		}
		last = due
	}
}

// tick ticks the machine.
func (r *running) tick(now time.Duration) error {
	if err := r.m.Tick(now); err != nil && r.onError != nil {
		r.onError(now, err)
	}
	if r.writer == nil {
		return nil
	}
	return r.writer.Drain(r.stream)
}

// fits checks the names of a scenario and converts values to the types of their inputs.
func (r *running) fits() error {
	var faults hfsm.Findings
	model := r.m.Model()
	var inputs, all []string
	for _, slot := range model.Slots() {
		all = append(all, slot.Name)
		if settable(slot) {
			inputs = append(inputs, slot.Name)
		}
	}
	fault := func(line int, key, format string, args ...any) {
		faults = append(faults, hfsm.Finding{File: r.s.File, Line: line, Column: 1, Key: key, Text: fmt.Sprintf(format, args...)})
	}
	for i := range r.s.Steps {
		step := &r.s.Steps[i]
		for _, set := range step.Set {
			slot, ok := model.Slot(set.Input)
			if !ok || !settable(model.Slots()[slot]) {
				fault(set.Line, set.Key, "no input and no parameter %q%s", set.Input, wording.DidYouMean(set.Input, inputs))
			} else if model.Slots()[slot].Role == hfsm.ParameterRole && step.At > 0 {
				fault(set.Line, set.Key, "%s is a parameter; expected its value at the beginning, 0s", set.Input)
			} else if want := model.Slots()[slot].Type; !fitsType(set.Value, want) {
				fault(set.Line, set.Key, "%v; expected a value of type %s", set.Value, want)
			}
		}
		for name := range step.End {
			if !uses(model, name) {
				fault(step.Line, step.Key+".end."+name, "the machine has no activity %q", name)
			}
		}
		if step.Expect == nil {
			continue
		}
		for _, v := range step.Expect.Values {
			if _, ok := model.Slot(v.Input); !ok {
				fault(v.Line, v.Key, "no value %q%s", v.Input, wording.DidYouMean(v.Input, all))
			}
		}
		for _, path := range append(append([]string{}, step.Expect.In...), step.Expect.NotIn...) {
			if _, ok := model.Find(path); !ok {
				fault(step.Line, step.Key+".expect", "no state %q%s", path, wording.DidYouMean(path, model.Paths()))
			}
		}
	}
	for _, name := range model.Missing() {
		if !r.s.sets(name) {
			fault(r.s.Line, "set."+name, "the machine's parameter %s has no default; expected a value at 0s", name)
		}
	}
	for name := range r.s.Activities {
		if !uses(model, name) {
			fault(r.s.Line, "activities."+name, "the machine has no activity %q", name)
		}
	}
	r.stubs(fault)
	if len(faults) > 0 {
		return faults
	}
	return nil
}

// stubs checks that the scenario contains the actions of other programs, because no other program runs. An input with a
// first value keeps it.
func (r *running) stubs(fault func(line int, key, format string, args ...any)) {
	for _, u := range r.m.Model().ExternalUses() {
		key := stubKey(u.Name, u.Args)
		if _, ok := ending(r.s.Activities, u.Name, key); !ok {
			fault(r.s.Line, "activities", "another program does %s (%s); expected how it ends, such as {%s: {ends: final, after: 1s}}", u.Key, key, key)
		}
	}
	for _, slot := range r.m.Model().Slots() {
		if d := slot.Declaration; slot.Role == hfsm.InputRole && d != nil && d.From != nil && d.Initial == nil && !r.s.setsAnytime(slot.Name) {
			fault(r.s.Line, "steps", "another program writes the input %s (topic %s); expected a step that sets it", slot.Name, d.From.Topic)
		}
	}
}

// setsAnytime reports whether a step sets a value.
func (s *Scenario) setsAnytime(name string) bool {
	return slices.ContainsFunc(s.Steps, func(step Step) bool {
		return slices.ContainsFunc(step.Set, func(v Setting) bool { return v.Input == name })
	})
}

// uses reports whether a model has an activity, which may be named with the port it calls.
func uses(model *hfsm.Model, name string) bool {
	if model.Uses(name) {
		return true
	}
	return slices.ContainsFunc(model.ExternalUses(), func(u hfsm.ExternalUse) bool { return stubKey(u.Name, u.Args) == name })
}

// settable reports whether a scenario may set a slot: an input, or a parameter of the
// machine itself.
func settable(s hfsm.Slot) bool {
	return s.Role == hfsm.InputRole || s.Role == hfsm.ParameterRole && s.Path == ""
}

// sets reports whether a scenario sets a value at the beginning.
func (s *Scenario) sets(name string) bool {
	for i := range s.Steps {
		if s.Steps[i].At == 0 && slices.ContainsFunc(s.Steps[i].Set, func(v Setting) bool { return v.Input == name }) {
			return true
		}
	}
	return false
}

// typed returns a value as one of a slot's type; false when it is of another type. For
// a float, the texts NaN, Inf and -Inf are numbers.
func typed(v any, want hfsm.Type) (hfsm.Value, bool) {
	switch x := v.(type) {
	case bool:
		return hfsm.BoolValue(x), want == hfsm.Bool
	case int64:
		if want == hfsm.Float {
			return hfsm.FloatValue(float64(x)), true
		}
		return hfsm.IntValue(x), want == hfsm.Int
	case float64:
		return hfsm.FloatValue(x), want == hfsm.Float
	case string:
		if f, err := strconv.ParseFloat(x, 64); want == hfsm.Float && err == nil && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return hfsm.FloatValue(f), true
		}
		return hfsm.StringValue(x), want == hfsm.String
	}
	return hfsm.Value{}, false
}

func fitsType(v any, want hfsm.Type) bool {
	_, ok := typed(v, want)
	return ok
}

// act carries out a step.
func (r *running) act(step *Step) {
	for _, set := range step.Set {
		if err := setValue(r.m, set.Input, set.Value); err != nil {
			r.fault(set.Line, set.Key, "%v", err)
		}
	}
	for _, e := range step.Events {
		if !r.m.Post(e) {
			r.fault(step.Line, step.Key, "the event %q found no room in the machine's queue", e.Name)
		}
	}
	for name, how := range step.End {
		if r.actor.End(name, how) == 0 {
			r.fault(step.Line, step.Key+".end."+name, "the activity does not run")
		}
	}
}

// setValue sets an input or a parameter by its name to a value as YAML has it.
func setValue(m *hfsm.Machine, name string, value any) error {
	slot, ok := m.Model().Slot(name)
	if !ok {
		return fmt.Errorf("no value %q", name)
	}
	v, ok := typed(value, m.Value(slot).Type)
	if !ok {
		return fmt.Errorf("%v; expected a value of type %s", value, m.Value(slot).Type)
	}
	return m.SetValue(slot, v)
}

func (r *running) fault(line int, key, format string, args ...any) {
	r.out.Faults = append(r.out.Faults, hfsm.Finding{File: r.s.File, Line: line, Column: 1, Key: key, Text: fmt.Sprintf(format, args...)})
}
