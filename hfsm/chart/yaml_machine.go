package chart

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// The keys of each part of a file; machine.schema.json has the same.
var (
	machineKeys = []string{
		"machine", "description", "profile", "language", "level", "spaces", "needs", "rate_hz", "history",
		"max_transitions", "single_step", "late_binding", "parameters", "inputs", "variables", "outputs", "functions", "preconditions", "begin",
		"initial", "states", "kept", "layout",
	}
	spaceKeys  = []string{"platform", "domain"}
	layoutKeys = []string{"x", "y", "width", "height"}
	keptKeys   = []string{"path", "role", "language", "text"}
)

// The file's words for the numbered constants, in the order of the numbers.
var (
	profileWords = []string{"robot", "scxml"}
	levelWords   = []string{"", "motion", "skill", "agent"}
	historyWords = []string{"", "none", "shallow", "deep", "resume"}
	memoryWords  = []string{"shallow", "deep"}
)

// ReadYAML reads a machine file; file names it in findings. It reports all faults at once, up to 100. With errors, the
// machine holds the readable parts, or is nil. Of a machine that extends another one it reads only the names; [Extended]
// reads the rest. hfsm.Compile checks whether names exist and what expressions mean.
func ReadYAML(file string, src []byte) (*Machine, Findings) {
	r := newDocument(file)
	root := r.parse(src)
	if root == nil {
		return nil, r.findings
	}
	m, findings := r.machine(root)
	if m != nil {
		m.texts = []text{{file, src}}
	}
	return m, findings
}

func newDocument(file string) *document {
	return &document{file: file, places: map[string]Place{}, taken: map[string]string{}, lines: map[string][]string{}, others: map[*yaml.Node]string{}}
}

// machine reads the machine of a document: all of it, or the own part of a machine that extends another.
func (r *document) machine(root *yaml.Node) (*Machine, Findings) {
	var m *Machine
	if child(root, "extends") != nil {
		m = machineReader{r}.part(root)
	} else {
		m = machineReader{r}.machine(root, "", 0)
	}
	if m != nil {
		m.places = r.places
		m.Faulty = len(r.findings.Errors()) > 0
	}
	return m, r.findings.Sorted()
}

// machine reads a machine; depth is the depth of nesting.
func (r machineReader) machine(n *yaml.Node, key string, depth int) *Machine {
	fs := r.record(n, key, "a machine: machine, initial, states, …", machineKeys...)
	if n.Kind != yaml.MappingNode {
		return nil
	}
	m := &Machine{Place: r.place(n, key), File: r.file, Description: r.optionalText(fs, "description")}
	if f, ok := fs.get("machine"); ok {
		m.Name, _ = r.name(f.val, join(key, "machine"), "the machine's name")
	} else {
		r.fault(n, join(key, "machine"), codeMissing, "missing; expected the machine's name")
	}
	r.manner(fs, key, m)
	r.tier(fs, key, m)
	declarationReader(r).declarations(fs, key, m)
	declarationReader(r).functions(fs, key, m)
	if f, ok := fs.get("preconditions"); ok {
		at := join(key, "preconditions")
		for i, item := range r.list(f.val, at, "a list of expressions") {
			if e, ok := r.expression(item, fmt.Sprintf("%s[%d]", at, i)); ok {
				m.Preconditions = append(m.Preconditions, e)
			}
		}
	}
	m.Begin = actionReader(r).optional(fs, "begin", depth)
	m.Root = &State{Place: r.place(n, key)}
	stateReader(r).automaton(n, key, fs, m.Root, depth)
	r.aside(fs, key, m)
	return m
}

// manner reads how the machine is run.
func (r machineReader) manner(fs fields, key string, m *Machine) {
	if f, ok := fs.get("profile"); ok {
		m.Profile = Profile(max(0, r.oneOf(f.val, join(key, "profile"), profileWords...)))
	}
	if f, ok := fs.get("language"); ok {
		m.Language, _ = r.name(f.val, join(key, "language"), "a language, such as lua")
	}
	if f, ok := fs.get("max_transitions"); ok {
		const most = 10_000
		m.MaxTransitions = r.integer(f.val, join(key, "max_transitions"), 1, most)
	}
	optional(fs, "single_step", &m.SingleStep, r.bool)
	optional(fs, "late_binding", &m.LateBinding, r.bool)
	r.profile, r.language = m.Profile, m.Language
}

// tier reads the level and the spaces of the machine and what it needs.
func (r machineReader) tier(fs fields, key string, m *Machine) {
	if f, ok := fs.get("level"); ok {
		m.Level = Level(1 + r.oneOf(f.val, join(key, "level"), levelWords[1:]...))
	}
	if f, ok := fs.get("spaces"); ok {
		at := join(key, "spaces")
		for i, item := range r.list(f.val, at, "a list such as [{platform: nao, domain: soccer}]") {
			at := fmt.Sprintf("%s[%d]", at, i)
			parts := r.record(item, at, "platform and domain", spaceKeys...)
			m.Spaces = append(m.Spaces, Space{r.optionalText(parts, "platform"), r.optionalText(parts, "domain")})
		}
	}
	if f, ok := fs.get("needs"); ok {
		m.Needs = r.names(f.val, join(key, "needs"), "a list of inputs and activities")
	}
}

// names reads a list of names.
func (r machineReader) names(n *yaml.Node, key, expected string) []string {
	var all []string
	for i, item := range r.list(n, key, expected) {
		if word, ok := r.name(item, fmt.Sprintf("%s[%d]", key, i), "a name"); ok {
			all = append(all, word)
		}
	}
	return all
}

// aside reads the parts without effect: the layout and the parts of a foreign file.
func (r machineReader) aside(fs fields, key string, m *Machine) {
	if f, ok := fs.get("kept"); ok {
		at := join(key, "kept")
		for i, item := range r.list(f.val, at, "a list of what foreign files held") {
			at := fmt.Sprintf("%s[%d]", at, i)
			parts := r.record(item, at, "path, role, language and text", keptKeys...)
			m.Kept = append(m.Kept, Kept{
				Place: r.place(item, at), Path: r.optionalText(parts, "path"), Role: r.optionalText(parts, "role"),
				Language: r.optionalText(parts, "language"), Text: r.optionalText(parts, "text"),
			})
		}
	}
	f, ok := fs.get("layout")
	if !ok {
		return
	}
	at := join(key, "layout")
	for _, s := range r.mapping(f.val, at, "states with their places, such as {a: {x: 10, y: 20}}") {
		if m.Layout == nil {
			m.Layout = map[string]Layout{}
		}
		at := join(at, s.name)
		r.places[at] = r.place(s.key, at)
		parts := r.record(s.val, at, "x, y, width and height", layoutKeys...)
		var l Layout
		for part, to := range map[string]*float64{"x": &l.X, "y": &l.Y, "width": &l.Width, "height": &l.Height} {
			if f, ok := parts.get(part); ok {
				*to, _ = r.number(f.val, join(at, part), "a number")
			}
		}
		m.Layout[s.name] = l
	}
}

// IsStateName reports whether a word may name a state of the profile robot.
func IsStateName(word string) bool { return isName(word) && word != "FINAL" && word != "FAILED" }

// stateName reports whether a state may have its name.
func (r stateReader) stateName(f field, key string) bool {
	if r.profile == SCXML && isID(f.name) {
		return true
	}
	if IsStateName(f.name) {
		return true
	}
	r.fault(f.key, key, codeName, "%q is not a name for a state; expected letters, digits, _ and -, a letter first, not FINAL or FAILED", f.name)
	return false
}
