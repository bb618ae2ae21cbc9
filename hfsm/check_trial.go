package hfsm

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// trial tries values of all that some guards read: those around the constants
// they compare with, which are all that matter where every number and text is only
// ever compared with constants. Then the search is complete, and what it does not
// find is not there.
type trial struct {
	frame    *frame
	after    float64  // least time in the state, s
	events   []string // what the event may be; nil: none
	ends     bool     // something in the state may end
	complete bool
	budget   *int // tries left for the machine
	left     int  // and for this search
	unknowns []unknown
}

// unknown is something that the guards read.
type unknown struct {
	function  string // "", or age, stale or active
	name      string // of a value, or what the function is asked of
	order     int    // in which the guards read it
	typ       Type
	constants []Value
	declared  *chart.Declaration
	least     float64
	tries     []Value
	now       Value
}

// collect finds what a guard reads, and the constants it is compared with. Where
// an expression computes with what it reads, above are the constants around it.
func (w *trial) collect(n *expr.Node, above []Value) {
	switch n.Kind {
	case expr.Variable:
		u := w.unknown("", n.Name, n.Type)
		if n.Type != Bool && above == nil {
			w.complete = false
		}
		u.constants = append(u.constants, above...)
		return
	case expr.Call:
		if name, of, ok := asked(n); ok {
			u := w.unknown(name, of, n.Type)
			u.constants = append(u.constants, above...)
			return
		}
	case expr.Binary:
		if n.Args[0].Type != Bool && n.Type == Bool {
			w.comparison(n)
			return
		}
	default:
	}
	for _, a := range n.Args {
		w.collect(a, above)
	}
}

// comparison finds what a comparison reads.
func (w *trial) comparison(n *expr.Node) {
	simple := true
	for i, a := range n.Args {
		bare := a
		if bare.Kind == expr.Unary && bare.Op == "float" {
			bare = bare.Args[0]
		}
		_, _, call := asked(bare)
		if !a.Constant && (!n.Args[1-i].Constant || bare.Kind != expr.Variable && !call) {
			simple = false
		}
	}
	constants := w.constantsIn(n, !simple)
	w.complete = w.complete && simple
	for _, a := range n.Args {
		w.collect(a, constants)
	}
}

// constantsIn gives the constants of an expression and, if wanted, the bounds of
// what it reads. It never gives nil.
func (w *trial) constantsIn(n *expr.Node, bounds bool) []Value {
	if n.Constant {
		return []Value{n.Value}
	}
	all := []Value{}
	if known, ok := w.frame.names[n.Name]; bounds && ok && n.Kind == expr.Variable && known.declared != nil {
		for _, bound := range []*float64{known.declared.Min, known.declared.Max} {
			if bound != nil {
				all = append(all, FloatValue(*bound))
			}
		}
		if known.declared.Initial != nil {
			all = append(all, *known.declared.Initial)
		}
	}
	for _, a := range n.Args {
		all = append(all, w.constantsIn(a, bounds)...)
	}
	return all
}

// asked says whether a call asks for something that is a value of its own: an age,
// or whether an input is stale or a state active.
func asked(n *expr.Node) (name, of string, ok bool) {
	if n.Kind != expr.Call {
		return "", "", false
	}
	switch n.Name {
	case "age", "stale":
		return n.Name, n.Args[0].Name, true
	case "active":
		return n.Name, n.Args[0].Value.String, true
	}
	return "", "", false
}

// unknown gives what is known of something that is read.
func (w *trial) unknown(function, name string, t Type) *unknown {
	for i := range w.unknowns {
		if w.unknowns[i].name == name && w.unknowns[i].function == function {
			return &w.unknowns[i]
		}
	}
	u := unknown{function: function, name: name, order: len(w.unknowns), typ: t, least: math.Inf(-1)}
	if known, ok := w.frame.names[name]; ok && function == "" {
		u.declared = known.declared
	} else if t == Float { // a time
		u.least = 0
		if name == "elapsed" {
			u.least = w.after
		}
	}
	w.unknowns = append(w.unknowns, u)
	return &w.unknowns[len(w.unknowns)-1]
}

