package studio

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/studio/yamltext"
)

// editor applies one command to a document, edit by edit.
type editor struct {
	doc      *yamltext.Document
	selected []string
	said     string
}

// Each of these executes the commands of one kind.
type (
	stateEditor      struct{ *editor }
	transitionEditor struct{ *editor }
	valueEditor      struct{ *editor }
	clipEditor       struct{ *editor }
)

// apply returns the editor after a command: the new document, the selection, and a description of the change.
func apply(d *yamltext.Document, c Command) (e *editor, err error) {
	e = &editor{doc: d}
	do := e.command(c.Op)
	if do == nil {
		return nil, refuse(Invalid, "no command %q", c.Op)
	}
	if c.Op != Layout {
		e.keepPlaces(c.Places)
	}
	if err := do(c); err != nil {
		return nil, err
	}
	if c.Op != Layout {
		e.keepPlaces(c.Places) // the places of states that the command has made
	}
	return e, nil
}

// command returns the function that executes an operation, or nil. It does not contain ReplaceText, which does not
// need a readable text.
func (e *editor) command(op Op) func(Command) error {
	states, transitions, values := stateEditor{e}, transitionEditor{e}, valueEditor{e}
	return map[Op]func(Command) error{
		AddState: states.addState, RenameState: states.renameState, DeleteState: states.deleteStates, DuplicateState: states.duplicateState,
		MoveState: states.moveState, Nest: states.nest, Unnest: states.unnest, SetInitial: e.setInitial, SetFinal: transitions.setFinal,
		AddTransition: transitions.addTransition, Retarget: transitions.retarget, ReorderTransition: transitions.reorderTransition,
		RenameTransition: transitions.renameTransition, DeleteTransition: transitions.deleteTransition,
		DisableTransition: transitions.disableTransition,
		Set:               values.set, SetDeclaration: values.setDeclaration, DeleteDeclaration: values.deleteDeclaration, Layout: values.placeStates,
		Paste: clipEditor{e}.paste,
	}[op]
}

// to sets the document to the result of an edit, or returns its refusal.
func (e *editor) to(next *yamltext.Document, err error) error {
	if err != nil {
		return refuse(Invalid, "the canvas cannot edit this form of YAML; edit the text: %v", err)
	}
	e.doc = next
	return nil
}

// state returns the entry of a state, or a refusal.
func (e *editor) state(id string) (*yamltext.Entry, error) {
	if s := stateEntry(e.doc, id); s != nil {
		return s, nil
	}
	return nil, noState(e.doc, id)
}

// transition returns the item of a transition and its state, or a refusal.
func (e *editor) transition(id string) (*yamltext.Item, string, error) {
	if i := transitionItem(e.doc, id); i != nil {
		state, _, _ := splitTransition(id)
		return i, state, nil
	}
	return nil, "", refuse(Missing, "no transition %q", id)
}

// order lists the keys in the order in which people write them. A new key is inserted before the first that comes
// later.
var order = map[string][]string{
	"machine": {
		"machine", "description", "profile", "language", "level", "spaces", "needs", "parameters", "inputs", "variables", "outputs",
		"functions", "history", "rate_hz", "max_transitions", "late_binding", "preconditions", "begin", "initial", "states", "kept", "layout",
	},
	"state": {
		"description", "final", "memory", "entry", "do", "exit", "stop_within", "invoke", "call", "done", "transitions", "history",
		"rate_hz", "initial", "states", "regions",
	},
	"transition": {"event", "after", "if", "priority", "to", "internal", "then", "name", "description", "disabled"},
}

// put adds an entry to a mapping, at its place in the order. text is the entry in YAML.
func (e *editor) put(n *yamltext.Node, kind, key, text string) error {
	at := len(n.Entries)
	words := order[kind]
	if rank := slices.Index(words, key); rank >= 0 {
		for i, other := range n.Entries {
			if slices.Index(words, other.Key.Value) > rank {
				at = i
				break
			}
		}
	}
	return e.to(e.doc.Insert(n, at, text))
}

// setKey sets a key of a mapping to a text, or adds it. An empty text removes the key.
func (e *editor) setKey(n *yamltext.Node, kind, key, value string) error {
	entry := n.Get(key)
	switch {
	case value == "" && entry == nil:
		return nil
	case value == "":
		return e.to(e.doc.Delete(entry))
	case entry != nil && entry.Value.Kind == yaml.ScalarNode && !entry.Value.Nothing():
		return e.to(e.doc.Set(entry.Value, value))
	case entry != nil:
		return e.to(e.doc.Replace(entry.Value, yamltext.Scalar(value, true)))
	}
	return e.put(n, kind, key, key+": "+scalarText(value))
}

// scalarText returns a text as the value of a new entry. Several lines are written below a |.
func scalarText(value string) string {
	if !strings.Contains(value, "\n") {
		return yamltext.Scalar(value, true)
	}
	return yamltext.Lines(value)
}

