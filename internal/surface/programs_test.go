package surface

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
	"gonao/internal/built"
	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/rmw"
)

// withoutHelp are the programs without a command line: they convert their standard input.
var withoutHelp = []string{"graph_layout"}

func TestProgramsAreAsTheyWere(t *testing.T) {
	dir, err := built.Dir()
	require.NoError(t, err)
	t.Run("help", func(t *testing.T) { helpIsAsItWas(t, dir) })
	t.Run("exit codes", func(t *testing.T) { exitCodesAreAsTheyWere(t, filepath.Join(dir, "gonao")) })
	t.Run("formats", func(t *testing.T) { machinesAreAsTheyWere(t, filepath.Join(dir, "gonao")) })
}

func helpIsAsItWas(t *testing.T, dir string) {
	ofNodes, others := mains(t)
	self, err := os.Executable()
	require.NoError(t, err)
	var files []string
	is := func(file, text string) {
		files = append(files, file)
		compare(t, "help/"+file, text)
	}
	for _, name := range ofNodes {
		cmd := exec.CommandContext(t.Context(), self, "--help")
		cmd.Env = append(os.Environ(), actAs+"="+name)
		out, err := cmd.Output()
		require.NoError(t, err, name)
		is(name+".txt", string(out))
	}
	for _, name := range others {
		if slices.Contains(withoutHelp, name) {
			continue
		}
		output := func(words ...string) (string, error) {
			cmd := exec.CommandContext(t.Context(), filepath.Join(dir, name), words...)
			cmd.Dir = t.TempDir()
			out, err := cmd.CombinedOutput()
			return string(out), err
		}
		if name == "gonao" {
			output = func(words ...string) (string, error) { return gonao(t, words...) }
		}
		top, below := commands(t, name, output)
		is(name+".txt", top)
		for command, text := range below {
			is(name+"_"+command+".txt", text)
		}
	}
	there, err := os.ReadDir(filepath.Join("testdata", "help"))
	require.NoError(t, err)
	for _, file := range there {
		if !slices.Contains(files, file.Name()) {
			t.Errorf("testdata/help/%s: this program or command no longer exists; remove the file and explain it in CHANGELOG.md", file.Name())
		}
	}
}

// commands returns the help of a program, and that of each of its commands and all commands below them. Cobra's own
// command completion is listed, but not the commands below it.
func commands(t *testing.T, program string, output func(words ...string) (string, error)) (top string, below map[string]string) {
	t.Helper()
	help := func(words ...string) (text string, below []string) {
		text, err := output(append(words, "--help")...)
		require.NoError(t, err, "%s %v", program, words)
		for _, part := range strings.Split(text, "\n\n") { // the list of commands, or the lists of groups
			title, list, _ := strings.Cut(strings.TrimPrefix(part, "\n"), "\n")
			if !slices.Contains([]string{"Available Commands:", "Start:", "Look:", "Build:", "Measure:", "Maintain:"}, title) {
				continue
			}
			for line := range strings.Lines(list) {
				if name := strings.Fields(line)[0]; name != "completion" && name != "help" {
					below = append(below, name)
				}
			}
		}
		return text, below
	}
	top, names := help()
	below = map[string]string{}
	for _, name := range names {
		var out strings.Builder
		var walk func(words ...string)
		walk = func(words ...string) {
			text, inside := help(words...)
			fmt.Fprintf(&out, "=== %s %s --help\n%s\n", program, strings.Join(words, " "), text)
			for _, name := range inside {
				walk(append(slices.Clone(words), name)...)
			}
		}
		walk(name)
		below[name] = out.String()
	}
	return top, below
}

// gonao returns the output of a command of the tool. The command runs in this process, because there are many.
func gonao(t *testing.T, words ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	command := tool.New(graph.Default())
	command.SetArgs(words)
	command.SetOut(&out)
	command.SetErr(&out)
	err := command.ExecuteContext(t.Context())
	return out.String(), err
}

