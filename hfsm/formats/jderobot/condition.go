package jderobot

import (
	"regexp"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// guard returns a condition of C++ or Python as a typed expression, if it only compares declared variables with each
// other and with constants. A condition with a call, with more than one statement or with a constant value remains a text
// to port.
func (r *reader) guard(text string, l *level) (string, bool) {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "return"); ok && (rest == "" || !isWord(rest[0])) {
		text = rest
	}
	text = strings.TrimSpace(strings.TrimRight(text, "; \t\n"))
	const tooLong = 1000
	if text == "" || len(text) > tooLong || strings.ContainsAny(text, ";\n") {
		return "", false
	}
	p := &cexpr{level: l, types: r.types(), tokens: tokens.FindAllString(text, -1)}
	if !sameButSpace(p.tokens, text) {
		return "", false // unknown characters between the tokens
	}
	x := p.or(0)
	if p.bad || p.at != len(p.tokens) || x.typ != chart.Bool || !x.variable {
		return "", false
	}
	return x.text, true
}

var (
	tokens = regexp.MustCompile(`[A-Za-z_]\w*(?:\s*(?:\.|->|::)\s*[A-Za-z_]\w*)*|\d+\.?\d*(?:[eE][+-]?\d+)?[fFuUlL]*|\.\d+[fF]?|"[^"\\]*"|'[^'\\]*'|&&|\|\||[=!<>]=|[<>!()+*-]`)
	blank  = regexp.MustCompile(`\s+`)
	chain  = regexp.MustCompile(`\s*(?:\.|->|::)\s*`)
)

func sameButSpace(tokens []string, text string) bool {
	return blank.ReplaceAllString(strings.Join(tokens, ""), "") == blank.ReplaceAllString(text, "")
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// types returns the types of the variables and parameters by their names.
func (r *reader) types() map[string]chart.Type {
	types := map[string]chart.Type{}
	for _, list := range [][]chart.Declaration{r.machine.Variables, r.machine.Parameters} {
		for _, d := range list {
			types[d.Name] = d.Type
		}
	}
	return types
}

// cexpr reads an expression that is written in C++ or Python.
type cexpr struct {
	level  *level
	types  map[string]chart.Type
	tokens []string
	at     int
	bad    bool
}

// term is a piece of an expression as gonao writes it.
type term struct {
	text     string
	typ      chart.Type
	variable bool // something in it can change
	binds    int  // precedence: 1 or, 2 and, 3 not, 4 comparison, 5 sum, 6 product, 7 more
}

const maxParentheses = 50

func (p *cexpr) fail() term {
	p.bad = true
	return term{}
}

// take consumes the next token and returns it, if it is one of these.
func (p *cexpr) take(words ...string) (string, bool) {
	if p.bad || p.at >= len(p.tokens) {
		return "", false
	}
	for _, w := range words {
		if p.tokens[p.at] == w {
			p.at++
			return w, true
		}
	}
	return "", false
}

// put puts a term where operators bind as tight as binds.
func put(t term, binds int) string {
	if t.binds < binds {
		return "(" + t.text + ")"
	}
	return t.text
}

func (p *cexpr) or(depth int) term { return p.logic(depth, 1, "or", "||", p.and) }

func (p *cexpr) and(depth int) term { return p.logic(depth, 2, "and", "&&", p.not) }

func (p *cexpr) logic(depth, binds int, word, sign string, next func(int) term) term {
	t := next(depth)
	for {
		if _, ok := p.take(word, sign); !ok {
			return t
		}
		right := next(depth)
		if t.typ != chart.Bool || right.typ != chart.Bool {
			return p.fail()
		}
		t = term{put(t, binds) + " " + word + " " + put(right, binds+1), chart.Bool, t.variable || right.variable, binds}
	}
}

// not parses Python's not, which has a lower precedence than a comparison.
func (p *cexpr) not(depth int) term {
	if depth > maxParentheses {
		return p.fail()
	}
	if _, ok := p.take("not"); !ok {
		return p.comparison(depth)
	}
	return p.negated(p.not(depth + 1))
}

func (p *cexpr) negated(t term) term {
	if t.typ != chart.Bool {
		return p.fail()
	}
	return term{"not " + put(t, 7), chart.Bool, t.variable, 3}
}

func (p *cexpr) comparison(depth int) term {
	t := p.sum(depth)
	sign, ok := p.take("==", "!=", "<=", ">=", "<", ">")
	if !ok {
		return t
	}
	right := p.sum(depth)
	same := t.typ == right.typ && t.typ != 0
	if !same && (!number(t) || !number(right)) || sign[0] != '=' && sign[0] != '!' && !number(t) {
		return p.fail()
	}
	if _, more := p.take("==", "!=", "<=", ">=", "<", ">"); more {
		return p.fail() // means one thing in Python and another in C++
	}
	return term{put(t, 5) + " " + sign + " " + put(right, 5), chart.Bool, t.variable || right.variable, 4}
}

func number(t term) bool { return t.typ == chart.Int || t.typ == chart.Float }

func (p *cexpr) sum(depth int) term { return p.arithmetic(depth, 5, p.product, "+", "-") }

func (p *cexpr) product(depth int) term { return p.arithmetic(depth, 6, p.one, "*") }

func (p *cexpr) arithmetic(depth, binds int, next func(int) term, signs ...string) term {
	t := next(depth)
	for {
		sign, ok := p.take(signs...)
		if !ok {
			return t
		}
		right := next(depth)
		if !number(t) || !number(right) {
			return p.fail()
		}
		t = term{put(t, binds) + " " + sign + " " + put(right, binds+1), max(t.typ, right.typ), t.variable || right.variable, binds}
	}
}

// one parses a value, a term in parentheses, or a term with a sign.
func (p *cexpr) one(depth int) term {
	if depth > maxParentheses {
		return p.fail()
	}
	if _, ok := p.take("("); ok {
		t := p.or(depth + 1)
		if _, ok := p.take(")"); !ok {
			return p.fail()
		}
		return t
	}
	if _, ok := p.take("!"); ok {
		return p.negated(p.one(depth + 1))
	}
	if _, ok := p.take("-"); ok {
		t := p.one(depth + 1)
		if !number(t) {
			return p.fail()
		}
		return term{"-" + put(t, 7), t.typ, t.variable, 6}
	}
	if p.bad || p.at >= len(p.tokens) {
		return p.fail()
	}
	word := p.tokens[p.at]
	p.at++
	return p.value(word)
}

// value is a constant or a declared variable, with the object it belongs to before it.
func (p *cexpr) value(word string) term {
	if v, ok := literal(strings.TrimRight(word, "uUlL"), 0); ok {
		if v.Type == chart.Float && v.Float == float64(int64(v.Float)) {
			return term{strconv.FormatFloat(v.Float, 'f', 1, 64), v.Type, false, 7}
		}
		return term{v.Text(), v.Type, false, 7}
	}
	parts := chain.Split(word, -1)
	from := p.level
	for _, owner := range parts[:len(parts)-1] {
		switch owner {
		case "self", "this", "namespace", "stateNamespace", "interfaces", "rosNode", "node", "control":
		case "globalNamespace":
			for from.up != nil {
				from = from.up
			}
		default:
			return p.fail()
		}
	}
	name, ok := from.lookup(parts[len(parts)-1])
	if !ok || p.types[name] == 0 {
		return p.fail()
	}
	return term{name, p.types[name], true, 7}
}