// setYAML sets a key of a mapping to a value given as YAML, or adds it. An empty text removes the key.
func (e *editor) setYAML(n *yamltext.Node, kind, key, value string) error {
	entry := n.Get(key)
	switch {
	case strings.TrimSpace(value) == "" && entry == nil:
		return nil
	case strings.TrimSpace(value) == "":
		return e.to(e.doc.Delete(entry))
	}
	if _, err := yamltext.Parse(value); err != nil {
		return refuse(Invalid, "%s: not YAML: %v", key, err)
	}
	if entry != nil {
		return e.to(e.doc.Merge(entry.Value, value))
	}
	return e.put(n, kind, key, yamltext.Entry1(key, value))
}

// checkName refuses an invalid name of a state.
func checkName(name string) error {
	ok := name != "" && name != finalExit && name != failedExit && len(name) <= 100
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		ok = ok && (letter || i > 0 && (r >= '0' && r <= '9' || r == '-'))
	}
	if !ok {
		return refuse(Invalid, "%q is not a name of a state; expected letters, digits, _ and -, a letter first, not FINAL or FAILED", name)
	}
	return nil
}

// isFree refuses a name that a sibling has already.
func (e *editor) isFree(parent, name string) error {
	if stateEntry(e.doc, join(parent, name)) != nil {
		where := "the machine"
		if parent != "" {
			where = fmt.Sprintf("%q", parent)
		}
		return refuse(Invalid, "the state %q exists already in %s; expected another name", name, where)
	}
	return nil
}

// relink updates the references to other states after states have moved. old holds the references before the move.
// In the new document they are at moved(state) and refer to moved(target). copied reports that the old states still
// exist, so that references of others do not change.
func (e *editor) relink(old []reference, moved func(id string) string) error {
	r := newResolver(e.doc)
	var texts []yamltext.Text
	for _, ref := range old {
		if ref.target == "" || ref.target == finalExit || ref.target == failedExit || ref.word == itself {
			continue
		}
		at := moved(ref.state)
		to := moved(ref.target)
		if at == gone || to == gone {
			continue
		}
		now := ref
		now.state = at
		n := now.node(e.doc)
		if n == nil || n.Kind != yaml.ScalarNode {
			continue
		}
		want := e.named(r, ref, at, to, n.Value)
		if want != n.Value {
			texts = append(texts, yamltext.Text{Of: n, Value: want})
		}
	}
	return e.to(e.doc.SetAll(texts))
}

// gone is the new id of a state that no longer exists.
const gone = "\x00"

// named returns the text with which a reference names a state. It keeps the present text if that still means the
// state.
func (e *editor) named(r resolver, ref reference, at, to, text string) string {
	if ref.initial {
		if parentOf(to) == at {
			return nameOf(to)
		}
		return to
	}
	internal := false
	if i := transitionItem(e.doc, transitionID(at, ref.transition)); i != nil && i.At("internal") != nil {
		internal = i.At("internal").Value == "true"
	}
	if r.target(at, text, internal) == to {
		return text
	}
	return word(at, to)
}

// rewrite updates the paths of states in expressions, and the keys of the layout.
func (e *editor) rewrite(moved func(id string) string) error {
	var texts []yamltext.Text
	eachScalar(e.doc.Root, "", func(n *yamltext.Node, key string) {
		if key == "description" || key == "name" {
			return
		}
		if to := replacePaths(n.Value, moved); to != n.Value {
			texts = append(texts, yamltext.Text{Of: n, Value: to})
		}
	})
	if layout := e.doc.Root.At("layout"); layout != nil {
		for _, entry := range layout.Entries {
			if to := moved(entry.Key.Value); to != entry.Key.Value && to != gone {
				texts = append(texts, yamltext.Text{Of: entry.Key, Value: to})
			}
		}
	}
	if kept := e.doc.Root.At("kept"); kept != nil {
		for _, i := range kept.Items {
			if path := i.At("path"); path != nil && path.Kind == yaml.ScalarNode {
				if to := moved(path.Value); to != path.Value && to != gone {
					texts = append(texts, yamltext.Text{Of: path, Value: to})
				}
			}
		}
	}
	return e.to(e.doc.SetAll(texts))
}

// eachScalar calls visit for every scalar that is a value, with its innermost key.
func eachScalar(n *yamltext.Node, key string, visit func(n *yamltext.Node, key string)) {
	if n.Kind == yaml.ScalarNode {
		visit(n, key)
	}
	for _, e := range n.Entries {
		eachScalar(e.Value, e.Key.Value, visit)
	}
	for _, i := range n.Items {
		eachScalar(i.Node, key, visit)
	}
}

// list returns names for a sentence.
func list(ids []string) string {
	if len(ids) == 1 {
		return fmt.Sprintf("%q", ids[0])
	}
	return fmt.Sprintf("%d states", len(ids))
}
