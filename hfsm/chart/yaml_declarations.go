package chart

import (
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
)

var (
	parameterKeys    = []string{"type", "description", "unit", "default", "min", "max", "enum"}
	inputKeys        = []string{"type", "description", "unit", "initial", "min", "max", "enum", "stale_after", "from", "machine", "depth"}
	machineStateKeys = []string{"type", "description", "machine", "depth"}
	outputKeys       = []string{"type", "description", "unit", "initial", "min", "max", "enum"}
	sourceKeys       = []string{"topic", "type", "field"}
	variableKeys     = []string{"type", "description", "unit", "initial", "min", "max", "enum", "content", "state"}
)

const typeWords = "bool, int, float or string"

// ReservedWords mean something in expressions, so nothing may be declared by them.
// Names of functions are not among them: age is another word than age(x).
var ReservedWords = []string{
	"elapsed", "final", "failed", "event", "pi", "true", "false", "nil", "not", "and", "or", "in", "let", "if", "else",
	"matches", "contains", "startsWith", "endsWith",
}

// declarations reads parameters, inputs, variables and outputs.
func (r declarationReader) declarations(fs fields, key string, m *Machine) {
	r.taken = map[string]string{}
	for _, part := range []struct {
		key, one string
		keys     []string
		to       *[]Declaration
	}{
		{"parameters", "a parameter", parameterKeys, &m.Parameters},
		{"inputs", "an input", inputKeys, &m.Inputs},
		{"variables", "a variable", variableKeys, &m.Variables},
		{"outputs", "an output", outputKeys, &m.Outputs},
	} {
		f, ok := fs.get(part.key)
		if !ok {
			continue
		}
		at := join(key, part.key)
		for _, d := range r.mapping(f.val, at, part.key+" with their types, such as {x: float}") {
			if r.full() {
				return
			}
			at := join(at, d.name)
			declared, ok := r.declaration(d, at, part.keys)
			if r.newName(d, at) && ok {
				r.taken[d.name] = part.one
				*part.to = append(*part.to, declared)
			}
		}
	}
}

// newName reports whether something may be declared by its name.
func (r declarationReader) newName(f field, key string) bool {
	before, taken := r.taken[f.name]
	switch {
	case r.language != "" && f.name != "" && len(f.name) <= longestName && !taken: // the language checks its names
		return true
	case !isValueName(f.name):
		r.fault(f.key, key, codeName, "%q is not a name for a value; expected letters, digits and _, a letter first", f.name)
	case slices.Contains(ReservedWords, f.name):
		r.fault(f.key, key, codeName, "the word %q is taken by guards; expected another name", f.name)
	case len(r.taken) >= maxValues:
		r.fault(f.key, key, CodeTooMuch, "more than %d parameters, inputs, variables and outputs", maxValues)
	case taken:
		r.fault(f.key, key, codeName, "%s has this name already", before)
	default:
		return true
	}
	return false
}

// declaration reads a type, or a mapping with a type and the other known keys.
func (r declarationReader) declaration(f field, key string, known []string) (Declaration, bool) {
	d := Declaration{Place: r.place(f.key, key), Name: f.name}
	if word, ok := scalar(f.val); ok && word.Type == String {
		t, ok := ParseType(f.val.Value)
		if !ok {
			r.fault(f.val, key, codeValue, "no type %q; expected %s", f.val.Value, typeWords)
		}
		d.Type = t
		return d, ok
	}
	fs := r.record(f.val, key, "a type, or a mapping with type, initial, …", known...)
	if f, ok := fs.get("content"); ok {
		if text, ok := r.text(f.val, join(key, "content"), "a text"); ok {
			d.Literal = &Expression{Place: r.textPlace(f.val, join(key, "content")), Text: text}
		}
	}
	if f, ok := fs.get("machine"); ok {
		return d, r.machineState(fs, f, key, &d)
	}
	if f, ok := fs.get("depth"); ok {
		r.fault(f.key, join(key, "depth"), codeMissing, "of no machine; expected {machine: NAME, depth: 1}")
	}
	d.State = r.optionalText(fs, "state")
	d.Description, d.Unit = r.optionalText(fs, "description"), r.optionalText(fs, "unit")
	typ, ok := fs.get("type")
	if !ok {
		if r.language == "" && len(fs) == len(f.val.Content)/2 { // otherwise the unknown key was reported already
			r.fault(f.val, join(key, "type"), codeMissing, "missing; expected %s", typeWords)
		}
		if r.language == "" {
			return d, false
		}
	} else {
		at := join(key, "type")
		word, ok := r.text(typ.val, at, typeWords)
		if d.Type, _ = ParseType(word); ok && d.Type == 0 {
			words := []string{"bool", "int", "float", "string"}
			r.fault(typ.val, at, codeValue, "no type %q%s; expected %s", word, wording.DidYouMean(word, words), typeWords)
		}
		if d.Type == 0 {
			return d, false
		}
	}
	r.bounds(fs, key, &d)
	r.initial(fs, key, &d)
	optional(fs, "stale_after", &d.StaleAfter, r.duration)
	optional(fs, "from", &d.From, r.source)
	return d, true
}

