package yamlread

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// plain reads the plain subset of YAML: one document of mappings and lists, in blocks or in brackets, of keys and values on
// one line, without quotes or in quotes that hold no escape. A method that meets anything else returns nil or false, and
// the library reads the text.
type plain struct {
	text      string
	at        int
	line      int // from 1
	lineStart int
	ascii     bool
	depth     int
	nodes     []yaml.Node  // unused ones, made in advance
	content   []*yaml.Node // the same, for lists of nodes
	open      []*yaml.Node // a stack: the parts so far of the values being read
}

// Bounds of the subset.
const (
	deepest    = 64
	longestKey = 1000
)

func parsePlain(text string) *yaml.Node {
	r := &plain{text: text, line: 1, ascii: true}
	for _, c := range text {
		switch {
		case c == '\n' || c >= ' ' && c < unicode.MaxASCII:
		case c > unicode.MaxASCII && c != utf8.RuneError && unicode.IsPrint(c):
			r.ascii = false
		default:
			return nil
		}
	}
	r.skip()
	if r.at == len(text) {
		return nil
	}
	top := r.entry()
	if top == nil || top.Kind == yaml.ScalarNode || r.at < len(text) {
		return nil
	}
	return top
}

// skip goes on to the next character that is neither blank nor in a comment.
func (r *plain) skip() {
	for ; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case ' ':
		case '\n':
			r.line, r.lineStart = r.line+1, r.at+1
		case '#':
			if r.at > 0 && r.text[r.at-1] != ' ' && r.text[r.at-1] != '\n' {
				return
			}
			for r.at+1 < len(r.text) && r.text[r.at+1] != '\n' {
				r.at++
			}
		default:
			return
		}
	}
}

// next returns the character at some distance, a line end after the last one.
func (r *plain) next(distance int) byte {
	if r.at+distance < len(r.text) {
		return r.text[r.at+distance]
	}
	return '\n'
}

// isBlank reports whether a character ends a word.
func isBlank(c byte) bool { return c == ' ' || c == '\n' }

// indent returns how many characters are before the present one in its line.
func (r *plain) indent() int {
	if r.ascii {
		return r.at - r.lineStart
	}
	return utf8.RuneCountInString(r.text[r.lineStart:r.at])
}

// node returns a new node at the present place.
func (r *plain) node(kind yaml.Kind, tag, value string, style yaml.Style) *yaml.Node {
	const together = 128
	if len(r.nodes) == 0 {
		r.nodes = make([]yaml.Node, together)
	}
	n := &r.nodes[0]
	r.nodes = r.nodes[1:]
	n.Kind, n.Tag, n.Value, n.Style, n.Line, n.Column = kind, tag, value, style, r.line, r.indent()+1
	return n
}

// fill sets the parts of a node to those that were opened since from.
func (r *plain) fill(n *yaml.Node, from int) *yaml.Node {
	const together = 512
	parts := r.open[from:]
	if len(parts) > len(r.content) {
		r.content = make([]*yaml.Node, max(together, len(parts)))
	}
	n.Content = append(r.content[:0:len(parts)], parts...)
	r.content, r.open = r.content[len(parts):], r.open[:from]
	r.depth--
	return n
}

// entry reads a value that begins a line, or follows a dash: a list, a mapping or a single value.
func (r *plain) entry() *yaml.Node {
	indent := r.indent()
	if r.next(0) == '-' && isBlank(r.next(1)) {
		return r.list(indent)
	}
	if r.ends() {
		return nil
	}
	line, first := r.line, r.single(false)
	if first == nil || r.next(0) != ':' {
		return r.alone(first, indent)
	}
	if first.Kind != yaml.ScalarNode || r.line != line {
		return nil
	}
	return r.mapping(indent, first)
}

// ends reports whether a mark of the end of a document is here, which the subset does not have.
func (r *plain) ends() bool {
	return r.at == r.lineStart && (strings.HasPrefix(r.text[r.at:], "---") || strings.HasPrefix(r.text[r.at:], "...") || r.text[r.at] == '%')
}

// alone returns a value if nothing that belongs to it follows: what is on the next lines is not deeper than indent.
func (r *plain) alone(n *yaml.Node, indent int) *yaml.Node {
	line := r.line
	r.skip()
	if r.at < len(r.text) && (r.line == line || r.indent() > indent) {
		return nil
	}
	return n
}

// enter counts one more value around the next ones, and reports whether it may be there.
func (r *plain) enter() bool {
	r.depth++
	return r.depth <= deepest
}

// list reads a list with a dash before each item.
func (r *plain) list(indent int) *yaml.Node {
	n, from := r.node(yaml.SequenceNode, "!!seq", "", 0), len(r.open)
	if !r.enter() {
		return nil
	}
	for r.at < len(r.text) && r.indent() == indent && r.next(0) == '-' && isBlank(r.next(1)) && !r.ends() {
		r.at++
		item := r.value(indent, false)
		if item == nil {
			return nil
		}
		r.open = append(r.open, item)
	}
	return r.fill(n, from)
}

