// Package expr is the language of guards and assignments: typed expressions over the
// values of a machine.
//
// [Parse] reads a text with expr-lang's parser and checker and returns a small tree in
// which every node has its type, so that an evaluator, a compiler to closures and a code
// generator need no typing rules of their own: a conversion from int to float is a node,
// the operands of an operator have one type, and a list behind `in` has become
// comparisons.
//
// Constants are bool, int, float ("1.5", "2e3") and string ('red' or "red"), and pi.
// Operators, the weakest first:
//
//	c ? a : b
//	or ||
//	and &&
//	== != < <= > >=   x in [a, b]   x not in [a, b]
//	+ -
//	* / %             a quotient is a float; the divisor of % is a constant
//	not ! -
//
// Functions: age(input) in s since it was set, stale(input), active("path") of a state;
// abs, min, max, clamp(x, low, high), which return an int when all arguments are ints;
// floor, ceil and round, which convert a float to an int; sqrt, sin, cos, tan, atan2(y,
// x), hypot(x, y), of floats, in rad.
//
// An expression that cannot be meant is refused: an unknown name, a comparison of two
// types, or of a value with a constant outside its declared range or enum.
package expr

import (
	"maps"

	"gonao/hfsm/chart"
)

// Kind specifies what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Const       Kind = iota // Value
	Variable                // reads Name
	Unary                   // Op of Args[0]: not, - or float
	Binary                  // Op of Args[0] and Args[1], which have one type
	Conditional             // Args[0] ? Args[1] : Args[2]
	Call                    // the function Name of Args
)

// Node is a part of an expression. It is not changed once made.
type Node struct {
	Kind Kind
	// Op is of a Unary: "not", "-", or "float", which makes an int a float; of a
	// Binary: "and", "or", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/" (of
	// floats), "%" (of ints, by a constant other than 0).
	Op   string
	Type chart.Type
	// Value is the value of a constant node.
	Value chart.Value
	// Name is the value that a Variable reads, or the function that a Call calls.
	Name string
	Args []*Node
	// Column is where it begins in the text, in characters from 0.
	Column int
	// Constant is true when the node reads nothing, so that its value is always Value.
	Constant bool
}

// Name is something that an expression may read.
type Name struct {
	Type        chart.Type
	Declaration *chart.Declaration // with its range and enum; may be nil
	Input       bool               // age and stale accept it
	function    *defined           // for a function's name, see [Scope.Define]
}

// Scope holds the names that an expression may read.
type Scope map[string]Name

// GuardWords are the names that a guard may read about its own state.
var GuardWords = Scope{
	"elapsed": {Type: chart.Float},
	"final":   {Type: chart.Bool},
	"failed":  {Type: chart.Bool},
	"event":   {Type: chart.String},
}

// With returns a scope that has the names of both.
func (s Scope) With(more Scope) Scope {
	both := maps.Clone(s)
	if both == nil {
		both = Scope{}
	}
	maps.Copy(both, more)
	return both
}

// Error is a fault in an expression.
type Error struct {
	Column int // in characters from 0
	Text   string
	Code   string // for findings
}

// Error returns the text of the fault.
func (e *Error) Error() string { return e.Text }

// The codes of faults.
const (
	CodeSyntax  = "expression"   // an expression that is not understood
	CodeType    = "type"         // an expression of a wrong type
	CodeUnknown = "unknown-name" // a name that does not exist
	CodeRange   = "out-of-range" // a comparison with a value that never occurs
)

// Walk calls visit for the node and all below it.
func (n *Node) Walk(visit func(*Node)) {
	visit(n)
	for _, a := range n.Args {
		a.Walk(visit)
	}
}
