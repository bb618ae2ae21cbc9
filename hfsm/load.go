package hfsm

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// Load reads and checks a machine. file names it in findings; words is what the
// host offers, or nil to take any input and any activity as they are written.
// The error is [Findings]: everything that is wrong, up to 100 faults, not only
// the first.
func Load(file string, src []byte, words *Vocabulary) (*Model, error) {
	b := &builder{
		document: document{file: file},
		words:    words,
		model:    &Model{file: file, inputs: map[string]int{}},
		scope:    scope{},
		slots:    map[string]int{},
	}
	root := b.parse(src)
	if root == nil {
		return nil, b.findings
	}
	b.machine(root)
	for i := 0; i < len(b.raw) && !b.full(); i++ {
		b.resolve(i)
	}
	if len(b.findings) == 0 {
		b.checkReachable()
		b.checkCycles()
	}
	if len(b.findings) > 0 {
		return nil, b.findings.Sorted()
	}
	return b.model, nil
}

// The keys of each part of a file; machine.schema.json has the same.
var (
	machineKeys    = []string{"machine", "description", "rate_hz", "history", "inputs", "variables", "initial", "states", "layout"}
	stateKeys      = []string{"description", "entry", "do", "exit", "transitions", "rate_hz", "history", "initial", "states"}
	transitionKeys = []string{"to", "after", "if", "name", "description"}
	variableKeys   = []string{"type", "initial", "description"}
)

// builder makes a Model from a document. First all states get their ids, then
// transitions and actions are resolved.
type builder struct {
	document
	words *Vocabulary
	model *Model
	scope scope          // inputs and variables
	slots map[string]int // of variables
	raw   []rawState     // same index as model.states
}

// rawState is what is left to resolve of a state.
type rawState struct {
	key    string
	node   *yaml.Node
	fields map[string]field
	trans  []rawTransition
}

// rawTransition keeps a transition's place, for findings about the graph.
type rawTransition struct {
	key           string
	node          *yaml.Node
	unconditional bool // neither after nor a guard that can be false
}

// parse gives the document's top node, or nil with findings.
func (b *builder) parse(src []byte) (root *yaml.Node) {
	if len(src) > maxFileBytes {
		b.fault(nil, "", "file of %d bytes; expected at most %d", len(src), maxFileBytes)
		return nil
	}
	// The parser is not ours: a panic in it is a fault of this file only.
	defer func() {
		if r := recover(); r != nil {
			b.fault(nil, "", "not understood as YAML: %v", r)
			root = nil
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(string(src)))
	var doc yaml.Node
	if err := decoder.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			b.fault(nil, "", "the file is empty; expected a machine")
			return nil
		}
		b.fault(nil, "", "%s", yamlFault(err))
		return nil
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		b.fault(nil, "", "expected one YAML document")
		return nil
	}
	if len(doc.Content) != 1 {
		b.fault(nil, "", "the file is empty; expected a machine")
		return nil
	}
	return doc.Content[0]
}

// yamlFault gives the YAML parser's message without its package's name.
func yamlFault(err error) string {
	return "not YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")
}

// machine reads the top of the document and walks its states.
func (b *builder) machine(root *yaml.Node) {
	const expected = "a machine: machine, initial, states, …"
	fields := b.record(root, "", expected, machineKeys...)
	if root.Kind != yaml.MappingNode {
		return
	}
	if f, ok := fields["machine"]; ok {
		b.model.name, _ = b.name(f.val, "machine", "the machine's name")
	} else {
		b.fault(root, "machine", "missing; expected the machine's name")
	}
	b.inputs(fields)
	b.variables(fields)
	b.automaton(root, "", fields, none, defaults{rateHz: 10, history: histories["resume"]}, 0)
}

// inputs declares the inputs of the machine.
func (b *builder) inputs(fields map[string]field) {
	f, ok := fields["inputs"]
	if !ok {
		return
	}
	for _, in := range b.mapping(f.val, "inputs", "inputs with their types, such as {age: float}") {
		key := "inputs." + in.name
		typeName, ok := b.text(in.val, key, "bool, int, float or string")
		t, known := chart.ParseType(typeName)
		if !ok || !b.newName(in, key) {
			continue
		}
		if !known {
			b.fault(in.val, key, "no type %q; expected bool, int, float or string", typeName)
			continue
		}
		if b.words != nil {
			offered, there := b.words.Inputs[in.name]
			if !there {
				names := slices.Sorted(maps.Keys(b.words.Inputs))
				b.fault(in.key, key, "no such input here%s; expected one of %s", suggest.DidYouMean(in.name, names), chart.Listed(names))
			} else if offered != t {
				b.fault(in.val, key, "%s; this input is a %s", t, offered)
			}
		}
		b.model.inputs[in.name] = len(b.model.initial)
		b.declare(in.name, Value{Type: t})
	}
}

// variables declares the variables of the machine.
func (b *builder) variables(fields map[string]field) {
	f, ok := fields["variables"]
	if !ok {
		return
	}
	for _, v := range b.mapping(f.val, "variables", "variables, such as {turns: {type: int, initial: 0}}") {
		key := "variables." + v.name
		parts := b.record(v.val, key, "type and initial", variableKeys...)
		typeField, ok := parts["type"]
		if !b.newName(v, key) || v.val.Kind != yaml.MappingNode {
			continue
		}
		if !ok {
			b.fault(v.val, key+".type", "missing; expected bool, int, float or string")
			continue
		}
		typeName, _ := b.text(typeField.val, key+".type", "bool, int, float or string")
		t, known := chart.ParseType(typeName)
		if !known {
			b.fault(typeField.val, key+".type", "no type %q; expected bool, int, float or string", typeName)
			continue
		}
		value := Value{Type: t}
		if initial, ok := parts["initial"]; ok {
			if v, ok := b.value(initial.val, key+".initial", t); ok {
				value = v
			}
		}
		b.slots[v.name] = len(b.model.initial)
		b.declare(v.name, value)
	}
}

// newName says whether an input or variable may have its name.
func (b *builder) newName(f field, key string) bool {
	_, taken := b.scope[f.name]
	switch {
	case !isName(f.name) || strings.Contains(f.name, "-"):
		b.fault(f.key, key, "%q is no name for a value; expected letters, digits and _, a letter first", f.name)
	case slices.Contains(reservedWords, f.name):
		b.fault(f.key, key, "the word %q is taken by guards; expected another name", f.name)
	case len(b.scope) >= maxValues:
		b.fault(f.key, key, "more than %d inputs and variables", maxValues)
	case taken:
		b.fault(f.key, key, "an input has this name already")
	default:
		return true
	}
	return false
}

// reservedWords mean something in guards.
var reservedWords = []string{
	"elapsed", "final", "failed", "true", "false", "nil", "not", "and", "or", "in", "let", "if", "else",
	"matches", "contains", "startsWith", "endsWith",
}

// declare gives a name its slot.
func (b *builder) declare(word string, value Value) {
	slot := len(b.model.initial)
	b.model.initial = append(b.model.initial, value)
	b.scope[word] = name{typ: value.Type, read: reader(slot, value.Type)}
}

// String gives a summary of the model for logs.
func (m *Model) String() string {
	return fmt.Sprintf("machine %s: %d states in %d automata", m.name, len(m.states), len(m.automata))
}
