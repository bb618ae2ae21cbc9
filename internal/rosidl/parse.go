package rosidl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// maxSize is the largest array size or bound that is accepted, which is the largest element count of a sequence.
const maxSize = 1<<31 - 1

var (
	fieldName    = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	packageName  = fieldName
	messageName  = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
	constantName = regexp.MustCompile(`^[A-Z]([A-Z0-9_]?[A-Z0-9]+)*$`)
)

// Error is an error in a definition file, with its position.
type Error struct {
	File string
	Line int // from 1; 0 if the error is about the whole file
	Err  error
}

// Error returns the file, the line and the cause.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns the cause without its position.
func (e *Error) Unwrap() error { return e.Err }

// section is one message of a file: its lines and the number of the first line.
type section struct {
	lines []string
	first int
}

// sections splits a file at its lines "---" and returns an error if the number of sections is not want.
func sections(file, text string, want int) ([]section, error) {
	parts := []section{{first: 1}}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		if line == "---" {
			parts = append(parts, section{first: i + 2})
			continue
		}
		last := &parts[len(parts)-1]
		last.lines = append(last.lines, line)
	}
	if len(parts) != want {
		return nil, &Error{File: file, Err: fmt.Errorf("%d sections parted by a line \"---\", expected %d", len(parts), want)}
	}
	return parts, nil
}

// ParseMessage parses a .msg file: text is its contents, file its name for errors.
func ParseMessage(pkg, name, file, text string) (*Message, error) {
	parts, err := sections(file, text, 1)
	if err != nil {
		return nil, err
	}
	return parseSection(&Message{Package: pkg, Kind: "msg", Name: name, File: file}, name, parts[0])
}

// parseService parses a .srv file: the request and the response.
func parseService(pkg, name, file, text string) (*Service, error) {
	messages, err := parseParts(pkg, "srv", name, file, text, "_Request", "_Response")
	if err != nil {
		return nil, err
	}
	return newService(pkg, "srv", name, messages[0], messages[1]), nil
}

// parseAction parses an .action file: goal, result and feedback.
func parseAction(pkg, name, file, text string) (*Action, error) {
	messages, err := parseParts(pkg, "action", name, file, text, "_Goal", "_Result", "_Feedback")
	if err != nil {
		return nil, err
	}
	return newAction(pkg, name, messages[0], messages[1], messages[2]), nil
}

func parseParts(pkg, kind, name, file, text string, suffixes ...string) ([]*Message, error) {
	parts, err := sections(file, text, len(suffixes))
	if err != nil {
		return nil, err
	}
	messages := make([]*Message, len(parts))
	for i, part := range parts {
		m := &Message{Package: pkg, Kind: kind, Name: name + suffixes[i], File: file}
		if messages[i], err = parseSection(m, name, part); err != nil {
			return nil, err
		}
	}
	return messages, nil
}

// parser collects the lines of one message.
type parser struct {
	message *Message
	doc     []string  // comment lines that precede a field
	last    *[]string // doc of the previous field or constant, for indented comments
}

func parseSection(m *Message, name string, part section) (*Message, error) {
	if !packageName.MatchString(m.Package) {
		return nil, &Error{m.File, 0, fmt.Errorf("package %q: expected lower_snake_case", m.Package)}
	}
	if !messageName.MatchString(name) {
		return nil, &Error{m.File, 0, fmt.Errorf("interface name %q: expected CamelCase of letters and digits", name)}
	}
	p := parser{message: m}
	lines := part.lines
	for len(lines) > 0 && strings.HasPrefix(lines[0], "#") {
		m.Doc = append(m.Doc, comment(lines[0]))
		lines = lines[1:]
	}
	first := part.first + len(part.lines) - len(lines)
	for i, line := range lines {
		if err := p.line(strings.ReplaceAll(line, "\t", " "), first+i); err != nil {
			return nil, &Error{File: m.File, Line: first + i, Err: err}
		}
	}
	return m, nil
}

// comment returns the text of a comment without the # characters.
func comment(text string) string {
	return strings.TrimRight(strings.TrimPrefix(strings.TrimLeft(text, "#"), " "), " \t")
}

