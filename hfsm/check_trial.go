package hfsm

import (
	"math"
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
