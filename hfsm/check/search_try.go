package check

import (
	"math/rand/v2"
	"slices"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// conjunct is one of the conditions that must all be met. needs has a bit for each
// unknown it reads.
type conjunct struct {
	condition
	needs uint64
}

// meets reports whether there are values that meet all of some conditions, and keeps
// them in now. It chooses the values one after another and drops a choice as soon as a
// condition that depends on no later one does not hold.
func (w *search) meets(conditions ...condition) bool {
	const most = 64
	if len(w.unknowns) > most {
		w.complete = false
		return false
	}
	slices.SortStableFunc(w.unknowns, func(a, b unknown) int { return len(a.tries) - len(b.tries) })
	w.parts = w.parts[:0]
	for _, c := range conditions {
		w.split(c)
	}
	w.left = min(triesPerSearch, *w.budget)
	before := w.left
	found := w.choose(0)
	*w.budget -= before - w.left
	if w.left <= 0 {
		w.complete = false
	}
	return found
}

// split adds the parts of a condition: the operands of and, if the guard must be true.
func (w *search) split(c condition) {
	if c.holds && c.guard.Kind == expr.Binary && c.guard.Op == "and" {
		w.split(condition{c.guard.Args[0], true})
		w.split(condition{c.guard.Args[1], true})
		return
	}
	p := conjunct{condition: c}
	w.needs(c.guard, &p.needs)
	w.parts = append(w.parts, p)
}

// needs sets the bits of the unknowns that an expression reads.
func (w *search) needs(n *expr.Node, marks *uint64) {
	function, name, ok := reading(n)
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
func (w *search) choose(k int) bool {
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
		met := true
		for i := range w.parts {
			p := &w.parts[i]
			if p.needs&^known == 0 && p.needs&(1<<k) != 0 && p.guard.Eval(w).Bool != p.holds {
				met = false
				w.parts[0], w.parts[i] = w.parts[i], w.parts[0] // it is likely to fail for the next value, too
				break
			}
		}
		if met && w.choose(k+1) {
			return true
		}
	}
	return false
}

// fails reports whether there are values at which a guard does not hold. It tries all
// combinations or, where there are too many, random ones from a fixed seed.
func (w *search) fails(guard *expr.Node) bool {
	most, total := min(triesPerSearch, *w.budget), 1
	for i := range w.unknowns {
		if total *= len(w.unknowns[i].tries); total > most {
			break
		}
	}
	rng := rand.NewPCG(1, 1)
	for n := range min(total, most) {
		for i := range w.unknowns {
			u := &w.unknowns[i]
			if total > most {
				n = int(uint32(rng.Uint64() >> 32))
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

// possible reports whether the values can occur together.
func (w *search) possible() bool {
	final, failed := false, false
	for i := range w.unknowns {
		u := &w.unknowns[i]
		final = final || u.name == "final" && u.now.Bool
		failed = failed || u.name == "failed" && u.now.Bool
	}
	return !final || !failed
}

// Value returns the value that is tried for a name.
func (w *search) Value(name string) chart.Value { return w.unknowns[w.find("", name)].now }

// Call returns the value that is tried for a call.
func (w *search) Call(function, of string) chart.Value { return w.unknowns[w.find(function, of)].now }

// find returns the place of an unknown. collect has added everything that guards read.
func (w *search) find(function, name string) int {
	for i := range w.unknowns {
		if w.unknowns[i].name == name && w.unknowns[i].function == function {
			return i
		}
	}
	panic("check: a guard reads " + name + ", which was not collected")
}