// topicName matches the names of ROS topics, services and actions: relative, absolute, and private ones.
var topicName = regexp.MustCompile(`^(~/|/)?[A-Za-z_][A-Za-z0-9_]*(/[A-Za-z_][A-Za-z0-9_]*)*$`)

// TopicWords describes the form of a ROS name.
const TopicWords = "a name of ROS: A to Z, a to z, digits and _, in parts that begin with no digit and are joined by /"

// IsTopic reports whether a word may name a topic, a service or an action of ROS.
func IsTopic(word string) bool { return topicName.MatchString(word) }

// source reads where an input comes from, or returns nil with a finding.
func (r declarationReader) source(n *yaml.Node, key string) *Source {
	fs := r.record(n, key, "a source, such as {topic: imu, type: sensor_msgs/msg/Imu, field: angular_velocity.z}", sourceKeys...)
	s := &Source{Place: r.place(n, key)}
	for _, part := range []struct {
		key string
		to  *string
	}{{"topic", &s.Topic}, {"type", &s.Type}, {"field", &s.Field}} {
		at := join(key, part.key)
		f, ok := fs.get(part.key)
		if !ok {
			if n.Kind == yaml.MappingNode {
				r.fault(n, at, codeMissing, "missing; expected {topic: …, type: …, field: …}")
			}
			return nil
		}
		if *part.to, ok = r.text(f.val, at, "a text"); !ok {
			return nil
		}
	}
	if !topicName.MatchString(s.Topic) {
		r.fault(fs.of("topic").val, join(key, "topic"), codeName, "%q; expected %s", s.Topic, TopicWords)
	}
	return s
}

// machineState reads an input that is the state of another machine.
func (r declarationReader) machineState(fs fields, f field, key string, d *Declaration) bool {
	d.Type = String
	for _, other := range fs {
		if !slices.Contains(machineStateKeys, other.name) {
			r.fault(other.key, other.at, codeValue, "the state of a machine has no %s; expected %s", other.name, Listed(machineStateKeys))
		}
	}
	if typ, ok := fs.get("type"); ok {
		if word, ok := r.text(typ.val, join(key, "type"), typeWords); ok && word != String.String() {
			r.fault(typ.val, join(key, "type"), codeType, "%s; the state of a machine is a string", word)
		}
	}
	d.Description = r.optionalText(fs, "description")
	s := &MachineState{Place: r.place(f.val, join(key, "machine"))}
	var ok bool
	if s.Machine, ok = r.text(f.val, join(key, "machine"), "the name of a machine"); !ok {
		return false
	}
	if !isValueName(s.Machine) {
		r.fault(f.val, join(key, "machine"), codeName, "%q is not a name of a machine; expected letters, digits and _, a letter first", s.Machine)
	}
	if depth, ok := fs.get("depth"); ok {
		n, ok := r.number(depth.val, join(key, "depth"), "a whole number from 1")
		if s.Depth = int(n); ok && (s.Depth < 1 || float64(s.Depth) != n) {
			r.fault(depth.val, join(key, "depth"), codeValue, "%g; expected a whole number from 1", n)
		}
	}
	d.Machine = s
	return true
}

// bounds reads min, max and enum.
func (r declarationReader) bounds(fs fields, key string, d *Declaration) {
	for part, to := range map[string]**float64{"min": &d.Min, "max": &d.Max} {
		f, ok := fs.get(part)
		if !ok {
			continue
		}
		if d.Type != Int && d.Type != Float {
			r.fault(f.key, join(key, part), codeType, "only an int or a float has a %s", part)
		} else if v, ok := r.number(f.val, join(key, part), "a number"); ok {
			*to = &v
		}
	}
	if d.Min != nil && d.Max != nil && *d.Min > *d.Max {
		r.fault(fs.of("max").val, join(key, "max"), codeValue, "%g is less than min, %g", *d.Max, *d.Min)
	}
	if f, ok := fs.get("enum"); ok {
		at := join(key, "enum")
		items := r.list(f.val, at, "a list of values")
		if len(items) == 0 {
			r.fault(f.val, at, codeValue, "no value; expected at least one")
		}
		for _, item := range items {
			if v, ok := r.typed(item, at, d.Type); ok {
				d.Enum = append(d.Enum, v)
			}
		}
	}
}

// initial reads the value something begins with.
func (r declarationReader) initial(fs fields, key string, d *Declaration) {
	part := "initial"
	if _, ok := fs.get("default"); ok {
		part = "default"
	}
	f, ok := fs.get(part)
	if !ok {
		return
	}
	at := join(key, part)
	if text, ok := computed(f.val); ok && r.language != "" {
		d.Expression = &Expression{Place: r.computedPlace(f.val, at), Text: text}
		return
	}
	v, ok := r.typed(f.val, at, d.Type)
	if !ok {
		return
	}
	if expected := d.Expected(v); expected != "" {
		r.fault(f.val, at, codeValue, "%s; expected %s", v.Text(), expected)
	}
	d.Initial = &v
}
