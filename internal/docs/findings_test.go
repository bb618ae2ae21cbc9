package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// codeName matches the name of a constant with the code of a finding.
var codeName = regexp.MustCompile(`^[cC]ode[A-Z]`)

// findings returns the codes of findings about machines, with their comments.
func findings(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range []string{"hfsm/check/check.go", "hfsm/compile.go", "hfsm/chart/yaml.go", "hfsm/expr/expr.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ParseComments)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			list, ok := n.(*ast.GenDecl)
			if !ok || list.Tok != token.CONST {
				return true
			}
			for _, s := range list.Specs {
				v, isValue := s.(*ast.ValueSpec)
				if !isValue || !codeName.MatchString(v.Names[0].Name) || len(v.Values) != 1 {
					continue
				}
				code, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				text := v.Doc.Text() + v.Comment.Text()
				if len(list.Specs) == 1 {
					text = list.Doc.Text()
				}
				text = strings.TrimPrefix(text, v.Names[0].Name+" is the code of a finding that ")
				if text = strings.TrimSuffix(strings.Join(strings.Fields(text), " "), "."); text != "" {
					found[code] = text
				} else if _, known := found[code]; !known {
					found[code] = ""
				}
			}
			return true
		})
	}
	return found
}

func TestThePageOfFindingsIsThatOfTheCode(t *testing.T) {
	found := findings(t)
	page := "# Findings about machines\n\nThis page is generated from the comments of the codes. [The language](language.md#findings) explains how they are reported.\n\n" +
		"| code | finding |\n|-|-|\n"
	codes := make([]string, 0, len(found))
	for code, text := range found {
		require.NotEmpty(t, text, code)
		codes = append(codes, code)
	}
	slices.Sort(codes)
	for _, code := range codes {
		page += fmt.Sprintf("| `%s` | %s |\n", code, found[code])
	}
	golden(t, filepath.Join(root, "docs/state-machines/findings.md"), []byte(page))
}
