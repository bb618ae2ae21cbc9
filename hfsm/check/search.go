package check

import (
	"math"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// search tries values of everything that some guards read: values around the constants
// they compare with, which suffice where every number and text is only compared with
// constants. Then the search is complete: what it does not find does not exist.
type search struct {
	chart    *Chart
	after    float64  // least time in the state, s
	events   []string // what the event may be; nil: none
	ends     bool     // something in the state may end
	entered  bool     // the state was just entered: no time has passed and nothing in it has ended
	complete bool
	budget   *int // tries left for the machine
	left     int  // and for this search
	unknowns []unknown
}

// unknown is one thing that the guards read.
type unknown struct {
	function  string // "" for a value; or age, stale or active
	name      string // of the value, or the argument of the function
	order     int    // in which the guards read it
	typ       chart.Type
	constants []chart.Value
	declared  *chart.Declaration
	least     float64
	tries     []chart.Value
	now       chart.Value
}

// collect adds what a guard reads and the constants it is compared with. Where an
// expression computes with what it reads, above holds the constants around it.
func (w *search) collect(n *expr.Node, above []chart.Value) {
	switch n.Kind {
	case expr.Variable:
		u := w.unknown("", n.Name, n.Type)
		if n.Type != chart.Bool && above == nil {
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
		w.collect(a, above)
	}
}

// comparison adds what a comparison reads.
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
	constants := w.constantsIn(n, !simple)
	w.complete = w.complete && simple
	for _, a := range n.Args {
		w.collect(a, constants)
	}
}

// constantsIn returns the constants of an expression and, with bounds set, the bounds
// of what it reads. The result is never nil.
func (w *search) constantsIn(n *expr.Node, bounds bool) []chart.Value {
	if n.Constant {
		return []chart.Value{n.Value}
	}
	all := []chart.Value{}
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
		all = append(all, w.constantsIn(a, bounds)...)
	}
	return all
}

// reading returns what a call reads if that is a value of its own: the age of an
// input, or whether an input is stale or a state active.
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

// unknown returns the entry of something that the guards read, a new one when there
// is none.
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
	w.unknowns = append(w.unknowns, u)
	return &w.unknowns[len(w.unknowns)-1]
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
