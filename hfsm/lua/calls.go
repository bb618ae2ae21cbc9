package lua

import (
	"fmt"
	"slices"
	"strings"

	"gonao/hfsm/chart"
)

// Bounds of a text that calls skills.
const (
	longCall  = 4096 // bytes
	mostCalls = 64
	mostArgs  = 64
)

// Call is one call of a skill: goto{x=1.0, y=0.5}.
type Call struct {
	Skill  string
	Column int // column of its name, from 1
	Args   []CallArg
}

// CallArg is an argument. One without a name is the next of the skill's parameters.
type CallArg struct {
	Name   string
	Column int // column of the argument
	Value  chart.Value
}

// CallError is a fault of a text that calls skills.
type CallError struct {
	Column int
	Text   string
}

func (e *CallError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Text) }

// ParseCalls reads a text such as goto{x=1.0, y=0.5}; kick(). It looks like Lua but
// accepts nothing besides calls, and goto, a keyword of Lua, is a skill like any other. An
// argument may be computed: its text is Lua, in a sandbox with mathematics and texts but
// without a machine. The error is a [CallError].
func ParseCalls(text string, opts Options) ([]Call, error) {
	if len(text) > longCall {
		return nil, &CallError{1, fmt.Sprintf("%d bytes; expected at most %d", len(text), longCall)}
	}
	p := &caller{text: text, opts: opts}
	defer p.close()
	var calls []Call
	for p.skip(" \t\r\n;"); p.at < len(text); p.skip(" \t\r\n;") {
		c, err := p.call()
		if err != nil {
			return nil, err
		}
		if calls = append(calls, c); len(calls) > mostCalls {
			return nil, &CallError{c.Column, fmt.Sprintf("more than %d calls", mostCalls)}
		}
	}
	if len(calls) == 0 {
		return nil, &CallError{1, "no call; expected such as goto{x=1.0, y=0.5}; kick()"}
	}
	return calls, nil
}

// caller reads calls.
type caller struct {
	text string
	at   int
	opts Options
	box  *sandbox // made when an argument is computed
}

func (p *caller) close() {
	if p.box != nil {
		p.box.close()
	}
}

func (p *caller) skip(chars string) {
	for p.at < len(p.text) && strings.IndexByte(chars, p.text[p.at]) >= 0 {
		p.at++
	}
}

// take skips a required character.
func (p *caller) take(want byte) bool {
	p.skip(" \t\r\n")
	if p.at < len(p.text) && p.text[p.at] == want {
		p.at++
		return true
	}
	return false
}

func (p *caller) fail(format string, args ...any) error {
	return &CallError{p.column(p.at), fmt.Sprintf(format, args...)}
}

// column counts characters, as people do.
func (p *caller) column(at int) int { return len([]rune(p.text[:min(at, len(p.text))])) + 1 }

// here returns the text at the place of a fault, for its message.
func (p *caller) here() string {
	if p.at >= len(p.text) {
		return "the end"
	}
	rest := []rune(p.text[p.at:])
	return fmt.Sprintf("%q", string(rest[:min(len(rest), 10)]))
}

// name reads a name, "" if there is none.
func (p *caller) name() string {
	from := p.at
	for p.at < len(p.text) && (isLower(p.text[p.at]|0x20) || p.text[p.at] == '_' || p.at > from && isDigit(p.text[p.at])) {
		p.at++
	}
	return p.text[from:p.at]
}

func (p *caller) call() (Call, error) {
	c := Call{Column: p.column(p.at), Skill: p.name()}
	if c.Skill == "" {
		return c, p.fail("%s; expected the name of a skill", p.here())
	}
	switch {
	case p.take('{'):
		return c, p.args(&c, '}')
	case !p.take('('):
		return c, p.fail("%s; expected ( or { behind %s", p.here(), c.Skill)
	}
	if !p.take('{') {
		return c, p.args(&c, ')')
	}
	if err := p.args(&c, '}'); err != nil {
		return c, err
	}
	if !p.take(')') {
		return c, p.fail("%s; expected )", p.here())
	}
	return c, nil
}

// args reads arguments up to the closing bracket.
func (p *caller) args(c *Call, end byte) error {
	for !p.take(end) {
		if len(c.Args) == mostArgs {
			return p.fail("more than %d arguments", mostArgs)
		}
		a := CallArg{Column: p.column(p.at)}
		from := p.at
		if a.Name = p.name(); a.Name != "" && (!p.take('=') || p.at < len(p.text) && p.text[p.at] == '=') {
			a.Name, p.at = "", from
		}
		if a.Name != "" && slices.ContainsFunc(c.Args, func(o CallArg) bool { return o.Name == a.Name }) {
			return &CallError{a.Column, a.Name + " is given twice"}
		}
		if err := p.value(&a, end); err != nil {
			return err
		}
		c.Args = append(c.Args, a)
		if !p.take(',') && !p.take(';') && (p.at >= len(p.text) || p.text[p.at] != end) {
			return p.fail("%s; expected , or %c", p.here(), end)
		}
	}
	return nil
}

// value reads the text up to the next comma that is in no brackets, and evaluates it.
func (p *caller) value(a *CallArg, end byte) error {
	p.skip(" \t\r\n")
	from, depth := p.at, 0
scan:
	for p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case c == '"' || c == '\'':
			p.at += quotedLength(p.text[p.at:])
			continue
		case depth == 0 && (c == end || c == ',' || c == ';'):
			break scan
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		}
		if depth < 0 {
			break
		}
		p.at++
	}
	if p.at >= len(p.text) {
		return p.fail("the end; expected %c", end)
	}
	text := strings.TrimSpace(p.text[from:p.at])
	v, why := p.evaluate(text)
	if why != "" {
		return &CallError{p.column(from), why}
	}
	a.Value = v
	return nil
}

// quotedLength returns the length of the text in quotes that text begins with.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// evaluate returns the value of an argument's text, or an error message.
func (p *caller) evaluate(text string) (chart.Value, string) {
	if text == "" {
		return chart.Value{}, "nothing; expected a value"
	}
	c, err := parseText("call", 0, "return "+text, longCall+16)
	if err != nil {
		return chart.Value{}, fmt.Sprintf("%q is not a value: %s", shortened(text), bare(err))
	}
	if _, err := single(c); err != nil {
		return chart.Value{}, fmt.Sprintf("%q: expected one value", shortened(text))
	}
	for _, n := range namesOf(c.stmts).read {
		if !slices.Contains(builtins, n.name) {
			return chart.Value{}, fmt.Sprintf("no such name: %s; expected a number, a text in quotes, true or false", n.name)
		}
	}
	compiled, err := c.compile()
	if err != nil {
		return chart.Value{}, bare(err)
	}
	if p.box == nil {
		p.box = newSandbox(p.opts, "call")
		openNumberFunctions(p.box)
		p.box.meter.grant(p.box.opts.Budget, "in one call")
	}
	if err := p.box.run(p.box.function(compiled), compiled, 1); err != nil {
		return chart.Value{}, bare(err)
	}
	got := p.box.result()
	v, ok := anyTyped(got)
	if !ok {
		return v, fmt.Sprintf("%q is a %s; expected a number, a text in quotes, true or false", shortened(text), typeName(got))
	}
	return v, ""
}

// bare returns an error without its place.
func bare(err error) string {
	if e, ok := err.(*Error); ok { //nolint:errorlint // made here
		return e.Text
	}
	return err.Error()
}