func exitCodesAreAsTheyWere(t *testing.T, gonao string) {
	self, err := os.Executable()
	require.NoError(t, err)
	domain := "ROS_DOMAIN_ID=" + strconv.Itoa(101+os.Getpid()%100)
	environment := append(os.Environ(), domain, "ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST")
	serveSay(t, domain)
	var out strings.Builder
	for _, line := range []string{
		"gonao", "gonao --help", "gonao topic", "gonao hfsm check door.yaml", "gonao hfsm check --loose door.yaml", "gonao hfsm test door_test.yaml",
		"gonao topc", "gonao topic list --tipes", "gonao topic echo", "gonao hfsm run door.yaml --tick none",
		"gonao hfsm check nowhere.yaml", "gonao launch nowhere.launch.yaml", "gonao param get /nobody gain --timeout 1ms",
		"gonao action send-goal /surface/nothing gonao_msgs/action/Say '{}' --timeout 1ms",
		"gonao action send-goal /surface/say gonao_msgs/action/Say '{text: done}'",
		"gonao action send-goal /surface/say gonao_msgs/action/Say '{text: rejected}'",
		"gonao action send-goal /surface/say gonao_msgs/action/Say '{text: canceled}' --feedback",
		"gonao action send-goal /surface/say gonao_msgs/action/Say '{text: aborted}'",
		"vision --help", "vision --helps", "vision --ros-args -p min_pixel:=3", "vision --ros-args -p min_pixels:=0",
		"vision --ros-args --params-file nowhere.yaml",
	} {
		words := shellWords(line)
		program := gonao
		if words[0] != "gonao" {
			program = self
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(ctx, program, words[1:]...)
		cmd.Dir = filepath.Join("testdata", "formats")
		cmd.Env = environment
		if program == self {
			cmd.Env = append(slices.Clone(environment), actAs+"="+words[0])
		}
		interruptAtFeedback(cmd)
		err := cmd.Run()
		cancel()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			require.NoError(t, err, line)
		}
		fmt.Fprintf(&out, "%d  %s\n", cmd.ProcessState.ExitCode(), line)
	}
	compare(t, "exit_codes.txt", out.String())
}

// serveSay serves an action whose goals end in the way that their text names.
func serveSay(t *testing.T, domain string) {
	t.Helper()
	t.Setenv(strings.SplitN(domain, "=", 2)[0], strings.SplitN(domain, "=", 2)[1])
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	backend, err := rmw.Open()
	require.NoError(t, err)
	t.Cleanup(func() { backend.Close() })
	n, err := ros.NewNode(t.Context(), backend, "say", ros.NodeOptions{Namespace: "/surface", Logger: discard})
	require.NoError(t, err)
	t.Cleanup(func() { n.Close() })
	_, err = ros.ServeAction(n, "say", func(ctx context.Context, goal msgs.SayGoal, feedback func(msgs.SayFeedback)) (msgs.SayResult, error) {
		switch goal.Text {
		case "aborted":
			return msgs.SayResult{}, errors.New("no voice")
		case "canceled":
			feedback(msgs.SayFeedback{})
			<-ctx.Done()
			return msgs.SayResult{}, ctx.Err()
		}
		return msgs.SayResult{}, nil
	}, ros.Accept(func(goal msgs.SayGoal) error {
		if goal.Text == "rejected" {
			return errors.New("not accepted")
		}
		return nil
	}))
	require.NoError(t, err)
}

// interruptAtFeedback sends Ctrl-C to a command that shows a goal's feedback, as soon as the first feedback has
// arrived.
func interruptAtFeedback(cmd *exec.Cmd) {
	if slices.Contains(cmd.Args, "--feedback") {
		cmd.Stdout = &interrupter{cmd: cmd}
	}
}

// interrupter is the standard output of a command. It interrupts the command at its first feedback.
type interrupter struct {
	cmd  *exec.Cmd
	seen bytes.Buffer
	done bool
}

func (i *interrupter) Write(p []byte) (int, error) {
	i.seen.Write(p)
	if !i.done && strings.Contains(i.seen.String(), "spoken") {
		i.done = true
		return len(p), i.cmd.Process.Signal(syscall.SIGINT)
	}
	return len(p), nil
}

// shellWords splits a line at the spaces that are not inside single quotes.
func shellWords(line string) []string {
	var words []string
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, m[1]+m[2])
	}
	return words
}
