package lua

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// Error is a fault of a script, with its place.
type Error struct {
	File   string
	Line   int // from 1; 0: unknown
	Column int // from 1; 0: unknown. For a running script, where its text begins
	Text   string
}

// Error returns file:line:column: text, as far as they are known.
func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return e.File + ": " + e.Text
	case e.Column == 0:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// finding returns the fault as a finding of kind code.
func (e *Error) finding(key, code string) chart.Finding {
	return chart.Finding{File: e.File, Line: e.Line, Column: max(e.Column, min(e.Line, 1)), Key: key, Text: e.Text, Code: code}
}

// syntaxError converts an error of the parser or the compiler to an Error. lines is added
// to its line; lastLine is that of the text's end.
func syntaxError(file string, lines, lastLine int, err error) *Error {
	var p *parse.Error
	if errors.As(err, &p) {
		e := &Error{File: file, Line: p.Pos.Line + lines, Column: p.Pos.Column, Text: p.Message}
		if p.Pos.Line < 0 {
			e.Line, e.Column, e.Text = lastLine+lines, 0, p.Message+" at the end"
		} else if p.Token != "" {
			e.Text = fmt.Sprintf("%s near %q", p.Message, shortened(p.Token))
		}
		return e
	}
	var c *glua.CompileError
	if errors.As(err, &c) {
		line, text := min(c.Line, lastLine), c.Message
		if before, at, ok := strings.Cut(text, " at line "); ok { // the error of a goto has its own position
			if n, err := strconv.Atoi(at); err == nil {
				line, text = n, before
			}
		}
		return &Error{File: file, Line: line + lines, Text: text}
	}
	return &Error{File: file, Line: 1 + lines, Text: err.Error()}
}

// runError converts the error of a protected call to an Error. file and line are those of
// the piece, for errors without a place in its file.
func runError(err error, file string, line int) *Error {
	var a *glua.ApiError
	if !errors.As(err, &a) {
		return &Error{File: file, Line: line, Text: err.Error()}
	}
	text := "the script's error is a " + typeName(a.Object)
	switch o := a.Object.(type) {
	case glua.LString:
		text = strings.TrimSpace(string(o))
	case glua.LNumber:
		text = o.String()
	case *glua.LTable:
		if m, ok := o.RawGetString("message").(glua.LString); ok {
			text = string(m)
		}
	}
	if a.Type == glua.ApiErrorPanic {
		text = "the interpreter failed: " + text
	}
	e := &Error{File: file, Line: line, Text: wording.Short(text, 500)}
	if at, rest, ok := placed(text, file); ok {
		e.Line, e.Text = at, wording.Short(rest, 500)
	} else if at, _, ok := placed(firstFrame(a.StackTrace), file); ok {
		e.Line = at
	}
	return e
}

// placed splits "file:line: text".
func placed(text, file string) (line int, rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, file+":")
	if !ok {
		return 0, "", false
	}
	number, rest, ok := strings.Cut(rest, ":")
	if !ok {
		return 0, "", false
	}
	line, err := strconv.Atoi(number)
	return line, strings.TrimSpace(rest), err == nil
}

// firstFrame returns the innermost line of a stack trace that is one of a script.
func firstFrame(trace string) string {
	for line := range strings.Lines(trace) {
		if line = strings.TrimSpace(line); line != "stack traceback:" && !strings.HasPrefix(line, "[G]") {
			return line
		}
	}
	return ""
}

func typeName(v glua.LValue) string {
	if v == nil {
		return "nil"
	}
	return v.Type().String()
}

// shortened cuts a word for a message.
func shortened(text string) string { return wording.Short(text, 40) }
