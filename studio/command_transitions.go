package studio

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/studio/yamltext"
)

// setInitial makes a state the initial state of its automaton.
func (e *editor) setInitial(c Command) error {
	if _, err := e.state(c.State); err != nil {
		return err
	}
	around := parentOf(c.State)
	at := automatonOf(e.doc, around)
	if _, key := statesOf(at); key == keyRegions {
		return refuse(Invalid, "all regions are entered, so none of them can be the initial one")
	}
	e.selected, e.said = []string{c.State}, fmt.Sprintf("%q is the initial state", c.State)
	kind := "state"
	if around == "" {
		kind = "machine"
	}
	if initial := at.At("initial"); initial != nil && initial.Kind == yaml.MappingNode {
		return e.setKey(initial, "", "to", nameOf(c.State))
	}
	return e.setKey(at, kind, "initial", nameOf(c.State))
}

// setFinal makes a state final or failed, or neither.
func (e transitionEditor) setFinal(c Command) error {
	s, err := e.state(c.State)
	if err != nil {
		return err
	}
	e.selected = []string{c.State}
	switch c.Value {
	case "true", "failed":
		e.said = fmt.Sprintf("%q ends its automaton", c.State)
		return e.setKey(s.Value, "state", "final", c.Value)
	case "false", "":
		e.said = fmt.Sprintf("%q does not end its automaton", c.State)
		return e.setKey(s.Value, "state", "final", "")
	}
	return refuse(Invalid, "final %q; expected true, failed or false", c.Value)
}

// targetWord returns how a transition of a state refers to a target. to is the target's id or a word such as FINAL.
func targetWord(d *yamltext.Document, from, to string) (string, error) {
	switch {
	case to == finalExit || to == failedExit:
		return to, nil
	case stateEntry(d, to) != nil:
		return word(from, to), nil
	case newResolver(d).target(from, to, false) != "":
		return to, nil
	}
	return "", noState(d, to)
}

// addTransition adds a transition to a state.
func (e transitionEditor) addTransition(c Command) error {
	s, err := e.state(c.State)
	if err != nil {
		return err
	}
	to, err := targetWord(e.doc, c.State, c.To)
	if err != nil {
		return err
	}
	var keys []string
	add := func(key, value string) {
		if value != "" {
			keys = append(keys, key+": "+value)
		}
	}
	add("event", eventText(c.Event))
	for _, part := range []struct{ key, value string }{{"after", c.After}, {"if", c.If}, {"to", to}, {"name", c.Name}} {
		if part.value != "" {
			add(part.key, yamltext.Scalar(part.value, true))
		}
	}
	item := "- {" + strings.Join(keys, ", ") + "}"
	place, err := e.insertTransition(s, c.Index, item)
	if err != nil {
		return err
	}
	e.selected, e.said = []string{transitionID(c.State, place)}, fmt.Sprintf("added a transition from %q to %s", c.State, to)
	return nil
}

