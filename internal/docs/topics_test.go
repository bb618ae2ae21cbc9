package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// row is a topic or an action in ARCHITECTURE's table.
type row struct{ name, typ, qos, owner string }

// ownedBy reports whether a node is among those that publish or serve it.
func (r row) ownedBy(node string) bool { return slices.Contains(strings.Split(r.owner, ", "), node) }

// table reads ARCHITECTURE's table of topics and actions.
func table(t *testing.T) []row {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "## Topics and actions\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	code := regexp.MustCompile("`([^`]+)`")
	var rows []row
	for line := range strings.SplitSeq(section, "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if len(cells) != 5 {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		for _, m := range code.FindAllStringSubmatch(cells[0], -1) {
			typ, _, _ := strings.Cut(cells[1], ",")
			rows = append(rows, row{m[1], typ, cells[3], cells[4]})
		}
	}
	require.Greater(t, len(rows), 15)
	return rows
}

// use is what a node does with a topic, as read from its code. A name that begins with * is the
// end of one that is joined from parts.
type use struct{ node, verb, name, typ, qos string }

func (u use) String() string { return fmt.Sprintf("%s %s %s %s", u.node, u.verb, u.name, u.typ) }

func (u use) is(r row) bool {
	end, open := strings.CutPrefix(u.name, "*")
	return (r.name == u.name || "/"+r.name == u.name || open && strings.HasSuffix("/"+r.name, end)) && (u.typ == "" || u.typ == r.typ)
}

// verbs maps the functions of ros to what they do.
var verbs = map[string]string{
	"Advertise": "publishes", "Subscribe": "subscribes", "Watch": "subscribes",
	"ServeAction": "serves", "Serve": "serves", "NewActionClient": "calls",
}

// fixedTopics are the functions that publish a topic of their own.
var fixedTopics = map[string]use{
	"ros.Diagnostics":         {verb: "publishes", name: "/diagnostics", typ: "diagnostic_msgs/DiagnosticArray", qos: "default"},
	"tf.NewBroadcaster":       {verb: "publishes", name: "/tf", typ: "tf2_msgs/TFMessage", qos: "reliable, depth 100"},
	"tf.NewStaticBroadcaster": {verb: "publishes", name: "/tf_static", typ: "tf2_msgs/TFMessage", qos: "reliable, transient local, depth 1"},
}

// sources returns a node's files: its own and those of nodes/internal and nodes/machinetopics that it imports.
func sources(t *testing.T, node string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "nodes", node, "*.go"))
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
	shared := map[string]bool{}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range tree.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if dir, ok := strings.CutPrefix(path, "gonao/nodes/internal/"); ok {
				shared["internal/"+dir] = true
			}
			if path == "gonao/nodes/"+machineTopics {
				shared[machineTopics] = true
			}
		}
	}
	for dir := range shared {
		files = append(files, sources(t, dir)...)
	}
	return files
}

// machineTopics is the directory that the executor shares with generated nodes.
const machineTopics = "machinetopics"

// uses reads what the nodes do from their code.
func uses(t *testing.T) []use {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join(root, "nodes", "*"))
	require.NoError(t, err)
	var all []use
	for _, dir := range dirs {
		if node := filepath.Base(dir); node != "internal" && node != machineTopics {
			all = append(all, usesOf(t, node)...)
		}
	}
	require.Greater(t, len(all), 20)
	return all
}

// usesOf reads what one node does.
func usesOf(t *testing.T, node string) []use {
	t.Helper()
	var all []use
	for _, file := range sources(t, node) {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		packages := imports(tree)
		ast.Inspect(tree, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if u, ok := useOf(call, packages); ok {
					u.node = node
					all = append(all, u)
				}
			}
			return true
		})
	}
	return all
}

// imports returns the ROS packages of a file's imports, by their names in the file.
func imports(tree *ast.File) map[string]string {
	packages := map[string]string{}
	for _, spec := range tree.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		ros := filepath.Base(path)
		name := strings.ReplaceAll(ros, "_", "")
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if path == "gonao/msgs" {
			ros = "gonao_msgs"
		}
		if strings.HasPrefix(path, "gonao/msgs") {
			packages[name] = ros
		}
	}
	return packages
}

// useOf reads a call such as ros.Advertise[msgs.RobotState](n, "robot_state", ros.Depth(1)).
func useOf(call *ast.CallExpr, packages map[string]string) (use, bool) {
	function := call.Fun
	var u use
	switch f := call.Fun.(type) {
	case *ast.IndexExpr:
		function, u.typ = f.X, typeOf(f.Index, packages)
	case *ast.IndexListExpr:
		function, u.typ = f.X, typeOf(f.Indices[0], packages)
	}
	selector, ok := function.(*ast.SelectorExpr)
	if !ok {
		return u, false
	}
	if pkg, ok := selector.X.(*ast.Ident); ok {
		if fixed, ok := fixedTopics[pkg.Name+"."+selector.Sel.Name]; ok {
			return fixed, true
		}
	}
	if len(call.Args) < 2 {
		return u, false
	}
	if pkg, ok := selector.X.(*ast.Ident); !ok || pkg.Name != "ros" || verbs[selector.Sel.Name] == "" {
		return u, false
	}
	u.verb = verbs[selector.Sel.Name]
	if service, ok := strings.CutSuffix(u.typ, "Request"); ok {
		u.typ = strings.Replace(service, "/", "/srv/", 1)
	}
	if u.verb == "calls" {
		u.typ = strings.Replace(strings.TrimSuffix(u.typ, "Goal"), "/", "/action/", 1)
	}
	var options []string
	for _, arg := range call.Args[2:] {
		options = append(options, optionOf(arg))
	}
	u.qos = qosOf(options)
	switch name := call.Args[1].(type) {
	case *ast.BasicLit:
		u.name, _ = strconv.Unquote(name.Value)
	case *ast.BinaryExpr:
		end, ok := name.Y.(*ast.BasicLit)
		if !ok {
			return u, false
		}
		u.name, _ = strconv.Unquote(end.Value)
		u.name = "*" + u.name
	}
	return u, true
}

func typeOf(expr ast.Expr, packages map[string]string) string {
	if s, ok := expr.(*ast.SelectorExpr); ok {
		if pkg, ok := s.X.(*ast.Ident); ok {
			return packages[pkg.Name] + "/" + s.Sel.Name
		}
	}
	return ""
}

// optionOf returns an option of ros as the code writes it: "Depth(1)".
func optionOf(expr ast.Expr) string {
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return "?"
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "?"
	}
	value := ""
	if len(call.Args) == 1 {
		if lit, ok := call.Args[0].(*ast.BasicLit); ok {
			value = lit.Value
		}
	}
	return selector.Sel.Name + "(" + value + ")"
}

// qosOf returns options in the words of the table.
func qosOf(options []string) string {
	switch text := strings.Join(options, " "); text {
	case "":
		return "default"
	case "SensorData()":
		return "sensor data"
	case "BestEffort() Depth(1)":
		return "latest"
	default:
		words := map[string]string{"Reliable": "reliable", "BestEffort": "best effort", "TransientLocal": "transient local", "Depth": "depth "}
		var out []string
		for _, option := range options {
			name, value, _ := strings.Cut(strings.TrimSuffix(option, ")"), "(")
			out = append(out, words[name]+value)
		}
		return strings.Join(out, ", ")
	}
}

// outside is the owner of topics that other programs publish and ours read.
const outside = "outside"

func TestEveryTopicOfTheCodeStandsInTheTable(t *testing.T) {
	rows := table(t)
	for _, u := range uses(t) {
		if action, ok := strings.CutSuffix(u.name, "/_action/feedback"); ok {
			u.name, u.typ = action, ""
		}
		i := slices.IndexFunc(rows, func(r row) bool { return u.is(r) && r.ownedBy(u.node) })
		if i < 0 {
			i = slices.IndexFunc(rows, u.is)
		}
		if i < 0 {
			t.Errorf("%s: not in ARCHITECTURE's table with this type", u)
			continue
		}
		if u.verb != "publishes" && u.verb != "serves" {
			continue
		}
		if !rows[i].ownedBy(u.node) {
			t.Errorf("%s: ARCHITECTURE's table says that %s does", u, rows[i].owner)
		}
		if u.verb == "publishes" && rows[i].qos != u.qos {
			t.Errorf("%s: its QoS is %q, ARCHITECTURE's table says %q", u, u.qos, rows[i].qos)
		}
	}
}

func TestEveryTopicOfTheTableIsInTheCode(t *testing.T) {
	all := uses(t)
	for _, r := range table(t) {
		owned := slices.ContainsFunc(all, func(u use) bool {
			says := u.verb == "publishes" || u.verb == "serves"
			return u.is(r) && says == (r.owner != outside) && (r.ownedBy(u.node) || !says)
		})
		if !owned {
			t.Errorf("ARCHITECTURE's table: %s %s: %s does not publish or serve it", r.name, r.typ, r.owner)
		}
	}
}
