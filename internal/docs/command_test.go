package docs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/lab"
	"gonao/cmd/gonao/launcher"
	"gonao/internal/built"
	"gonao/ros/param"
)

// bench checks the commands of the documents.
type bench struct {
	t     *testing.T
	make  makefile
	right map[string]bool // lines that were tried and are right
	rows  []row           // names in the table of topics
}

func newBench(t *testing.T) *bench {
	// Our programs may be in the path, as README says: commands would find them there and run for hours.
	t.Setenv("PATH", strings.Join(slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "motion_lab"))
		return err == nil
	}), string(filepath.ListSeparator)))
	t.Helper()
	return &bench{t: t, make: readMakefile(t), right: map[string]bool{}, rows: table(t)}
}

func TestCommands(t *testing.T) {
	b := newBench(t)
	t.Run("in the documents exist", b.documents)
	t.Run("in the tool's help exist", b.help)
	t.Run("that are wrong are found", b.wrong)
}

func (b *bench) documents(t *testing.T) {
	for _, block := range blocks(t, "sh") {
		if _, own := block.ownModule(); own {
			continue // run in module_test.go
		}
		if _, tried := block.tried(); tried {
			continue // run in tried_test.go
		}
		all := true
		for i, line := range strings.Split(block.text, "\n") {
			if err := b.try(line); err != nil {
				t.Errorf("%s:%d: %s: %v", block.file, block.line+i, line, err)
			}
			all = all && isRun(line)
		}
		switch why := block.whyNotRun(); {
		case why == "" && !all:
			t.Errorf("%s:%d: not run by a test: use `sh try`, or name the reason after sh: %s", block.file, block.line-1, strings.Join(reasons, ", "))
		case why != "" && all:
			t.Errorf("%s:%d: this test runs the command, so remove the reason (%s)", block.file, block.line-1, why)
		}
	}
}

// reasons are the kinds of commands that the tests do not run. Their command lines are checked.
var reasons = []string{
	"robot",  // the command needs a robot or a graph, or starts one
	"long",   // the command builds, measures, trains, films or plays
	"window", // the command opens a window
}

// whyNotRun returns the reason after sh, or an empty text.
func (b block) whyNotRun() string {
	_, reason, _ := strings.Cut(b.kind, " ")
	return reason
}

// isRun reports whether [bench.try] runs a line completely, instead of only checking its arguments.
func isRun(line string) bool {
	words, err := split(strings.TrimSpace(line))
	if err != nil || len(words) == 0 {
		return err == nil
	}
	program, _ := strings.CutPrefix(words[0], "build/bin/")
	if program != "gonao" {
		return slices.Contains([]string{"export", "mkdir", "cp"}, program) || slices.Contains(words, "--help")
	}
	args := withoutGroup(words[1:])
	command, noun := args[0], ""
	if len(args) > 1 {
		noun = args[1]
	}
	switch command {
	case "hfsm":
		return !onRobot(args)
	case "interface":
		return !slices.Contains(args, "--node")
	case "motion":
		return worksOnMotionFiles(args)
	case "bag":
		return noun == "info"
	}
	return slices.Contains([]string{"model", "completion", "new", "doctor", "--help"}, command)
}

