package foreign

// levels are the operators, the loosest first.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}}

// value reads an expression, which may be CONDITION ? VALUE : VALUE.
func (p *parser) value() *expr {
	defer p.enter()()
	x := p.expression(0)
	if !p.take("?") {
		return x
	}
	first := p.value()
	p.want(":")
	second := p.value()
	return &expr{kind: "?", args: []*expr{x, first, second}, line: x.line, begin: x.begin, end: second.end}
}

// expression reads an expression whose operators have at least a precedence.
func (p *parser) expression(level int) *expr {
	if level == len(levels) {
		return p.unary()
	}
	left := p.expression(level + 1)
	for {
		op := p.peek().text
		if !p.take(levels[level]...) {
			return left
		}
		right := p.expression(level + 1)
		left = &expr{kind: op, args: []*expr{left, right}, line: left.line, begin: left.begin, end: right.end}
	}
}

func (p *parser) unary() *expr {
	defer p.enter()()
	t := p.peek()
	x := &expr{line: t.line, begin: t.begin}
	switch {
	case p.take("!"):
		x.kind, x.args = "not", []*expr{p.unary()}
	case p.take("-"):
		x.kind, x.args = "negative", []*expr{p.unary()}
	case p.take("("):
		inner := p.value()
		p.want(")")
		inner.begin, inner.end = x.begin, p.ended()
		return inner
	case t.number:
		x.kind, x.text = "number", p.next().text
	case t.word:
		x.kind, x.text = "word", p.next().text
		if p.take("(") {
			x.kind = "call"
			for !p.take(")") {
				if p.at+1 < len(p.tokens) && p.tokens[p.at+1].text == "=" { // name = value
					p.next()
					p.next()
				}
				x.args = append(x.args, p.value())
				p.take(",")
			}
		}
	default:
		p.fail("a value")
	}
	x.end = p.ended()
	return x
}

// ended returns where the last token ended.
func (p *parser) ended() int {
	t := p.tokens[max(0, p.at-1)]
	return t.begin + len(t.text)
}
