package docs

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"

	"gonao/ros"
)

//go:generate env GENERATE=ports go test -count=1 -run TestContractsAndTheTableArePrinted .

// port is a topic, a service or an action that a package declares, either with a field that has a tag topic, service or
// action, or with a line of byCode.
type port struct{ dir, verb, key, name, typ, qos, doc string }

// byCode lists the ports that code opens without a declaration, because their names are known only at run time. allowed
// lists the files that may do this.
var (
	byCode = []port{
		{"executor", "calls", "action", "play_motion", "gonao_msgs/action/PlayMotion", "", "for the action play"},
		{"executor", "calls", "action", "move_joints", "gonao_msgs/action/MoveJoints", "", "for the actions servo and move_joints"},
		{"executor", "calls", "action", "look_at", "gonao_msgs/action/LookAt", "", "for the action of that name, as those below"},
		{"executor", "calls", "action", "walk_to", "gonao_msgs/action/WalkTo", "", ""},
		{"executor", "calls", "action", "kick", "gonao_msgs/action/Kick", "", ""},
		{"executor", "calls", "action", "go_to", "gonao_msgs/action/GoTo", "", ""},
		{"executor", "calls", "action", "get_up", "gonao_msgs/action/GetUp", "", ""},
		{"executor", "calls", "action", "set_posture", "gonao_msgs/action/SetPosture", "", ""},
		{"executor", "calls", "action", "save", "gonao_msgs/action/Save", "", ""},
		{"executor", "calls", "action", "say", "gonao_msgs/action/Say", "", ""},
		{"executor", "calls", "action", "play_lights", "gonao_msgs/action/PlayLights", "", ""},
		{"executor", "calls", "action", "execute_skill", "gonao_msgs/action/ExecuteSkill", "", "for the action skill"},
		{"executor", "calls", "service", "set_gait", "gonao_msgs/srv/SetGait", "", "for the action of that name"},
		{"studio", "subscribes", "topic", "cmd_vel", "geometry_msgs/Twist", "reliable, depth 1", "once a person has driven a robot: whether its machine drives"},
	}
	allowed = map[string]string{
		"executor/port_action.go":         "actions of ROS that a machine names",
		"executor/port_service.go":        "services that a machine names",
		"executor/port_topic.go":          "topics that a machine names",
		"gazebo_bridge/kind.go":           "topics of the bridge file",
		"machinetopics/generated_node.go": "topics of a generated machine",
		"studio/bridge.go":                "topics that a viewer subscribes to",
		"studio/drive.go":                 "messages that are only counted are not decoded",
		"studio/parameters.go":            "the parameter services of any node",
		"studio/scenario.go":              "the recorders of machines",
		"studio/publish.go":               "topics that a viewer publishes",
		"studio/services.go":              "services that a viewer calls",
		"studio/goals.go":                 "actions that a viewer sends goals to",
	}
)

// opening matches a call that opens a port.
var opening = regexp.MustCompile(`\b(?:ros\.(?:Advertise|AdvertiseRaw|Subscribe|SubscribeRaw|SubscribeArrivals|Watch|Serve|ServeRaw|ServeAction|Call|NewClient|NewRawClient|NewActionClient|NewRawActionClient|Diagnostics)[\[(]|tf\.New\w*Broadcaster\()`)

func TestPortsAreDeclaredAndOpenedByOpen(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "nodes", "*", "*.go"))
	require.NoError(t, err)
	deeper, err := filepath.Glob(filepath.Join(root, "nodes", "*", "*", "*.go"))
	require.NoError(t, err)
	unused := maps.Clone(allowed)
	for _, file := range append(files, deeper...) {
		name, err := filepath.Rel(filepath.Join(root, "nodes"), file)
		require.NoError(t, err)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		call := opening.Find(text)
		if call == nil || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if delete(unused, name); allowed[name] == "" {
			t.Errorf("nodes/%s calls %s: declare the port as a field with a tag and use ros.Open, or add the file to allowed", name, call)
		}
	}
	require.Empty(t, unused, "files of allowed that open no port")
}

// kinds maps a field's type to the verb and to the keys of its tag.
var kinds = map[string]struct{ verb, key string }{
	"ros.Publisher": {"publishes", "topic"}, "ros.Subscription": {"subscribes", "topic"}, "ros.Watcher": {"subscribes", "topic"},
	"ros.Service": {"serves", "service"}, "ros.Client": {"calls", "service"},
	"ros.Action": {"serves", "action"}, "ros.ActionClient": {"calls", "action"},
	"ros.DiagnosticsUpdater": {"publishes", "topic"}, "tf.Broadcaster": {"publishes", "topic"}, "tf.StaticBroadcaster": {"publishes", "topic"},
}

