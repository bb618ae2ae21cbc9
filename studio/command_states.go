package studio

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/studio/yamltext"
)

// addState adds a state to an automaton, the first state to a state without content, or a region to a state with
// regions.
func (e stateEditor) addState(c Command) error {
	siblings, key := []string{}, keyStates
	if c.Parent != "" {
		if _, err := e.state(c.Parent); err != nil {
			return err
		}
	}
	if inside, k := statesOf(automatonOf(e.doc, c.Parent)); inside != nil {
		siblings, key = keysOf(inside), k
	}
	name := c.Name
	if name == "" {
		name = freeName(siblings, "state")
	}
	if err := checkName(name); err != nil {
		return err
	}
	if err := e.isFree(c.Parent, name); err != nil {
		return err
	}
	body := strings.TrimSpace(c.Text)
	if body == "" {
		body = "{}"
		if key == keyRegions {
			body = "{initial: state, states: {state: {}}}"
		}
	}
	if _, err := yamltext.Parse(body); err != nil {
		return refuse(Invalid, "not YAML: %v", err)
	}
	if err := e.insertState(c.Parent, c.Index, yamltext.Entry1(yamltext.Key(name), body), name); err != nil {
		return err
	}
	id := join(c.Parent, name)
	if c.Initial {
		if err := e.setInitial(Command{State: id}); err != nil {
			return err
		}
	}
	if c.X != nil && c.Y != nil {
		if err := e.place(Spot{State: id, X: *c.X, Y: *c.Y}); err != nil {
			return err
		}
	}
	e.selected, e.said = []string{id}, fmt.Sprintf("added the state %q", id)
	return nil
}

// insertState inserts a state, given as an entry in YAML, into an automaton: before the sibling with an index, or
// last. A parent without states gets an automaton with the new state as its initial state.
func (e *editor) insertState(parent string, index *int, entry, name string) error {
	if err := e.open(parent, strings.Contains(entry, "\n") || hasComments(entry)); err != nil {
		return err
	}
	at := automatonOf(e.doc, parent)
	inside, key := statesOf(at)
	if inside == nil {
		for _, key := range []string{"call", "final", "memory"} {
			if at.At(key) != nil && text(at, key) != "false" {
				return refuse(Invalid, "%q has %s, so it cannot contain states", parent, key)
			}
		}
		if broken := at.Get(keyStates); broken != nil { // "states:" without a value
			return e.to(e.doc.Insert(broken.Value, 0, entry))
		}
		if at.Kind != yaml.MappingNode && !at.Nothing() {
			return refuse(Invalid, "%q is not a mapping, so it cannot contain states", parent)
		}
		kind := "state"
		if parent == "" {
			kind = "machine"
		}
		if at.Nothing() || len(at.Entries) == 0 {
			return e.to(e.doc.Insert(at, 0, "initial: "+yamltext.Scalar(name, true)+"\nstates:\n"+yamltext.Indented(entry, 2)))
		}
		if err := e.setKey(at, kind, "initial", name); err != nil {
			return err
		}
		return e.put(automatonOf(e.doc, parent), kind, keyStates, keyStates+":\n"+yamltext.Indented(entry, 2))
	}
	if key == keyRegions {
		if err := fitsAsRegion(entry, parent); err != nil {
			return err
		}
	}
	place := len(inside.Entries)
	if index != nil {
		place = min(max(*index, 0), place)
	}
	return e.to(e.doc.Insert(inside, place, entry))
}

// fitsAsRegion refuses a state that cannot be a region, because it has no states inside or has keys that a region
// cannot have.
func fitsAsRegion(entry, parent string) error {
	doc, err := yamltext.Parse(entry)
	if err != nil || len(doc.Root.Entries) == 0 {
		return nil // the machine's own findings report it
	}
	state := doc.Root.Entries[0]
	if state.Value.At(keyStates) == nil {
		return refuse(Invalid, "%q has regions; expected a state with states inside", parent)
	}
	for _, e := range state.Value.Entries {
		switch e.Key.Value {
		case "description", "rate_hz", "history", "initial", keyStates:
		default:
			return refuse(Invalid, "%q has %s, which a region cannot have, and %q can contain only regions", state.Key.Value, e.Key.Value, parent)
		}
	}
	return nil
}

// hasComments reports whether an entry in YAML has comments. YAML in brackets cannot contain comments.
func hasComments(entry string) bool {
	d, err := yamltext.Parse(entry)
	return err == nil && len(d.Comments()) > 0
}

// open rewrites the automaton of a state as a block, so that lines can be added. YAML in brackets cannot contain
// comments.
func (e *editor) open(id string, lines bool) error {
	if !lines {
		return nil
	}
	if err := e.unfold(e.doc.Root.Path()); err != nil {
		return err
	}
	path := ""
	for _, name := range strings.Split(id, "/") {
		if id == "" {
			break
		}
		inside, key := statesOf(automatonOf(e.doc, path))
		if inside == nil {
			break
		}
		_ = key
		if err := e.unfold(inside.Path()); err != nil {
			return err
		}
		path = join(path, name)
		if s := stateEntry(e.doc, path); s != nil {
			if err := e.unfold(s.Value.Path()); err != nil {
				return err
			}
		}
	}
	if at := automatonOf(e.doc, id); at != nil {
		if inside, _ := statesOf(at); inside != nil {
			return e.unfold(inside.Path())
		}
	}
	return nil
}