// prepare chooses the values to try of each.
func (w *trial) prepare() {
	for i := range w.unknowns {
		u := &w.unknowns[i]
		switch u.typ {
		case Bool:
			u.tries = []Value{BoolValue(true), BoolValue(false)}
			if u.function == "" && !w.ends && (u.name == "final" || u.name == "failed") {
				u.tries = u.tries[1:]
			}
		case Int:
			u.ints()
		case Float:
			u.floats()
		case String:
			u.strings(w.events)
		}
		u.now = u.tries[0]
	}
}

// numbers gives the constants as numbers.
func (u *unknown) numbers() []float64 {
	var all []float64
	for _, v := range u.constants {
		switch v.Type {
		case Int:
			all = append(all, float64(v.Int))
		case Float:
			all = append(all, v.Float)
		}
	}
	if u.declared != nil {
		for _, bound := range []*float64{u.declared.Min, u.declared.Max} {
			if bound != nil {
				all = append(all, *bound)
			}
		}
	}
	if !math.IsInf(u.least, 0) {
		all = append(all, u.least)
	}
	return all
}

// allow keeps the values that may be; all of an enum if there is one.
func (u *unknown) allow(all []Value) {
	if u.declared != nil && len(u.declared.Enum) > 0 {
		all = u.declared.Enum
	}
	for _, v := range all {
		if (u.declared == nil || u.declared.Expected(v) == "") && (v.Type != Float || v.Float >= u.least) && !slices.Contains(u.tries, v) {
			u.tries = append(u.tries, v)
		}
	}
	if len(u.tries) == 0 { // bounds that hold nothing
		u.tries = []Value{{Type: u.typ}}
	}
}

// ints tries each constant and its neighbours.
func (u *unknown) ints() {
	all := []Value{}
	for _, x := range u.numbers() {
		if math.Abs(x) < 1<<62 {
			for _, y := range []float64{math.Floor(x) - 1, math.Floor(x), math.Floor(x) + 1, math.Ceil(x) + 1} {
				all = append(all, IntValue(int64(y)))
			}
		}
	}
	u.allow(append(all, IntValue(0), IntValue(1)))
}

// floats tries each constant, and one between, below and above them.
func (u *unknown) floats() {
	xs := append(u.numbers(), 0)
	slices.Sort(xs)
	xs = slices.Compact(xs)
	all := []Value{FloatValue(xs[0] - 1)}
	for i, x := range xs {
		all = append(all, FloatValue(x))
		if i+1 < len(xs) {
			all = append(all, FloatValue(x/2+xs[i+1]/2))
		}
	}
	u.allow(append(all, FloatValue(xs[len(xs)-1]+1)))
}

// strings tries each constant, and a text that is none of them. The event can only
// be what the transition waits for.
func (u *unknown) strings(events []string) {
	all := []Value{}
	ofEvents := u.name == "event" // no value is called so
	for _, v := range u.constants {
		if v.Type == String && (!ofEvents || matches(events, v.String)) {
			all = append(all, v)
			if !ofEvents {
				all = append(all, StringValue(v.String+"'"))
			}
		}
	}
	for _, e := range events {
		if ofEvents {
			all = append(all, StringValue(e))
		}
	}
	if len(all) == 0 || !ofEvents {
		all = append(all, StringValue(""))
	}
	u.allow(all)
}

// conjunct is one of the conditions that must all hold, and which unknowns it reads.
type conjunct struct {
	node  *expr.Node
	needs uint64
}