// mapping reads the entries of a mapping, of which the first key has been read.
func (r *plain) mapping(indent int, key *yaml.Node) *yaml.Node {
	n, from := r.node(yaml.MappingNode, "!!map", "", 0), len(r.open)
	n.Line, n.Column = key.Line, key.Column
	if !r.enter() {
		return nil
	}
	for {
		if r.next(0) != ':' || !isBlank(r.next(1)) || len(key.Value) > longestKey || key.Kind != yaml.ScalarNode {
			return nil
		}
		r.at++
		value := r.value(indent, true)
		if value == nil {
			return nil
		}
		r.open = append(r.open, key, value)
		if r.at == len(r.text) || r.indent() < indent {
			return r.fill(n, from)
		}
		if r.indent() > indent || r.ends() {
			return nil
		}
		if key = r.single(false); key == nil {
			return nil
		}
	}
}

// value reads the value behind the colon of a key, or behind a dash, that stands at indent.
func (r *plain) value(indent int, ofKey bool) *yaml.Node {
	nothing := r.node(yaml.ScalarNode, "!!null", "", 0)
	line := r.line
	r.skip()
	switch {
	case r.at < len(r.text) && r.line == line && ofKey:
		return r.alone(r.single(false), indent)
	case r.at < len(r.text) && (r.line == line || r.indent() > indent):
		return r.entry()
	case r.at < len(r.text) && ofKey && r.indent() == indent && r.next(0) == '-' && isBlank(r.next(1)) && !r.ends():
		return r.list(indent)
	}
	return nothing
}

// single reads a value that needs no lines of its own: in brackets, in quotes or a word.
func (r *plain) single(inBrackets bool) *yaml.Node {
	switch c := r.next(0); c {
	case '[', '{':
		return r.brackets(c)
	case '"', '\'':
		return r.quoted(c)
	}
	return r.word(inBrackets)
}

// quoted reads a text in quotes.
func (r *plain) quoted(quote byte) *yaml.Node {
	text := r.text[r.at+1:]
	end := strings.IndexByte(text, quote)
	if end < 0 || strings.ContainsAny(text[:end], "\\\n") || end+1 < len(text) && text[end+1] == quote {
		return nil
	}
	style := yaml.DoubleQuotedStyle
	if quote == '\'' {
		style = yaml.SingleQuotedStyle
	}
	n := r.node(yaml.ScalarNode, "!!str", text[:end], style)
	r.at += end + 2
	r.blanks()
	return n
}

// blanks goes on to the next character of the line.
func (r *plain) blanks() {
	for r.next(0) == ' ' {
		r.at++
	}
}

// word reads a value without quotes.
func (r *plain) word(inBrackets bool) *yaml.Node {
	if first := r.next(0); strings.IndexByte("?:,[]{}#&*!|>%@`", first) >= 0 || first == '-' && isBlank(r.next(1)) || first == '-' && inBrackets {
		return nil
	}
	end := r.at
scan:
	for ; end < len(r.text); end++ {
		switch c := r.text[end]; c {
		case '\n':
			break scan
		case ':':
			if end+1 == len(r.text) || isBlank(r.text[end+1]) {
				break scan
			}
		case '#':
			if r.text[end-1] == ' ' {
				break scan
			}
		case ',', ']', '}':
			if inBrackets {
				break scan
			}
		case '[', '{', '?':
			if inBrackets {
				return nil
			}
		}
	}
	value := strings.TrimRight(r.text[r.at:end], " ")
	tag := tagOf(value)
	if tag == "" {
		return nil
	}
	n := r.node(yaml.ScalarNode, tag, value, 0)
	r.at = end
	return n
}

// tagOf returns the type that YAML sees in a value without quotes; "" where the library decides.
func tagOf(value string) string {
	if value == "<<" || value == "" {
		return ""
	}
	whole := len(value) < 18 && (value[0] != '0' || len(value) == 1)
	for i := range len(value) {
		whole = whole && value[i] >= '0' && value[i] <= '9'
	}
	switch first := value[0]; {
	case whole:
		return "!!int"
	case len(value) > len("false") && (first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z'):
		return "!!str"
	}
	n := yaml.Node{Kind: yaml.ScalarNode, Value: value}
	return n.ShortTag()
}

// brackets reads a list in [] or a mapping in {}.
func (r *plain) brackets(bracket byte) *yaml.Node {
	n, closing := r.node(yaml.SequenceNode, "!!seq", "", yaml.FlowStyle), byte(']')
	if bracket == '{' {
		n.Kind, n.Tag, closing = yaml.MappingNode, "!!map", '}'
	}
	from := len(r.open)
	if !r.enter() {
		return nil
	}
	r.at++
	for {
		r.skip()
		if r.next(0) == closing {
			break
		}
		if bracket == '{' {
			line, key := r.line, r.single(true)
			if key == nil || key.Kind != yaml.ScalarNode || r.line != line || r.next(0) != ':' || !isBlank(r.next(1)) || len(key.Value) > longestKey {
				return nil
			}
			r.open = append(r.open, key)
			r.at++
			r.skip()
		}
		item := r.single(true)
		if item == nil {
			return nil
		}
		r.open = append(r.open, item)
		r.skip()
		if r.next(0) == closing {
			break
		}
		if r.next(0) != ',' {
			return nil
		}
		r.at++
	}
	r.at++
	r.blanks()
	return r.fill(n, from)
}
