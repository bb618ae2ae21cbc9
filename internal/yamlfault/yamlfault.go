// Package yamlfault describes why a text is not YAML, or not the YAML that was expected: the YAML library's errors in plain
// words, with the place of bad bytes and of tabs, which the library does not name. Every package that reads YAML describes
// the library's errors through it.
package yamlfault

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Fault is what keeps a text from being YAML. Line and Column count from 1; Column counts characters, and is 1 where the
// parser names only a line.
type Fault struct {
	Line, Column int
	Text         string
}

// parserMessage matches messages of the YAML parser, which counts lines from 0, unlike its scanner.
var parserMessage = regexp.MustCompile(`did not find expected (node content|key|'-' indicator|',' or|<)`)

// Of returns the fault that the YAML library reported as err for the text src.
func Of(src []byte, err error) Fault {
	var kinds *yaml.TypeError
	if errors.As(err, &kinds) && len(kinds.Errors) > 0 {
		return wrongKinds(kinds)
	}
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "yaml: "), "unmarshal errors:\n")
	f := Fault{Line: 1, Column: 1}
	if n, _ := fmt.Sscanf(strings.TrimSpace(text), "line %d:", &f.Line); n == 1 {
		_, text, _ = strings.Cut(text, ": ")
		if parserMessage.MatchString(text) {
			f.Line = min(f.Line+1, 1+bytes.Count(bytes.TrimRight(src, "\n"), []byte("\n")))
		}
	}
	if strings.Contains(text, "',' or") {
		text += " (a text with a colon, a comma or brackets in it stands in quotes)"
	}
	if strings.Contains(text, "mapping values are not allowed") {
		text += " (two colons in a line: what is inside stands in braces, a: {b: 1})"
	}
	f.Text = oneLine(text)
	if fault, ok := badUTF8(src); ok {
		return fault
	}
	if fault, ok := control(src, f.Text); ok {
		return fault
	}
	if fault, ok := tab(src, f); ok {
		return fault
	}
	return f
}

// Error returns the fault as an error with its line, such as "line 3: did not find expected key". A text of one line, such
// as a value on the command line, has no line numbers.
func Error(src []byte, err error) error {
	f := Of(src, err)
	lines := bytes.IndexByte(src, '\n') >= 0
	switch {
	case lines && f.Column > 1:
		return fmt.Errorf("line %d, column %d: %s", f.Line, f.Column, f.Text)
	case lines:
		return fmt.Errorf("line %d: %s", f.Line, f.Text)
	case f.Column > 1:
		return fmt.Errorf("column %d: %s", f.Column, f.Text)
	}
	return errors.New(f.Text)
}

// oneLine joins the lines of the parser's message.
func oneLine(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "; ")
}

// badUTF8 returns the first byte that is not UTF-8. A text that begins with a mark of UTF-16 has none.
func badUTF8(src []byte) (Fault, bool) {
	if bytes.HasPrefix(src, []byte{0xFE, 0xFF}) || bytes.HasPrefix(src, []byte{0xFF, 0xFE}) {
		return Fault{}, false
	}
	for at := 0; at < len(src); {
		r, n := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && n == 1 {
			return placed(src, at, fmt.Sprintf("the byte 0x%02X is not UTF-8; expected a text in UTF-8", src[at])), true
		}
		at += n
	}
	return Fault{}, false
}

// control returns the first control character, if that is what the parser refused.
func control(src []byte, text string) (Fault, bool) {
	if !strings.Contains(text, "control characters are not allowed") {
		return Fault{}, false
	}
	for at, b := range src {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' || b == 0x7F {
			return placed(src, at, fmt.Sprintf("the control character 0x%02X is not allowed in YAML", b)), true
		}
	}
	return Fault{}, false
}

// tab returns the first line from that of the fault on that is indented with a tab, if the parser stumbled over one.
func tab(src []byte, f Fault) (Fault, bool) {
	if !strings.Contains(f.Text, "cannot start any token") && !strings.Contains(f.Text, "tab character") {
		return Fault{}, false
	}
	for i, line := range bytes.Split(src, []byte("\n")) {
		indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		if at := bytes.IndexByte(indent, '\t'); at >= 0 && i+1 >= f.Line-1 && len(indent) < len(line) {
			return Fault{i + 1, at + 1, "the line is indented with a tab; YAML is indented with spaces only"}, true
		}
	}
	return Fault{}, false
}

// placed returns a fault at the byte of index at.
func placed(src []byte, at int, text string) Fault {
	start := bytes.LastIndexByte(src[:at], '\n') + 1
	return Fault{1 + bytes.Count(src[:at], []byte("\n")), 1 + utf8.RuneCount(src[start:at]), text}
}