// fixed lists the types and the quality of service of ports for which the Go type determines both.
var fixed = map[string]port{
	"ros.DiagnosticsUpdater": {typ: "diagnostic_msgs/DiagnosticArray", qos: "default"},
	"tf.Broadcaster":         {typ: "tf2_msgs/TFMessage", qos: "reliable, depth 100"},
	"tf.StaticBroadcaster":   {typ: "tf2_msgs/TFMessage", qos: "reliable, transient local, depth 1"},
}

// room is a package below nodes that declares ports.
type room struct {
	file   string // file with the package comment
	doc    *ast.CommentGroup
	ports  []port
	shared []string // imported packages below nodes
}

// rooms parses the declarations of all packages below nodes, by their directories.
func rooms(t *testing.T) map[string]*room {
	t.Helper()
	all := map[string]*room{}
	for _, depth := range []string{"*", "*/*"} {
		dirs, err := filepath.Glob(filepath.Join(root, "nodes", filepath.FromSlash(depth)))
		require.NoError(t, err)
		for _, path := range dirs {
			dir, err := filepath.Rel(filepath.Join(root, "nodes"), path)
			require.NoError(t, err)
			if r := readRoom(t, filepath.ToSlash(dir)); r.file != "" {
				all[filepath.ToSlash(dir)] = r
			}
		}
	}
	for _, p := range byCode {
		all[p.dir].ports = append(all[p.dir].ports, p)
	}
	return all
}

func readRoom(t *testing.T, dir string) *room {
	t.Helper()
	r := &room{}
	files, err := filepath.Glob(filepath.Join(root, "nodes", dir, "*.go"))
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		if tree.Doc != nil {
			r.file, r.doc = file, tree.Doc
		}
		packages := map[string]string{}
		for _, spec := range tree.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			name := strings.ReplaceAll(filepath.Base(path), "_", "")
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if packages[name] = filepath.Base(path); path == "gonao/msgs" {
				packages[name] = "gonao_msgs"
			}
			if other, ok := strings.CutPrefix(path, "gonao/nodes/"); ok {
				r.shared = append(r.shared, other)
			}
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if s, ok := n.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					if p, ok := portOf(t, field, packages); ok {
						p.dir = dir
						r.ports = append(r.ports, p)
					}
				}
			}
			return true
		})
	}
	return r
}

// portOf parses a field such as Look *ros.Subscription[msgs.LookAt] `topic:"look_at"`.
func portOf(t *testing.T, field *ast.Field, packages map[string]string) (p port, ok bool) {
	t.Helper()
	if field.Tag == nil {
		return p, false
	}
	text, _ := strconv.Unquote(field.Tag.Value)
	tag := reflect.StructTag(text)
	for _, p.key = range []string{"topic", "service", "action"} {
		if p.name, ok = tag.Lookup(p.key); ok {
			break
		}
	}
	if !ok {
		return p, false
	}
	expr := field.Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	var of ast.Expr
	switch e := expr.(type) {
	case *ast.IndexExpr:
		expr, of = e.X, e.Index
	case *ast.IndexListExpr:
		expr, of = e.X, e.Indices[0]
	}
	if wrapped, ok := of.(*ast.IndexExpr); ok { // the types inside ros.From and ros.Arrival
		of = wrapped.Index
	}
	kind, known := kinds[nameOf(expr)]
	require.True(t, known, "%s: %s: not a port", p.name, nameOf(expr))
	require.Equal(t, kind.key, p.key, "%s is a %s", p.name, nameOf(expr))
	p.verb, p.qos, p.doc = kind.verb, tag.Get("qos"), tag.Get("doc")
	require.NotEmpty(t, p.doc, "%s %s: give it a doc tag", p.verb, p.name)
	if f, ok := fixed[nameOf(expr)]; ok {
		p.typ, p.qos = f.typ, f.qos
		return p, true
	}
	pkg, name, _ := strings.Cut(nameOf(of), ".")
	switch p.key {
	case "topic":
		p.typ, p.qos = packages[pkg]+"/"+name, cmp.Or(p.qos, "default")
		if from := tag.Get("from"); from != "" {
			p.doc += "; of " + from
		}
	case "service":
		p.typ = packages[pkg] + "/srv/" + strings.TrimSuffix(name, "Request")
	case "action":
		p.typ = packages[pkg] + "/action/" + strings.TrimSuffix(name, "Goal")
	}
	return p, true
}

// nameOf returns a name with its package: "ros.Publisher".
func nameOf(expr ast.Expr) string {
	if s, ok := expr.(*ast.SelectorExpr); ok {
		if pkg, ok := s.X.(*ast.Ident); ok {
			return pkg.Name + "." + s.Sel.Name
		}
	}
	return ""
}

