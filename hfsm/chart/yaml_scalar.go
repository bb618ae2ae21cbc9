package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// textTags are the YAML types that may be used as text.
var textTags = []string{"!!str", "!!int", "!!float", "!!bool", "!!timestamp"}

// text returns a scalar as text.
func (r *document) text(n *yaml.Node, key, expected string) (string, bool) {
	if n.Kind != yaml.ScalarNode || !slices.Contains(textTags, n.Tag) || tagged(n) {
		r.fault(n, key, codeType, "%s; expected %s", kindOf(n), expected)
		return "", false
	}
	return n.Value, true
}

// optionalText returns the text of a field that may be absent.
func (r *document) optionalText(fs fields, part string) string {
	f, ok := fs.get(part)
	if !ok {
		return ""
	}
	word, _ := r.text(f.val, f.at, "a text")
	return word
}

// optional reads a field that may be absent.
func optional[T any](fs fields, part string, to *T, read func(n *yaml.Node, key string) T) {
	if f, ok := fs.get(part); ok {
		*to = read(f.val, f.at)
	}
}

// oneOf returns a scalar that is one of some words.
func (r *document) oneOf(n *yaml.Node, key string, words ...string) int {
	expected := words[0]
	if len(words) > 1 {
		expected = strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
	}
	word, ok := r.text(n, key, expected)
	if !ok {
		return -1
	}
	for i, w := range words {
		if w == word {
			return i
		}
	}
	what := key[strings.LastIndex(key, ".")+1:]
	r.fault(n, key, codeValue, "no %s %q; expected %s", what, word, expected)
	return -1
}

// name returns a scalar that is a name: letters, digits, _ and -, a letter first.
func (r *document) name(n *yaml.Node, key, expected string) (string, bool) {
	word, ok := r.text(n, key, expected)
	if ok && !isName(word) {
		r.fault(n, key, codeName, "%q is not a name; expected %s: letters, digits, _ and -, a letter first", word, expected)
		return "", false
	}
	return word, ok
}

const longestName = 100

// isName reports whether a word may name a machine, a state or a language: letters of any script.
func isName(word string) bool {
	for i, r := range word {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '-') {
			return false
		}
	}
	return word != "" && utf8.RuneCountInString(word) <= longestName
}

// isValueName reports whether a word may name a value: expressions read - as a minus, and no marks, which stand beside letters in
// some scripts.
func isValueName(word string) bool {
	return isName(word) && !strings.ContainsFunc(word, func(r rune) bool { return r == '-' || unicode.IsMark(r) })
}

// isID reports whether a word may be the id of a state of an SCXML document.
func isID(word string) bool {
	for i, r := range word {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune("-.:", r)) {
			return false
		}
	}
	return word != "" && len(word) <= longestName
}

// bool returns a scalar that is true or false.
func (r *document) bool(n *yaml.Node, key string) bool {
	v, _ := r.value(n, key, Bool)
	return v.Bool
}

// duration returns a scalar such as 10s or 250ms, longer than nothing.
func (r *document) duration(n *yaml.Node, key string) time.Duration {
	const expected = "a time such as 10s or 250ms"
	word, ok := r.text(n, key, expected)
	if !ok {
		return 0
	}
	t, err := time.ParseDuration(word)
	switch {
	case err != nil:
		without := ""
		if _, err := strconv.ParseFloat(word, 64); err == nil {
			without = " has no unit"
		}
		r.fault(n, key, codeValue, "%q%s; expected %s", word, without, expected)
		return 0
	case t <= 0 || t > 10*365*24*time.Hour:
		r.fault(n, key, codeValue, "%s; expected a time longer than nothing and shorter than ten years", word)
		return 0
	}
	return t
}

// number returns a scalar that is a finite number.
func (r *document) number(n *yaml.Node, key, expected string) (float64, bool) {
	if !tagged(n) && n.Kind == yaml.ScalarNode && (n.Tag == "!!int" || n.Tag == "!!float") {
		v, err := strconv.ParseFloat(n.Value, 64)
		if err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
			return v, true
		}
	}
	r.fault(n, key, codeType, "%s; expected %s", kindOf(n), expected)
	return 0, false
}

// integer returns a scalar that is a whole number in a range.
func (r *document) integer(n *yaml.Node, key string, low, high int) int {
	if !tagged(n) && n.Kind == yaml.ScalarNode && n.Tag == "!!int" {
		if v, err := strconv.Atoi(n.Value); err == nil && v >= low && v <= high {
			return v
		}
	}
	r.fault(n, key, codeType, "%s; expected a whole number from %d to %d", kindOf(n), low, high)
	return 0
}

