package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/wording"
	"gonao/internal/yamlread"
)

// Bounds that keep a hostile file from costing much.
const (
	maxFileBytes = 1 << 20
	maxDepth     = 64
	maxStates    = 20_000
	maxValues    = 1000 // parameters, inputs, variables and outputs
	maxFindings  = 100  // further findings are dropped
)

// CodeTooMuch is the code of a finding that something is larger or deeper than a machine may be.
const CodeTooMuch = "too-much"

// The codes of the reader's other findings.
const (
	codeSyntax  = "syntax"      // a text that is not YAML, or not of the allowed kind
	codeUnknown = "unknown-key" // a key that does not exist
	codeDoubled = "doubled-key" // a key that is there twice
	codeMissing = "missing-key" // a required key is missing
	codeType    = "wrong-type"  // a value of a wrong type
	codeValue   = "wrong-value" // a value that is not allowed
	codeName    = "wrong-name"  // a name that is not allowed
	codeInitial = "no-initial"
	codeHistory = "history-without-states"
)

// document is a YAML document that is being read: it reads scalars, lists and mappings
// and collects findings.
type document struct {
	file     string
	lines    map[string][]string   // lines of each file
	others   map[*yaml.Node]string // the files of nodes that do not come from file
	findings Findings
	places   map[string]Place

	profile  Profile
	language string
	states   int
	nesting  int               // machines around this one
	taken    map[string]string // the kind of each declared name
}

// The readers of the parts of a machine. The document holds what they have read so far.
type (
	machineReader     struct{ *document }
	declarationReader struct{ *document }
	stateReader       struct{ *document }
	actionReader      struct{ *document }
)

// fault adds a finding at a node.
func (r *document) fault(n *yaml.Node, key, code, format string, args ...any) {
	if r.full() {
		return
	}
	const long = 500
	f := Finding{File: r.file, Key: wording.Short(key, long), Code: code, Text: wording.Short(fmt.Sprintf(format, args...), long)}
	if n != nil {
		f.Line, f.Column, f.File = n.Line, n.Column, cmp.Or(r.others[n], r.file)
	}
	r.findings = append(r.findings, f)
}

// full reports whether the limit of findings is reached, so that the search can stop.
func (r *document) full() bool { return len(r.findings) >= maxFindings }

// parse returns the document's top node, or nil with findings.
func (r *document) parse(src []byte) *yaml.Node {
	if len(src) > maxFileBytes {
		r.fault(nil, "", CodeTooMuch, "file of %d bytes; expected at most %d", len(src), maxFileBytes)
		return nil
	}
	text := string(src)
	tops, err := yamlread.Parse(text)
	switch {
	case len(tops) == 0 && err != nil:
		fault := yamlread.FaultOf(src, err)
		r.fault(&yaml.Node{Line: fault.Line, Column: fault.Column}, "", codeSyntax, "%s", fault.Text)
		return nil
	case len(tops) == 0:
		r.fault(nil, "", codeSyntax, "the file is empty; expected a machine")
		return nil
	case len(tops) > 1 || err != nil:
		r.fault(nil, "", codeSyntax, "expected one YAML document")
		return nil
	}
	r.lines[r.file] = strings.Split(text, "\n")
	return tops[0]
}

// field is one entry of a mapping.
type field struct {
	name string
	at   string // its key in the document
	key  *yaml.Node
	val  *yaml.Node
}

// mapping returns the entries of a mapping, in order. Doubled keys, keys that are not text, aliases and merges are
// faults.
func (r *document) mapping(n *yaml.Node, key, expected string) fields {
	if n.Kind != yaml.MappingNode || tagged(n) {
		r.fault(n, key, codeType, "%s; expected %s", kindOf(n), expected)
		return nil
	}
	entries := make(fields, 0, len(n.Content)/2)
	var lines map[string]int // line of each earlier key; nil for a few keys, for which a loop is faster
	const few = 16
	if len(n.Content)/2 > few {
		lines = make(map[string]int, len(n.Content)/2)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode || k.Tag != "!!str" || tagged(k) {
			hint := ""
			if k.Tag == "!!int" {
				hint = " (decimals have a point: 0.5)" // {x: 0,5}
			}
			r.fault(k, key, codeType, "%s as a key; expected a name%s", kindOf(k), hint)
			continue
		}
		line, double := lines[k.Value]
		if lines == nil {
			var first field
			if first, double = entries.get(k.Value); double {
				line = first.key.Line
			}
		} else if !double {
			lines[k.Value] = k.Line
		}
		if double {
			r.fault(k, join(key, k.Value), codeDoubled, "the key is there twice, first on line %d", line)
			continue
		}
		entries = append(entries, field{name: k.Value, at: join(key, k.Value), key: k, val: v})
	}
	return entries
}

