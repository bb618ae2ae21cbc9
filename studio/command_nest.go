package studio

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"gonao/studio/yamltext"
)

// nest moves states into a sibling, or into a new state at the place of the first of them.
func (e stateEditor) nest(c Command) error {
	ids, err := e.chosen(c)
	if err != nil {
		return err
	}
	around := parentOf(ids[0])
	if slices.ContainsFunc(ids, func(id string) bool { return parentOf(id) != around }) {
		return refuse(Invalid, "the states belong to different automata; expected siblings")
	}
	inside, key := statesOf(automatonOf(e.doc, around))
	if key == keyRegions {
		return refuse(Invalid, "regions cannot leave their state")
	}
	into := c.Parent
	old := references(e.doc)
	begins := slices.Contains(ids, join(around, initialOf(automatonOf(e.doc, around))))
	if c.Name != "" {
		if into, err = e.newAround(around, c.Name, ids, inside); err != nil {
			return err
		}
	}
	switch {
	case slices.Contains(ids, into):
		return refuse(Invalid, "%q cannot be moved into itself", into)
	case parentOf(into) != around:
		return refuse(Invalid, "%q is not a sibling of %q; expected a sibling", into, ids[0])
	}
	if _, err := e.state(into); err != nil {
		return err
	}
	if begins {
		if err := e.setInitial(Command{State: into}); err != nil {
			return err
		}
	}
	e.selected = nil
	for _, id := range ids {
		if err := e.isFree(into, nameOf(id)); err != nil {
			return err
		}
		s, err := e.state(id)
		if err != nil {
			return err
		}
		entry := e.doc.EntryText(s)
		if err := e.to(e.doc.Delete(s)); err != nil {
			return err
		}
		if err := e.insertState(into, nil, entry, nameOf(id)); err != nil {
			return err
		}
		e.selected = append(e.selected, join(into, nameOf(id)))
	}
	moved := func(id string) string {
		for _, of := range ids {
			if isWithin(id, of) {
				return join(into, nameOf(of)) + id[len(of):]
			}
		}
		return id
	}
	if begins { // the enclosing state becomes the initial one, instead of a moved state
		old = slices.DeleteFunc(old, func(r reference) bool { return r.initial && r.state == around })
	}
	if err := e.relink(old, moved); err != nil {
		return err
	}
	e.said = fmt.Sprintf("moved %s into %q", list(ids), into)
	if err := e.rewrite(moved); err != nil {
		return err
	}
	x, y := e.origin(into)
	for _, id := range e.selected {
		if err := e.carry(id, -x, -y); err != nil {
			return err
		}
	}
	return nil
}

// origin returns the origin of the places inside a state. If the state has a size in the layout, its inner states
// are drawn inside it, and the origin is its place. Otherwise they have their own canvas.
func (e *editor) origin(id string) (x, y float64) {
	at := e.doc.Root.At("layout", id)
	if at == nil || at.Kind != yaml.MappingNode || number(at, "width") <= 0 {
		return 0, 0
	}
	return number(at, "x"), number(at, "y")
}

// carry changes the place of a state whose origin has changed, so that it is drawn where it was.
func (e *editor) carry(id string, dx, dy float64) error {
	at := e.doc.Root.At("layout", id)
	if at == nil || at.Kind != yaml.MappingNode || dx == 0 && dy == 0 {
		return nil
	}
	return e.place(Spot{State: id, X: number(at, "x") + dx, Y: number(at, "y") + dy})
}

// newAround adds a state, before the first of ids, into which those states are then moved.
func (e stateEditor) newAround(around, name string, ids []string, inside *yamltext.Node) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	if err := e.isFree(around, name); err != nil {
		return "", err
	}
	at := inside.Get(nameOf(ids[0])).Index()
	return join(around, name), e.to(e.doc.Insert(inside, at, yamltext.Key(name)+": {}"))
}

// unnest moves a state out of its parent, to the place after the parent.
func (e stateEditor) unnest(c Command) error {
	s, err := e.state(c.State)
	if err != nil {
		return err
	}
	out := parentOf(c.State)
	if out == "" {
		return refuse(Invalid, "%q is in the outermost automaton already", c.State)
	}
	into := parentOf(out)
	name := nameOf(c.State)
	if _, key := statesOf(automatonOf(e.doc, out)); key == keyRegions {
		return refuse(Invalid, "regions cannot leave their state")
	}
	if _, key := statesOf(automatonOf(e.doc, into)); key == keyRegions {
		return refuse(Invalid, "%q is in the region %q, and the siblings of a region must be regions", c.State, out)
	}
	if err := e.isFree(into, name); err != nil {
		return err
	}
	old := references(e.doc)
	x, y := e.origin(out)
	entry := e.doc.EntryText(s)
	if err := e.takeOut(out, name); err != nil {
		return err
	}
	place := stateEntry(e.doc, out).Index() + 1
	if err := e.insertState(into, &place, entry, name); err != nil {
		return err
	}
	to := join(into, name)
	moved := func(id string) string {
		if isWithin(id, c.State) {
			return to + id[len(c.State):]
		}
		return id
	}
	old = slices.DeleteFunc(old, func(r reference) bool { return r.initial && r.state == out })
	if err := e.relink(old, moved); err != nil {
		return err
	}
	e.selected, e.said = []string{to}, fmt.Sprintf("moved %q out of %q", name, out)
	if err := e.rewrite(moved); err != nil {
		return err
	}
	return e.carry(to, x, y)
}
