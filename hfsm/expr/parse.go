package expr

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// Bounds that keep a hostile file from costing much.
const (
	maxBytes = 2000
	maxNodes = 400
	maxSeen  = 1000 // expressions that a Reader remembers
)

// Parse reads and checks an expression. The error is an [Error].
func Parse(text string, scope Scope) (*Node, error) {
	return NewReader(scope).Parse(text)
}

// Reader reads expressions of one scope; making one costs more than reading with
// it. It is for one goroutine.
type Reader struct {
	scope  Scope
	config *conf.Config
	seen   map[string]*Node // machines repeat their expressions
	scxml  bool             // In is a function
}

// NewSCXMLReader makes a reader of the expressions of SCXML documents, in which
// In('s') is active('s'). The scope is not to be changed.
func NewSCXMLReader(scope Scope) *Reader {
	r := NewReader(scope)
	r.scxml = true
	return r
}

// NewReader makes a reader. The scope is not to be changed.
func NewReader(scope Scope) *Reader {
	config := conf.New(environment(scope))
	config.Strict = true
	config.MaxNodes = maxNodes
	config.DisableIfOperator = true
	config.Builtins = map[string]*builtin.Function{}
	return &Reader{scope: scope, config: config, seen: map[string]*Node{}}
}

// Parse reads and checks an expression. The error is an [Error].
func (r *Reader) Parse(text string) (n *Node, err error) {
	if known, ok := r.seen[text]; ok {
		return known, nil
	}
	if len(text) > maxBytes {
		return nil, &Error{0, fmt.Sprintf("expression of %d bytes, expected at most %d", len(text), maxBytes), CodeSyntax}
	}
	if !utf8.ValidString(text) {
		return nil, &Error{0, "the expression is not UTF-8", CodeSyntax}
	}
	// The parser is not ours: a panic in it is a fault of this expression only.
	defer func() {
		if p := recover(); p != nil {
			n, err = nil, &Error{0, fmt.Sprintf("expression not understood: %v", p), CodeSyntax}
		}
	}()
	tree, err := parser.ParseWithConfig(text, r.config)
	if err != nil {
		return nil, located(err, r.scope)
	}
	names := &renamer{scope: r.scope, scxml: r.scxml}
	ast.Walk(&tree.Node, names)
	if names.err != nil {
		return nil, names.err
	}
	if _, err := checker.Check(tree, r.config); err != nil {
		return nil, located(err, r.scope)
	}
	c := &converter{scope: r.scope}
	n = c.node(tree.Node)
	if c.err != nil {
		return nil, c.err
	}
	if len(r.seen) < maxSeen {
		r.seen[text] = n
	}
	return n, nil
}

// inState is SCXML's name of the function active.
const inState = "In"

// mark distinguishes a function's name from that of a value: age(x) and age are two names.
const mark = "()"

// environment returns a value of each name's type for the checker. The arguments and
// results of functions are checked here, not by expr-lang.
func environment(scope Scope) map[string]any {
	env := make(map[string]any, len(scope)+len(functions))
	for word := range functions {
		env[word+mark] = func(...any) any { return nil }
	}
	env["pi"] = float64(0)
	for word, n := range scope {
		if n.function != nil {
			env[word] = func(...any) any { return nil }
			continue
		}
		switch n.Type {
		case chart.Bool:
			env[word] = false
		case chart.Int:
			env[word] = int(0)
		case chart.Float:
			env[word] = float64(0)
		case chart.String:
			env[word] = ""
		}
	}
	return env
}

// renamer turns every call into one of a marked name, also those of expr-lang's
// own functions, and refuses unknown ones.
type renamer struct {
	scope Scope
	scxml bool
	err   error
}

func (r *renamer) Visit(node *ast.Node) {
	var word string
	var args []ast.Node
	switch n := (*node).(type) {
	case *ast.BuiltinNode:
		word, args = n.Name, n.Arguments
	case *ast.CallNode:
		id, ok := n.Callee.(*ast.IdentifierNode)
		if !ok {
			return // the checker refuses it
		}
		word, args = strings.TrimSuffix(id.Value, mark), n.Arguments
	default:
		return
	}
	if r.scxml && word == inState {
		word = "active"
	}
	if _, ok := functions[word]; !ok && r.scope[word+mark].function == nil && r.err == nil {
		known := append(slices.Sorted(maps.Keys(functions)), r.scope.defined()...)
		if r.scxml {
			known = append(known, inState)
		}
		r.err = &Error{
			(*node).Location().From,
			fmt.Sprintf("no function %q%s; expected one of %s", word, wording.DidYouMean(word, known), strings.Join(known, ", ")), CodeUnknown,
		}
		return
	}
	at := (*node).Location()
	callee := &ast.IdentifierNode{Value: word + mark}
	callee.SetLocation(at)
	ast.Patch(node, &ast.CallNode{Callee: callee, Arguments: args})
	(*node).SetLocation(at)
}

// located keeps the column and the first line of an error of expr-lang, and adds
// the nearest name to an unknown one.
func located(err error, scope Scope) error {
	var at *file.Error
	if !errors.As(err, &at) {
		return &Error{0, err.Error(), CodeSyntax}
	}
	var unknown string
	if n, _ := fmt.Sscanf(at.Message, "unknown name %s", &unknown); n == 1 {
		return &Error{at.From, unknownName(unknown, scope), CodeUnknown}
	}
	code := CodeSyntax
	if strings.HasPrefix(at.Message, "invalid operation") || strings.HasPrefix(at.Message, "cannot use") {
		code = CodeType
	}
	return &Error{at.From, typeNames.Replace(strings.ReplaceAll(at.Message, mark, "")), code}
}

// typeNames are expr-lang's words for our types.
var typeNames = strings.NewReplacer("float64", "float", "interface {}", "value", "interface{}", "value")

func unknownName(word string, scope Scope) string {
	known := slices.DeleteFunc(slices.Sorted(maps.Keys(scope)), func(name string) bool { return strings.HasSuffix(name, mark) })
	if f := scope[word+mark].function; f != nil {
		return fmt.Sprintf("%s is a function; expected %s", word, f.usage())
	}
	if _, ok := functions[word]; ok {
		return fmt.Sprintf("%s is a function; expected %s%s", word, word, functions[word].usage)
	}
	return fmt.Sprintf("no input or variable %q%s; expected one of %s", word, wording.DidYouMean(word, known), chart.Listed(known))
}
