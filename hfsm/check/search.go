package check

import (
	"math"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// search tries values for everything that some guards read: values around the constants that they compare with. If
// numbers and texts are only compared with constants, the search is complete: when it finds nothing, no such values
// exist. One search is used for all guards of a machine, see begin, so that its slices keep their memory.
type search struct {
	chart    *Chart
	after    float64  // least time in the state, s
	events   []string // possible names of the event; may be nil
	ends     bool     // something in the state may end
	entered  bool     // the state was just entered: no time has passed and nothing in it has ended
	complete bool
	budget   *int // tries left for the machine
	left     int  // and for this search
	unknowns []unknown

	constants []chart.Value // a stack: constants of the comparisons around the node in collect
	numbers   []float64     // for one unknown
	values    []chart.Value // for one unknown, before allow
	parts     []conjunct    // for holds
}

// begin resets the search for other guards.
func (w *search) begin(in *Chart) {
	*w = search{
		chart: in, budget: w.budget, complete: true,
		unknowns: w.unknowns[:0], constants: w.constants[:0], numbers: w.numbers, values: w.values, parts: w.parts,
	}
}

// condition is a guard that is to hold, or not to hold.
type condition struct {
	guard *expr.Node
	holds bool
}

// unknown is one thing that the guards read.
type unknown struct {
	function  string // "" for a value; or age, stale or active
	name      string // name of the value, or the argument of the function
	order     int    // order in which the guards read it
	typ       chart.Type
	constants []chart.Value
	declared  *chart.Declaration
	least     float64
	tries     []chart.Value
	now       chart.Value
}

// collect adds the values that a guard reads.
func (w *search) collect(n *expr.Node) { w.collectBelow(n, false, nil) }

// collectBelow adds the values that a part of a guard reads. If the part is compared, above holds the constants that it,
// or an enclosing expression, is compared with.
func (w *search) collectBelow(n *expr.Node, compared bool, above []chart.Value) {
	switch n.Kind {
	case expr.Variable:
		u := w.unknown("", n.Name, n.Type)
		if n.Type != chart.Bool && !compared {
			w.complete = false
		}
		u.constants = append(u.constants, above...)
		return
	case expr.Call:
		if name, of, ok := reading(n); ok {
			u := w.unknown(name, of, n.Type)
			u.constants = append(u.constants, above...)
			return
		}
	case expr.Binary:
		if n.Args[0].Type != chart.Bool && n.Type == chart.Bool {
			w.comparison(n)
			return
		}
	default:
	}
	for _, a := range n.Args {
		w.collectBelow(a, compared, above)
	}
}

// comparison adds the values that a comparison reads.
func (w *search) comparison(n *expr.Node) {
	simple := true
	for i, a := range n.Args {
		bare := a
		if bare.Kind == expr.Unary && bare.Op == "float" {
			bare = bare.Args[0]
		}
		_, _, call := reading(bare)
		if !a.Constant && (!n.Args[1-i].Constant || bare.Kind != expr.Variable && !call) {
			simple = false
		}
	}
	depth := len(w.constants)
	w.constants = w.appendConstants(w.constants, n, !simple)
	w.complete = w.complete && simple
	for _, a := range n.Args {
		w.collectBelow(a, true, w.constants[depth:])
	}
	w.constants = w.constants[:depth]
}

// appendConstants appends the constants of an expression and, with bounds set, the limits of the values it reads.
func (w *search) appendConstants(all []chart.Value, n *expr.Node, bounds bool) []chart.Value {
	if n.Constant {
		return append(all, n.Value)
	}
	if d := w.chart.declaration(n.Name); bounds && d != nil && n.Kind == expr.Variable {
		for _, bound := range []*float64{d.Min, d.Max} {
			if bound != nil {
				all = append(all, chart.FloatValue(*bound))
			}
		}
		if d.Initial != nil {
			all = append(all, *d.Initial)
		}
	}
	for _, a := range n.Args {
		all = w.appendConstants(all, a, bounds)
	}
	return all
}

// reading returns what a call reads if it counts as a value: the age of an input, or whether an input is stale or a state
// active.
func reading(n *expr.Node) (name, of string, ok bool) {
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

// unknown returns the entry of a value that the guards read, and adds it if it is missing.
func (w *search) unknown(function, name string, t chart.Type) *unknown {
	for i := range w.unknowns {
		if w.unknowns[i].name == name && w.unknowns[i].function == function {
			return &w.unknowns[i]
		}
	}
	u := unknown{function: function, name: name, order: len(w.unknowns), typ: t, least: math.Inf(-1)}
	if d := w.chart.declaration(name); d != nil && function == "" {
		u.declared = d
	} else if t == chart.Float { // a time
		u.least = 0
		if name == "elapsed" {
			u.least = w.after
		}
	}
	n := len(w.unknowns)
	if n < cap(w.unknowns) {
		w.unknowns = w.unknowns[:n+1]
		u.constants, u.tries = w.unknowns[n].constants[:0], w.unknowns[n].tries[:0]
		w.unknowns[n] = u
	} else {
		w.unknowns = append(w.unknowns, u)
	}
	return &w.unknowns[n]
}

// String returns the values that are tried now: turns = 6, seen = true, age(ball) = 2.
func (w *search) String() string {
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
