package chart

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
)

// Format returns the text of a YAML machine in one form: indented by two, with single spaces, and comments behind
// neighbouring lines below each other. Comments, quotes, the order of keys, line breaks between entries, and single blank
// lines are kept. The result is the same machine, and formatting it again does not change it. A file with errors is
// refused with its findings.
func Format(file string, src []byte) ([]byte, error) {
	m, findings := ReadYAML(file, src)
	if m == nil || len(findings.Errors()) > 0 {
		return nil, findings.Errors()
	}
	comments := strings.Count(string(src), "#")
	same := func(out []byte, again *Machine) bool {
		return Equal(m, again) && (m.Extends == nil || sameDocument(src, out)) // of an extending machine only the names are read
	}
	for _, text := range [][]byte{withMarks(src), src} {
		out, err := formatted(text)
		if err != nil {
			continue
		}
		if again, found := ReadYAML(file, out); again != nil && len(found.Errors()) == 0 && same(out, again) && bytes.Count(out, []byte("#")) == comments {
			return out, nil
		}
	}
	return nil, fmt.Errorf("%s: its comments stand where no form has a place for them; left as it is", file)
}

// sameDocument reports whether two texts are the same as YAML, in any form.
func sameDocument(a, b []byte) bool {
	var x, y any
	return yaml.Unmarshal(a, &x) == nil && yaml.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// blankMark is the comment that stands for a blank line while the YAML encoder, which drops blank lines, works.
const blankMark = "#§blank§"

// withMarks returns the text with a mark in place of each first blank line before an entry or a comment.
func withMarks(src []byte) []byte {
	lines := strings.Split(string(src), "\n")
	var out []string
	block := -1 // indentation of the key with a literal or folded text, which ends with a line that is not deeper
	for i, line := range lines {
		text := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if text != "" && block >= 0 && indent <= block {
			block = -1
		}
		if text != "" && block < 0 && opensText(text) {
			block = indent
		}
		switch {
		case text != "" || block >= 0:
			out = append(out, line)
		case i > 0 && strings.TrimSpace(lines[i-1]) == "":
		case i+1 < len(lines) && i > 0:
			next := strings.TrimLeft(strings.Join(lines[i+1:], "\n"), "\n")
			out = append(out, strings.Repeat(" ", len(next)-len(strings.TrimLeft(next, " ")))+markOf(next))
		}
	}
	return []byte(strings.Join(out, "\n"))
}

// markOf returns the mark for a blank line, or nothing at the end of the text.
func markOf(next string) string {
	if strings.TrimSpace(next) == "" {
		return ""
	}
	return blankMark
}

// opensText reports whether the lines below a line are a literal or folded text.
func opensText(line string) bool {
	for _, end := range []string{"|", ">", "|-", ">-", "|+", ">+"} {
		if strings.HasSuffix(line, ": "+end) || strings.HasSuffix(line, "- "+end) {
			return true
		}
	}
	return false
}

// formatted returns the document of a text in the form.
func formatted(src []byte) (text []byte, err error) {
	defer func() { // the encoder is not ours: a panic in it is a fault of this file only
		if p := recover(); p != nil {
			text, err = nil, fmt.Errorf("not written as YAML: %v", p)
		}
	}()
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil {
		return nil, yamlfault.Error(src, err)
	}
	if len(doc.Content) != 1 {
		return nil, errors.New("no document")
	}
	markLineComments(&doc)
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := errors.Join(e.Encode(&doc), e.Close()); err != nil {
		return nil, err
	}
	lines := strings.Split(out.String(), "\n")
	align(lines)
	var kept []string
	for _, line := range lines {
		if strings.TrimSpace(line) == blankMark {
			line = ""
		}
		if line == "" && len(kept) > 0 && kept[len(kept)-1] == "" {
			continue
		}
		kept = append(kept, line)
	}
	return []byte(strings.TrimRight(strings.Join(kept, "\n"), "\n") + "\n"), nil
}

// lineMark begins the comments behind entries while they are encoded, so that they are found afterwards.
const lineMark = "#§line§"

// markLineComments marks the comments behind entries.
func markLineComments(n *yaml.Node) {
	if strings.HasPrefix(n.LineComment, "#") {
		n.LineComment = lineMark + n.LineComment
	}
	for _, inner := range n.Content {
		markLineComments(inner)
	}
}

// align sets the marked comments of neighbouring lines below each other and removes the marks.
func align(lines []string) {
	for from := 0; from < len(lines); from++ {
		to, widest := from, 0
		for ; to < len(lines); to++ {
			before, _, marked := strings.Cut(lines[to], lineMark)
			if !marked {
				break
			}
			widest = max(widest, utf8.RuneCountInString(strings.TrimRight(before, " ")))
		}
		for i := from; i < to; i++ {
			before, comment, _ := strings.Cut(lines[i], lineMark)
			before = strings.TrimRight(before, " ")
			lines[i] = before + strings.Repeat(" ", widest-utf8.RuneCountInString(before)+2) + comment
		}
		from = max(from, to-1)
	}
}
