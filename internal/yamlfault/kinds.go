package yamlfault

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// What the library reports of YAML that does not fit a Go value.
var (
	wrongKind  = regexp.MustCompile("(?s)^line ([0-9]+): cannot unmarshal !!([a-z]+)(?: `(.*)`)? into (.+)$")
	unknownKey = regexp.MustCompile(`^line ([0-9]+): field (.+) not found in type .+$`)
	twice      = regexp.MustCompile(`^line ([0-9]+): mapping key (.+) already defined at line ([0-9]+)$`)
)

// wrongKinds returns what the library reported of values that are not of the expected kind, in plain words. All of them
// stand in one line, at the place of the first.
func wrongKinds(all *yaml.TypeError) Fault {
	f := Fault{Line: 1, Column: 1}
	texts := make([]string, len(all.Errors))
	for i, message := range all.Errors {
		line, text := inWords(message)
		switch {
		case i == 0:
			f.Line = max(line, 1)
		case line > 0:
			text = fmt.Sprintf("line %d: %s", line, text)
		}
		texts[i] = text
	}
	f.Text = strings.Join(texts, "; ")
	return f
}

// inWords returns one of the library's messages in plain words, with its line, or 0.
func inWords(message string) (line int, text string) {
	if _, err := fmt.Sscanf(message, "line %d:", &line); err != nil {
		return 0, oneLine(message)
	}
	if m := wrongKind.FindStringSubmatch(message); m != nil {
		return line, fmt.Sprintf("expected %s, got %s", goKind(m[4]), valueText(m[2], m[3]))
	}
	if m := unknownKey.FindStringSubmatch(message); m != nil {
		return line, fmt.Sprintf("key %q: no such key", m[2])
	}
	if m := twice.FindStringSubmatch(message); m != nil {
		return line, fmt.Sprintf("key %s: it is there already, in line %s", m[2], m[3])
	}
	_, text, _ = strings.Cut(message, ": ")
	return line, oneLine(text)
}

// goKind names a type of Go for a person who writes YAML.
func goKind(name string) string {
	switch {
	case strings.HasPrefix(name, "[]"), strings.HasPrefix(name, "["):
		return "a list"
	case strings.HasPrefix(name, "float"):
		return "a number"
	case strings.HasPrefix(name, "uint"):
		return "a whole number from 0 on"
	case strings.HasPrefix(name, "int"):
		return "a whole number"
	case name == "bool":
		return "true or false"
	case name == "string":
		return "a text"
	case name == "time.Duration":
		return "a duration such as 500ms"
	}
	return "keys with their values"
}

// valueText names a value by YAML's tag and its text.
func valueText(tag, text string) string {
	kind, ok := map[string]string{
		"map": "keys with their values", "seq": "a list", "null": "nothing", "str": "the text", "bool": "the truth value",
		"int": "the number", "float": "the number", "binary": "binary data", "timestamp": "the date",
	}[tag]
	if !ok {
		kind = "a value of the type !!" + tag
	}
	if text == "" {
		return kind
	}
	return fmt.Sprintf("%s %q", kind, Short(text))
}

// mostShown is how many characters of a text a message repeats.
const mostShown = 60

// Short returns a text as a message repeats it: in one line, of at most 60 characters.
func Short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= mostShown {
		return text
	}
	return string([]rune(text)[:mostShown-1]) + "…"
}
