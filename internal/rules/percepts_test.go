package rules

import (
	"go/ast"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wire are the messages of gonao that carry percepts and beliefs. Only internal/convert converts between them and the
// types in the process.
var wire = []string{
	"SeenBall", "SeenRobot", "FieldPoint", "FieldLine", "PoseEstimate", "ModelBall", "ModelRobot", "WorldModel", "RobotState", "TeamMessage", "TeamReport",
}

// A percept has one type in the process: no other struct may have all the fields of a type of robot/percepts. It also
// has only one conversion to its message.
func TestAPerceptStandsOnce(t *testing.T) {
	root := filepath.Join("..", "..") + "/"
	percepts, others := map[string][]string{}, map[string][]string{}
	eachFile(t, func(file string, f *ast.File, at func(ast.Node) string) {
		dir := path.Dir(strings.TrimPrefix(filepath.ToSlash(file), root))
		if strings.HasPrefix(dir, "msgs") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && dir == "robot/percepts" {
					percepts[n.Name.Name] = fieldsOf(s)
				} else if ok {
					others[at(n)+" "+n.Name.Name] = fieldsOf(s)
				}
			case *ast.CompositeLit:
				s, ok := n.Type.(*ast.SelectorExpr)
				if !ok || len(n.Elts) == 0 || !slices.Contains(wire, s.Sel.Name) {
					break
				}
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "msgs" && !strings.HasPrefix(dir, "internal/convert") && dir != "internal/studiotest" { // a robot for tests of the page
					t.Errorf("%s: fills a msgs.%s; use internal/convert instead", at(n), s.Sel.Name)
				}
			}
			return true
		})
	})
	require.Greater(t, len(percepts), 8)
	for name, fields := range percepts {
		for other, has := range others {
			if len(fields) > 2 && !slices.ContainsFunc(fields, func(f string) bool { return !slices.Contains(has, f) }) {
				t.Errorf("%s has all fields of percepts.%s: embed it", other, name)
			}
		}
	}
}

// fieldsOf returns the names of a struct's fields. The name of an embedded field is that of its type.
func fieldsOf(s *ast.StructType) []string {
	var all []string
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			all = append(all, name.Name)
		}
	}
	return all
}
