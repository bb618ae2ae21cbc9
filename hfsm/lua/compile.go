package lua

import (
	"fmt"
	"strings"

	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// code is a compiled text.
type code struct {
	proto *glua.FunctionProto
	file  string
	line  int // number of its first line
	// column is where the text begins in that line, where it stands in a file of
	// another format; 0: not known.
	column int
	names  names
	// helped is true when the code begins by receiving the functions of the sandbox.
	helped bool
}

// chunk is a parsed text before it is rewritten and compiled.
type chunk struct {
	file   string
	lines  int // lines before it in its file
	last   int // its last line
	stmts  []ast.Stmt
	helped bool
}

// parseText parses statements. lines are those before the text in its file.
func parseText(file string, lines int, text string, most int) (*chunk, error) {
	if len(text) > most {
		return nil, &Error{File: file, Line: lines + 1, Text: fmt.Sprintf("%d bytes; expected at most %d", len(text), most)}
	}
	c := &chunk{file: file, lines: lines, last: 1 + strings.Count(strings.TrimRight(text, "\n"), "\n")}
	stmts, err := parse.Parse(strings.NewReader(text), file)
	if err != nil {
		return nil, syntaxError(file, lines, c.last, err)
	}
	if line, deep := tooDeep(stmts); deep {
		return nil, &Error{File: file, Line: line + lines, Text: fmt.Sprintf("more than %d expressions and blocks inside each other", mostNested)}
	}
	c.stmts = stmts
	return c, nil
}

// compile makes code of a chunk, made safe (see rewrite.go).
func (c *chunk) compile() (*code, error) {
	found := namesOf(c.stmts)
	c.stmts, c.helped = rewrite(c.stmts)
	return c.compileAsIs(found)
}

// compileAsIs makes code of a chunk that is safe already; found are its names.
func (c *chunk) compileAsIs(found names) (out *code, err error) {
	defer func() {
		// The compiler panics when it exceeds its limits.
		if r := recover(); r != nil {
			out, err = nil, &Error{File: c.file, Line: c.lines + 1, Text: fmt.Sprintf("too complex to compile: %v", r)}
		}
	}()
	proto, err := glua.Compile(c.stmts, c.file)
	if err != nil {
		return nil, syntaxError(c.file, c.lines, c.last, err)
	}
	finish(proto, c.lines)
	found.move(c.lines)
	return &code{proto: proto, file: c.file, line: c.lines + 1, names: found, helped: c.helped}, nil
}

// finish shifts the lines of a function and those inside it, and removes the table "arg"
// that Lua 5.0 made for each call with "...".
func finish(p *glua.FunctionProto, lines int) {
	p.LineDefined += lines
	p.LastLineDefined += lines
	p.IsVarArg &^= glua.VarArgNeedsArg
	for i := range p.DbgSourcePositions {
		p.DbgSourcePositions[i] += lines
	}
	for _, inner := range p.FunctionPrototypes {
		finish(inner, lines)
	}
}
