package jderobot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
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
	words := tokens.FindAllString(text, -1)
	if !sameButSpace(words, text) {
		return "", false // unknown characters between the tokens
	}
	translated, ok := l.translated(words)
	if !ok {
		return "", false
	}
	if r.conditions == nil {
		r.conditions = expr.NewReader(r.scope())
	}
	n, err := r.conditions.Parse(translated)
	if err != nil || n.Type != chart.Bool || n.Constant {
		return "", false
	}
	return n.String(), true
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

// scope returns the variables and parameters of the machine.
func (r *reader) scope() expr.Scope {
	scope := expr.Scope{}
	for _, list := range [][]chart.Declaration{r.machine.Variables, r.machine.Parameters} {
		for _, d := range list {
			scope[d.Name] = expr.Name{Type: d.Type}
		}
	}
	return scope
}

// translated returns the tokens of a condition as an expression of the machine's language. Python's not reaches to the
// next and, or or parenthesis, while the language's not binds like !. A chain such as a < b < c means one thing in Python
// and another in C++, so it is refused.
func (l *level) translated(words []string) (string, bool) {
	var out []string
	open := []int{0}  // by parenthesis: negations to close
	compared := false // since the last and, or or parenthesis
	for _, word := range words {
		last := len(open) - 1
		switch word {
		case "and", "or", "&&", "||", ")":
			out = append(out, strings.Repeat(")", open[last]))
			if open[last] = 0; word == ")" && last > 0 {
				open = open[:last]
			}
			compared = false
		case "(":
			open, compared = append(open, 0), false
		case "not":
			open[last]++
			word = "not ("
		case "==", "!=", "<", "<=", ">", ">=":
			if compared {
				return "", false
			}
			compared = true
		case "!", "+", "-", "*":
		default:
			var ok bool
			if word, ok = l.operand(word); !ok {
				return "", false
			}
		}
		out = append(out, word)
	}
	return strings.Join(append(out, strings.Repeat(")", open[len(open)-1])), " "), true
}

// operand returns a constant, or the name that a variable has in the machine.
func (l *level) operand(word string) (string, bool) {
	if v, ok := literal(strings.TrimRight(word, "uUlL"), 0); ok {
		if v.Type == chart.Float && v.Float == float64(int64(v.Float)) {
			return strconv.FormatFloat(v.Float, 'f', 1, 64), true
		}
		return v.Text(), true
	}
	parts := chain.Split(word, -1)
	owners, from := parts[:len(parts)-1], l
	for _, owner := range owners {
		if owner != globalNamespace && !slices.Contains(ownNamespaces, owner) {
			return "", false
		}
	}
	for slices.Contains(owners, globalNamespace) && from.up != nil {
		from = from.up
	}
	return from.lookup(parts[len(parts)-1])
}

const globalNamespace = "globalNamespace"

var ownNamespaces = []string{"self", "this", "namespace", "stateNamespace", "interfaces", "rosNode", "node", "control"}
