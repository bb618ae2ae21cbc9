package rules

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A comment is the doc comment of an exported name.
type comment struct {
	pkg, name, text string
	place           string // file:line
}

// exported returns the doc comments of a package's exported names: functions, methods of exported types, types, and
// constants and variables that have their own comment.
func exported(s *source) []comment {
	var all []comment
	add := func(name *ast.Ident, doc *ast.CommentGroup) {
		if name.IsExported() && doc != nil {
			all = append(all, comment{s.path, name.Name, doc.Text(), place(s, name)})
		}
	}
	for _, f := range s.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type)) {
					add(d.Name, d.Doc)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						if spec.Doc == nil && len(d.Specs) == 1 {
							spec.Doc = d.Doc
						}
						add(spec.Name, spec.Doc)
					case *ast.ValueSpec:
						if spec.Doc == nil && len(d.Specs) == 1 {
							spec.Doc = d.Doc
						}
						add(spec.Names[0], spec.Doc)
					}
				}
			}
		}
	}
	return all
}

// place returns the position of a name as file:line.
func place(s *source, name *ast.Ident) string {
	at := s.fset.Position(name.Pos())
	return fmt.Sprintf("%s:%d", filepath.Join(s.path, filepath.Base(at.Filename)), at.Line)
}

// receiver returns the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// leastShare is the smallest allowed share of doc comments that begin with name and verb, in percent.
const leastShare = 95.0

func TestDocCommentsBeginWithTheNameAndAVerb(t *testing.T) {
	all, wrong := 0, 0
	for _, s := range sources(t) {
		comments := exported(&s)
		var bad []comment
		for _, c := range comments {
			if !c.isPlain() {
				bad = append(bad, c)
			}
		}
		all, wrong = all+len(comments), wrong+len(bad)
		if len(bad) == 0 {
			continue
		}
		t.Logf("%3d %%  %s: %d of %d", 100*(len(comments)-len(bad))/len(comments), s.path, len(comments)-len(bad), len(comments))
		if testing.Verbose() && os.Getenv("COMMENTS") != "" && strings.HasPrefix(s.path, os.Getenv("COMMENTS")) {
			for _, c := range bad {
				line, _, _ := strings.Cut(c.text, "\n")
				t.Logf("        %s: %s", c.place, line)
			}
		}
	}
	share := 100 * float64(all-wrong) / float64(all)
	t.Logf("%.1f %% of %d doc comments begin with the name and a verb", share, all)
	if share < leastShare {
		t.Errorf("%.1f %% of %d doc comments begin with the name and one of the verbs in verbs_test.go; at least %.1f %%; "+
			"`COMMENTS=motion go test -v -count=1 ./internal/rules` lists those of a directory that do not", share, all, leastShare)
	}
}

// isPlain reports whether the comment begins with the name, possibly after an article, and a verb of the list.
func (c *comment) isPlain() bool {
	words := strings.Fields(c.text)
	if len(words) > 0 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
		words = words[1:]
	}
	if len(words) < 2 || strings.Trim(words[0], ",") != c.name {
		return strings.HasPrefix(c.text, "Deprecated:")
	}
	return isVerb(strings.Trim(words[1], ",.;:"))
}