// record returns the entries of a mapping whose keys are known, and records their places.
func (r *document) record(n *yaml.Node, key, expected string, known ...string) fields {
	all := r.mapping(n, key, expected)
	found := all[:0]
	for _, f := range all {
		if !slices.Contains(known, f.name) {
			if n.Style&yaml.FlowStyle != 0 && f.val.Tag == "!!null" && f.val.Value == "" {
				r.fault(f.key, key, codeUnknown, "%q is a key without a value; expected %s (a text with a comma in it stands in quotes)", f.name, expected)
				continue
			}
			r.fault(f.key, f.at, codeUnknown, "no such key%s; expected one of %s",
				meantKey(f.name, known), Listed(known))
			continue
		}
		found = append(found, f)
		r.places[f.at] = r.place(f.val, f.at)
	}
	return found
}

// fields are the entries of a mapping.
type fields []field

// get returns the entry of a name; false for none.
func (fs fields) get(name string) (field, bool) {
	for i := range fs {
		if fs[i].name == name {
			return fs[i], true
		}
	}
	return field{}, false
}

// of returns the entry of a name, the zero field for none.
func (fs fields) of(name string) field {
	f, _ := fs.get(name)
	return f
}

// list returns the items of a list.
func (r *document) list(n *yaml.Node, key, expected string) []*yaml.Node {
	if n.Kind != yaml.SequenceNode || tagged(n) {
		r.fault(n, key, codeType, "%s; expected %s", kindOf(n), expected)
		return nil
	}
	return n.Content
}

// tagged reports whether a node was given a type by a tag. Only !!str is taken.
func tagged(n *yaml.Node) bool { return n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str" }

// place is where a node is.
func (r *document) place(n *yaml.Node, key string) Place {
	return Place{Line: n.Line, Column: n.Column, Key: key, File: r.others[n]}
}

// textPlace is where the first character of a scalar's text is.
func (r *document) textPlace(n *yaml.Node, key string) Place {
	p := r.place(n, key)
	lines := r.lines[cmp.Or(p.File, r.file)]
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		for i := n.Line; i < len(lines); i++ { // n.Line is that of the | before the text
			if text := strings.TrimLeft(lines[i], " "); strings.TrimSpace(text) != "" {
				p.Line, p.Column = i+1, len(lines[i])-len(text)+1
				return p
			}
		}
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		p.Column++
	}
	return p
}

// join returns the key of a part.
func join(key, part string) string {
	if key == "" {
		return part
	}
	return key + "." + part
}

// otherKeys are the words of other languages for keys of ours.
var otherKeys = map[string]string{
	"when": "if", "guard": "if", "cond": "if", "condition": "if", "goto": "to", "go_to": "to", "target": "to", "next": "to", "on": "event", "trigger": "event",
	"timeout": "after", "wait": "after", "delay": "after", "action": "then", "actions": "then", "enter": "entry", "on_entry": "entry", "leave": "exit",
	"on_exit": "exit", "start": "initial", "substates": "states", "parallel": "regions", "hz": "rate_hz", "rate": "rate_hz", "frequency": "rate_hz",
}

// meantKey returns the hint for a key that is not known here.
func meantKey(word string, known []string) string {
	if meant := otherKeys[word]; slices.Contains(known, meant) {
		return fmt.Sprintf(" (did you mean %q?)", meant)
	}
	return wording.DidYouMean(word, known)
}
