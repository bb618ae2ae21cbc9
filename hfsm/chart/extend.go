package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxExtended is the largest number of machines in a chain of extensions.
const maxExtended = 8

// codeExtends is the code of findings about the machine that another one extends.
const codeExtends = "extends"

// Extension is the machine that another one extends.
type Extension struct {
	Place
	Machine string
}

// text is a file that a machine was read from.
type text struct {
	file string
	src  []byte
}

// Extended returns the complete machine for a machine that extends another one: the other one, with the parts that the
// extension replaces and adds. find returns a machine by its name, as [ReadYAML] read it. A machine without an extension
// is returned unchanged.
//
// Values are replaced by their names, states by their paths; of a state, each key that is written. Transitions are
// replaced by their names, or all of them where the state says replace: [transitions]; a transition with only its name
// and disabled is switched off or on. Parts without a counterpart are added.
func Extended(m *Machine, find func(name string) (*Machine, error)) (*Machine, Findings) {
	if m == nil || m.Extends == nil {
		return m, nil
	}
	texts := slices.Clone(m.texts)
	names := []string{m.Name}
	for at := m; at.Extends != nil; {
		base, why := extended(at, texts, names, find)
		if why != "" {
			return nil, Findings{{
				File: at.File, Line: at.Extends.Line, Column: at.Extends.Column, Key: at.Extends.Key, Code: codeExtends, Text: why,
			}}
		}
		texts, names, at = append(texts, base.texts...), append(names, base.Name), base
	}
	r := newDocument(m.File)
	var whole *yaml.Node
	for _, t := range slices.Backward(texts) {
		part := r.layer(t)
		switch {
		case part == nil:
			return nil, r.findings.Sorted()
		case whole == nil:
			whole = part
		default:
			merger{r}.machine(whole, part)
		}
	}
	return r.machine(whole)
}

// extended returns the machine that another one extends, or the reason why it cannot. before and names are the texts and
// the names of the extending machines.
func extended(m *Machine, before []text, names []string, find func(name string) (*Machine, error)) (base *Machine, why string) {
	name := m.Extends.Machine
	if len(names) > maxExtended {
		return nil, fmt.Sprintf("%s: more than %d machines extend each other", strings.Join(names, " -> "), maxExtended)
	}
	if find == nil {
		return nil, fmt.Sprintf("no machine %q; no other machine can be read here", name)
	}
	base, err := find(name)
	switch {
	case err != nil:
		return nil, fmt.Sprintf("machine %q: %v", name, err)
	case base == nil:
		return nil, fmt.Sprintf("no machine %q", name)
	case len(base.texts) == 0:
		return nil, fmt.Sprintf("%q is not YAML file; expected a machine in YAML", name)
	}
	own := base.texts[0]
	again := func(t text) bool { return t.file == own.file && bytes.Equal(t.src, own.src) }
	if i := slices.IndexFunc(before, again); i >= 0 {
		return nil, fmt.Sprintf("%s: machines that extend each other; expected one that extends none at the end", strings.Join(append(names[i:], base.Name), " -> "))
	}
	return base, ""
}

// layer returns the top node of a text, and records its nodes as those of its file.
func (r *document) layer(t text) *yaml.Node {
	own := r.file
	r.file = t.file // for errors outside the YAML
	root := r.parse(t.src)
	r.file = own
	if root != nil && t.file != own {
		r.note(root, t.file)
	}
	return root
}

// note keeps the file of a node and of all inside it.
func (r *document) note(n *yaml.Node, file string) {
	r.others[n] = file
	for _, inside := range n.Content {
		r.note(inside, file)
	}
}

// part reads the fields of an extending machine that concern itself: its name and the other's.
func (r machineReader) part(n *yaml.Node) *Machine {
	fs := r.record(n, "", "a machine: machine, extends, states, …", append(slices.Clone(machineKeys), "extends")...)
	m := &Machine{Place: r.place(n, ""), File: r.file, Description: r.optionalText(fs, "description")}
	m.Extends = &Extension{Place: r.place(fs.of("extends").val, "extends")}
	m.Extends.Machine, _ = r.name(fs.of("extends").val, "extends", "the name of a machine")
	if f, ok := fs.get("machine"); ok {
		m.Name, _ = r.name(f.val, "machine", "the machine's name")
	} else {
		r.fault(n, "machine", codeMissing, "missing; expected the machine's name")
	}
	return m
}

// merger merges an extension into a document.
type merger struct{ *document }

// The keys under which a machine has values by their names.
var namedKeys = []string{"parameters", "inputs", "variables", "outputs", "functions", "layout"}

// machine merges a whole document.
func (r merger) machine(base, part *yaml.Node) {
	if base.Kind != yaml.MappingNode {
		return // the reader reports it
	}
	for _, f := range r.mapping(part, "", "a machine: machine, extends, states, …") {
		switch {
		case f.name == "extends":
		case f.name == "states":
			r.states(base, f, "states")
		case slices.Contains(namedKeys, f.name):
			r.named(base, f)
		default:
			put(base, f)
		}
	}
	remove(base, "extends")
}

