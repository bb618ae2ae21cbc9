package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// upper matches an upper-case letter inside a Go name, where a word begins.
var upper = regexp.MustCompile(`([a-z])([A-Z])`)

// refereeRules returns a table of the rules in a variable of package referee, with their doc comments.
func refereeRules(t *testing.T, files []*ast.File, variable string) string {
	t.Helper()
	docs := map[string]string{}
	var rules []string
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				docs[f.Name.Name] = strings.Join(strings.Fields(f.Doc.Text()), " ")
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && v.Names[0].Name == variable && len(v.Values) == 1 {
				if list, isList := v.Values[0].(*ast.CompositeLit); isList {
					for _, e := range list.Elts {
						name, isName := e.(*ast.Ident)
						require.True(t, isName)
						rules = append(rules, name.Name)
					}
				}
			}
			return true
		})
	}
	require.NotEmpty(t, rules, variable)
	table := "| rule | what it does |\n|-|-|\n"
	for _, rule := range rules {
		text, ok := strings.CutPrefix(docs[rule], rule+" ")
		require.True(t, ok, rule)
		table += fmt.Sprintf("| %s | %s |\n", strings.ToLower(upper.ReplaceAllString(rule, "${1}_$2")), text)
	}
	return table
}

func TestThePageOfTheRefereesRulesIsThatOfTheCode(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(root, "soccer", "referee", "*.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			require.NoError(t, err)
			files = append(files, file)
		}
	}
	page := "# The referee's rules\n\nThis page is generated from the comments of the rules in `soccer/referee`. [The referee](referee.md) explains them.\n\n" +
		"## Rules that judge\nIn the order in which they judge a moment:\n\n" + refereeRules(t, files, "rules") +
		"\n## Rules that lead through the game\n" + refereeRules(t, files, "conduct")
	golden(t, filepath.Join(root, "docs/referee-rules.md"), []byte(page))
}
