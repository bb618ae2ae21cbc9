package sim3d

import (
	"math"
	"strconv"
)

// expr is an S-expression: a word, or a list in brackets. It consists of the expression's own node and all nodes
// inside it. It points into the parsed text and into the parser's nodes, and is valid until either is used again.
type expr []node

// node is a word or the beginning of a list.
type node struct {
	word []byte // nil for a list
	size int    // number of nodes in the expression, including its own
}

// mostDepth is the greatest depth of nested expressions. The server's have at most 4 levels.
const mostDepth = 16

// parser parses expressions. It reuses its nodes for the next text.
type parser struct{ nodes expr }

// parse returns a list of the expressions in a message. Unclosed lists end with the message. Surplus closing
// brackets, and lists that are nested too deeply, are skipped.
func (p *parser) parse(text []byte) expr {
	p.nodes = append(p.nodes[:0], node{})
	var open [mostDepth + 1]int // nodes of the open lists; the first is the message
	depth := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '(':
			depth++
			if depth <= mostDepth {
				open[depth] = len(p.nodes)
				p.nodes = append(p.nodes, node{})
			}
		case c == ')':
			if depth > 0 && depth <= mostDepth {
				p.close(open[depth])
			}
			depth = max(depth-1, 0)
		case !blank(c):
			begin := at
			for at+1 < len(text) && inWord(text[at+1]) {
				at++
			}
			if depth <= mostDepth {
				p.nodes = append(p.nodes, node{word: text[begin : at+1], size: 1})
			}
		}
	}
	for depth = min(depth, mostDepth); depth >= 0; depth-- {
		p.close(open[depth])
	}
	return p.nodes
}

// close ends the list that begins at a node.
func (p *parser) close(list int) { p.nodes[list].size = len(p.nodes) - list }

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0 }

func inWord(c byte) bool { return !blank(c) && c != '(' && c != ')' }

// each calls yield with each expression inside a list.
func (e expr) each(yield func(expr) bool) {
	for at := 1; at < len(e); at += e[at].size {
		if !yield(e[at : at+e[at].size]) {
			return
		}
	}
}

// word returns the word at an index of a list, or nil if there is none or it is a list.
func (e expr) word(index int) []byte {
	for inner := range e.each {
		if index == 0 {
			return inner[0].word
		}
		index--
	}
	return nil
}

// head returns the first word of a list, or nil if there is none.
func (e expr) head() []byte { return e.word(0) }

// sub returns the list inside e that begins with the word head, or an empty expr.
func (e expr) sub(head string) expr {
	for inner := range e.each {
		if string(inner.head()) == head {
			return inner
		}
	}
	return nil
}

// text returns the word after the head in the list that begins with head, or nil if there is none.
func (e expr) text(head string) []byte { return e.sub(head).word(1) }

// mostNumber is the largest number that is accepted. Angles, forces and distances are far below it.
const mostNumber = 1e6

// numbers fills in the numbers after the head in the list that begins with head. Unless all are present and within
// mostNumber, it fills in nothing and returns false.
func (e expr) numbers(head string, out ...*float64) bool { return e.sub(head).behindHead(out...) }

// behindHead fills in the numbers after the head of a list, as numbers does. There are at most three.
func (e expr) behindHead(out ...*float64) bool {
	var values [3]float64
	index := -1 // index of the head
	for inner := range e.each {
		if index >= 0 && index < len(out) {
			v, err := strconv.ParseFloat(string(inner[0].word), 64)
			if err != nil || !(math.Abs(v) <= mostNumber) {
				return false
			}
			values[index] = v
		}
		index++
	}
	if index < len(out) {
		return false
	}
	for i, to := range out {
		*to = values[i]
	}
	return true
}
