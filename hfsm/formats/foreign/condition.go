package foreign

import (
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// term is a piece of an expression of ours.
type term struct {
	text  string
	typ   chart.Type
	binds int // precedence: 1 or, 2 and, 3 not, 4 comparison, 5 sum, 6 product, 7 more
}

// put returns a term where operators bind as tight as binds.
func put(t term, binds int) string {
	if t.binds < binds {
		return "(" + t.text + ")"
	}
	return t.text
}

// functions are those of XABSL's usual libraries that have a like of the same meaning, with their arguments.
var functions = map[string]struct {
	name string
	args int
}{"abs": {"abs", 1}, "min": {"min", 2}, "max": {"max", 2}, "vector.abs": {"hypot", 2}}

// condition returns a condition as an expression of ours. The smallest part that cannot be expressed becomes an input.
func (r *xabslReader) condition(x *expr, of string) term {
	switch x.kind {
	case "||", "&&":
		binds, word := 1, " or "
		if x.kind == "&&" {
			binds, word = 2, " and "
		}
		left, right := r.condition(x.args[0], of), r.condition(x.args[1], of)
		return term{put(left, binds) + word + put(right, binds+1), chart.Bool, binds}
	case "not":
		return not(r.condition(x.args[0], of))
	}
	if t, ok := r.term(x, chart.Bool); ok && t.typ == chart.Bool {
		return t
	}
	return r.placeholder(x, of)
}

// not returns the negation of a condition.
func not(t term) term { return term{"not " + put(t, 7), chart.Bool, 3} }

// placeholder returns an input that stands for a condition.
func (r *xabslReader) placeholder(x *expr, of string) term {
	text := strings.Join(strings.Fields(r.src[x.begin:x.end]), " ")
	if name, ok := r.placeholders[text]; ok {
		return term{name, chart.Bool, 7}
	}
	const long = 40
	name := Identifier(text[:min(len(text), long)], "condition")
	name = r.declare(name, chart.Bool, "placeholder for the condition "+strconv.Quote(shortened(text)), r.place(x.line, of))
	r.placeholders[text] = name
	r.find(chart.Warning, x.line, of, "placeholder", "the condition %q needs a port; the input %s stands for it: publish true on the topic %s%s while it holds",
		shortened(text), name, PlaceholderTopics, name)
	return term{name, chart.Bool, 7}
}

// term returns an expression of ours for a part of a condition; want is the type of a symbol that stands alone.
func (r *xabslReader) term(x *expr, want chart.Type) (term, bool) {
	switch x.kind {
	case "number":
		return number(x.text)
	case "negative":
		t, ok := r.term(x.args[0], chart.Float)
		return term{"-" + put(t, 7), chart.Float, 6}, ok && t.typ == chart.Float
	case "word":
		return r.symbol(x, want)
	case "call":
		return r.called(x)
	case "+", "-", "*", "/":
		return r.sum(x)
	case "==", "!=", "<", "<=", ">", ">=":
		return r.comparison(x)
	}
	return term{}, false
}

// number returns a number. XABSL's are floating-point numbers: an integer is written as one where products of it could exceed 64 bits.
func number(text string) (term, bool) {
	v, err := strconv.ParseFloat(text, 64)
	if v >= 1<<31 {
		text = strconv.FormatFloat(v, 'e', -1, 64)
	}
	return term{text, chart.Float, 7}, err == nil
}

func (r *xabslReader) sum(x *expr) (term, bool) {
	binds := 5
	if x.kind == "*" || x.kind == "/" {
		binds = 6
	}
	left, ok := r.term(x.args[0], chart.Float)
	right, fine := r.term(x.args[1], chart.Float)
	return term{put(left, binds) + " " + x.kind + " " + put(right, binds+1), chart.Float, binds},
		ok && fine && left.typ == chart.Float && right.typ == chart.Float
}

func (r *xabslReader) called(x *expr) (term, bool) {
	f, ok := functions[x.text]
	if !ok || len(x.args) != f.args {
		return term{}, false
	}
	var args []string
	for _, arg := range x.args {
		t, ok := r.term(arg, chart.Float)
		if !ok || t.typ != chart.Float {
			return term{}, false
		}
		args = append(args, t.text)
	}
	return term{f.name + "(" + strings.Join(args, ", ") + ")", chart.Float, 7}, true
}

// comparison compares numbers, a time, or a symbol with one of its words.
func (r *xabslReader) comparison(x *expr) (term, bool) {
	left, right := x.args[0], x.args[1]
	equal := x.kind == "==" || x.kind == "!="
	switch {
	case left.kind == "word" && left.text == "state_time" && right.kind == "number":
		ms, err := strconv.ParseFloat(right.text, 64)
		if err != nil {
			return term{}, false
		}
		return term{"elapsed " + x.kind + " " + strconv.FormatFloat(ms/1000, 'g', -1, 64), chart.Bool, 4}, !equal
	case equal && left.kind == "word" && right.kind == "word" && !strings.ContainsAny(right.text, ".@") && r.types[right.text] == 0:
		if right.text == "true" || right.text == "false" {
			t, ok := r.symbol(left, chart.Bool)
			if ok && (right.text == "true") != (x.kind == "==") {
				t = not(t)
			}
			return t, ok && t.typ == chart.Bool
		}
		t, ok := r.symbol(left, chart.String)
		return term{t.text + " " + x.kind + " " + strconv.Quote(right.text), chart.Bool, 4}, ok && t.typ == chart.String
	}
	a, ok := r.term(left, chart.Float)
	b, fine := r.term(right, chart.Float)
	return term{put(a, 5) + " " + x.kind + " " + put(b, 5), chart.Bool, 4}, ok && fine && a.typ == chart.Float && b.typ == chart.Float
}

// symbol returns a parameter, or the input for a symbol. ok is false if the symbol had another type before.
func (r *xabslReader) symbol(x *expr, want chart.Type) (term, bool) {
	if x.text == "true" || x.text == "false" {
		return term{x.text, chart.Bool, 7}, true
	}
	if x.text[0] == '@' {
		name, ok := r.parameters[x.text[1:]]
		return term{name, r.types[x.text], 7}, ok && r.types[x.text] == want
	}
	if t, ok := r.types[x.text]; ok {
		return term{r.names[x.text], t, 7}, t == want
	}
	name := r.declare(Identifier(x.text, "symbol"), want, "of the symbol "+x.text, r.place(x.line, ""))
	r.types[x.text], r.names[x.text] = want, name
	return term{name, want, 7}, true
}

// declare adds an input with a name that is free.
func (r *xabslReader) declare(name string, t chart.Type, description string, at chart.Place) string {
	if Reserved[name] {
		name += "_input"
	}
	name = Unique(name, r.taken)
	r.machine.Inputs = append(r.machine.Inputs, Placeholder(at, name, t, description))
	return name
}

func shortened(text string) string { return wording.Short(text, 100) }
