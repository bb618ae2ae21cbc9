package generate

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// writer puts the text of one file together.
type writer struct {
	*plan
	text    strings.Builder
	opts    *Options
	regions regions
	// imported is the region of the user's imports.
	imported string
}

func newWriter(p *plan, kept regions) *writer {
	return &writer{plan: p, opts: p.opts, regions: kept}
}

// The writers of the files of a package.
type (
	machineWriter struct{ *writer } // machine.go
	statesWriter  struct{ *writer } // states.go
	engineWriter  struct{ *writer } // engine.go
	nodeWriter    struct{ *writer } // node.go and activities.go
)

// f writes a formatted piece of Go.
func (w *writer) f(format string, args ...any) { fmt.Fprintf(&w.text, format, args...) }

// region writes a region of user code.
func (w *writer) region(format string, args ...any) {
	w.text.WriteString(w.regions.region(fmt.Sprintf(format, args...), ""))
}

// place returns where something is written, as file:line.
func place(from *chart.Machine, at chart.Place) string {
	file := filepath.Base(from.File)
	if at.Line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, at.Line)
}

// about writes the comment of a declaration: a sentence, and its description in the file.
func (w *writer) about(description, format string, args ...any) {
	w.text.WriteString(doc(fmt.Sprintf(format, args...)))
	if description != "" {
		w.text.WriteString("//\n" + doc(description))
	}
}

// formatted returns the file with its imports, formatted as gofmt does.
func (w *writer) formatted(name string) (File, error) {
	head, body, _ := strings.Cut(w.text.String(), importsHere)
	fault := func(err error) (File, error) {
		return File{}, fmt.Errorf("%s: %w; is all user code in it Go?", name, err)
	}
	needs, err := packages(head + body)
	if err != nil {
		return fault(err)
	}
	out, err := format.Source([]byte(head + imports(needs, w.imported) + w.imported + ")\n" + body))
	if err != nil {
		return fault(err)
	}
	return File{Name: name, Text: out}, nil
}

// packages returns the names of packages that a file uses.
func packages(text string) (map[string]bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	needs := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok {
			needs[x.Name] = true
		}
		return true
	})
	return needs, nil
}

// imports writes what a file needs of what generated code may need, and leaves the
// list open. What the user imports is the user's.
func imports(needs map[string]bool, users string) string {
	text := "import (\n"
	for i, group := range [][]string{
		{"context", "errors", "fmt", "iter", "math", "strings", "sync/atomic", "time"},
		{"gonao/hfsm", "gonao/hfsm/chart", "gonao/hfsm/lua", "gonao/hfsm/native", "gonao/hfsm/native/scripted", "gonao/msgs", "gonao/msgs/std_msgs", "gonao/nodes/machinetopics", "gonao/ros"},
	} {
		if i > 0 {
			text += "\n"
		}
		for _, p := range group {
			switch name := strings.ReplaceAll(path.Base(p), "_", ""); {
			case !needs[name] || strings.Contains(users, strconv.Quote(p)):
			case name != path.Base(p):
				text += name + " " + strconv.Quote(p) + "\n"
			default:
				text += strconv.Quote(p) + "\n"
			}
		}
	}
	return text
}

// importsHere stands for the imports until the rest of the file is known.
const importsHere = "@imports@\n"
