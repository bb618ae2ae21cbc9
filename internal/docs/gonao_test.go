package docs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
)

// gonao runs a command of the tool in this process, in dir and with additional environment variables, and returns its
// output. The command does not find any other program beside the tool.
func (b *bench) gonao(dir string, env map[string]string, args []string) (said string, err error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if err := os.Chdir(dir); err != nil {
		return "", err
	}
	for name, value := range env {
		defer os.Setenv(name, os.Getenv(name))
		if err := os.Setenv(name, value); err != nil {
			return "", err
		}
	}
	var out bytes.Buffer
	access := graph.Default()
	access.Terminal = cli.Terminal{Out: &out, Errs: &out, In: strings.NewReader("")}
	command := tool.New(access)
	command.SetArgs(args)
	command.SetOut(&out)
	command.SetErr(&out)
	err = command.ExecuteContext(b.t.Context())
	if cli.ExitCode(err) == 0 {
		err = nil
	}
	return out.String(), errors.Join(err, os.Chdir(here))
}

// tryGonao runs the tool. Commands that use the graph receive an invalid domain. They report it only after they have
// accepted everything else.
func (b *bench) tryGonao(args []string) error {
	if len(args) == 0 {
		return errors.New("no command")
	}
	if slices.Contains(args, "--help") {
		_, err := b.gonao(root, nil, args)
		return err
	}
	if args = withoutGroup(args); args[0] == "demo" {
		return b.tryDemo(args[1:])
	}
	if args[0] == "launch" {
		return b.tryLaunch(args[1:])
	}
	if args[0] == "hfsm" && len(args) > 2 && slices.Contains([]string{"graph", "import", "export", "generate"}, args[1]) {
		return b.tryConversion(args)
	}
	if args[0] == "lola" {
		return b.tryLoLA(args)
	}
	if args[0] == "robot" {
		return b.tryRobot(args)
	}
	if args[0] == "studio" {
		b.t.Setenv("XDG_CONFIG_HOME", b.t.TempDir()) // home directory for the tokens
		return b.tryWithoutPrograms(args, "install openssh-client", "expected the program studio beside gonao")
	}
	if args[0] == "new" {
		return b.tryNew(args)
	}
	if args[0] == "doctor" || args[0] == "hfsm" && len(args) > 1 && args[1] == "diff" {
		return b.tryAnswer(args)
	}
	if args[0] == "game" && len(args) > 1 && args[1] == "serve" {
		return b.tryWithoutPrograms(args, "expected the program game_controller beside gonao")
	}
	if args[0] == "gazebo" {
		return b.tryWithoutPrograms(args, "no Gazebo is installed")
	}
	if worksOnMotionFiles(args) {
		return b.tryMotionFile(args)
	}
	if i := slices.Index(args, "-o"); args[0] == "model" && i >= 0 && i+1 < len(args) { // the command writes a file
		args = slices.Clone(args)
		args[i+1] = filepath.Join(b.t.TempDir(), args[i+1])
	}
	if len(args) > 2 && args[0] == "model" && args[1] == "meshes" {
		args = []string{"model", "meshes", b.t.TempDir()}
	}
	reads := args[0] == "bag" && len(args) > 2 && args[1] != "record"
	if reads { // any bag replaces the reader's bag
		args = slices.Clone(args)
		args[2] = filepath.Join(b.t.TempDir(), "bag")
		if err := os.CopyFS(args[2], os.DirFS(filepath.Join(root, "ros/bag/testdata/tiny_bag"))); err != nil {
			return err
		}
	}
	said, err := b.gonao(root, map[string]string{"ROS_DOMAIN_ID": "none"}, args)
	if err != nil {
		said += err.Error()
	}
	if args[0] == "localization" && strings.Contains(said, "bag walk: no such file or directory") {
		return nil // its arguments were accepted; the reader's recording does not exist
	}
	if args[0] == "model" || args[0] == "hfsm" && !onRobot(args) || args[0] == "completion" || reads && args[1] != "play" || args[0] == "interface" && !slices.Contains(args, "--node") {
		return err
	}
	if strings.Contains(said, "expected the program motion_lab beside gonao") || strings.Contains(said, "expected the program match beside gonao") {
		return nil // its flags are right; the program that it starts is missing
	}
	if err == nil || !strings.Contains(said, "ROS_DOMAIN_ID") {
		return fmt.Errorf("not taken: %s", said)
	}
	if args[0] == "hfsm" {
		return nil // --machine names a namespace, which may be that of a machine that is started later
	}
	if err := checkMotion(args); err != nil {
		return err
	}
	return b.checkTopics(args)
}

// withoutGroup removes a first word that only groups commands: gonao ros topic is gonao topic, and gonao robot model is
// tested as gonao model, not as gonao robot.
func withoutGroup(args []string) []string {
	below := map[string][]string{"sim": {"gazebo"}, "motion": {"tune"}, "experiment": {"trial", "localization"}, "match": {"game"}, "robot": {"model", "lola"}}
	if len(args) > 1 && (args[0] == "ros" || slices.Contains(below[args[0]], args[1])) {
		return args[1:]
	}
	return args
}

// tryNew runs `gonao new` in an empty directory.
func (b *bench) tryNew(args []string) error {
	args = append(slices.Clone(args), "-C", b.t.TempDir()) // if -C appears twice, the last one counts
	if args[1] == "project" {
		source, err := filepath.Abs(root)
		if err != nil {
			return err
		}
		args = append(args, "--gonao", source)
	}
	_, err := b.gonao(root, nil, args)
	return err
}

