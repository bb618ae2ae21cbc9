package studio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
	"gonao/studio/yamltext"
)

// These are the keys of a machine file that contain states.
const (
	keyStates  = "states"
	keyRegions = "regions"
)

// These are the words, besides states, that a transition may lead to.
const (
	finalExit  = "FINAL"
	failedExit = "FAILED"
	itself     = "itself"
)

// join returns the id of a state inside another one.
func join(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "/" + name
}

// parentOf returns the id of the enclosing state, or "" for the machine.
func parentOf(id string) string {
	if i := strings.LastIndexByte(id, '/'); i >= 0 {
		return id[:i]
	}
	return ""
}

// nameOf returns the name of a state.
func nameOf(id string) string { return id[strings.LastIndexByte(id, '/')+1:] }

// isWithin reports whether a state is another one or inside it.
func isWithin(id, outer string) bool { return id == outer || strings.HasPrefix(id, outer+"/") }

// statesOf returns the mapping of the states or regions inside a node, or nil.
func statesOf(n *yamltext.Node) (states *yamltext.Node, key string) {
	for _, key := range []string{keyStates, keyRegions} {
		if inside := n.At(key); inside != nil && inside.Kind == yaml.MappingNode {
			return inside, key
		}
	}
	return nil, ""
}

// stateEntry returns the entry of a state, or nil.
func stateEntry(d *yamltext.Document, id string) *yamltext.Entry {
	at := d.Root
	var e *yamltext.Entry
	for _, name := range strings.Split(id, "/") {
		inside, _ := statesOf(at)
		if e = inside.Get(name); e == nil {
			return nil
		}
		at = e.Value
	}
	return e
}

// automatonOf returns the node with initial and states of an automaton: the value of the state with an id, or the
// machine.
func automatonOf(d *yamltext.Document, id string) *yamltext.Node {
	if id == "" {
		return d.Root
	}
	if e := stateEntry(d, id); e != nil {
		return e.Value
	}
	return nil
}

// eachState calls visit for every state, outer ones first, until it returns false.
func eachState(d *yamltext.Document, visit func(id string, e *yamltext.Entry) bool) {
	var walk func(at *yamltext.Node, id string) bool
	walk = func(at *yamltext.Node, id string) bool {
		inside, _ := statesOf(at)
		if inside == nil {
			return true
		}
		for _, e := range inside.Entries {
			of := join(id, e.Key.Value)
			if !visit(of, e) || !walk(e.Value, of) {
				return false
			}
		}
		return true
	}
	walk(d.Root, "")
}

// stateIDs returns the ids of all states.
func stateIDs(d *yamltext.Document) []string {
	var all []string
	eachState(d, func(id string, _ *yamltext.Entry) bool {
		all = append(all, id)
		return true
	})
	return all
}

// noState returns the refusal for a state that does not exist.
func noState(d *yamltext.Document, id string) error {
	return refuse(Missing, "no state %q%s", id, wording.DidYouMean(id, stateIDs(d)))
}

// transitionID returns the id of a transition: its state's id and its index in the list.
func transitionID(state string, index int) string { return state + "#" + strconv.Itoa(index) }

// splitTransition returns the state and the index in a transition's id.
func splitTransition(id string) (state string, index int, ok bool) {
	state, number, ok := strings.Cut(id, "#")
	index, err := strconv.Atoi(number)
	return state, index, ok && err == nil && index >= 0
}

// transitionItem returns the item of a transition, or nil.
func transitionItem(d *yamltext.Document, id string) *yamltext.Item {
	state, index, ok := splitTransition(id)
	if !ok {
		return nil
	}
	e := stateEntry(d, state)
	if e == nil {
		return nil
	}
	list := e.Value.At("transitions")
	if list == nil || index >= len(list.Items) {
		return nil
	}
	return list.Items[index]
}

// resolver finds the states that the words of transitions mean.
type resolver struct {
	ids   map[string]bool
	names map[string]string // in SCXML, ids name states anywhere in the machine
}

func newResolver(d *yamltext.Document) resolver {
	r := resolver{ids: map[string]bool{}}
	scxml := d.Root.At("profile")
	if scxml != nil && scxml.Value == "scxml" {
		r.names = map[string]string{}
	}
	for _, id := range stateIDs(d) {
		r.ids[id] = true
		if r.names != nil {
			r.names[nameOf(id)] = id
		}
	}
	return r
}

