package lua

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/gopher-lua/ast"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/internal/codec"
	"gonao/internal/wording"
)

// unit is the compiled text of one chart, shared by all machines. The unit of a skill is
// shared by all models that call it as well: each model compiles the pieces again, perhaps
// while machines of others run.
type unit struct {
	chart *chart.Machine
	opts  Options
	mu    sync.Mutex // over pieces, ids and declared; sessions have copies
	// pieces only get more; the first ones stay where they are.
	pieces []piece
	ids    map[asked]int // ids of existing pieces
	// skill is the file of a skill, which runs before all pieces; nil for a chart of another format.
	skill *skill
	// declared are global names that some text of the chart sets.
	declared map[string]bool
	// loose is for SCXML: an unknown name is found when it is read, and raises the event
	// error.execution.
	loose bool
}

// asked is the key of a piece.
type asked struct {
	text chart.Expression
	use  hfsm.Use
}

// piece is one text.
type piece struct {
	use   hfsm.Use
	code  *code
	set   *code // for a Location: assigns (value)
	value any   // value of a Content
}

func newUnit(c *chart.Machine, opts Options) *unit {
	u := &unit{chart: c, opts: opts, ids: map[asked]int{}, declared: map[string]bool{}, loose: c.Profile == chart.SCXML}
	if u.loose {
		for _, d := range c.Variables {
			u.declared[d.Name] = true
		}
	}
	return u
}

// maxPieces bounds the texts of one chart.
const maxPieces = 20_000

// Piece prepares one text.
func (u *unit) Piece(text chart.Expression, use hfsm.Use) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if id, ok := u.ids[asked{text, use}]; ok {
		return id, nil
	}
	if len(u.pieces) >= maxPieces {
		return 0, u.finding(text, &Error{Line: text.Line, Text: fmt.Sprintf("more than %d scripts", maxPieces)})
	}
	p := piece{use: use}
	var err error
	switch use {
	case hfsm.Statement:
		p.code, err = u.compile(text, "")
	case hfsm.Condition, hfsm.Quantity:
		p.code, err = u.compile(text, "return ")
	case hfsm.Location:
		err = u.location(text, &p)
	case hfsm.Content:
		p.value = content(text.Text)
	}
	if err == nil && p.code != nil {
		err = u.check(p.code)
	}
	if err == nil && p.set != nil && !u.loose {
		err = u.check(p.set)
	}
	if err != nil {
		return 0, u.finding(text, err)
	}
	id := len(u.pieces)
	u.pieces = append(u.pieces, p)
	u.ids[asked{text, use}] = id
	return id, nil
}

// compile compiles a text; before is Lua text to put before it.
func (u *unit) compile(text chart.Expression, before string) (*code, error) {
	c, err := u.parse(text, before)
	if err != nil {
		return nil, err
	}
	if before != "" {
		if _, err := single(c); err != nil {
			return nil, err
		}
	}
	out, err := c.compile()
	if out != nil && u.skill == nil && text.Line > 0 {
		out.column = text.Column
	}
	return out, err
}

func (u *unit) parse(text chart.Expression, before string) (*chunk, error) {
	c, err := parseText(u.chart.File, max(text.Line-1, 0), before+text.Text, u.opts.MaxSource)
	var e *Error
	if errors.As(err, &e) && e.Line == max(text.Line, 1) && e.Column > 0 {
		at := text.Within(max(e.Column-1-len(before), 0))
		e.Column = max(at.Column, 1)
	}
	return c, err
}

// single returns the one expression of "return expression".
func single(c *chunk) (ast.Expr, error) {
	if len(c.stmts) == 1 {
		if r, ok := c.stmts[0].(*ast.ReturnStmt); ok && len(r.Exprs) == 1 {
			return r.Exprs[0], nil
		}
	}
	return nil, &Error{File: c.file, Line: c.lines + 1, Text: "expected one expression"}
}