func (e *editor) unfold(path []int) error {
	n := e.doc.Node(path)
	if n == nil || n.Kind != yaml.MappingNode || !n.Flow() || len(n.Entries) == 0 {
		return nil
	}
	return e.to(e.doc.Unfold(n))
}

// renameState renames a state and all references to it.
func (e stateEditor) renameState(c Command) error {
	s, err := e.state(c.State)
	if err != nil {
		return err
	}
	parent := parentOf(c.State)
	if c.Name == s.Key.Value {
		return nil
	}
	if err := checkName(c.Name); err != nil {
		return err
	}
	if err := e.isFree(parent, c.Name); err != nil {
		return err
	}
	to := join(parent, c.Name)
	moved := func(id string) string {
		if isWithin(id, c.State) {
			return to + id[len(c.State):]
		}
		return id
	}
	old := references(e.doc)
	if err := e.to(e.doc.Set(s.Key, c.Name)); err != nil {
		return err
	}
	if err := e.relink(old, moved); err != nil {
		return err
	}
	e.selected, e.said = []string{to}, fmt.Sprintf("renamed %q to %q", c.State, c.Name)
	return e.rewrite(moved)
}

// chosen returns the states of a command in the order of the document, without those that are inside others of
// them.
func (e *editor) chosen(c Command) ([]string, error) {
	ids := slices.Clone(c.States)
	if c.State != "" {
		ids = append(ids, c.State)
	}
	if len(ids) == 0 {
		return nil, refuse(Invalid, "no state given; expected state or states")
	}
	for _, id := range ids {
		if _, err := e.state(id); err != nil {
			return nil, err
		}
	}
	var all []string
	eachState(e.doc, func(id string, _ *yamltext.Entry) bool {
		inside := slices.ContainsFunc(ids, func(outer string) bool { return id != outer && isWithin(id, outer) })
		if slices.Contains(ids, id) && !inside {
			all = append(all, id)
		}
		return true
	})
	return all, nil
}

// deleteStates deletes states, the transitions that lead to them, and their places.
func (e stateEditor) deleteStates(c Command) error {
	ids, err := e.chosen(c)
	if err != nil {
		return err
	}
	links := e.linksOf(ids)
	for _, id := range ids {
		if err := e.deleteState(id); err != nil {
			return err
		}
	}
	e.said = fmt.Sprintf("deleted %s", list(ids)) + withLinks(links)
	if parent := parentOf(ids[0]); parent != "" {
		e.selected = []string{parent}
	}
	return nil
}

// linksOf describes the transitions to and from states, except those inside one of them.
func (e stateEditor) linksOf(ids []string) []string {
	var links []string
	last := ""
	for _, ref := range references(e.doc) {
		at := transitionID(ref.state, ref.transition)
		if ref.initial || ref.target == "" || at == last {
			continue
		}
		if slices.ContainsFunc(ids, func(id string) bool {
			from, to := isWithin(ref.state, id), isWithin(ref.target, id)
			return ref.state == id || from != to
		}) {
			links, last = append(links, nameOf(ref.state)+" → "+nameOf(ref.target)), at
		}
	}
	return links
}

// withLinks returns the part of a sentence that names the links deleted together with a state.
func withLinks(links []string) string {
	const most = 6
	switch n := len(links); {
	case n == 0:
		return ""
	case n == 1:
		return " with the transition " + links[0]
	case n > most:
		return fmt.Sprintf(" with %d transitions: %s and %d more", n, strings.Join(links[:most], ", "), n-most)
	default:
		return fmt.Sprintf(" with %d transitions: %s", n, strings.Join(links, ", "))
	}
}

func (e stateEditor) deleteState(id string) error {
	if err := e.deleteLinks(id); err != nil {
		return err
	}
	if err := e.forget(id); err != nil {
		return err
	}
	parent := parentOf(id)
	return e.takeOut(parent, nameOf(id))
}

