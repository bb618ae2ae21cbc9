package setup

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// linked is a package as go list prints it.
type linked struct {
	ImportPath string
	Imports    []string
	Deps       []string
	CgoFiles   []string
}

// programs returns the packages that the programs are made of, by path.
var programs = sync.OnceValues(func() (map[string]linked, error) {
	mains, err := filepath.Glob(filepath.Join("..", "..", "cmd", "*", "main.go"))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Imports,Deps,CgoFiles")
	for _, main := range mains {
		cmd.Args = append(cmd.Args, "./cmd/"+filepath.Base(filepath.Dir(main)))
	}
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	all := map[string]linked{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p linked
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all[p.ImportPath] = p
	}
})

// compiler is a C compiler that does not find headers with a word in their name.
func compiler(t *testing.T, dir, word string) string {
	t.Helper()
	fake(t, dir, "some-cc", `case "$(cat)" in *`+word+`*) exit 1;; esac`)
	return filepath.Join(dir, "some-cc")
}

func TestAProgramIsLeftOutByWhatItLinks(t *testing.T) {
	packages, err := programs()
	require.NoError(t, err)
	for word, row := range map[string]struct{ pkg, debian string }{
		"mujoco": {"gonao/sim/mujoco", "libmujoco-dev"},
		"EGL":    {"gonao/sim/mujoco", "libegl-dev"},
		"zmq":    {"gonao/gazebo_bridge/transport", "libzmq3-dev"},
	} {
		t.Run(word, func(t *testing.T) {
			t.Setenv("CC", compiler(t, t.TempDir(), word))
			out, code := run(t, t.TempDir(), "internal/scripts/programs.sh")
			require.Zero(t, code, out)
			mains, err := filepath.Glob(filepath.Join("..", "..", "cmd", "*", "main.go"))
			require.NoError(t, err)
			for _, main := range mains {
				name := filepath.Base(filepath.Dir(main))
				if strings.HasSuffix(name, "gen") {
					require.NotRegexp(t, `(?m)^\./cmd/`+name+`$`, out)
					continue
				}
				line := "./cmd/" + name
				if slices.Contains(packages["gonao/cmd/"+name].Deps, row.pkg) {
					line = "programs: ./cmd/" + name + " is left out; install"
				}
				require.True(t, slices.ContainsFunc(strings.Split(out, "\n"), func(l string) bool {
					return l == line || strings.HasPrefix(l, line) && strings.Contains(l, row.debian)
				}), "%s: not in\n%s", line, out)
			}
		})
	}
}

// For each package that binds a C library, internal/scripts/programs.sh lists it or every machine has the library.
func TestTheScriptKnowsEveryLibrary(t *testing.T) {
	script, err := os.ReadFile("../scripts/programs.sh")
	require.NoError(t, err)
	packages, err := programs()
	require.NoError(t, err)
	for _, p := range packages {
		if strings.HasPrefix(p.ImportPath, "gonao/") && len(p.CgoFiles) > 0 {
			require.Contains(t, string(script), p.ImportPath)
		}
	}
}

// xmlPackage is a package.xml.
type xmlPackage struct {
	Run []string `xml:"exec_depend"`
}

// unreleased are packages that no distribution of ROS 2 has, so that rosdep would refuse the whole workspace for a dependency on
// them: read in github.com/ros/rosdistro, jazzy, kilted and lyrical, in August 2026.
var unreleased = []string{"biped_interfaces", "game_controller_hsl_interfaces", "nao_pos_interfaces"}

func TestThePackageDependsOnTheMessagesThatAreUsed(t *testing.T) {
	text, err := os.ReadFile("../../nodes/package.xml")
	require.NoError(t, err)
	var p xmlPackage
	require.NoError(t, xml.Unmarshal(text, &p))
	used := map[string]bool{}
	packages, err := programs()
	require.NoError(t, err)
	for _, p := range packages {
		if !strings.HasPrefix(p.ImportPath, "gonao/") || strings.HasPrefix(p.ImportPath, "gonao/msgs") {
			continue
		}
		for _, imported := range p.Imports {
			switch name, ours := strings.CutPrefix(imported, "gonao/msgs/"); {
			case imported == "gonao/msgs":
				used["gonao_msgs"] = true
			case ours && name != "registry":
				used[name] = true
			}
		}
	}
	for _, name := range unreleased {
		require.True(t, used[name], "%s is not used: take it out of the list and of package.xml's comment", name)
		require.Contains(t, string(text), name)
		delete(used, name)
	}
	for name := range used {
		require.Contains(t, p.Run, name, "nodes/package.xml: a program uses messages of this package")
	}
	for _, name := range p.Run {
		require.True(t, used[name], "nodes/package.xml: %s: no program uses its messages", name)
	}
}

