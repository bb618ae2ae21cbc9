package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// goPackage is a package as go list prints it.
type goPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

// path returns the package's path inside the module.
func (p *goPackage) path() string { return inside(p.ImportPath) }

// tags are the build tags that change imports; "" is the default build.
var tags = []string{"", "rclgo"}

// listed caches the results of goList, by tag.
var listed = map[string]func() ([]goPackage, error){
	"":      sync.OnceValues(func() ([]goPackage, error) { return goList("") }),
	"rclgo": sync.OnceValues(func() ([]goPackage, error) { return goList("rclgo") }),
}

// list returns all packages of the module when built with a tag.
func list(t *testing.T, tag string) []goPackage {
	t.Helper()
	packages, err := listed[tag]()
	require.NoError(t, err)
	require.NotEmpty(t, packages)
	return packages
}

func goList(tag string) ([]goPackage, error) {
	cmd := exec.Command("go", "list", "-e", "-tags", tag, "-json=ImportPath,Imports,TestImports,XTestImports,Deps", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages, nil
		}
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

func TestImportsGoOneWay(t *testing.T) {
	for _, tag := range tags {
		for _, p := range list(t, tag) {
			r := ruleFor(p.path())
			if r == nil {
				t.Errorf("%s: no rule for this package; add one to internal/rules/table_test.go, in line with ARCHITECTURE.md", p.path())
				continue
			}
			importsCheck(t, &p, p.Imports, r, r.may, "")
			importsCheck(t, &p, slices.Concat(p.TestImports, p.XTestImports), r, slices.Concat(r.may, r.tests), " in a test")
		}
	}
}

// importsCheck reports imports of a package that its rule does not allow.
func importsCheck(t *testing.T, p *goPackage, imports []string, r *rule, may []string, where string) {
	t.Helper()
	for _, imported := range imports {
		if !strings.HasPrefix(imported, "gonao/") {
			continue
		}
		to := inside(imported)
		if within(to, r.packages) || withinAny(to, leaves) || withinAny(to, may) {
			continue
		}
		t.Errorf("%s imports %s%s; it may import only %s", p.path(), to, where, strings.Join(may, ", "))
	}
}

func TestLeavesImportLeavesOnly(t *testing.T) {
	for _, p := range list(t, "") {
		if !withinAny(p.path(), leaves) {
			continue
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, "gonao/") && !withinAny(inside(imported), leaves) {
				t.Errorf("%s imports %s; a leaf may import only leaves", p.path(), inside(imported))
			}
		}
	}
}

// A rule without packages, or an allowed tree that does not exist, is an error.
func TestNoRuleIsDead(t *testing.T) {
	var paths []string
	for _, p := range list(t, "rclgo") {
		paths = append(paths, p.path())
	}
	exists := func(tree string) bool {
		return tree == "rooms" || tree == "launch" || slices.ContainsFunc(paths, func(path string) bool { return within(path, tree) })
	}
	for _, r := range slices.Concat(rooms, others) {
		ruled := slices.ContainsFunc(paths, func(path string) bool { of := ruleFor(path); return of != nil && of.packages == r.packages })
		require.True(t, ruled, "%s: no package has this rule", r.packages)
		for _, tree := range slices.Concat(r.may, r.tests) {
			require.True(t, exists(tree), "%s: %s does not exist", r.packages, tree)
		}
	}
	for _, leaf := range leaves {
		require.True(t, exists(leaf), leaf)
	}
	for _, lib := range outside {
		for _, tree := range lib.only {
			require.True(t, exists(tree), "%s: %s does not exist", lib.library, tree)
		}
	}
}

// The rules of rooms do not allow ROS.
func TestRoomsAreWithoutROS(t *testing.T) {
	for _, r := range rooms {
		for _, tree := range slices.Concat(r.may, r.tests) {
			top, _, _ := strings.Cut(tree, "/")
			require.NotContains(t, []string{"ros", "msgs", "nodes", "rooms", "cmd"}, top, r.packages)
		}
	}
}

// Code that nodes share is in nodes/internal, and imports no node. A node may have packages below its own directory.
func TestOneNodeNeverImportsAnother(t *testing.T) {
	for _, tag := range tags {
		for _, p := range list(t, tag) {
			if !within(p.path(), "nodes/...") {
				continue
			}
			for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
				to := inside(imported)
				if within(to, "nodes/...") && !within(to, "nodes/internal/...") && to != sharedByNodes && nodeOf(to) != nodeOf(p.path()) {
					t.Errorf("%s imports %s: nodes meet on topics only", p.path(), to)
				}
			}
		}
	}
}