// location prepares a text that can be assigned to.
func (u *unit) location(text chart.Expression, p *piece) error {
	c, err := u.parse(text, "return ")
	if err != nil {
		return err
	}
	to, err := single(c)
	if err != nil {
		return err
	}
	switch to.(type) {
	case *ast.IdentExpr, *ast.AttrGetExpr:
	default:
		return &Error{File: c.file, Line: c.lines + 1, Text: "expected something that can be assigned to, such as turns or list[1]"}
	}
	value := &ast.IdentExpr{Value: valueName}
	assign := &ast.AssignStmt{Lhs: []ast.Expr{to}, Rhs: []ast.Expr{value}}
	for _, n := range []ast.PositionHolder{value, assign} {
		n.SetLine(to.Line())
		n.SetLastLine(to.Line())
	}
	c.stmts = []ast.Stmt{assign}
	found := namesOf(c.stmts)
	var r rewriter
	r.block(c.stmts)
	c.stmts, c.helped = withHelpers(c.stmts), true
	if p.set, err = c.compileAsIs(found); err != nil {
		return err
	}
	p.code, err = u.compile(text, "return ")
	return err
}

// content returns the value of inline content of an SCXML document: its JSON, or otherwise its words with single spaces.
func content(text string) any {
	if v, err := codec.ParseData([]byte(text)); err == nil {
		return v
	}
	return strings.Join(strings.Fields(text), " ")
}

// check checks the global names of a text: written names must be writable, read names must exist.
func (u *unit) check(c *code) error {
	for _, n := range c.names.set {
		if why := u.unwritable(n.name); why != "" {
			return &Error{File: c.file, Line: n.line, Text: why}
		}
		u.declared[n.name] = true
	}
	if u.loose {
		return nil
	}
	for _, n := range c.names.read {
		if u.known(n.name) {
			continue
		}
		return &Error{File: c.file, Line: n.line, Text: fmt.Sprintf("no such name: %s%s", n.name, wording.DidYouMean(n.name, u.allNames()))}
	}
	return nil
}

// unwritable returns the reason why a global name cannot be assigned to, or "".
func (u *unit) unwritable(name string) string {
	named := func(list []chart.Declaration) bool {
		return slices.ContainsFunc(list, func(d chart.Declaration) bool { return d.Name == name })
	}
	switch {
	case named(u.chart.Inputs):
		return name + " is an input; expected a variable or an output"
	case named(u.chart.Parameters):
		return name + " is a parameter; expected a variable or an output"
	case slices.Contains(machineGlobals, name):
		return name + " is a word of the language; expected another name"
	}
	return ""
}

// known reports whether a global name is there.
func (u *unit) known(name string) bool {
	if u.declared[name] || slices.Contains(machineGlobals, name) || slices.Contains(builtins, name) || u.opts.function(name) != nil {
		return true
	}
	if u.skill != nil && u.skill.knows(name) {
		return true
	}
	return slices.Contains(declaredNames(u.chart), name)
}

// allNames returns the names that an unknown name may stand for.
func (u *unit) allNames() []string {
	all := declaredNames(u.chart)
	for name := range u.declared {
		all = append(all, name)
	}
	if u.skill != nil {
		all = append(all, u.skill.globals()...)
	}
	for i := range u.opts.Functions {
		all = append(all, u.opts.Functions[i].Name)
	}
	slices.Sort(all)
	return slices.Concat(all, machineGlobals, builtins)
}

// declaredNames returns the inputs, variables, outputs and parameters of a chart.
func declaredNames(c *chart.Machine) []string {
	var all []string
	for _, list := range [][]chart.Declaration{c.Inputs, c.Variables, c.Outputs, c.Parameters} {
		for _, d := range list {
			all = append(all, d.Name)
		}
	}
	return all
}

// finding returns an error of a text with its place in the chart.
func (u *unit) finding(text chart.Expression, err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	f := chart.Finding{File: u.chart.FileOf(text.Place), Line: e.Line, Column: e.Column, Key: text.Key, Text: e.Text, Code: "lua"}
	if u.skill != nil && e.Column > 0 { // the text's own columns are not the file's
		f.Column, f.Text = 1, fmt.Sprintf("%s in %q", e.Text, shortened(text.Text))
	}
	if text.Line == 0 {
		f.Line, f.Column = 0, 0
	} else if f.Column == 0 {
		f.Column = 1
		if f.Line == text.Line {
			f.Column = max(text.Column, 1)
		}
	}
	return f
}

// Open makes the data of one use of the chart in a machine.
func (u *unit) Open(scope *hfsm.Scope) (hfsm.Session, error) {
	return u.open(scope, u.chart.Name+"\x00"+scope.Path)
}
