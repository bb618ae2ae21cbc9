package skills

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/scanner"

	"gonao/hfsm/chart"
)

// Call is the use of one skill.
type Call struct {
	Skill  string
	Args   []Arg
	Column int // in the text, from 1
}

// Arg is an argument of a call.
type Arg struct {
	Name   string
	Value  chart.Value
	Column int
}

// What a call may be at most.
const (
	maxText  = 4096 // bytes
	maxCalls = 32
	maxArgs  = 32 // of one call
)

// Parse reads calls as agents write them, which is a small part of Lua:
//
//	goto{x=1.0, y=0.5}; kick(); say{text="done"}
//
// Arguments have names; their values are numbers, texts, true and false.
func Parse(text string) ([]Call, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("a call of %d bytes; expected at most %d", len(text), maxText)
	}
	p := &parser{}
	p.s.Init(strings.NewReader(text))
	p.s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanFloats | scanner.ScanStrings
	p.s.Error = func(_ *scanner.Scanner, msg string) { p.fail("%s", msg) }
	p.next()
	var calls []Call
	for p.tok != scanner.EOF && p.err == nil {
		if p.tok == ';' {
			p.next()
			continue
		}
		if len(calls) == maxCalls {
			p.fail("more than %d skills in one call", maxCalls)
			break
		}
		calls = append(calls, p.call())
		if p.err == nil && p.tok != ';' && p.tok != scanner.EOF {
			p.fail("%s; expected ; and another skill", p.found())
		}
	}
	if p.err == nil && len(calls) == 0 {
		p.fail("no skill; expected a call such as stand_up()")
	}
	if p.err != nil {
		return nil, p.err
	}
	return calls, nil
}

type parser struct {
	s   scanner.Scanner
	tok rune
	err error // the first one
}

func (p *parser) next() { p.tok = p.s.Scan() }

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("column %d: %s", p.column(), fmt.Sprintf(format, args...))
	}
}

// column is that of the token, or of what the scanner stumbles over.
func (p *parser) column() int {
	at := p.s.Position
	if !at.IsValid() {
		at = p.s.Pos()
	}
	return at.Offset + 1
}

// found says which token there is.
func (p *parser) found() string {
	if p.tok == scanner.EOF {
		return "the end"
	}
	return strconv.Quote(p.s.TokenText())
}

// expect goes over a token.
func (p *parser) expect(tok rune, what string) {
	if p.err != nil {
		return
	}
	if p.tok != tok {
		p.fail("%s; expected %s", p.found(), what)
		return
	}
	p.next()
}

// call reads name(), name{…} or name({…}).
func (p *parser) call() Call {
	c := Call{Skill: p.s.TokenText(), Column: p.column()}
	p.expect(scanner.Ident, "the name of a skill")
	round := p.tok == '('
	if round {
		p.next()
	}
	if !round || p.tok == '{' {
		c.Args = p.args()
	}
	if round {
		p.expect(')', "arguments such as {x=1.0}, or )")
	}
	return c
}

// args reads {x=1.0, y=0.5}.
func (p *parser) args() []Arg {
	p.expect('{', "arguments such as {x=1.0}, or ()")
	var args []Arg
	for p.err == nil && p.tok != '}' {
		if len(args) == maxArgs {
			p.fail("more than %d arguments", maxArgs)
			break
		}
		a := Arg{Name: p.s.TokenText(), Column: p.column()}
		p.expect(scanner.Ident, "an argument such as x=1.0")
		p.expect('=', "= and a value")
		a.Value = p.value()
		for _, other := range args {
			if other.Name == a.Name {
				p.fail("argument %s is given twice", a.Name)
			}
		}
		args = append(args, a)
		if p.tok != '}' && p.tok != ';' {
			p.expect(',', ", or }")
		} else if p.tok == ';' { // Lua takes either
			p.next()
		}
	}
	p.expect('}', "}")
	return args
}

// value reads a number, a text, true or false.
func (p *parser) value() chart.Value {
	sign := 1.0
	if p.tok == '-' {
		sign = -1
		p.next()
	}
	text := p.s.TokenText()
	v, ok := chart.Value{}, false
	switch {
	case p.tok == scanner.Int:
		v, ok = integer(text, sign < 0)
	case p.tok == scanner.Float:
		f, err := strconv.ParseFloat(text, 64)
		v, ok = chart.FloatValue(sign*f), err == nil && !math.IsInf(f, 0)
	case sign < 0:
	case p.tok == scanner.String:
		s, err := strconv.Unquote(text)
		v, ok = chart.StringValue(s), err == nil
	case p.tok == '\'':
		return p.quoted()
	case text == "true" || text == "false":
		v, ok = chart.BoolValue(text == "true"), true
	}
	if !ok {
		p.fail("%s; expected a number, a text, true or false", p.found())
		return v
	}
	p.next()
	return v
}

// integer reads an integer; one that is too large is no value.
func integer(text string, negative bool) (chart.Value, bool) {
	if negative {
		text = "-" + text
	}
	i, err := strconv.ParseInt(text, 0, 64)
	return chart.IntValue(i), err == nil
}

// quoted reads a text in single quotes, which Go's scanner does not know.
func (p *parser) quoted() chart.Value {
	var b strings.Builder
	for {
		switch c := p.s.Next(); c {
		case '\'':
			p.next()
			return chart.StringValue(b.String())
		case scanner.EOF, '\n':
			p.fail("a text without its closing '")
			return chart.Value{}
		case '\\':
			b.WriteRune(p.s.Next())
		default:
			b.WriteRune(c)
		}
	}
}