// sharedByNodes is the code that nodes share with those that gonao hfsm generate writes, which are in other modules.
const sharedByNodes = "nodes/machinetopics"

// nodeOf returns the directory below nodes.
func nodeOf(path string) string {
	rest, _ := strings.CutPrefix(path, "nodes/")
	node, _, _ := strings.Cut(rest, "/")
	return node
}

func TestSomeLibrariesHaveOneUser(t *testing.T) {
	used := map[string]bool{}
	for _, tag := range tags {
		for _, p := range list(t, tag) {
			for _, lib := range outside {
				for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
					if imported != lib.library && !strings.HasPrefix(imported, lib.library+"/") {
						continue
					}
					used[lib.library] = true
					if !withinAny(p.path(), lib.only) {
						t.Errorf("%s imports %s; only %s may", p.path(), lib.library, strings.Join(lib.only, ", "))
					}
				}
			}
		}
	}
	for _, lib := range outside {
		require.True(t, used[lib.library], "%s: no package imports it", lib.library)
	}
}

// The tool and the nodes are copied to the robot. Code that needs a simulator, ZeroMQ or Graphviz is in another program
// that they start.
func TestToolAndNodesLinkNoSimulator(t *testing.T) {
	for _, tag := range tags {
		seen := 0
		for _, p := range list(t, tag) {
			if p.path() == "cmd/gonao" || p.path() == "cmd/nodes" {
				seen++
				for _, heavy := range []string{"gonao/sim/mujoco", "gonao/gazebo_bridge/transport", "gonao/hfsm/graph/layout"} {
					require.NotContains(t, p.Deps, heavy)
				}
			}
		}
		require.Equal(t, 2, seen, "cmd/gonao, cmd/nodes: no such package")
	}
}

// The programs on a robot do not depend on a simulator. This covers agent, behavior and soccer, and the node of a
// player.
func TestARobotLinksNoSimulator(t *testing.T) {
	for _, tag := range tags {
		checked := 0
		for _, p := range list(t, tag) {
			ofRobot := withinAny(p.path(), []string{"robot/...", "behavior/...", "soccer/..."}) && !within(p.path(), "soccer/match/...")
			if !ofRobot && p.path() != "nodes/player" {
				continue
			}
			checked++
			for _, dep := range p.Deps {
				if within(inside(dep), "sim/...") {
					t.Errorf("%s links %s", p.path(), inside(dep))
				}
			}
		}
		require.Greater(t, checked, 10)
	}
}

// Graphviz adds a second to the start of each program that links it.
func TestOnlyTheLayoutProgramLinksGraphviz(t *testing.T) {
	linked := false
	for _, p := range list(t, "") {
		if within(p.path(), "cmd/...") && slices.Contains(p.Deps, "gonao/hfsm/graph/layout") {
			require.Equal(t, "cmd/graph_layout", p.path())
			linked = true
		}
	}
	require.True(t, linked)
}

// ruleFor returns the rule with the longest path that applies to a package, or nil if there is none.
func ruleFor(path string) *rule {
	if withinAny(path, leaves) {
		return &rule{packages: path, tests: everyRoom}
	}
	var best *rule
	for _, group := range [][]rule{rooms, others} {
		for i := range group {
			if r := &group[i]; within(path, r.packages) && (best == nil || within(r.packages, best.packages)) {
				best = r
			}
		}
	}
	if best != nil && isRoom(best.packages) {
		with := *best
		with.may = slices.Concat(everyRoom, best.may)
		return &with
	}
	return best
}

func isRoom(tree string) bool {
	return slices.ContainsFunc(rooms, func(r rule) bool { return r.packages == tree })
}

// inside returns the path of one of gonao's packages inside the module.
func inside(path string) string { return strings.TrimPrefix(path, "gonao/") }

// withinAny reports whether a package is in one of the trees; "rooms" stands for every room.
func withinAny(path string, trees []string) bool {
	for _, tree := range trees {
		if within(path, tree) || tree == "rooms" && slices.ContainsFunc(rooms, func(r rule) bool { return within(path, r.packages) }) {
			return true
		}
	}
	return false
}

// within reports whether a package, or a tree, is in a tree.
func within(path, tree string) bool {
	path = strings.TrimSuffix(path, "/...")
	root, whole := strings.CutSuffix(tree, "/...")
	return path == root || whole && strings.HasPrefix(path, root+"/")
}
