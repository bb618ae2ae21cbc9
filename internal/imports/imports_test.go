// Package imports holds the rule which package may import which, as a test.
package imports

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A rule tells what the packages of one room may import of gonao besides
// themselves. A path ends in /... for a whole tree.
type rule struct {
	packages string
	may      []string
}

// rooms think: they know nothing of ROS.
var rooms = []string{
	"body/...", "nao_driver/...", "gazebo_bridge/...", "devices/...", "sim/...", "robot/...", "lab/...", "vision/...",
	"motion/...", "localization/...", "worldmodel/...", "planning/...", "hfsm/...", "behavior/...", "studio/...",
}

// rules are tried in order; the first that fits a package holds.
var rules = []rule{
	{"ros/cdr/...", nil},
	{"msgs/...", []string{"ros/cdr", "msgs/..."}},
	{"ros/...", []string{"ros/...", "msgs/..."}},
	{"nao/...", []string{"nao/..."}},
	{"percepts", nil},
	{"body/...", []string{"nao/...", "body/...", "nao_driver"}},
	{"nao_driver/naoqi/...", []string{"nao/...", "body/...", "nao_driver/...", "devices/camera"}},
	{"nao_driver/...", []string{"nao/...", "body/..."}},
	{"gazebo_bridge/...", []string{"nao/...", "body/...", "nao_driver", "gazebo_bridge/..."}},
	{"devices/...", []string{"nao/...", "devices/..."}},
	{"sim/...", []string{"nao/...", "body/safety", "sim/..."}},
	{"vision/...", []string{"nao/..."}},
	{"motion/...", []string{"nao/...", "motion/..."}},
	{"hfsm/...", []string{"hfsm/..."}},
	{"behavior/...", []string{"nao/...", "hfsm/...", "behavior/..."}},
	{"robot/...", append([]string{"nao/..."}, rooms...)},
	{"lab/...", append([]string{"nao/..."}, rooms...)},
	{"tool/launcher/...", nil},
	{"tool/deploy/...", nil},
	{"tool/...", append([]string{"ros/...", "msgs/...", "nao/...", "tool/..."}, rooms...)},
	{"nodes/...", append([]string{"ros/...", "msgs/...", "nao/...", "nodes/internal/..."}, rooms...)},
	{"cmd/...", append([]string{"tool/...", "nodes/...", "ros/...", "msgs/...", "nao/...", "launch/..."}, rooms...)},
	{"examples/...", append([]string{"ros/...", "msgs/...", "nao/..."}, rooms...)},
	{"launch/...", nil},
	{"internal/bodytest/...", []string{"nao/...", "body/...", "nao_driver"}},
	{"internal/conformance/...", []string{"hfsm/..."}},
	{"internal/robotstate", []string{"ros", "msgs/...", "nao"}},
	{"internal/...", nil},
}

// outside are libraries that only some rooms may use.
var outside = []struct {
	library string
	only    []string
}{
	{"github.com/spf13/viper", []string{"ros/..."}},
	{"github.com/pebbe/zmq4", []string{"gazebo_bridge/transport/..."}},
	{"github.com/lugu/qiloop", []string{"nao_driver/naoqi/..."}},
	{"github.com/goccy/go-graphviz", []string{"hfsm/graph/layout"}},
	{"github.com/tiiuae/rclgo", []string{"ros/rclgo/..."}},
	{"github.com/dop251/goja", []string{"internal/conformance/..."}},
	{"C", []string{"ros/cyclone/...", "ros/rclgo/...", "sim/mujoco/...", "gazebo_bridge/transport/..."}},
}

type goPackage struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func TestImportsGoOneWay(t *testing.T) {
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath, "gonao/")
		r, ok := ruleFor(path)
		if !ok {
			t.Errorf("%s: no rule for this package; add one to internal/imports", path)
			continue
		}
		for _, imported := range p.Imports {
			inside, ours := strings.CutPrefix(imported, "gonao/")
			if !ours || within(inside, "internal/...") || inside == "percepts" || sameTree(path, inside) {
				continue
			}
			if !withinAny(inside, r.may) {
				t.Errorf("%s imports %s; it may import only %s", path, inside, strings.Join(r.may, ", "))
			}
		}
	}
}

// What nodes share is no node: it lies in nodes/internal, and imports none either.
func TestOneNodeNeverImportsAnother(t *testing.T) {
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath, "gonao/")
		if !within(path, "nodes/...") {
			continue
		}
		for _, imported := range p.Imports {
			inside, _ := strings.CutPrefix(imported, "gonao/")
			if within(inside, "nodes/...") && !within(inside, "nodes/internal/...") && !sameTree(path, inside) {
				t.Errorf("%s imports %s: nodes meet on topics only", path, inside)
			}
		}
	}
}

func TestSomeLibrariesHaveOneUser(t *testing.T) {
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath, "gonao/")
		for _, lib := range outside {
			for _, imported := range p.Imports {
				if (imported == lib.library || strings.HasPrefix(imported, lib.library+"/")) && !withinAny(path, lib.only) {
					t.Errorf("%s imports %s; only %s may", path, lib.library, strings.Join(lib.only, ", "))
				}
			}
		}
	}
}

// The tool people carry to the robot must not need a simulator there.
func TestTheToolLinksNoSimulator(t *testing.T) {
	for _, p := range list(t) {
		if p.ImportPath == "gonao/cmd/gonao" {
			require.NotContains(t, p.Deps, "gonao/sim/mujoco")
			require.NotContains(t, p.Deps, "gonao/gazebo_bridge/transport")
			return
		}
	}
	t.Fatal("cmd/gonao: no such package")
}

// Graphviz takes a second to start in whatever links it: a program of its own does.
func TestOnlyTheLayoutProgramLinksGraphviz(t *testing.T) {
	linked := false
	for _, p := range list(t) {
		if strings.HasPrefix(p.ImportPath, "gonao/cmd/") && slices.Contains(p.Deps, "gonao/hfsm/graph/layout") {
			require.Equal(t, "gonao/cmd/graph_layout", p.ImportPath)
			linked = true
		}
	}
	require.True(t, linked)
}

func ruleFor(path string) (rule, bool) {
	for _, r := range rules {
		if within(path, r.packages) {
			return r, true
		}
	}
	return rule{}, false
}

// sameTree tells whether one of two packages lies inside the other.
func sameTree(a, b string) bool {
	return a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}

func withinAny(path string, trees []string) bool {
	for _, tree := range trees {
		if within(path, tree) {
			return true
		}
	}
	return false
}

func within(path, tree string) bool {
	root, whole := strings.CutSuffix(tree, "/...")
	return path == root || whole && strings.HasPrefix(path, root+"/")
}

// list asks the go command for all packages of the module.
func list(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Imports,Deps", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	require.NoError(t, err)
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		require.NoError(t, err)
		packages = append(packages, p)
	}
}