// takeOut removes a state from an automaton. If it was the initial state, another state becomes initial. If no
// state is left, the automaton is removed.
func (e *editor) takeOut(parent, name string) error {
	at := automatonOf(e.doc, parent)
	inside, key := statesOf(at)
	if len(inside.Entries) == 1 {
		if parent == "" {
			return refuse(Invalid, "%q is the only state; a machine has at least one", name)
		}
		if _, around := statesOf(automatonOf(e.doc, parentOf(parent))); around == keyRegions && key == keyStates {
			return refuse(Invalid, "%q is the only state of the region %q; delete the region instead", name, parent)
		}
		for _, key := range []string{key, "initial", "history", "rate_hz"} {
			if entry := automatonOf(e.doc, parent).Get(key); entry != nil {
				if err := e.to(e.doc.Delete(entry)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	begins := initialOf(at) == name
	if err := e.to(e.doc.Delete(inside.Get(name))); err != nil {
		return err
	}
	if begins && key == keyStates {
		inside, _ := statesOf(automatonOf(e.doc, parent))
		return e.setInitial(Command{State: join(parent, inside.Entries[0].Key.Value)})
	}
	return nil
}

// deleteLinks deletes the transitions from outside that lead into a state.
func (e stateEditor) deleteLinks(id string) error {
	all := references(e.doc)
	for i := len(all) - 1; i >= 0; i-- {
		ref := all[i]
		if ref.initial || ref.target == "" || !isWithin(ref.target, id) || isWithin(ref.state, id) {
			continue
		}
		item := transitionItem(e.doc, transitionID(ref.state, ref.transition))
		if item == nil {
			continue
		}
		if to := item.At("to"); ref.item >= 0 && to != nil && len(to.Items) > 1 { // the transition has several targets
			if err := e.to(e.doc.DeleteItem(to.Items[ref.item])); err != nil {
				return err
			}
			continue
		}
		if err := e.dropTransition(ref.state, item); err != nil {
			return err
		}
	}
	return nil
}

// forget removes a state from the layout and from the kept parts.
func (e stateEditor) forget(id string) error {
	for {
		layout := e.doc.Root.At("layout")
		i := -1
		if layout != nil {
			i = slices.IndexFunc(layout.Entries, func(l *yamltext.Entry) bool { return isWithin(l.Key.Value, id) })
		}
		if i < 0 {
			break
		}
		gone := layout.Entries[i]
		if len(layout.Entries) == 1 {
			gone = e.doc.Root.Get("layout")
		}
		if err := e.to(e.doc.Delete(gone)); err != nil {
			return err
		}
	}
	for {
		kept := e.doc.Root.At("kept")
		i := -1
		if kept != nil {
			i = slices.IndexFunc(kept.Items, func(k *yamltext.Item) bool { return isWithin(text(k.Node, "path"), id) })
		}
		switch {
		case i < 0:
			return nil
		case len(kept.Items) == 1:
			return e.to(e.doc.Delete(e.doc.Root.Get("kept")))
		}
		if err := e.to(e.doc.DeleteItem(kept.Items[i])); err != nil {
			return err
		}
	}
}

// duplicateState copies a state beside itself. References to inner states in the copy refer to the copied states.
func (e stateEditor) duplicateState(c Command) error {
	s, err := e.state(c.State)
	if err != nil {
		return err
	}
	parent := parentOf(c.State)
	inside, _ := statesOf(automatonOf(e.doc, parent))
	name := c.Name
	if name == "" {
		name = freeName(keysOf(inside), s.Key.Value)
	}
	if err := checkName(name); err != nil {
		return err
	}
	if err := e.isFree(parent, name); err != nil {
		return err
	}
	copied, err := renamedEntry(e.doc.EntryText(s), name)
	if err != nil {
		return err
	}
	old := within(references(e.doc), c.State)
	if err := e.to(e.doc.Insert(inside, s.Index()+1, copied)); err != nil {
		return err
	}
	to := join(parent, name)
	e.selected, e.said = []string{to}, fmt.Sprintf("copied %q as %q", c.State, name)
	return e.relink(old, func(id string) string {
		if isWithin(id, c.State) {
			return to + id[len(c.State):]
		}
		return id
	})
}

// within returns the references of a state and of its inner states.
func within(all []reference, id string) []reference {
	return slices.DeleteFunc(all, func(r reference) bool { return !isWithin(r.state, id) })
}

// renamedEntry returns an entry in YAML with another key.
func renamedEntry(entry, name string) (string, error) {
	d, err := yamltext.Parse(entry)
	if err != nil {
		return "", refuse(Invalid, "%v", err)
	}
	if d, err = d.Set(d.Root.Entries[0].Key, name); err != nil {
		return "", refuse(Invalid, "%v", err)
	}
	return d.Text, nil
}

// moveState moves a state among its siblings.
func (e stateEditor) moveState(c Command) error {
	s, err := e.state(c.State)
	if err != nil {
		return err
	}
	if c.Index == nil {
		return refuse(Invalid, "no index; expected the place among the siblings")
	}
	parent := parentOf(c.State)
	inside, _ := statesOf(automatonOf(e.doc, parent))
	place := min(max(*c.Index, 0), len(inside.Entries)-1)
	e.selected, e.said = []string{c.State}, fmt.Sprintf("moved %q to place %d", c.State, place+1)
	if place == s.Index() {
		return nil
	}
	entry := e.doc.EntryText(s)
	if err := e.to(e.doc.Delete(s)); err != nil {
		return err
	}
	inside, _ = statesOf(automatonOf(e.doc, parent))
	return e.to(e.doc.Insert(inside, place, entry))
}