// target returns the id of the state that a word means in a transition of the state from, or an exit, or "".
func (r resolver) target(from, word string, internal bool) string {
	switch word {
	case finalExit, failedExit:
		return word
	case itself:
		return from
	case "":
		return ""
	}
	if inside := join(from, word); internal && r.ids[inside] {
		return inside
	}
	if sibling := join(parentOf(from), word); r.ids[sibling] && nameOf(word) == word { // a path begins at the top
		return sibling
	}
	if r.ids[word] {
		return word
	}
	return r.names[word]
}

// word returns how a transition of a state names another state: a sibling by its name, any other by its path.
func word(from, to string) string {
	if to == finalExit || to == failedExit || parentOf(from) == parentOf(to) {
		return nameOf(to)
	}
	return to
}

// reference is a text that names a state.
type reference struct {
	state      string // id of the state that contains the text; "" for the machine
	transition int    // index of the transition; -1 for none
	item       int    // index in a list of targets; -1 for a single text
	target     string // id of the state that it names
	word       string
	initial    bool
}

// references returns the targets of all transitions, and the initial states, of a machine.
func references(d *yamltext.Document) []reference {
	r := newResolver(d)
	var all []reference
	add := func(n *yamltext.Node, ref reference, find func(word string) string) {
		each := func(n *yamltext.Node, item int) {
			if n.Kind == yaml.ScalarNode && !n.Nothing() {
				ref.item, ref.word, ref.target = item, n.Value, find(n.Value)
				all = append(all, ref)
			}
		}
		switch {
		case n == nil:
		case n.Kind == yaml.SequenceNode:
			for _, i := range n.Items {
				each(i.Node, i.Index())
			}
		default:
			each(n, -1)
		}
	}
	begin := func(id string, at *yamltext.Node) {
		initial := at.At("initial")
		if initial != nil && initial.Kind == yaml.MappingNode {
			initial = initial.At("to")
		}
		add(initial, reference{state: id, transition: -1, initial: true}, func(word string) string {
			if inside := join(id, word); r.ids[inside] && nameOf(word) == word {
				return inside
			}
			if r.ids[word] {
				return word
			}
			return r.names[word]
		})
	}
	begin("", d.Root)
	eachState(d, func(id string, e *yamltext.Entry) bool {
		begin(id, e.Value)
		list := e.Value.At("transitions")
		if list == nil {
			return true
		}
		for _, i := range list.Items {
			internal := i.At("internal") != nil && i.At("internal").Value == "true"
			add(i.At("to"), reference{state: id, transition: i.Index()}, func(word string) string { return r.target(id, word, internal) })
		}
		return true
	})
	return all
}

// node returns the text of a reference in a document.
func (ref reference) node(d *yamltext.Document) *yamltext.Node {
	at := automatonOf(d, ref.state)
	var n *yamltext.Node
	switch {
	case at == nil:
		return nil
	case ref.initial:
		if n = at.At("initial"); n != nil && n.Kind == yaml.MappingNode {
			n = n.At("to")
		}
	default:
		list := at.At("transitions")
		if list == nil || ref.transition >= len(list.Items) {
			return nil
		}
		n = list.Items[ref.transition].At("to")
	}
	if n != nil && ref.item >= 0 {
		if ref.item >= len(n.Items) {
			return nil
		}
		return n.Items[ref.item].Node
	}
	return n
}

// freeName returns a name that no sibling has: the wanted name, or that name with a number.
func freeName(taken []string, wanted string) string {
	if !slices.Contains(taken, wanted) {
		return wanted
	}
	base := strings.TrimRight(strings.TrimRight(wanted, "0123456789"), "_")
	for i := 2; ; i++ {
		if name := fmt.Sprintf("%s_%d", base, i); !slices.Contains(taken, name) {
			return name
		}
	}
}

// keysOf returns the keys of a mapping.
func keysOf(n *yamltext.Node) []string {
	var keys []string
	if n != nil {
		for _, e := range n.Entries {
			keys = append(keys, e.Key.Value)
		}
	}
	return keys
}