// holds looks for values at which all of some guards hold, and leaves them in now.
// It chooses the values one after another, and gives up a choice as soon as a part
// that is decided by then does not hold.
func (w *trial) holds(guards ...*expr.Node) bool {
	const most = 64
	if len(w.unknowns) > most {
		w.complete = false
		return false
	}
	slices.SortStableFunc(w.unknowns, func(a, b unknown) int { return len(a.tries) - len(b.tries) })
	var parts []conjunct
	for _, g := range guards {
		parts = w.split(parts, g)
	}
	w.left = min(triesPerSearch, *w.budget)
	before := w.left
	found := w.choose(parts, 0)
	*w.budget -= before - w.left
	if w.left <= 0 {
		w.complete = false
	}
	return found
}

// split takes a condition apart at its ands.
func (w *trial) split(parts []conjunct, n *expr.Node) []conjunct {
	if n.Kind == expr.Binary && n.Op == "and" {
		return w.split(w.split(parts, n.Args[0]), n.Args[1])
	}
	p := conjunct{node: n}
	w.needs(n, &p.needs)
	return append(parts, p)
}

// needs marks the unknowns that an expression reads.
func (w *trial) needs(n *expr.Node, marks *uint64) {
	function, name, ok := asked(n)
	if n.Kind == expr.Variable {
		name, ok = n.Name, true
	}
	if ok {
		*marks |= 1 << w.find(function, name)
		return
	}
	for _, a := range n.Args {
		w.needs(a, marks)
	}
}

// choose chooses the value of unknown k and of those behind it.
func (w *trial) choose(parts []conjunct, k int) bool {
	if k == len(w.unknowns) {
		return w.possible()
	}
	u := &w.unknowns[k]
	var known uint64 = 2<<k - 1
	for _, v := range u.tries {
		if w.left--; w.left < 0 {
			return false
		}
		u.now = v
		holds := true
		for i := range parts {
			p := &parts[i]
			if p.needs&^known == 0 && p.needs&(1<<k) != 0 && !p.node.Eval(w).Bool {
				holds = false
				break
			}
		}
		if holds && w.choose(parts, k+1) {
			return true
		}
	}
	return false
}

// fails looks for values at which a guard does not hold: it tries all together, or
// some at random, the same ones every time, where there are too many.
func (w *trial) fails(guard *expr.Node) bool {
	most, total := min(triesPerSearch, *w.budget), 1
	for i := range w.unknowns {
		if total *= len(w.unknowns[i].tries); total > most {
			break
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range min(total, most) {
		for i := range w.unknowns {
			u := &w.unknowns[i]
			if total > most {
				n = int(rng.Uint32())
			}
			u.now = u.tries[n%len(u.tries)]
			n /= len(u.tries)
		}
		if *w.budget--; w.possible() && !guard.Eval(w).Bool {
			return true
		}
	}
	w.complete = w.complete && total <= most
	return false
}

// possible says whether the values may be at the same time.
func (w *trial) possible() bool {
	final, failed := false, false
	for i := range w.unknowns {
		u := &w.unknowns[i]
		final = final || u.name == "final" && u.now.Bool
		failed = failed || u.name == "failed" && u.now.Bool
	}
	return !final || !failed
}

// Value gives a value that is tried.
func (w *trial) Value(name string) Value { return w.unknowns[w.find("", name)].now }

// Call gives what is tried for a call.
func (w *trial) Call(function, of string) Value { return w.unknowns[w.find(function, of)].now }

// find finds what is read by its place.
func (w *trial) find(function, name string) int {
	for i := range w.unknowns {
		if w.unknowns[i].name == name && w.unknowns[i].function == function {
			return i
		}
	}
	panic("hfsm: a guard reads what it does not") // collect has seen all of it
}

// String gives the values that are tried now: turns = 6, seen = true, age(ball) = 2.
func (w *trial) String() string {
	all := make([]string, len(w.unknowns))
	for i := range w.unknowns {
		u := &w.unknowns[i]
		all[u.order] = u.String() + " = " + u.now.Text()
	}
	return strings.Join(all, ", ")
}

func (u *unknown) String() string {
	switch u.function {
	case "":
		return u.name
	case "active":
		return "active(" + strconv.Quote(u.name) + ")"
	}
	return u.function + "(" + u.name + ")"
}