// value returns a scalar as a value of a type.
func (r *document) value(n *yaml.Node, key string, t Type) (Value, bool) {
	v, ok := scalar(n)
	if ok && v.Type == Int && t == Float {
		v = FloatValue(float64(v.Int))
	}
	if !ok || v.Type != t {
		r.fault(n, key, codeType, "%s; expected a value of type %s", kindOf(n), t)
		return Value{}, false
	}
	return v, true
}

// anyValue returns a scalar as the value it looks like.
func (r *document) anyValue(n *yaml.Node, key string) (Value, bool) {
	v, ok := scalar(n)
	if !ok {
		r.fault(n, key, codeType, "%s; expected a bool, a number or a text", kindOf(n))
	}
	return v, ok
}

// scalar returns the value a node looks like.
func scalar(n *yaml.Node) (Value, bool) {
	if n.Kind != yaml.ScalarNode || tagged(n) {
		return Value{}, false
	}
	switch n.Tag {
	case "!!bool":
		return BoolValue(n.Value == "true" || n.Value == "True" || n.Value == "TRUE"), true
	case "!!int":
		v, err := strconv.ParseInt(n.Value, 0, 64)
		return IntValue(v), err == nil
	case "!!float":
		v, err := strconv.ParseFloat(n.Value, 64)
		return FloatValue(v), err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
	case "!!str", "!!timestamp":
		return StringValue(n.Value), true
	}
	return Value{}, false
}

// expression returns a piece of text in the machine's language, or in another one
// as {lua: text}.
func (r *document) expression(n *yaml.Node, key string) (Expression, bool) {
	const expected = "an expression"
	language := ""
	if n.Kind == yaml.MappingNode {
		parts := r.mapping(n, key, expected)
		if len(parts) != 1 || !isName(parts[0].name) {
			r.fault(n, key, codeType, "expected an expression, or one language with its text, such as {lua: x > 1}")
			return Expression{}, false
		}
		language, n, key = parts[0].name, parts[0].val, parts[0].at
	}
	word, ok := r.text(n, key, expected)
	return Expression{Place: r.textPlace(n, key), Text: word, Language: language}, ok
}

// optionalExpression returns the expression of a field that may be absent.
func (r *document) optionalExpression(fs fields, part string) *Expression {
	if f, ok := fs.get(part); ok {
		if e, ok := r.expression(f.val, f.at); ok {
			return &e
		}
	}
	return nil
}

// computed returns the text behind the = of a scalar that is an expression. Two of
// them stand for a text that begins with one.
func computed(n *yaml.Node) (text string, ok bool) {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" || !strings.HasPrefix(n.Value, "=") || strings.HasPrefix(n.Value, "==") {
		return "", false
	}
	return n.Value[1:], true
}

// literal returns a text without the leading = that marks a text beginning with =.
func literal(text string) string {
	if strings.HasPrefix(text, "==") {
		return text[1:]
	}
	return text
}

// either returns a field that is a text, or an expression behind a =.
func (r *document) either(fs fields, key, part string) (text, expression string) {
	f, ok := fs.get(part)
	if !ok {
		return "", ""
	}
	if e, ok := computed(f.val); ok {
		return "", e
	}
	text, _ = r.text(f.val, join(key, part), "a text, or =expression")
	return literal(text), ""
}

// kindOf returns a word for the kind of a node, for messages.
func kindOf(n *yaml.Node) string {
	if tagged(n) {
		return "the tag " + n.Tag + " (machines accept none)"
	}
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias (machines accept none)"
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "nothing"
		}
		const long = 60
		if text := []rune(n.Value); len(text) > long {
			return strconv.Quote(string(text[:long])) + "…"
		}
		return strconv.Quote(n.Value)
	case yaml.DocumentNode:
		return "a document"
	}
	return "nothing"
}

// typed returns a scalar as a value of a type, or of the one it looks like where
// the type is not known. A text that begins with = is written with two of them.
func (r *document) typed(n *yaml.Node, key string, t Type) (Value, bool) {
	var v Value
	var ok bool
	if t == 0 {
		v, ok = r.anyValue(n, key)
	} else {
		v, ok = r.value(n, key, t)
	}
	v.String = literal(v.String)
	return v, ok
}

// computedPlace is where the expression behind a = begins.
func (r *document) computedPlace(n *yaml.Node, key string) Place {
	p := r.textPlace(n, key)
	p.Column++
	return p
}
