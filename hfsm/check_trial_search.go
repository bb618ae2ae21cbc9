package hfsm

import (
	"math/rand/v2"
	"slices"

	"gonao/hfsm/expr"
)

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