// eventText returns the events of a command as YAML: a single one, or a list of those separated by commas.
func eventText(events string) string {
	parts := strings.FieldsFunc(events, func(r rune) bool { return r == ',' || r == ' ' })
	for i, p := range parts {
		parts[i] = yamltext.Scalar(p, true)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// insertTransition inserts a transition into the list of a state, or makes the list. It returns the transition's
// index.
func (e *editor) insertTransition(s *yamltext.Entry, index *int, item string) (int, error) {
	list := s.Value.At("transitions")
	if list == nil {
		return 0, e.put(s.Value, "state", "transitions", "transitions:\n"+yamltext.Indented(item, 2))
	}
	if list.Kind != yaml.SequenceNode && !list.Nothing() {
		return 0, refuse(Invalid, "the transitions of %q are not a list", s.Key.Value)
	}
	place := len(list.Items)
	if index != nil {
		place = min(max(*index, 0), place)
	}
	return place, e.to(e.doc.InsertItem(list, place, item))
}

// retarget changes the target of a transition, or the state in which it begins.
func (e transitionEditor) retarget(c Command) error {
	item, from, err := e.transition(c.Transition)
	if err != nil {
		return err
	}
	e.selected = []string{c.Transition}
	if c.To != "" {
		to, err := targetWord(e.doc, from, c.To)
		if err != nil {
			return err
		}
		e.said = fmt.Sprintf("the transition leads to %s", to)
		if err := e.setKey(item.Node, "transition", "to", to); err != nil {
			return err
		}
	}
	if c.State == "" || c.State == from {
		return nil
	}
	return e.moveTransition(c.Transition, c.State, c.Index)
}

// moveTransition moves a transition to another state.
func (e transitionEditor) moveTransition(id, state string, index *int) error {
	item, from, err := e.transition(id)
	if err != nil {
		return err
	}
	s, err := e.state(state)
	if err != nil {
		return err
	}
	r := newResolver(e.doc)
	text := e.doc.ItemText(item)
	to := item.At("to")
	target := ""
	if to != nil && to.Kind == yaml.ScalarNode {
		target = r.target(from, to.Value, false)
	}
	place, err := e.insertTransition(s, index, text)
	if err != nil {
		return err
	}
	if item, _, err = e.transition(id); err != nil {
		return err
	}
	if err := e.dropTransition(from, item); err != nil {
		return err
	}
	now := transitionID(state, place)
	e.selected, e.said = []string{now}, fmt.Sprintf("the transition begins in %q", state)
	if target == "" || target == finalExit || target == failedExit {
		return nil
	}
	item, _, err = e.transition(now)
	if err != nil {
		return err
	}
	if r.target(state, item.At("to").Value, false) == target {
		return nil
	}
	return e.setKey(item.Node, "transition", "to", word(state, target))
}

// reorderTransition moves a transition among those of its state.
func (e transitionEditor) reorderTransition(c Command) error {
	item, state, err := e.transition(c.Transition)
	if err != nil {
		return err
	}
	if c.Index == nil {
		return refuse(Invalid, "no index; expected the place among the transitions")
	}
	list := stateEntry(e.doc, state).Value.At("transitions")
	place := min(max(*c.Index, 0), len(list.Items)-1)
	e.selected, e.said = []string{transitionID(state, place)}, fmt.Sprintf("the transition is number %d of %q", place+1, state)
	if place == item.Index() {
		return nil
	}
	text := e.doc.ItemText(item)
	if err := e.to(e.doc.DeleteItem(item)); err != nil {
		return err
	}
	return e.to(e.doc.InsertItem(stateEntry(e.doc, state).Value.At("transitions"), place, text))
}

func (e transitionEditor) renameTransition(c Command) error {
	item, _, err := e.transition(c.Transition)
	if err != nil {
		return err
	}
	e.selected, e.said = []string{c.Transition}, fmt.Sprintf("the transition is called %q", c.Name)
	return e.setKey(item.Node, "transition", "name", c.Name)
}

func (e transitionEditor) deleteTransition(c Command) error {
	item, state, err := e.transition(c.Transition)
	if err != nil {
		return err
	}
	e.selected, e.said = []string{state}, fmt.Sprintf("deleted a transition of %q", state)
	return e.dropTransition(state, item)
}

// dropTransition removes a transition, and removes the list with its last transition.
func (e *editor) dropTransition(state string, item *yamltext.Item) error {
	s := stateEntry(e.doc, state)
	if len(s.Value.At("transitions").Items) == 1 {
		return e.to(e.doc.Delete(s.Value.Get("transitions")))
	}
	return e.to(e.doc.DeleteItem(item))
}

// disableTransition disables or enables a transition.
func (e transitionEditor) disableTransition(c Command) error {
	item, _, err := e.transition(c.Transition)
	if err != nil {
		return err
	}
	e.selected = []string{c.Transition}
	switch c.Value {
	case "true", "":
		e.said = "the transition is disabled"
		return e.setKey(item.Node, "transition", "disabled", "true")
	case "false":
		e.said = "the transition is enabled"
		return e.setKey(item.Node, "transition", "disabled", "")
	}
	return refuse(Invalid, "disabled %q; expected true or false", c.Value)
}
