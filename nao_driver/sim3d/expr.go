package sim3d

import (
	"math"
	"strconv"
)

// expr is an S-expression: a word, or a list in brackets.
type expr struct {
	word string
	list []expr // of a list; word is empty
}

// mostDepth is how deep expressions may be nested; the server's have at most 4 levels.
const mostDepth = 16

// parse reads the expressions of a message. What is not closed ends with the message, and brackets that close nothing are skipped.
func parse(text string) []expr {
	p := parser{text: text}
	return p.list(0)
}

// parser reads a text from front to back.
type parser struct {
	text string
	at   int
}

// list reads expressions until a bracket closes, or to the end.
func (p *parser) list(depth int) (out []expr) {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '(':
			p.at++
			inner := p.list(depth + 1)
			if depth < mostDepth {
				out = append(out, expr{list: inner})
			}
		case c == ')':
			p.at++
			if depth > 0 {
				return out
			}
		case blank(c):
			p.at++
		default:
			begin := p.at
			for p.at < len(p.text) && !blank(p.text[p.at]) && p.text[p.at] != '(' && p.text[p.at] != ')' {
				p.at++
			}
			out = append(out, expr{word: p.text[begin:p.at]})
		}
	}
	return out
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0 }

// head returns the first word of a list, empty if there is none.
func (e expr) head() string {
	if len(e.list) == 0 {
		return ""
	}
	return e.list[0].word
}

// sub returns the list inside e that begins with a word.
func (e expr) sub(head string) (expr, bool) {
	for _, inner := range e.list {
		if inner.head() == head {
			return inner, true
		}
	}
	return expr{}, false
}

// text returns the word behind the head of the list that begins with head, empty if there is none.
func (e expr) text(head string) string {
	if s, ok := e.sub(head); ok && len(s.list) > 1 {
		return s.list[1].word
	}
	return ""
}

// mostNumber is the largest number that is read: angles, forces and distances are far below.
const mostNumber = 1e6

// numbers fills in the numbers behind the head of the list that begins with head. It reports false unless all are there and
// within mostNumber.
func (e expr) numbers(head string, out ...*float64) bool {
	s, ok := e.sub(head)
	if !ok || len(s.list) < 1+len(out) {
		return false
	}
	values := make([]float64, len(out))
	for i := range out {
		v, err := strconv.ParseFloat(s.list[1+i].word, 64)
		if err != nil || !(math.Abs(v) <= mostNumber) {
			return false
		}
		values[i] = v
	}
	for i, v := range values {
		*out[i] = v
	}
	return true
}
