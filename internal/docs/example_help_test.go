package docs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
)

// notRun lists examples that are not run. They are only checked as far as is possible without a robot, a graph and so
// on. The key is the reason, and the value holds the beginnings of their lines, without gonao.
var notRun = map[string][]string{
	"it needs a graph or a robot": {
		"topic", "node", "service", "action", "param", "lifecycle", "tf", "bag record", "bag play", "interface show gonao_msgs/msg/RobotState --node",
		"hfsm attach", "hfsm load", "hfsm post", "hfsm watch", "motion play", "motion record", "motion reload", "motion step",
		"sim pause", "sim place", "sim press", "sim pull", "sim push", "sim reset", "sim resume", "sim speed", "sim step", "match game call", "match game status",
	},
	needsSimulator: {
		"experiment", "lesson check", "lesson list", "lesson 1", "match --", "match calibrate", "match env",
		"match tournament", "match work", "motion adapt", "motion bench", "motion kicks", "motion plot", "motion rows", "motion tune", "sim film", "vision dataset", "vision measure", "vision windows",
	},
	"it starts programs, or uses the network": {
		"demo", "launch", "match game serve", "robot deploy", "robot logs", "robot rollback", "robot status", "robot stop", "robot lola", "sim gazebo", "studio",
	},
	"it draws with Graphviz, which is another program": {
		"hfsm graph dance -o", "hfsm graph follow_and_dance -o", "hfsm graph follow_and_dance --depth",
	},
	takesLong:                      {"run", "match elo", "vision colors", "vision score", "vision train", "hfsm import HeadFSM.lua", "motion import", "bag info run/run_0.mcap", "bag convert", "new project"},
	"its exit code 1 is an answer": {"doctor", "hfsm diff"},
}

const needsSimulator = "it needs the simulator, which is another program"

const takesLong = "it takes long, works on what a person has made, or runs a program that is built"

// alsoRun lists examples that are run even though their beginning is in [notRun].
var alsoRun = []string{"launch sim.launch.yaml --show-args"}

// whyExampleNotRun returns the reason why an example is not run, or "".
func whyExampleNotRun(args []string) string {
	line := strings.Join(args, " ") + " "
	for reason, all := range notRun {
		for _, beginning := range all {
			if (strings.HasPrefix(line, beginning+" ") || strings.HasSuffix(beginning, "--") && strings.HasPrefix(line, beginning)) && !slices.Contains(alsoRun, strings.TrimSpace(line)) {
				return reason
			}
		}
	}
	return ""
}

// exampleDir returns a directory with the files that the examples name.
func exampleDir(t *testing.T) string {
	dir := t.TempDir()
	whole, err := filepath.Abs(root)
	require.NoError(t, err)
	for _, name := range []string{"behavior", "hfsm", "launch", "motion", "lab"} {
		require.NoError(t, os.Symlink(filepath.Join(whole, name), filepath.Join(dir, name)))
	}
	for name, source := range map[string]string{
		"bump_and_go.xml": "hfsm/formats/jderobot/testdata/d2.xml", "door.scxml": "hfsm/formats/scxml/testdata/null_lamp.scxml",
		"my_world.yaml": "sim/world/worlds/spl.yaml",
	} {
		text, err := os.ReadFile(filepath.Join(root, source))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	require.NoError(t, os.CopyFS(filepath.Join(dir, "rosbag2_2026_11_20-16_43_09"), os.DirFS(filepath.Join(root, "ros/bag/testdata/tiny_bag"))))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/mine\n"), 0o600)) // gonao hfsm generate needs a module
	return dir
}

// help runs the examples of all commands. Examples that need more than this process are only checked.
func (b *bench) help(t *testing.T) {
	dir := exampleDir(t)
	run, left := 0, map[string]bool{}
	root := tool.New(graph.Access{Terminal: cli.Terminal{Out: &bytes.Buffer{}, Errs: &bytes.Buffer{}}})
	accepts := func(words []string, why string) error { // parses a command line and checks it as far as that is cheap
		cmd, rest, err := root.Find(words)
		if err != nil {
			return err
		}
		if !cmd.DisableFlagParsing { // otherwise the command parses them itself, see package tool
			if err := cmd.ParseFlags(rest); err != nil {
				return err
			}
			if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
				return err
			}
		}
		if why == takesLong {
			return nil
		}
		return b.tryGonao(words)
	}
	all := append(slices.Clone(root.Commands()), root)
	for i := 0; i < len(all); i++ { // subcommands are added to the list
		c := all[i]
		if c != root && !c.IsAvailableCommand() || c.CommandPath() == "gonao ros" || c.Name() == "completion" {
			continue
		}
		if c != root {
			all = append(all, c.Commands()...)
		}
		if c.HasSubCommands() && c.Example == "" {
			continue // a group prints its help
		}
		if !strings.Contains("\n"+c.Example, "\n  "+c.CommandPath()) {
			t.Errorf("%s --help: expected an example that begins with %s", c.CommandPath(), c.CommandPath())
		}
		for line := range strings.SplitSeq(c.Example, "\n") {
			line, _, _ = strings.Cut(line, " #")
			for part := range strings.SplitSeq(strings.ReplaceAll(line, " && ", " | "), " | ") {
				words, err := split(strings.ReplaceAll(strings.TrimSpace(part), "$(git rev-parse --short HEAD)", "1a2b3c4d"))
				require.NoError(t, err, part)
				if i := slices.Index(words, ">"); i >= 0 {
					words = words[:i]
				}
				if len(words) == 0 || words[0] != "gonao" {
					continue
				}
				reason := whyExampleNotRun(words[1:])
				if reason != "" {
					left[reason] = true
					err = accepts(words[1:], reason)
				} else {
					run++
					_, err = b.gonao(dir, map[string]string{"ROS_DOMAIN_ID": "none", "PATH": "/nowhere"}, words[1:])
				}
				if err != nil {
					t.Errorf("%s --help: %s: %v", c.CommandPath(), part, err)
				}
			}
		}
	}
	require.Len(t, left, len(notRun), "a reason that no example needs")
	require.Greater(t, run, 50)
}
