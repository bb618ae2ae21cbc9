package studio

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
	"gonao/studio/yamltext"
)

// A clip is YAML. It contains the automaton of its origin, the copied states with their comments or a transition,
// their places, and the declarations that they use, so that they can be pasted into another machine.

// clipOf copies states or a transition.
func clipOf(d *yamltext.Document, r CopyRequest) (string, error) {
	e := &editor{doc: d}
	var b strings.Builder
	if r.Transition != "" {
		item, state, err := e.transition(r.Transition)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "gonao_clip: 1\nfrom: %s\ntransitions:\n%s\n", yamltext.Key(state), yamltext.Indented(e.doc.ItemText(item), 2))
		b.WriteString(declarationsOf(d, b.String()))
		return b.String(), nil
	}
	ids, err := e.chosen(Command{States: r.States})
	if err != nil {
		return "", err
	}
	around := parentOf(ids[0])
	fmt.Fprintf(&b, "gonao_clip: 1\nfrom: %s\nstates:\n", yamltext.Key(around))
	for _, id := range ids {
		if parentOf(id) != around {
			return "", refuse(Invalid, "the states belong to different automata; expected siblings")
		}
		b.WriteString(yamltext.Indented(d.EntryText(stateEntry(d, id)), 2) + "\n")
	}
	copied := b.String()
	if layout := d.Root.At("layout"); layout != nil {
		var places []string
		for _, l := range layout.Entries {
			if slices.ContainsFunc(ids, func(id string) bool { return isWithin(l.Key.Value, id) }) {
				places = append(places, "  "+yamltext.Key(l.Key.Value)+": "+yamltext.Flow(l.Value.Node))
			}
		}
		if len(places) > 0 {
			b.WriteString("layout:\n" + strings.Join(places, "\n") + "\n")
		}
	}
	b.WriteString(declarationsOf(d, copied))
	return b.String(), nil
}