func (b *bench) wrong(t *testing.T) {
	for _, wrong := range []string{
		"make demmo", "gonao topic lst", "gonao topic list --tipes", "gonao param set /nao1/vison min_pixels 20", "gonao completion basch", "build/bin/gonao launch sim.launch.yaml wrold:=spl",
		"build/bin/gonao launch sim.launch.yaml look:=fur", "gonao launch simm.launch.yaml", "gonao launch sim.launch.yaml --prnt", "build/bin/visio",
		"build/bin/vision --ros-args -p min_pixel:=3", "build/bin/demo --length 3s", "build/bin/demo wrold:=spl",
		"gonao topic pub --once /nao1/head_command gonao_msgs/msg/HeadComand '{yaw: 0.5}'", "cp nowhere.yaml mine.yaml",
		"go run ./examples/nod --ros-args -p rate:=1.0", "gonao param set /nao1/nodd rate_hz 0.5", "gonao motion check nowhere.xml", "gonao motion play stand --sloer 2",
		"gonao topic pub --once /nao1/head_command gonao_msgs/msg/HeadCommand '{jaw: 0.5}'",
		"gonao action send-goal /nao1/play_motion gonao_msgs/action/PlayMotion '{motion: wave}'",
		"gonao action send-goal /nao1/play_motion gonao_msgs/action/PlayMotion '{name: wave}'", "gonao interface show gonao_msgs/msg/Robotstat", "gonao topic echo /nao1/robot_stat",
		"GONAO_VISION_MIN_PIXEL=3 build/bin/vision", "gonao robot model urdf --look fur", "nosuchprogram",
		"gonao motion tune a.yaml --worker 1", "gonao sim film --vew front", "gonao motion adapt", "gonao motion adapt a.xml --seeds many",
		"gonao sim gazebo serve --world mars", "gonao sim gazebo chek", "gonao robot deploy", "gonao robot deploi nao@nao.local", "gonao robot deploy nao@nao.local wrold:=spl", "gonao robot logs --folow nao@nao.local",
		"gonao match game serve --rules spl2024", "gonao match game call gaol home", "gonao studio --veiwer", "gonao studio machine.yaml", "gonao robot lola rec x.lola", "gonao robot lola replay x.lola --spede 2", "gonao robot lola record",
		"gonao doctor --nope", "gonao new machin x", "gonao hfsm diff behavior/machines/dance.yaml",
	} {
		require.Error(t, b.try(wrong), wrong)
	}
}

// try checks one line as far as that is cheap and needs no robot. Equal lines are checked once.
func (b *bench) try(line string) error {
	line = strings.TrimSpace(line)
	if b.right[line] {
		return nil
	}
	err := b.tryOnce(line)
	b.right[line] = err == nil
	return err
}

func (b *bench) tryOnce(line string) error {
	words, err := split(line)
	if err != nil {
		return err
	}
	for len(words) > 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(words[0]) {
		if err := checkEnvironment(words[0]); err != nil {
			return err
		}
		words = words[1:]
	}
	if i := slices.Index(words, ">"); i >= 0 {
		words = words[:i]
	}
	if len(words) == 0 {
		return nil
	}
	args := words[1:]
	program, ours := strings.CutPrefix(words[0], "build/bin/")
	switch {
	case words[0] == "make":
		return b.make.check(args)
	case program == "gonao":
		return b.tryGonao(args)
	case program == "demo" && ours:
		return b.tryDemo(args)
	case ours:
		return tryNode(program, args)
	case words[0] == "go" && len(args) > 1 && args[0] == "run":
		return b.tryExample(args[1:])
	case words[0] == "cp" && len(args) == 2:
		if strings.HasPrefix(args[0], "build/") {
			return nil // an earlier command creates it; a fresh clone has no build directory
		}
		_, err := os.Stat(filepath.Join(root, args[0]))
		return err
	case words[0] == "python3" && len(args) > 0:
		if slices.ContainsFunc(blocks(b.t, "python"), func(written block) bool { return written.kind == "python try "+args[0] }) {
			return nil // the reader has written it
		}
		_, err := os.Stat(filepath.Join(root, args[0]))
		return err
	case slices.Contains([]string{"export", "mkdir", "sudo", "ros2", "rviz2"}, words[0]):
		return nil // this is a program of another project
	}
	return fmt.Errorf("%s: not known to internal/docs", words[0])
}

