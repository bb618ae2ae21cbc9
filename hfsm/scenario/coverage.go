package scenario

import (
	"fmt"
	"slices"

	"gonao/hfsm"
)

// Coverage counts which transitions of machines were taken. The zero value is empty.
type Coverage struct {
	machines []*covered
}

// covered is a machine with the edges that were taken.
type covered struct {
	model *hfsm.Model
	taken map[int]int
}

// Add counts the transitions of a run of a machine. Models with the same hash are one machine.
func (c *Coverage) Add(model *hfsm.Model, transitions []hfsm.Transition) {
	at := slices.IndexFunc(c.machines, func(m *covered) bool { return m.model.Hash() == model.Hash() })
	if at < 0 {
		at = len(c.machines)
		c.machines = append(c.machines, &covered{model, map[int]int{}})
	}
	m := c.machines[at]
	edges := map[[2]int]int{} // by source and place
	for id := range m.model.Edges() {
		e := m.model.Edge(id)
		edges[[2]int{e.Source, e.Place}] = id
	}
	for _, t := range transitions {
		source, ok := m.model.Find(t.Source)
		if id, found := edges[[2]int{source, t.Place}]; ok && found && t.Place >= 0 {
			m.taken[id]++
		}
	}
}

// A Covered is how much of a machine was covered.
type Covered struct {
	Machine string
	Edges   int      // transitions that are written
	Taken   int      // number of these
	Missing []string // those not taken
}

// Machines returns the coverage of each machine, in the order in which they were added.
func (c *Coverage) Machines() []Covered {
	var all []Covered
	for _, m := range c.machines {
		out := Covered{Machine: m.model.Name()}
		for id := range m.model.Edges() {
			e := m.model.Edge(id)
			if e.Place < 0 {
				continue // it is not in the file
			}
			out.Edges++
			if m.taken[id] > 0 {
				out.Taken++
				continue
			}
			text := fmt.Sprintf("%s#%d to %s", m.model.PathOf(e.Source), e.Place, e.Target)
			if e.Text != "" {
				text += " if " + e.Text
			}
			out.Missing = append(out.Missing, text)
		}
		all = append(all, out)
	}
	return all
}