var wordPattern = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// declarationsOf returns the declarations whose names occur in a text, and those that functions among them use.
func declarationsOf(d *yamltext.Document, text string) string {
	words := map[string]bool{}
	for _, w := range wordPattern.FindAllString(text, -1) {
		words[w] = true
	}
	var b strings.Builder
	for _, key := range sections {
		section := d.Root.At(key)
		if section == nil || key == "parameters" {
			continue
		}
		var entries []string
		for _, e := range section.Entries {
			if words[e.Key.Value] {
				entries = append(entries, yamltext.Indented(d.EntryText(e), 4))
			}
		}
		if len(entries) > 0 {
			fmt.Fprintf(&b, "  %s:\n%s\n", key, strings.Join(entries, "\n"))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "declarations:\n" + b.String()
}

// paste adds the contents of a clip: states to an automaton, or transitions to a state.
func (e clipEditor) paste(c Command) error {
	clip, err := yamltext.Parse(c.Clip)
	if err != nil || clip.Root.At("gonao_clip") == nil {
		return refuse(Invalid, "the clip contains neither states nor transitions")
	}
	if err := e.pasteDeclarations(clip); err != nil {
		return err
	}
	if list := clip.Root.At("transitions"); list != nil && len(list.Items) > 0 {
		return e.pasteTransitions(c, clip, list)
	}
	states := clip.Root.At("states")
	if states == nil || len(states.Entries) == 0 {
		return refuse(Invalid, "the clip contains neither states nor transitions")
	}
	if c.Parent != "" {
		if _, err := e.state(c.Parent); err != nil {
			return err
		}
	}
	from := text(clip.Root, "from")
	names := map[string]string{} // new names by old ids
	for _, s := range states.Entries {
		inside, _ := statesOf(automatonOf(e.doc, c.Parent))
		name := freeName(keysOf(inside), s.Key.Value)
		if err := checkName(name); err != nil {
			return err
		}
		entry, err := renamedEntry(clip.EntryText(s), name)
		if err != nil {
			return err
		}
		if err := e.insertState(c.Parent, c.Index, entry, name); err != nil {
			return err
		}
		names[join(from, s.Key.Value)] = join(c.Parent, name)
		e.selected = append(e.selected, join(c.Parent, name))
	}
	moved := func(id string) string {
		for old, now := range names {
			if isWithin(id, old) {
				return now + id[len(old):]
			}
		}
		return id
	}
	e.said = fmt.Sprintf("pasted %s", list(e.selected))
	if err := e.relink(pastedReferences(clip, from, names), moved); err != nil {
		return err
	}
	return e.pastePlaces(clip, c, moved)
}

// pastedReferences returns the references between the states of a clip, with their old ids.
func pastedReferences(clip *yamltext.Document, from string, names map[string]string) []reference {
	d, err := yamltext.Parse(nested(from, clip))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(references(d), func(r reference) bool {
		known := func(id string) bool {
			for old := range names {
				if isWithin(id, old) {
					return true
				}
			}
			return false
		}
		return !known(r.state) || !known(r.target)
	})
}

// nested returns the states of a clip as a machine in which they have their old ids.
func nested(from string, clip *yamltext.Document) string {
	states := ""
	for _, s := range clip.Root.At("states").Entries {
		states += clip.EntryText(s) + "\n"
	}
	text := "states:\n" + yamltext.Indented(strings.TrimRight(states, "\n"), 2)
	if from != "" {
		names := strings.Split(from, "/")
		slices.Reverse(names)
		for _, name := range names {
			text = "states:\n  " + yamltext.Key(name) + ":\n" + yamltext.Indented(text, 4)
		}
	}
	return text
}

// pastePlaces places the pasted states at the pointer, with the same relative places, or a little beside the old
// ones.
func (e clipEditor) pastePlaces(clip *yamltext.Document, c Command, moved func(string) string) error {
	layout := clip.Root.At("layout")
	var places []Spot
	if layout != nil {
		for _, l := range layout.Entries {
			if l.Value.Kind == yaml.MappingNode {
				places = append(places, Spot{State: l.Key.Value, X: number(l.Value, "x"), Y: number(l.Value, "y"), Width: number(l.Value, "width"), Height: number(l.Value, "height")})
			}
		}
	}
	if len(places) == 0 {
		if c.X != nil && c.Y != nil {
			for i, id := range e.selected {
				if err := e.place(Spot{State: id, X: *c.X + float64(40*i), Y: *c.Y + float64(40*i)}); err != nil {
					return err
				}
			}
		}
		return nil
	}
	from := text(clip.Root, "from")
	dx, dy := 40.0, 40.0
	if c.X != nil && c.Y != nil {
		dx, dy = *c.X-places[0].X, *c.Y-places[0].Y
	}
	for _, p := range places {
		if parentOf(p.State) == from { // inner states keep their places in their own automata
			p.X, p.Y = p.X+dx, p.Y+dy
		}
		if p.State = moved(p.State); stateEntry(e.doc, p.State) == nil {
			continue
		}
		if err := e.place(p); err != nil {
			return err
		}
	}
	return nil
}

func (e clipEditor) pasteTransitions(c Command, clip *yamltext.Document, list *yamltext.Node) error {
	state := cmp.Or(c.State, c.Parent)
	for _, i := range list.Items {
		s, err := e.state(state)
		if err != nil {
			return err
		}
		place, err := e.insertTransition(s, nil, clip.ItemText(i))
		if err != nil {
			return err
		}
		id := transitionID(state, place)
		e.selected = append(e.selected, id)
		to := i.At("to")
		if to == nil || to.Kind != yaml.ScalarNode {
			continue
		}
		r := newResolver(e.doc)
		target := r.target(text(clip.Root, "from"), to.Value, false)
		if target == "" || r.target(state, to.Value, false) == target {
			continue
		}
		item, _, err := e.transition(id)
		if err != nil {
			return err
		}
		if err := e.setKey(item.Node, "transition", "to", word(state, target)); err != nil {
			return err
		}
	}
	e.said = "pasted " + wording.Count(len(list.Items), "transition")
	return nil
}

// pasteDeclarations adds the declarations of a clip that the machine does not have.
func (e clipEditor) pasteDeclarations(clip *yamltext.Document) error {
	for _, key := range sections {
		section := clip.Root.At("declarations", key)
		if section == nil {
			continue
		}
		for _, d := range section.Entries {
			if slices.ContainsFunc(sections, func(key string) bool { return e.doc.Root.At(key).Get(d.Key.Value) != nil }) {
				continue
			}
			var err error
			if at := e.doc.Root.Get(key); at != nil {
				err = e.to(e.doc.Insert(at.Value, len(at.Value.Entries), clip.EntryText(d)))
			} else {
				err = e.put(e.doc.Root, "machine", key, key+":\n"+yamltext.Indented(clip.EntryText(d), 2))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