// tryExample runs a program of examples/, which is already built, with an invalid domain. The program reports the
// domain only after it has accepted its command line.
func (b *bench) tryExample(args []string) error {
	dir, example := strings.CutPrefix(args[0], "./examples/")
	if _, err := os.Stat(filepath.Join(root, args[0], "main.go")); err != nil || !example {
		return fmt.Errorf("go run %s: expected a program of examples/", args[0])
	}
	cmd := exec.CommandContext(b.t.Context(), built.Program(b.t, dir), args[1:]...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "ROS_DOMAIN_ID=none")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "ROS_DOMAIN_ID") {
		return fmt.Errorf("not taken: %s", out)
	}
	return nil
}

// tryLaunch loads the launch file with the tool, and checks the arguments.
func (b *bench) tryLaunch(args []string) error {
	var names, flags, given []string
	for _, arg := range args {
		switch {
		case strings.Contains(arg, ":="):
			given = append(given, arg)
		case strings.HasPrefix(arg, "-"):
			flags = append(flags, arg)
		default:
			names = append(names, arg)
		}
	}
	if len(names) == 0 {
		return errors.New("no launch file")
	}
	if out, err := b.gonao(root, nil, slices.Concat([]string{"launch", "--show-args"}, flags, names)); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return checkArguments(names[len(names)-1], given)
}

// checkArguments checks name:=value against the arguments that a launch file declares.
func checkArguments(file string, given []string) error {
	declared, err := launcher.Arguments(filepath.Join(root, "launch", file))
	if err != nil {
		return err
	}
	for _, arg := range given {
		name, value, _ := strings.Cut(arg, ":=")
		i := slices.IndexFunc(declared, func(a launcher.Argument) bool { return a.Name == name })
		if i < 0 {
			return fmt.Errorf("%s: no argument %q", file, name)
		}
		if choices := declared[i].Choices; len(choices) > 0 && !slices.Contains(choices, value) {
			return fmt.Errorf("%s: argument %s is %q; expected one of %v", file, name, value, choices)
		}
	}
	return nil
}

// tryDemo checks the demo's flags and does not start it, because building the demo takes long.
func (b *bench) tryDemo(args []string) error {
	flags := lab.NewDemo(nil).Flags()
	var given []string
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		flag := flags.Lookup(name)
		switch {
		case isFlag && flag != nil && flag.NoOptDefVal != "": // it takes no value
		case isFlag && flag != nil:
			i++
		case !isFlag && strings.Contains(args[i], ":="):
			given = append(given, args[i])
		default:
			return fmt.Errorf("demo: no argument %s", args[i])
		}
	}
	return checkArguments("sim.launch.yaml", given)
}

// tryNode parses a node's command line as the node's main function does.
func tryNode(node string, args []string) error {
	config := configs()[node]
	if config == nil {
		return fmt.Errorf("no program %s", node)
	}
	if len(args) == 1 && args[0] == "--help" {
		return nil
	}
	for i := 1; i < len(args); i++ {
		if args[i-1] == "--params-file" {
			args[i] = filepath.Join(root, args[i])
		}
	}
	a, err := param.ParseArgs(args)
	if err != nil {
		return err
	}
	if len(a.Rest) > 0 {
		return fmt.Errorf("%s: arguments %q", node, a.Rest)
	}
	name, namespace := a.Named(node)
	return param.Decode(a, strings.TrimSuffix(namespace, "/")+"/"+name, config)
}

// checkEnvironment checks a parameter that an environment variable sets.
func checkEnvironment(assignment string) error {
	variable, value, _ := strings.Cut(assignment, "=")
	rest, ours := strings.CutPrefix(variable, "GONAO_")
	if !ours {
		return nil
	}
	for node := range configs() {
		if name, ok := strings.CutPrefix(rest, strings.ToUpper(node)+"_"); ok {
			name = strings.ReplaceAll(strings.ToLower(name), "__", ".")
			return tryNode(node, []string{"--ros-args", "-p", name + ":=" + value})
		}
	}
	return fmt.Errorf("%s: no such node", variable)
}