// prefix makes a directory that internal/scripts/rcl.sh accepts as an installed ROS 2: stubs of its libraries, each with a symbol
// of its name.
func prefix(t *testing.T, libraries ...string) string {
	t.Helper()
	dir := t.TempDir()
	index := filepath.Join(dir, "share", "ament_index", "resource_index", "rmw_typesupport")
	for _, d := range []string{index, filepath.Join(dir, "lib"), filepath.Join(dir, "include", "rcl", "rcl")} {
		require.NoError(t, os.MkdirAll(d, 0o755))
	}
	for _, name := range libraries {
		source := filepath.Join(t.TempDir(), "stub.c")
		require.NoError(t, os.WriteFile(source, fmt.Appendf(nil, "int %s_is_linked;\n", name), 0o644))
		cc := exec.CommandContext(t.Context(), "cc", "-shared", "-fPIC", "-o", filepath.Join(dir, "lib", "lib"+name+".so"), source)
		out, err := cc.CombinedOutput()
		require.NoError(t, err, "%s", out)
		if strings.HasPrefix(name, "rmw_") && name != "rmw_implementation" {
			require.NoError(t, os.WriteFile(filepath.Join(index, name), nil, 0o644))
		}
	}
	return dir
}

// A program with rclgo's own flags is linked against stubs: there is no ROS 2 here.
func TestProgramsOnRclHaveNoPathsAndTheOneMiddleware(t *testing.T) {
	if testing.Short() {
		t.Skip("9 s of processor time a build: make nightly STEPS=tests")
	}
	base := []string{"rcl", "rmw", "rosidl_runtime_c", "rosidl_typesupport_c", "rcutils", "rcl_action"}
	for name, row := range map[string]struct {
		more []string
		uses string
	}{
		"one middleware":            {[]string{"rmw_cyclonedds_cpp"}, "rmw_cyclonedds_cpp"},
		"a choice when it starts":   {[]string{"rmw_cyclonedds_cpp", "rmw_fastrtps_cpp", "rmw_implementation"}, "rmw_implementation"},
		"another single middleware": {[]string{"rmw_zenoh_cpp"}, "rmw_zenoh_cpp"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("AMENT_PREFIX_PATH", prefix(t, slices.Concat(base, row.more)...))
			module := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(module, "go.mod"), []byte("module example.com/stub\n"), 0o644))
			main := "package main\n\n/*\n" + rclgoFlags(t) + "extern int " + row.uses + "_is_linked;\n*/\nimport \"C\"\n\nfunc main() { println(C." +
				row.uses + "_is_linked) }\n"
			require.NoError(t, os.WriteFile(filepath.Join(module, "main.go"), []byte(main), 0o644))
			program := filepath.Join(module, "stub")
			out, code := run(t, t.TempDir(), "internal/scripts/rcl.sh", "go", "build", "-C", module, "-o", program, ".")
			require.Zero(t, code, out)
			dynamic := shell(t, "readelf -d "+program)
			require.Contains(t, dynamic, "[lib"+row.uses+".so]")
			require.NotContains(t, dynamic, "RUNPATH")
			require.NotContains(t, dynamic, "RPATH")
		})
	}
}

func TestARosWithoutMiddlewareIsNamed(t *testing.T) {
	dir := prefix(t, "rcl")
	t.Setenv("AMENT_PREFIX_PATH", dir)
	out, code := run(t, t.TempDir(), "internal/scripts/rcl.sh", "true")
	require.NotZero(t, code)
	require.Contains(t, out, "no middleware in "+dir)
}

// rclgoFlags returns the lines of cgo in rclgo's file of flags.
func rclgoFlags(t *testing.T) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", "github.com/tiiuae/rclgo")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	require.NoError(t, err)
	var module struct{ Dir string }
	require.NoError(t, json.Unmarshal(out, &module))
	text, err := os.ReadFile(filepath.Join(module.Dir, "pkg", "rclgo", "flags.gen.go"))
	require.NoError(t, err)
	var lines strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#cgo") {
			lines.WriteString(line)
		}
	}
	require.Contains(t, lines.String(), "-rpath=/opt/ros/humble/lib")
	return lines.String()
}