// choice matches alternatives in a name: "{top|bottom}".
var choice = regexp.MustCompile(`\{(\w+(?:\|\w+)+)\}`)

// names returns the names of a port in a robot's namespace.
func (p *port) names() []string {
	name := regexp.MustCompile(`^\{\w+\}/?`).ReplaceAllString(p.name, "")
	m := choice.FindStringSubmatch(name)
	if m == nil {
		return []string{name}
	}
	var all []string
	for one := range strings.SplitSeq(m[1], "|") {
		all = append(all, strings.Replace(name, m[0], one, 1))
	}
	return all
}

// contract returns the lines of a package's ports for the package comment.
func (r *room) contract() string {
	var text bytes.Buffer
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, verb := range []string{"subscribes", "publishes", "serves", "calls"} {
		first := verb
		for _, p := range r.ports {
			if p.verb != verb {
				continue
			}
			doc := regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`).ReplaceAllString(p.doc, "$1")
			typ := strings.NewReplacer("/srv/", "/", "/action/", "/").Replace(p.typ)
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", first, strings.Join(p.names(), ", "), typ, doc)
			first = ""
		}
	}
	w.Flush()
	var out strings.Builder
	for line := range strings.Lines(text.String()) {
		out.WriteString("//\t" + strings.TrimRight(line, " \n") + "\n")
	}
	return out.String()
}

// begin is the first line of a contract.
var begin = regexp.MustCompile(`(?m)^//\t(subscribes|publishes|serves|calls)\b`)

// withContract returns the text of a file with the contract in its package comment. The contract replaces an old one,
// or is inserted after the first paragraph.
func withContract(text, contract string) string {
	at := begin.FindStringIndex(text)
	if at == nil {
		comment, rest, _ := strings.Cut(text, "\npackage ")
		first, others, more := strings.Cut(comment, "\n//\n")
		if more {
			others = "\n//\n" + others
		}
		return first + "\n//\n" + strings.TrimSuffix(contract, "\n") + others + "\npackage " + rest
	}
	end := at[0]
	for strings.HasPrefix(text[end:], "//\t") {
		end += strings.IndexByte(text[end:], '\n') + 1
	}
	return text[:at[0]] + contract + text[end:]
}

// row is a topic, a service or an action in the table of docs/topics.md, with the nodes that publish or serve it.
type row struct{ name, typ, qos, owner, doc string }

// ownedBy reports whether a node publishes or serves it.
func (r row) ownedBy(node string) bool { return slices.Contains(strings.Split(r.owner, ", "), node) }

// outside is the owner of topics that other programs publish and our nodes read.
const outside = "outside"

// owners returns the nodes that open the ports of each package.
func owners(all map[string]*room) map[string][]string {
	of := map[string][]string{}
	var add func(node, dir string)
	add = func(node, dir string) {
		if r := all[dir]; r != nil && !slices.Contains(of[dir], node) {
			of[dir] = append(of[dir], node)
			for _, other := range r.shared {
				if node != "studio" || other != "machinetopics" { // its dry runs are on a graph inside the process
					add(node, other)
				}
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(all)) {
		if !strings.Contains(dir, "/") && dir != "machinetopics" {
			add(dir, dir)
		}
	}
	return of
}

// table returns the rows of the table of docs/topics.md. The descriptions of several owners of a row are combined if
// they are short enough.
func table(t *testing.T) []row {
	t.Helper()
	all := rooms(t)
	of := owners(all)
	var rows []row
	docs := map[string][]string{}
	add := func(p port, owner string) {
		for _, name := range p.names() {
			i := slices.IndexFunc(rows, func(r row) bool { return r.name == name && r.typ == p.typ })
			if i < 0 {
				i, rows = len(rows), append(rows, row{name: name, typ: p.typ, qos: cmp.Or(p.qos, p.key)})
			}
			r, key := &rows[i], name+" "+p.typ
			if owner != outside && r.qos != cmp.Or(p.qos, p.key) {
				t.Errorf("nodes/%s: %s: QoS %q, but another node publishes it with %q", p.dir, name, p.qos, r.qos)
			}
			if !r.ownedBy(owner) {
				r.owner = strings.TrimPrefix(r.owner+", "+owner, ", ")
			}
			if !slices.Contains(docs[key], p.doc) {
				docs[key] = append(docs[key], p.doc)
			}
		}
	}
	visit := func(ours bool, do func(dir string, p port)) {
		for _, dir := range slices.Sorted(maps.Keys(all)) {
			for _, p := range all[dir].ports {
				if (p.verb == "publishes" || p.verb == "serves") == ours {
					do(dir, p)
				}
			}
		}
	}
	visit(true, func(dir string, p port) {
		for _, node := range of[dir] {
			add(p, node)
		}
	})
	published := len(rows)
	visit(false, func(_ string, p port) {
		ours := slices.ContainsFunc(rows[:published], func(r row) bool { return slices.Contains(p.names(), r.name) && r.typ == p.typ || "/"+r.name == p.name })
		if p.key == "topic" && !ours && !strings.Contains(p.name, "/_action/") {
			add(p, outside)
		}
	})
	for i := range rows {
		of := docs[rows[i].name+" "+rows[i].typ]
		if len(of) > 3 {
			of = of[:1]
		}
		rows[i].doc = strings.Join(of, "; ")
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.typ, b.typ)) })
	return rows
}

// printTable returns the table in Markdown.
func printTable(rows []row) string {
	var out strings.Builder
	out.WriteString("| name | type | QoS | owner | what |\n|-|-|-|-|-|\n")
	for _, r := range rows {
		owner := strings.Split(r.owner, ", ")
		slices.Sort(owner)
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s | %s |\n", r.name, r.typ, r.qos, strings.Join(owner, ", "), strings.ReplaceAll(r.doc, "|", "\\|"))
	}
	return out.String()
}

// printed matches the table of docs/topics.md.
var printed = regexp.MustCompile(`(?s)(What our nodes add:\n\n).*?(\nIn front of Gazebo)`)

// GENERATE=ports, which make generate sets, writes the files.
func TestContractsAndTheTableArePrinted(t *testing.T) {
	check := func(file string, print func(text string) string) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		want := print(string(text))
		if os.Getenv("GENERATE") == "ports" && want != string(text) {
			require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
			return
		}
		require.Equal(t, want, string(text), "%s: run make generate", file)
	}
	for _, r := range rooms(t) {
		if len(r.ports) > 0 {
			check(r.file, func(text string) string { return withContract(text, r.contract()) })
		}
	}
	rows := strings.ReplaceAll(printTable(table(t)), "](docs/", "](") // links from docs/
	check(filepath.Join(root, "docs", "topics.md"), func(text string) string { return printed.ReplaceAllString(text, "${1}"+rows+"${2}") })
}

// A topic that a package opens in two places has the same name twice.
func TestAPortIsDeclaredOnce(t *testing.T) {
	for dir, r := range rooms(t) {
		seen := map[string]bool{}
		for _, p := range r.ports {
			key := p.verb + " " + p.name + " " + p.typ
			require.False(t, seen[key], "nodes/%s %s: declared twice", dir, key)
			seen[key] = true
		}
	}
}

// internal/surface records what nodes open while they run.
func TestWhatTheNodesOpenIsDeclared(t *testing.T) {
	all := rooms(t)
	declared := map[string][]*regexp.Regexp{}
	for dir, nodes := range owners(all) {
		for _, p := range all[dir].ports {
			lines := p.recorded(t)
			for _, node := range nodes {
				declared[node] = append(declared[node], lines)
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "internal", "surface", "testdata", "topics.txt"))
	require.NoError(t, err)
	node, lines := "", 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "# "); ok {
			node = name
			continue
		}
		if line == "" || strings.HasPrefix(node, "every ") || strings.Contains(line, " (status)  ") || strings.Contains(line, " (feedback)  ") {
			continue
		}
		lines++
		if !slices.ContainsFunc(declared[node], func(r *regexp.Regexp) bool { return r.MatchString(line) }) {
			t.Errorf("node %s opens a port that is not declared: %s", node, line)
		}
	}
	require.Greater(t, lines, 400)
}

// recorded returns an expression that matches the port's lines in internal/surface.
func (p *port) recorded(t *testing.T) *regexp.Regexp {
	t.Helper()
	name := regexp.QuoteMeta(p.name)
	name = regexp.MustCompile(`^\\\{\w+\\\}/`).ReplaceAllString(name, `(.*/)?`)
	name = regexp.MustCompile(`\\\{\w+(\\\|\w+)*\\\}`).ReplaceAllString(name, ".*")
	kind, typ, qos := "", p.typ, ""
	switch p.key {
	case "topic":
		q, err := ros.ParseQoS(p.qos)
		require.NoError(t, err)
		typ, qos = strings.Replace(p.typ, "/", "/msg/", 1), "  "+q.String()
	case "action":
		kind = ` \(action\)`
	}
	return regexp.MustCompile(`^` + p.verb + ` +/?` + name + kind + `  ` + regexp.QuoteMeta(typ+qos) + `$`)
}
