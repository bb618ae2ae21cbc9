package hfsm

import (
	"fmt"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// Limits of what calls add to a machine: each call copies the called machine, so a few files that call each other can
// make very many states.
const (
	maxCalledStates = 10_000
	maxCalledBytes  = 64 << 20
)

// Estimated memory of a model, bytes.
const (
	frameBytes      = 2048
	stateBytes      = 1024
	transitionBytes = 1024
	actionBytes     = 512
	slotBytes       = 256
)

// expansion counts what calls add to a machine, and holds what all copies of a called machine share.
type expansion struct {
	states, bytes int
	over          bool // a limit was exceeded and reported

	machines map[string]*chart.Machine
	errs     map[string]error
	sizes    map[*chart.Machine]size
	readers  map[*chart.Machine]*readers
}

// size is the size of one copy of a machine, without the machines that it calls.
type size struct{ states, bytes int }

// readers read the expressions of a chart: those of actions, and those of guards.
type readers struct{ words, guards *expr.Reader }

// machine returns a machine by the name that calls use. The vocabulary is read once
// for each.
func (x *expansion) machine(words *Vocabulary, name string) (*chart.Machine, error) {
	if x.machines == nil {
		x.machines, x.errs = map[string]*chart.Machine{}, map[string]error{}
	}
	c, known := x.machines[name]
	if !known {
		c, x.errs[name] = words.Machines(name)
		if c != nil && c.Extends != nil {
			var found Findings
			if c, found = Extended(c, words); len(found.Errors()) > 0 {
				c, x.errs[name] = nil, found.Errors()
			}
		}
		x.machines[name] = c
	}
	return c, x.errs[name]
}

// add counts one more copy of a machine and returns the limit that it exceeds; "" if none, or if one was reported before.
func (x *expansion) add(c *chart.Machine) string {
	if x.over {
		return ""
	}
	if x.sizes == nil {
		x.sizes = map[*chart.Machine]size{}
	}
	one, known := x.sizes[c]
	if !known {
		slots := len(c.Parameters) + len(c.Inputs) + len(c.Variables) + len(c.Outputs)
		one.bytes = frameBytes + slotBytes*slots + actionBytes*len(c.Begin)
		one.count(c.Root)
		one.states-- // the calling state stands for it
		x.sizes[c] = one
	}
	x.states += one.states
	x.bytes += one.bytes
	switch {
	case x.states > maxCalledStates:
		x.over = true
		return fmt.Sprintf("the called machines have more than %d states", maxCalledStates)
	case x.bytes > maxCalledBytes:
		x.over = true
		return fmt.Sprintf("the called machines need more than %d MB", maxCalledBytes>>20)
	}
	return ""
}

// count adds a state and those inside it.
func (s *size) count(state *chart.State) {
	s.states++
	s.bytes += stateBytes + transitionBytes*len(state.Transitions) + actionBytes*(len(state.Entry)+len(state.Exit)+len(state.Do))
	for _, child := range state.States {
		s.count(child)
	}
}

// readersOf returns the readers of a chart with the values of scope.
func (x *expansion) readersOf(c *chart.Machine, profile chart.Profile, scope expr.Scope) *readers {
	if r := x.readers[c]; r != nil {
		return r
	}
	read := expr.NewReader
	if profile == chart.SCXML {
		read = expr.NewSCXMLReader
	}
	r := &readers{read(scope), read(scope.With(expr.GuardWords))}
	if x.readers == nil {
		x.readers = map[*chart.Machine]*readers{}
	}
	x.readers[c] = r
	return r
}
