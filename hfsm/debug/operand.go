package debug

import (
	"regexp"

	"gonao/hfsm"
	"gonao/hfsm/expr"
)

// ReasonKind is the kind of a part of a guard.
type ReasonKind uint8

// The kinds of operands.
const (
	Term  ReasonKind = iota // a condition that and, or and not join
	Input                   // a value of the machine, as the next three
	Variable
	Output
	Parameter
	Word     // elapsed, final, failed or event
	Function // age, stale or active
)

// Operand is a part of a guard with its value.
type Operand struct {
	Kind    ReasonKind
	Text    string     // as in the file
	Value   string     // as in a machine file
	Typed   hfsm.Value // the same as a value
	AgeSec  float64    // age of an input; negative if never set, and for other kinds
	Stale   bool
	Held    bool
	Decides bool // for a false guard: a condition that makes it false, or a value that this condition reads
}

// operands adds the conditions of a guard and the values they read, each once.
func (e *explaining) operands(t *UntakenTransition, s int, edge *hfsm.Edge, event string) {
	if edge.Guard == nil {
		e.mentioned(t, s)
		return
	}
	r := &reading{explaining: e, t: t, state: s, event: event, seen: map[string]int{}}
	deciding := t.Known && !t.Holds
	r.conditions(edge.Guard, deciding)
}

// reading collects the operands of one guard.
type reading struct {
	*explaining
	t     *UntakenTransition
	state int
	event string
	seen  map[string]int // place in the operands, by the text
}

func (r *reading) eval(n *expr.Node) hfsm.Value { return r.guards.Eval(n, r.state, r.event) }

// conditions adds the conditions that a guard joins. deciding is set where the value of n makes
// the guard false.
func (r *reading) conditions(n *expr.Node, deciding bool) {
	switch {
	case n.Kind == expr.Binary && (n.Op == "and" || n.Op == "or"):
		value := r.eval(n).Bool
		for _, arg := range n.Args {
			r.conditions(arg, deciding && r.eval(arg).Bool == value)
		}
	case n.Kind == expr.Unary && n.Op == "not":
		r.conditions(n.Args[0], deciding)
	default:
		plain := n.Kind == expr.Variable || n.Kind == expr.Call && (n.Name == "stale" || n.Name == "active")
		if !plain {
			r.add(Operand{Kind: Term, Text: n.String(), Typed: r.eval(n), AgeSec: -1, Decides: deciding})
		}
		r.leaves(n, deciding)
	}
}

// leaves adds the values that a condition reads.
func (r *reading) leaves(n *expr.Node, deciding bool) {
	switch {
	case n.Kind == expr.Variable:
		r.add(r.variable(n, deciding))
		return
	case n.Kind == expr.Call && (n.Name == "age" || n.Name == "stale"):
		r.add(Operand{Kind: Function, Text: n.String(), Typed: r.eval(n), AgeSec: -1, Decides: deciding})
		r.leaves(n.Args[0], deciding)
		return
	case n.Kind == expr.Call && n.Name == "active":
		r.add(Operand{Kind: Function, Text: n.String(), Typed: r.eval(n), AgeSec: -1, Decides: deciding})
		return
	}
	for _, arg := range n.Args {
		r.leaves(arg, deciding)
	}
}

// roles are the kinds of values.
var roles = map[hfsm.Role]ReasonKind{hfsm.InputRole: Input, hfsm.VariableRole: Variable, hfsm.OutputRole: Output, hfsm.ParameterRole: Parameter}

// variable returns the operand of a name.
func (r *reading) variable(n *expr.Node, deciding bool) Operand {
	slot, ok := r.guards.Slot(r.state, n.Name)
	if !ok {
		return Operand{Kind: Word, Text: n.Name, Typed: r.eval(n), AgeSec: -1, Decides: deciding}
	}
	o := r.value(slot)
	o.Text, o.Decides = n.Name, deciding
	return o
}

// value returns the operand of a slot.
func (e *explaining) value(slot int) Operand {
	o := Operand{Kind: roles[e.guards.Role(slot)], Text: e.model.SlotName(slot), Typed: e.m.Value(slot), AgeSec: -1}
	o.Value = o.Typed.Text()
	if o.Kind == Input {
		age, stale, set := e.guards.Age(slot)
		if o.Stale, o.Held = stale, e.guards.Held(slot); set {
			o.AgeSec = age
		}
	}
	return o
}

// add adds an operand, unless it is there already.
func (r *reading) add(o Operand) {
	o.Value = o.Typed.Text()
	if i, ok := r.seen[o.Text]; ok {
		r.t.Operands[i].Decides = r.t.Operands[i].Decides || o.Decides
		return
	}
	r.seen[o.Text] = len(r.t.Operands)
	r.t.Operands = append(r.t.Operands, o)
}

// word is a name in a script.
var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// mentioned adds the values that a script guard names.
func (e *explaining) mentioned(t *UntakenTransition, s int) {
	seen := map[string]bool{}
	for _, name := range word.FindAllString(t.Guard, -1) {
		slot, ok := e.guards.Slot(s, name)
		if !ok || seen[name] {
			continue
		}
		seen[name] = true
		o := e.value(slot)
		o.Text = name
		t.Operands = append(t.Operands, o)
	}
}