// tryAnswer runs a command for which exit code 1 is a valid answer.
func (b *bench) tryAnswer(args []string) error {
	if args[0] == "doctor" {
		args = append(slices.Clone(args), "--offline")
	}
	if _, err := b.gonao(root, nil, args); cli.ExitCode(err) > 1 {
		return err
	}
	return nil
}

// onRobot reports whether a command of gonao hfsm works on a robot's machine.
func onRobot(args []string) bool {
	return len(args) > 1 && slices.Contains([]string{"watch", "attach", "load", "post"}, args[1])
}

// tryLoLA runs `gonao lola` with a socket that cannot be opened.
func (b *bench) tryLoLA(args []string) error {
	if len(args) > 1 && (args[1] == "record" || args[1] == "replay") {
		args = append(slices.Clone(args), "--listen", "nowhere://")
	}
	_, err := b.gonao(b.t.TempDir(), nil, args)
	if err != nil && (strings.Contains(err.Error(), "nowhere://") || strings.Contains(err.Error(), "no such file")) {
		return nil
	}
	return fmt.Errorf("not taken: %w", err)
}

// tryRobot runs `gonao robot` without ssh. The command reports the missing ssh only after it has accepted the command
// line. The programs that deploy copies need not be built.
func (b *bench) tryRobot(args []string) error {
	if i := slices.IndexFunc(args, func(arg string) bool { return strings.Contains(arg, ":=") }); i >= 0 && args[1] == "deploy" {
		launched := slices.DeleteFunc(slices.Clone(args[i:]), func(arg string) bool { return strings.HasPrefix(arg, "--") })
		if err := b.tryLaunch(append([]string{"robot.launch.yaml"}, launched...)); err != nil {
			return err
		}
	}
	if i := slices.Index(args, "--team"); i >= 0 {
		all := blocks(b.t, "yaml")
		team := slices.IndexFunc(all, func(at block) bool { return at.kind == "yaml team" })
		if team < 0 {
			return errors.New("no block of the documents is a team")
		}
		args = slices.Clone(args)
		args[i+1] = filepath.Join(b.t.TempDir(), "robots.yaml")
		if err := os.WriteFile(args[i+1], []byte(all[team].text), 0o600); err != nil {
			return err
		}
	}
	return b.tryWithoutPrograms(args, "install openssh-client", "run `make build`", "no such file on this computer")
}

// tryWithoutPrograms runs the tool with an empty PATH. The tool reports a missing program only after it has accepted
// the command line.
func (b *bench) tryWithoutPrograms(args []string, says ...string) error {
	said, err := b.gonao(root, map[string]string{"PATH": "/nowhere"}, args)
	if err != nil && slices.ContainsFunc(says, func(part string) bool { return strings.Contains(said+err.Error(), part) }) {
		return nil
	}
	return fmt.Errorf("not taken: %s: %w", said, err)
}

// tryConversion draws or converts a machine in a directory with the reader's machines. It writes DOT instead of SVG and
// PDF, which need Graphviz.
func (b *bench) tryConversion(args []string) error {
	dir := b.t.TempDir()
	for name, file := range map[string]string{
		"machine.yaml":          "hfsm/testdata/paper.yaml",
		"bump_and_go.xml":       "hfsm/formats/jderobot/testdata/d2.xml",
		"door.scxml":            `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="null"><state id="open"/></scxml>`,
		"HeadFSM.lua":           "sm = fsm.new(headScan)\nsm:set_transition(headScan, 'timeout', headScan)\n",
		"search_for_ball.xabsl": "option search_for_ball { initial state look { decision { stay; } } }\n",
	} {
		text := []byte(file)
		if strings.HasPrefix(file, "hfsm/") {
			var err error
			if text, err = os.ReadFile(filepath.Join(root, file)); err != nil {
				return err
			}
		}
		text = bytes.ReplaceAll(text, []byte("history: HISTORY\n"), nil) // the tests of this file replace HISTORY
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/mine\n"), 0o600); err != nil {
		return err // gonao hfsm generate needs a module
	}
	ours, err := filepath.Abs(filepath.Join(root, "behavior"))
	if err == nil {
		err = os.Symlink(ours, filepath.Join(dir, "behavior"))
	}
	if err != nil {
		return err
	}
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.TrimSuffix(strings.TrimSuffix(args[i], ".svg"), ".pdf")
	}
	_, err = b.gonao(dir, nil, args)
	return err
}

// checkMotion returns an error if a goal names a motion that does not exist.
func checkMotion(args []string) error {
	i := slices.Index(args, "gonao_msgs/action/PlayMotion")
	if i < 0 || i+1 == len(args) {
		return nil
	}
	var goal struct{ Name string }
	if err := yaml.Unmarshal([]byte(args[i+1]), &goal); err != nil {
		return err
	}
	_, err := os.Stat(filepath.Join(root, "motion", "motions", goal.Name+".xml"))
	return err
}

// checkTopics returns an error if a topic of the demo's robot is missing from the table of docs/topics.md, or if a node
// neither exists nor is an example.
func (b *bench) checkTopics(args []string) error {
	for _, arg := range args {
		name, ours := strings.CutPrefix(arg, "/nao1/")
		known := slices.ContainsFunc(b.rows, func(r row) bool { return r.name == name })
		node, _, _ := strings.Cut(name, "/")
		_, noExample := os.Stat(filepath.Join(root, "examples", node))
		if ours && !known && name != "chatter" && configs()[node] == nil && noExample != nil {
			return fmt.Errorf("%s: no topic in docs/topics.md, and no node", arg)
		}
	}
	return nil
}
