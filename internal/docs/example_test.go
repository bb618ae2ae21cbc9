package docs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/cmd/gonao/launcher"
	"gonao/hfsm"
	"gonao/lab/experiment"
	"gonao/lab/tune"
	"gonao/motion/slot"
	"gonao/nodes/gazebo_bridge"
	"gonao/ros/param"
	"gonao/sim"
	"gonao/sim/world"
)

// try checks one example of a kind.
type try func(t *testing.T, name string, text []byte) error

func tries() map[string]try {
	return map[string]try{
		"yaml machine": tryMachine, "yaml world": tryWorld, "yaml params": tryParams, "yaml launch": tryLaunch,
		"yaml tune": tryTune, "yaml experiment": tryExperiment, "yaml bridge": tryBridge, "yaml body": tryBody, "yaml team": tryTeam,
		"xml motion": tryMotion, "mermaid": tryDrawing, "go": tryGo, "go program": tryProgram,
	}
}

func TestExamplesInTheDocumentsWork(t *testing.T) {
	var statements []block
	for _, language := range []string{"yaml", "xml", "mermaid", "go"} {
		for _, b := range blocks(t, language) {
			if _, own := b.ownModule(); own {
				continue // see module_test.go
			}
			if _, tried := b.tried(); tried {
				continue // see tried_test.go
			}
			if b.kind == "go" {
				statements = append(statements, b)
				continue
			}
			name := fmt.Sprintf("%s:%d", b.file, b.line)
			t.Run(name, func(t *testing.T) {
				check, known := tries()[b.kind]
				require.True(t, known, "a fenced block %q: nothing checks it", b.kind)
				require.NoError(t, check(t, name, []byte(b.text)))
			})
		}
	}
	require.NotEmpty(t, statements)
	require.NoError(t, vet(t, statements))
}

// tryTeam accepts every team. The commands with --team in the documents check it, see [bench.tryRobot].
func tryTeam(*testing.T, string, []byte) error { return nil }

// tryBody parses a body file.
func tryBody(_ *testing.T, _ string, text []byte) error {
	_, err := sim.ParseFigures(text)
	return err
}

// tryExperiment parses an experiment file and generates its trials.
func tryExperiment(t *testing.T, _ string, text []byte) error {
	file := filepath.Join(t.TempDir(), "experiment.yaml")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	_, err := experiment.Open(file)
	return err
}

// tryTune parses a tune file.
func tryTune(_ *testing.T, name string, text []byte) error {
	_, err := tune.Parse(name, text)
	return err
}

// tryBridge parses a bridge file.
func tryBridge(_ *testing.T, _ string, text []byte) error {
	_, err := gazebobridge.Parse(text, gazebobridge.Pairs())
	return err
}

// tryDrawing parses a drawing of states, and checks that the document has a table row for each state.
func tryDrawing(t *testing.T, name string, text []byte) error {
	t.Helper()
	file, _, _ := strings.Cut(name, ":")
	page := documents(t)[file]
	arrow := regexp.MustCompile(`^ +(\S+) --> (\S+)(: .+)?$`)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if lines[0] != "stateDiagram-v2" || len(lines) < 2 {
		return errors.New("expected stateDiagram-v2 and its transitions")
	}
	for _, line := range lines[1:] {
		m := arrow.FindStringSubmatch(line)
		if m == nil {
			return fmt.Errorf("%q: expected FROM --> TO: why", line)
		}
		for _, state := range m[1:3] {
			if state != "[*]" && !strings.Contains(page, "\n| `"+state+"` |") {
				return fmt.Errorf("%q: no state in a table of %s", state, file)
			}
		}
	}
	return nil
}

// The checks must find the errors in wrong examples.
func TestSpoiledExamplesAreFound(t *testing.T) {
	for kind, text := range map[string]string{
		"yaml machine":    "machine: m\ninitial: a\nstates: {a: {do: {trck: {color: red}}}}\n",
		"yaml world":      "title: t\nflor: {size_m: [8, 8]}\n",
		"yaml params":     "/**/vision: {ros__parameters: {min_pixel: 3}}\n",
		"yaml launch":     "launch:\n- arg: {name: n, default: 3}\n",
		"yaml experiment": "run: walk\nsettings: {frictoin: 1}\n",
		"yaml tune":       "measure: forward\nparameters: {walk.period: {min: 2, max: 1}}\n",
		"yaml bridge":     "- topic_name: a\n  ros_type_name: std_msgs/msg/Bool\n  gz_type_name: gz.msgs.Bool\n",
		"yaml body":       "strength: {knees: -1}\n",
		"xml motion":      `<motion name="m"><slot duration="1"><joint name="RKnee" angle_deg="3"/></slot></motion>`,
		"mermaid":         "stateDiagram-v2\n    nowhere --> standing\n",
		"go":              "r, err := robot.New(7)",
		"go program":      "package main\n\nfunc main() {}\n",
	} {
		require.Error(t, tries()[kind](t, "spoiled", []byte(text)), kind)
	}
	require.Error(t, tryParams(t, "spoiled", []byte("vision: {ros__parameters: {min_pixels: 3}}\n")), "fits no node in a namespace")
}

