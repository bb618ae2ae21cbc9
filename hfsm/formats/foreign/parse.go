package foreign

import (
	"fmt"
	"slices"
)

// option is a state machine of XABSL.
type option struct {
	name       string
	line       int
	parameters []parameter
	common     *decision // of all states
	states     []*state
}

type parameter struct {
	name, kind string // kind: bool, float or enum
	line       int
}

type state struct {
	name            string
	line            int
	initial, target bool
	decision        *decision
	action          string   // its text
	calls           []string // options and basic behaviours that the action calls
}

// decision is a tree of conditions: a jump, a stay, or an if.
type decision struct {
	line        int
	to          string // goto; "" with cond nil: stay
	cond        *expr
	then, other *decision // other may be nil: nothing is decided
}

// expr is an expression. kind is "||", "&&", "not", a comparison, an arithmetic sign, "?", "negative", "call", "word" or "number".
type expr struct {
	kind string
	text string // text of a word or a number, or the name of a call
	args []*expr
	line int
	// offsets in the file, bytes
	begin, end int
}

// Bounds of a file.
const (
	xabslMaxBytes  = 1 << 20
	xabslMaxStates = 1000
	maxDeep        = 100 // conditions, blocks and parentheses in each other
)

// parser reads the tokens of a file.
type parser struct {
	src    string
	tokens []token
	at     int
	deep   int
}

// parseFile reads the first option of a file.
func parseFile(src string) (o *option, err error) {
	tokens, err := lex(src)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, tokens: tokens}
	defer func() {
		if f, ok := recover().(fault); ok {
			o, err = nil, f
		}
	}()
	return p.option(), nil
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

// fail ends the reading.
func (p *parser) fail(expected string) {
	t := p.peek()
	if t.text == "" {
		panic(fault{t.line, "the file ends; expected " + expected})
	}
	panic(fault{t.line, fmt.Sprintf("%q; expected %s", t.text, expected)})
}

// take consumes a token if it is one of these.
func (p *parser) take(texts ...string) bool {
	if !slices.Contains(texts, p.peek().text) || p.peek().text == "" {
		return false
	}
	p.next()
	return true
}

func (p *parser) want(text string) {
	if !p.take(text) {
		p.fail(text)
	}
}

func (p *parser) word(expected string) token {
	if !p.peek().word {
		p.fail(expected)
	}
	return p.next()
}

// enter counts the depth of nesting.
func (p *parser) enter() (leave func()) {
	if p.deep++; p.deep > maxDeep {
		panic(fault{p.peek().line, fmt.Sprintf("more than %d conditions, blocks and parentheses in each other", maxDeep)})
	}
	return func() { p.deep-- }
}

func (p *parser) option() *option {
	for p.peek().text != "option" {
		if p.peek().text == "" {
			p.fail("option NAME { … }")
		}
		p.next()
	}
	p.next()
	t := p.word("the option's name")
	o := &option{name: t.text, line: t.line}
	p.want("{")
	for !p.take("}") {
		switch {
		case p.peek().text == "common":
			p.next()
			p.want("decision")
			o.common = p.block()
		case p.isState():
			if len(o.states) == xabslMaxStates {
				p.fail(fmt.Sprintf("at most %d states", xabslMaxStates))
			}
			o.states = append(o.states, p.state())
		default:
			o.parameters = append(o.parameters, p.parameter())
		}
	}
	return o
}

// isState reports whether a state begins here.
func (p *parser) isState() bool {
	for i := p.at; i < min(p.at+3, len(p.tokens)); i++ {
		switch p.tokens[i].text {
		case "state":
			return true
		case "initial", "target":
		default:
			return false
		}
	}
	return false
}

// parameter reads TYPE @name [range] "unit"; or enum TYPE @name;
func (p *parser) parameter() parameter {
	kind := p.word("a parameter, common decision, or a state").text
	var name token
	for !p.take(";") {
		if t := p.peek(); t.word && t.text[0] == '@' {
			name = t
		} else if t.text == "" || t.text == "{" || t.text == "}" {
			p.fail(";")
		}
		p.next()
	}
	if name.text == "" {
		p.fail("a parameter with a name such as @speed, before this")
	}
	return parameter{name.text[1:], kind, name.line}
}

func (p *parser) state() *state {
	s := &state{line: p.peek().line}
	for !p.take("state") {
		switch p.next().text {
		case "initial":
			s.initial = true
		case "target":
			s.target = true
		default:
			p.fail("state")
		}
	}
	s.name = p.word("the state's name").text
	p.want("{")
	for !p.take("}") {
		switch {
		case p.take("decision"):
			s.decision = p.block()
		case p.take("action"):
			s.action, s.calls = p.action()
		default:
			p.fail("decision, action or }")
		}
	}
	return s
}

// action returns the text of an action, and its calls.
func (p *parser) action() (text string, calls []string) {
	p.want("{")
	begin, depth := p.peek().begin, 1
	for {
		t := p.next()
		switch t.text {
		case "":
			p.fail("} of the action")
		case "{":
			depth++
		case "}":
			if depth--; depth == 0 {
				return p.src[begin:t.begin], calls
			}
		case "(":
			// A name before a parenthesis at the beginning of a statement is called.
			if before := p.at - 2; before > 0 && p.tokens[before].word && slices.Contains([]string{";", "{", "}"}, p.tokens[before-1].text) &&
				p.tokens[before].text != "if" {
				calls = append(calls, p.tokens[before].text)
			}
		}
	}
}

// block reads { … } with one decision in it, or an empty block.
func (p *parser) block() *decision {
	defer p.enter()()
	p.want("{")
	p.take("else") // after a common decision
	var d *decision
	if p.peek().text != "}" {
		d = p.decision()
	}
	p.want("}")
	return d
}

func (p *parser) decision() *decision {
	defer p.enter()()
	line := p.peek().line
	switch {
	case p.peek().text == "{":
		return p.block()
	case p.take("stay"):
		p.want(";")
		return &decision{line: line}
	case p.take("goto"):
		d := &decision{line: line, to: p.word("the state to go to").text}
		p.want(";")
		return d
	case p.take("if"):
		p.want("(")
		d := &decision{line: line, cond: p.value()}
		p.want(")")
		d.then = p.decision()
		if p.take("else") {
			d.other = p.decision()
		}
		switch {
		case d.cond.kind != "word":
		case d.cond.text == "true":
			return d.then
		case d.cond.text == "false":
			return d.other
		}
		return d
	}
	p.fail("if, goto, stay or {")
	return nil
}
