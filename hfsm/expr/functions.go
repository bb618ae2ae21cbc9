package expr

import (
	"math"
	"strings"

	"github.com/expr-lang/expr/ast"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// rule specifies the arguments and the result of a function.
type rule uint8

const (
	ofInput  rule = iota // the name of an input
	ofPath               // the path of a state, a constant
	ofSame               // numbers of one type; the result has that type
	ofFloats             // floats; the result is a float
	toInt                // a float; the result is an int
)

// function is a function of the language.
type function struct {
	usage    string
	rule     rule
	least    int // arguments
	most     int
	gives    chart.Type // result type of ofInput and ofPath
	reads    bool       // its result changes with time
	floats   func(x, y float64) float64
	saturate func(float64) float64
}

const many = 100

func first(f func(float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

// functions are the functions of the language by their names.
var functions = map[string]function{
	"age":    {usage: "(input)", rule: ofInput, least: 1, most: 1, gives: chart.Float, reads: true},
	"stale":  {usage: "(input)", rule: ofInput, least: 1, most: 1, gives: chart.Bool, reads: true},
	"active": {usage: `("path")`, rule: ofPath, least: 1, most: 1, gives: chart.Bool, reads: true},
	"abs":    {usage: "(x)", rule: ofSame, least: 1, most: 1},
	"min":    {usage: "(x, y, …)", rule: ofSame, least: 2, most: many},
	"max":    {usage: "(x, y, …)", rule: ofSame, least: 2, most: many},
	"clamp":  {usage: "(x, low, high)", rule: ofSame, least: 3, most: 3},
	"sqrt":   {usage: "(x)", rule: ofFloats, least: 1, most: 1, floats: first(math.Sqrt)},
	"sin":    {usage: "(x)", rule: ofFloats, least: 1, most: 1, floats: first(math.Sin)},
	"cos":    {usage: "(x)", rule: ofFloats, least: 1, most: 1, floats: first(math.Cos)},
	"tan":    {usage: "(x)", rule: ofFloats, least: 1, most: 1, floats: first(math.Tan)},
	"atan2":  {usage: "(y, x)", rule: ofFloats, least: 2, most: 2, floats: math.Atan2},
	"hypot":  {usage: "(x, y)", rule: ofFloats, least: 2, most: 2, floats: math.Hypot},
	"floor":  {usage: "(x)", rule: toInt, least: 1, most: 1, saturate: math.Floor},
	"ceil":   {usage: "(x)", rule: toInt, least: 1, most: 1, saturate: math.Ceil},
	"round":  {usage: "(x)", rule: toInt, least: 1, most: 1, saturate: math.Round},
}

// Floats returns the function of floats by its name: sqrt, sin, cos, tan, atan2 or
// hypot; those of one argument do not look at y. nil for another name.
func Floats(name string) func(x, y float64) float64 { return functions[name].floats }

// Int converts a float to an int as floor, ceil and round do. A value beyond all ints
// becomes the nearest int, and NaN becomes 0.
func Int(x float64) int64 {
	switch {
	case x >= math.MaxInt64:
		return math.MaxInt64
	case x <= math.MinInt64:
		return math.MinInt64
	case x != x:
		return 0
	}
	return int64(x)
}

// Rounding returns floor, ceil or round by its name.
func Rounding(name string) func(float64) float64 { return functions[name].saturate }

func (c *converter) call(n *ast.CallNode, at int) *Node {
	id, ok := n.Callee.(*ast.IdentifierNode)
	word := ""
	if ok {
		word = strings.TrimSuffix(id.Value, mark)
	}
	if d := c.scope[word+mark].function; d != nil {
		return c.inline(d, n, at)
	}
	f, ok := functions[word]
	if !ok {
		return c.refuse(at, CodeUnknown, "%q is not a function", word)
	}
	if len(n.Arguments) < f.least || len(n.Arguments) > f.most {
		return c.refuse(at, CodeType, "%s with %s; expected %s%s", word, wording.Count(len(n.Arguments), "argument"), word, f.usage)
	}
	args := make([]*Node, len(n.Arguments))
	for i, a := range n.Arguments {
		if args[i] = c.node(a); c.err != nil {
			return nil
		}
	}
	out := &Node{Kind: Call, Name: word, Args: args, Column: at, Type: f.gives}
	switch f.rule {
	case ofInput:
		if args[0].Kind != Variable || !c.scope[args[0].Name].Input {
			return c.refuse(args[0].Column, CodeType, "%s of %s; expected an input", word, args[0])
		}
	case ofPath:
		if args[0].Kind != Const || args[0].Type != chart.String {
			return c.refuse(args[0].Column, CodeType, "%s of %s; expected the path of a state in quotes", word, args[0])
		}
	case ofSame, ofFloats, toInt:
		c.numbers(out, f)
	}
	if c.err != nil {
		return nil
	}
	return c.finish(out)
}

// numbers converts the arguments of a function of numbers to the type it accepts.
func (c *converter) numbers(out *Node, f function) {
	want := chart.Int
	for _, a := range out.Args {
		if !isNumber(a) {
			c.refuse(a.Column, CodeType, "%s of a %s; expected numbers", out.Name, a.Type)
			return
		}
		if a.Type == chart.Float || f.rule != ofSame {
			want = chart.Float
		}
	}
	for i, a := range out.Args {
		out.Args[i] = c.widen(a, want)
	}
	if out.Type = want; f.rule == toInt {
		out.Type = chart.Int
	}
}
