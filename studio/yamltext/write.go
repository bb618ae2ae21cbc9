package yamltext

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// textTags are the tags of scalars that can represent a text.
var textTags = []string{"!!str", "!!int", "!!float", "!!bool", "!!timestamp"}

// Scalar returns a text as a scalar on one line, without quotes if YAML then reads the same text.
func Scalar(value string, flow bool) string {
	if isPlain(value, flow, false) {
		return value
	}
	return quoted(value)
}

// Key returns a text as a key.
func Key(value string) string {
	if isPlain(value, true, true) {
		return value
	}
	return quoted(value)
}

func quoted(value string) string {
	if !strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil {
		return "''"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// isPlain reports whether a text can be written without quotes.
func isPlain(value string, flow, key bool) bool {
	if value == "" || strings.TrimSpace(value) != value || strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return false
	}
	simple := !strings.ContainsFunc(value, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '/'
	})
	if !simple {
		probe := "k: " + value
		if flow {
			probe = "{k: " + value + "}"
		}
		root, err := decode(probe)
		if err != nil || !reads(root, 1, value) {
			return false
		}
		if flow {
			if root, err = decode("[" + value + ", " + value + "]"); err != nil || !reads(root, 1, value) {
				return false
			}
		}
	}
	if key {
		root, err := decode("{" + value + ": 1}")
		return err == nil && reads(root, 0, value) && root.Content[0].Tag == "!!str"
	}
	root, err := decode("k: " + value)
	return err == nil && reads(root, 1, value)
}

// reads reports whether a child of a collection with two children is a text scalar without quotes.
func reads(root *yaml.Node, child int, value string) bool {
	if len(root.Content) != 2 {
		return false
	}
	n := root.Content[child]
	return n.Kind == yaml.ScalarNode && n.Value == value && n.Style == 0 && slices.Contains(textTags, n.Tag)
}

// flowText returns a node on one line, in brackets.
func flowText(n *yaml.Node) string {
	var b strings.Builder
	writeFlow(&b, n)
	return b.String()
}

func writeFlow(b *strings.Builder, n *yaml.Node) {
	if n.Anchor != "" {
		b.WriteString("&" + n.Anchor + " ")
	}
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteString("{")
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteString(", ")
			}
			writeFlow(b, n.Content[i])
			b.WriteString(": ")
			writeFlow(b, n.Content[i+1])
		}
		b.WriteString("}")
	case yaml.SequenceNode:
		b.WriteString("[")
		for i, item := range n.Content {
			if i > 0 {
				b.WriteString(", ")
			}
			writeFlow(b, item)
		}
		b.WriteString("]")
	case yaml.AliasNode:
		b.WriteString("*" + n.Value)
	default:
		writeScalar(b, n)
	}
}

func writeScalar(b *strings.Builder, n *yaml.Node) {
	switch {
	case n.Style&yaml.TaggedStyle != 0:
		b.WriteString(n.Tag + " " + quoted(n.Value))
	case n.Tag == "!!null":
		b.WriteString("null")
	case n.Tag != "!!str" || n.Style == 0 && isPlain(n.Value, true, false):
		b.WriteString(n.Value)
	default:
		b.WriteString(quoted(n.Value))
	}
}

// setText returns the splices that turn a node into a text.
func (d shape) setText(n *Node, value string) []splice {
	block := n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
	if strings.Contains(value, "\n") && !n.in && !d.isKey(n) && literal(value) {
		head := "|"
		switch {
		case !strings.HasSuffix(value, "\n"):
			head = "|-"
		case strings.HasSuffix(value, "\n\n"):
			head = "|+"
		}
		return d.replacement(n, head+"\n"+strings.TrimSuffix(value, "\n"))
	}
	var out string
	switch style := n.Style &^ yaml.TaggedStyle; {
	case n.Kind == yaml.ScalarNode && style&yaml.DoubleQuotedStyle != 0 && !strings.ContainsFunc(value, func(r rune) bool { return r == '"' || r == '\\' || !unicode.IsPrint(r) }):
		out = `"` + value + `"`
	case n.Kind == yaml.ScalarNode && style&yaml.SingleQuotedStyle != 0 && !strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) }):
		out = "'" + strings.ReplaceAll(value, "'", "''") + "'"
	case d.isKey(n):
		out = Key(value)
	default:
		out = Scalar(value, n.in)
	}
	if block {
		if header := d.src.text[n.body:d.src.lineStop(n.body)]; strings.Contains(header, "#") {
			out += " " + header[strings.Index(header, "#"):]
		}
	}
	return d.replacement(n, out)
}

// literal reports whether a text can be written unchanged below a |.
func literal(value string) bool {
	if value[0] == ' ' || value[0] == '\n' || strings.TrimSpace(value) == "" {
		return false
	}
	return !strings.ContainsFunc(value, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) })
}

// isKey reports whether a node is the key of an entry.
func (d shape) isKey(n *Node) bool {
	if len(n.path) == 0 {
		return false
	}
	of := d.node2(n.path[:len(n.path)-1])
	return of != nil && of.Kind == yaml.MappingNode && n.path[len(n.path)-1]%2 == 0
}