func tryMachine(t *testing.T, name string, text []byte) error {
	t.Helper()
	cfg := behavior.Config{Colors: []string{"red", "green"}}
	model, err := hfsm.Load(name, text, cfg.Vocabulary())
	if err != nil {
		return err
	}
	m, err := hfsm.New(model, nil)
	if err != nil {
		return err
	}
	for now := time.Duration(0); now < time.Minute; now += 50 * time.Millisecond {
		if err := m.Tick(now); err != nil {
			return err
		}
	}
	return nil
}

func tryWorld(t *testing.T, _ string, text []byte) error {
	t.Helper()
	w, err := world.Parse(text)
	if err != nil {
		return err
	}
	_, err = w.MJCF()
	return err
}

// tryParams decodes the file for each node that it names, in a namespace.
func tryParams(t *testing.T, name string, text []byte) error {
	t.Helper()
	settings, err := param.Parse(name, text)
	if err != nil {
		return err
	}
	heard := 0
	for node, config := range configs() {
		values := param.FromSettings("/nao1/"+node, settings)
		before := fmt.Sprintf("%+v", config)
		if err := values.Decode(config); err != nil {
			return err
		}
		if fmt.Sprintf("%+v", config) != before {
			heard++
		}
	}
	if heard == 0 {
		return fmt.Errorf("%s: sets no parameter of a node in /nao1 to anything but its default", name)
	}
	return nil
}

func tryLaunch(t *testing.T, _ string, text []byte) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "example.launch.yaml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	_, err := launcher.Load(file, nil)
	return err
}

func tryMotion(t *testing.T, name string, text []byte) error {
	t.Helper()
	_, err := slot.Parse(name, text)
	return err
}

// tryGo compiles statements in a function that has a ctx.
func tryGo(t *testing.T, name string, text []byte) error {
	t.Helper()
	file, line, _ := strings.Cut(name, ":")
	at, _ := strconv.Atoi(line) // only examples in documents have a line number
	return vet(t, []block{{file: file, line: at, text: string(text)}})
}

// vet compiles all statements at once, each block in a function that has a ctx. Errors name the document and line.
func vet(t *testing.T, all []block) error {
	t.Helper()
	var source strings.Builder
	source.WriteString("package main\n\nimport (\n\"context\"\n\"fmt\"\n\"time\"\n\n\"gonao/msgs\"\nexampleinterfaces \"gonao/msgs/example_interfaces\"\n\"gonao/sim/robot\"\n\"gonao/ros\"\n\"gonao/ros/bag\"\n\"gonao/ros/tf\"\n\"gonao/sim\"\n\"gonao/sim/scenery\"\n\"gonao/sim/world\"\n)\n\n" +
		"var _, _, _, _, _, _, _, _, _, _ = time.Second, sim.New, scenery.Open, world.Load, fmt.Sprint(), robot.DefaultConfig, tf.Identity, bag.Open, msgs.RobotState{}, exampleinterfaces.FibonacciGoal{}\n\nfunc main() {}\n\n")
	for i, b := range all {
		fmt.Fprintf(&source, "var _ = example%[1]d\n\nfunc example%[1]d(ctx context.Context, n *ros.Node) error {\n//line %[2]s:%[3]d\n%[4]s\nreturn nil\n}\n\n",
			i, b.file, max(b.line, 1), strings.TrimSpace(b.text))
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(source.String()), 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(t.Context(), "go", "vet", file)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// tryProgram compares a program with the programs in examples/, which are built with the other packages.
func tryProgram(t *testing.T, name string, text []byte) error {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "examples", "*", "main.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		program, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if bytes.HasSuffix(bytes.TrimSpace(program), bytes.TrimSpace(text)) {
			return nil
		}
	}
	return fmt.Errorf("%s: no program in examples/ ends with this text", name)
}