// named replaces the values of a mapping by their names.
func (r merger) named(base *yaml.Node, f field) {
	to := child(base, f.name)
	if to == nil || to.Kind != yaml.MappingNode {
		put(base, f)
		return
	}
	for _, value := range r.mapping(f.val, f.name, "values by their names") {
		put(to, value)
	}
}

// states merges states by their paths, from those inside a state or a machine.
func (r merger) states(around *yaml.Node, f field, key string) {
	for _, s := range r.mapping(f.val, key, "states by their paths") {
		at := join(key, s.name)
		path := strings.Split(s.name, "/")
		in := around
		for _, name := range path[:len(path)-1] {
			if in = inside(in, name); in == nil {
				break
			}
		}
		switch state := inside(in, path[len(path)-1]); {
		case in == nil:
			r.fault(s.key, at, codeExtends, "no state around it in the machine that is extended; expected the path of one of its states, such as %s", cmp.Or(first(around), "a/b"))
		case state != nil:
			r.state(state, s, at)
		default:
			r.add(in, s, path[len(path)-1])
		}
	}
}

// add adds a state inside another one or the machine.
func (r merger) add(in *yaml.Node, s field, name string) {
	key := *s.key
	key.Value = name
	s.key, s.name = &key, name
	if file, ok := r.others[s.key]; ok {
		r.others[&key] = file
	}
	remove(s.val, "replace")
	to := child(in, "states")
	if to == nil {
		to = child(in, "regions")
	}
	if to == nil || to.Kind != yaml.MappingNode {
		to = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: s.val.Line, Column: s.val.Column}
		if file, ok := r.others[s.val]; ok {
			r.others[to] = file
		}
		put(in, field{name: "states", key: &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "states", Line: key.Line, Column: key.Column}, val: to})
	}
	put(to, s)
}

// state replaces each key of a state that is written.
func (r merger) state(base *yaml.Node, s field, key string) {
	whole := false
	written := r.mapping(s.val, key, "a state")
	for _, f := range written {
		if f.name != "replace" {
			continue
		}
		for _, word := range r.list(f.val, join(key, "replace"), "the list [transitions]") {
			if word.Value != "transitions" {
				r.fault(word, join(key, "replace"), codeValue, "%q; expected transitions", word.Value)
			}
			whole = true
		}
	}
	if base.Kind != yaml.MappingNode {
		*base = yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: base.Line, Column: base.Column} // an empty state
	}
	for _, f := range written {
		at := join(key, f.name)
		switch {
		case f.name == "replace":
		case f.name == "states" || f.name == "regions":
			r.states(base, f, at)
		case f.name == "transitions" && !whole:
			r.transitions(base, f, at)
		default:
			put(base, f)
		}
	}
}

// transitions replaces transitions by their names, and adds the others.
func (r merger) transitions(base *yaml.Node, f field, key string) {
	to := child(base, "transitions")
	if to == nil || to.Kind != yaml.SequenceNode || f.val.Kind != yaml.SequenceNode {
		put(base, f)
		return
	}
	for i, t := range f.val.Content {
		at := fmt.Sprintf("%s[%d]", key, i)
		name := child(t, "name")
		var same []int
		for j, old := range to.Content {
			if n := child(old, "name"); name != nil && n != nil && n.Value == name.Value {
				same = append(same, j)
			}
		}
		switch {
		case len(same) > 1:
			r.fault(name, at, codeExtends, "%d transitions of the state are called %q; expected replace: [transitions], and all of them", len(same), name.Value)
		case len(same) == 0:
			to.Content = append(to.Content, t)
		case switches(t):
			put(to.Content[same[0]], field{name: "disabled", key: t.Content[slices.IndexFunc(t.Content, named("disabled"))], val: child(t, "disabled")})
		default:
			to.Content[same[0]] = t
		}
	}
}

// switches reports whether a transition has only its name and disabled.
func switches(t *yaml.Node) bool {
	return len(t.Content) == 4 && child(t, "name") != nil && child(t, "disabled") != nil
}

func named(name string) func(*yaml.Node) bool {
	return func(n *yaml.Node) bool { return n.Value == name }
}

// inside returns the state of a name inside a state or a machine, or nil.
func inside(n *yaml.Node, name string) *yaml.Node {
	for _, kind := range []string{"states", "regions"} {
		if found := child(child(n, kind), name); found != nil {
			return found
		}
	}
	return nil
}

// first returns the name of the first state inside a state or a machine.
func first(n *yaml.Node) string {
	if all := child(n, "states"); all != nil && len(all.Content) > 1 {
		return all.Content[0].Value
	}
	return ""
}

// child returns the value of a key of a mapping, or nil.
func child(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// put sets a key of a mapping.
func put(n *yaml.Node, f field) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == f.name {
			n.Content[i], n.Content[i+1] = f.key, f.val
			return
		}
	}
	n.Content = append(n.Content, f.key, f.val)
}

// remove removes a key of a mapping.
func remove(n *yaml.Node, key string) {
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			n.Content = slices.Delete(n.Content, i, i+2)
			return
		}
	}
}