// line parses one line: an empty line, a comment, a constant or a field.
func (p *parser) line(text string, number int) error {
	code, note, noted := strings.Cut(text, "#")
	if strings.TrimSpace(code) == "" {
		switch {
		case !noted:
			p.doc = nil // a blank line separates a comment from what follows
		case code != "" && p.last != nil: // an indented comment continues the previous one
			*p.last = append(*p.last, comment(note))
		default:
			p.doc = append(p.doc, comment(note))
		}
		return nil
	}
	if noted {
		p.doc = append(p.doc, comment(note))
	}
	if strings.HasPrefix(code, " ") {
		return fmt.Errorf("%q: expected the type at the start of the line", strings.TrimSpace(code))
	}
	typeText, rest, _ := strings.Cut(strings.TrimRight(code, " "), " ")
	rest = strings.TrimLeft(rest, " ")
	if rest == "" {
		return fmt.Errorf("%q: expected a type and a name, such as \"float32 x\"", typeText)
	}
	t, err := parseType(typeText, p.message.Package)
	if err != nil {
		return err
	}
	if name, value, isConstant := strings.Cut(rest, "="); isConstant {
		return p.constant(t, typeText, strings.TrimRight(name, " "), strings.TrimLeft(value, " "), number)
	}
	name, value, _ := strings.Cut(rest, " ")
	return p.field(t, name, strings.TrimLeft(value, " "), number)
}

func (p *parser) field(t Type, name, value string, number int) error {
	if !fieldName.MatchString(name) {
		return fmt.Errorf("field name %q: expected lower_snake_case, without __ and a _ at the end", name)
	}
	for _, f := range p.message.Fields {
		if f.Name == name {
			return fmt.Errorf("field %q is there already, in line %d", name, f.Line)
		}
	}
	f := Field{Name: name, Type: t, Doc: p.doc, Line: number}
	if value != "" {
		var err error
		if f.Default, err = parseDefault(t, value); err != nil {
			return fmt.Errorf("default of %q: %w", name, err)
		}
	}
	p.message.Fields = append(p.message.Fields, f)
	p.doc, p.last = nil, &p.message.Fields[len(p.message.Fields)-1].Doc
	return nil
}

func (p *parser) constant(t Type, typeText, name, value string, number int) error {
	if !constantName.MatchString(name) {
		return fmt.Errorf("constant name %q: expected UPPER_SNAKE_CASE", name)
	}
	if t.Shape != Single || t.Base == Nested || t.StringBound > 0 {
		return fmt.Errorf("constant %s: type %s, expected one primitive value", name, typeText)
	}
	for _, c := range p.message.Constants {
		if c.Name == name {
			return fmt.Errorf("constant %s is there already, in line %d", name, c.Line)
		}
	}
	v, err := parseValue(t, value)
	if err != nil {
		return fmt.Errorf("constant %s: %w", name, err)
	}
	p.message.Constants = append(p.message.Constants, Constant{Name: name, Type: t, Value: v, Doc: p.doc, Line: number})
	p.doc, p.last = nil, &p.message.Constants[len(p.message.Constants)-1].Doc
	return nil
}

// parseType parses a type such as "string<=5[<=3]" as it is written in a file of package pkg.
func parseType(text, pkg string) (Type, error) {
	t, base, err := parseShape(text)
	if err != nil {
		return t, err
	}
	if name, bound, bounded := strings.Cut(base, "<="); bounded && (name == "string" || name == "wstring") {
		var ok bool
		if t.StringBound, ok = positive(bound); !ok {
			return t, fmt.Errorf("type %q: expected a whole number from 1 after <=", text)
		}
		base = name
	}
	known := primitives()
	if b, ok := known[base]; ok {
		t.Base = b
		return t, nil
	}
	name, inPackage := base, pkg
	if p, n, given := strings.Cut(base, "/"); given {
		inPackage, name = p, n
	}
	if !packageName.MatchString(inPackage) || !messageName.MatchString(name) {
		return t, fmt.Errorf("type %q: expected %s, or a message such as Pose or geometry_msgs/Pose", text, strings.Join(Sorted(known), ", "))
	}
	t.Base, t.Nested = Nested, inPackage+"/msg/"+name
	return t, nil
}

// parseShape parses the brackets of a type; base is the text before them.
func parseShape(text string) (t Type, base string, err error) {
	i := strings.LastIndex(text, "[")
	if i < 0 {
		return t, text, nil
	}
	if !strings.HasSuffix(text, "]") {
		return t, "", fmt.Errorf("type %q: expected a ] at its end", text)
	}
	size, bounded := strings.CutPrefix(text[i+1:len(text)-1], "<=")
	switch {
	case bounded:
		t.Shape = Bounded
	case size == "":
		t.Shape = Unbounded
		return t, text[:i], nil
	default:
		t.Shape = Array
	}
	var ok bool
	if t.Size, ok = positive(size); !ok {
		return t, "", fmt.Errorf("type %q: expected a whole number from 1 between the brackets, or <= and one", text)
	}
	return t, text[:i], nil
}

func positive(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && n <= maxSize
}
