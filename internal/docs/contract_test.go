package docs

import (
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// contract is a line of a node's package comment: what it does, with which topic.
var contract = regexp.MustCompile(`^\t(subscribes|publishes|serves|calls)?\s+([/a-z_][a-z0-9_/…]*)\s+([a-z0-9_]+/[A-Z][A-Za-z0-9]+)`)

func TestEveryNodesCommentSaysWhatItSpeaksAndHears(t *testing.T) {
	said := map[string][]use{}
	for node := range configs() {
		said[node] = contracts(t, node)
	}
	said["recorder"] = contracts(t, "recorder")
	rows := table(t)
	for node, lines := range said {
		for _, u := range lines {
			if !slices.ContainsFunc(rows, func(r row) bool { return sameType(u, r) }) {
				t.Errorf("nodes/%s: its comment says %q: not so in ARCHITECTURE's table", node, u)
			}
		}
	}
	for _, u := range uses(t) {
		heard := slices.ContainsFunc(said[u.node], func(line use) bool {
			return line.verb == u.verb && u.is(row{name: line.name, typ: u.typ})
		})
		if !heard {
			t.Errorf("%s: its package comment does not say so", u)
		}
	}
}

// sameType compares with the table, where actions stand as package/action/Name.
func sameType(u use, r row) bool {
	return (u.name == r.name || u.name == "/"+r.name) && (u.typ == r.typ || u.typ == strings.NewReplacer("/action/", "/", "/srv/", "/").Replace(r.typ)) ||
		strings.HasPrefix(u.name, r.name+"/_action/")
}

// contracts reads the lines of a node's package comment, and of the packages it shares
// with other nodes. A line without a verb has
// that of the line before.
func contracts(t *testing.T, node string) []use {
	t.Helper()
	var lines []use
	for _, file := range sources(t, node) {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.PackageClauseOnly)
		require.NoError(t, err)
		if tree.Doc == nil {
			continue
		}
		verb := ""
		for line := range strings.SplitSeq(tree.Doc.Text(), "\n") {
			if m := contract.FindStringSubmatch(line); m != nil {
				if m[1] != "" {
					verb = m[1]
				}
				lines = append(lines, use{node: node, verb: verb, name: m[2], typ: m[3]})
			} else if fields := strings.Fields(line); len(fields) > 1 && strings.Contains(fields[1], "/_action/") {
				lines = append(lines, use{node: node, verb: fields[0], name: fields[1]})
			}
		}
	}
	require.NotEmpty(t, lines, "nodes/%s: no line of its package comment names a topic and a type", node)
	return lines
}
