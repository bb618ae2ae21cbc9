package launcher

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"time"

	"gonao/internal/si"
)

// processSpec holds the keys that node and executable have in common.
type processSpec struct {
	prefix, cwd, output, respawn template
	respawnDelay                 time.Duration
	respawnMax                   int
	termAfter, killAfter         time.Duration
	shutdownOnExit, shell        bool
	env                          []templatePair
}

// These are the times that a process may take to end after SIGINT and after SIGTERM, as in ROS 2.
const (
	defaultTermAfter = 5 * time.Second
	defaultKillAfter = 5 * time.Second
)

// parseProcess reads the keys that node and executable share.
func parseProcess(e *entity) *processSpec {
	p := &processSpec{respawnMax: -1, termAfter: defaultTermAfter, killAfter: defaultKillAfter}
	p.prefix, _ = e.template("launch-prefix")
	p.cwd, _ = e.template("cwd")
	p.output, _ = e.template("output")
	p.respawn, _ = e.template("respawn")
	if sec, ok := e.seconds("respawn_delay"); ok {
		p.respawnDelay = si.Seconds(sec)
	}
	if n, ok := e.integer("respawn_max_retries"); ok {
		p.respawnMax = int(n)
	}
	if sec, ok := e.seconds("sigterm_timeout"); ok {
		p.termAfter = si.Seconds(sec)
	}
	if sec, ok := e.seconds("sigkill_timeout"); ok {
		p.killAfter = si.Seconds(sec)
	}
	if onExit, ok := e.text("on_exit"); ok {
		if onExit != "shutdown" {
			e.fail(e.body.fields["on_exit"].line, "\"on_exit\": expected shutdown, got %q", onExit)
		}
		p.shutdownOnExit = true
	}
	p.shell, _ = e.boolean("shell")
	e.boolean("emulate_tty") // it has no effect: lines are shown at once without a terminal, too
	p.env = e.pairs("env", "name", "value")
	return p
}

// process returns the process that runs argv. name is its label; if it is empty, the label is the program's name.
func (s *scope) process(p *processSpec, name string, argv []string) (*Process, error) {
	out := &Process{
		RespawnDelay: p.respawnDelay, RespawnMax: p.respawnMax,
		TermAfter: p.termAfter, KillAfter: p.killAfter, ShutdownOnExit: p.shutdownOnExit,
	}
	var err error
	if out.Dir, err = s.field("cwd", p.cwd); err != nil {
		return nil, err
	}
	if info, err := os.Stat(out.Dir); out.Dir != "" && (err != nil || !info.IsDir()) {
		return nil, fmt.Errorf("\"cwd\": %s is not a directory", out.Dir)
	}
	if out.Output, err = s.output(p.output); err != nil {
		return nil, err
	}
	if p.respawn != nil {
		text, err := s.field("respawn", p.respawn)
		if err != nil {
			return nil, err
		}
		if out.Respawn, err = parseTruth(text); err != nil {
			return nil, fmt.Errorf("\"respawn\": %w", err)
		}
	}
	if out.Env, err = s.processEnv(p.env); err != nil {
		return nil, err
	}
	if name == "" && len(argv) > 0 {
		name = filepath.Base(argv[0])
	}
	if out.Args, err = s.withPrefix(p, argv); err != nil {
		return nil, err
	}
	out.Name = fmt.Sprintf("%s-%d", name, len(s.plan.Processes())+1)
	if p.shell {
		line := out.Args[0]
		for _, word := range out.Args[1:] {
			line += " " + word // unquoted, as ROS 2 passes it to the shell
		}
		out.Program, out.Args = "/bin/sh", []string{"sh", "-c", line}
		return out, nil
	}
	out.Program, err = s.program(out.Args[0], out.Dir)
	return out, err
}

// withPrefix puts the words of launch-prefix before a command line.
func (s *scope) withPrefix(p *processSpec, argv []string) ([]string, error) {
	text, err := s.field("launch-prefix", p.prefix)
	if err != nil {
		return nil, err
	}
	words, err := splitWords(text)
	if err != nil {
		return nil, fmt.Errorf("\"launch-prefix\": %w", err)
	}
	argv = append(words, argv...)
	for _, arg := range argv {
		for i := range len(arg) {
			if arg[i] == 0 {
				return nil, fmt.Errorf("the argument %q contains a zero byte", arg)
			}
		}
	}
	if len(argv) == 0 || argv[0] == "" {
		return nil, fmt.Errorf("the command is empty")
	}
	return argv, nil
}

// program finds the program of a command line.
func (s *scope) program(name, dir string) (string, error) {
	if filepath.Base(name) == name {
		return findExec(s.env["PATH"], name)
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("program %s: %w", name, err)
	}
	if !isExecutable(path) {
		return "", fmt.Errorf("program %s: no such executable", path)
	}
	return path, nil
}

// output parses where a process writes to. The variable OVERRIDE_LAUNCH_PROCESS_OUTPUT overrides it.
func (s *scope) output(t template) (Output, error) {
	text, err := s.field("output", t)
	if err != nil {
		return Output{}, err
	}
	if forced := s.startEnv["OVERRIDE_LAUNCH_PROCESS_OUTPUT"]; forced != "" {
		text = forced
	} else if t == nil {
		text = "log"
	}
	switch text {
	case "screen", "both", "full":
		return Output{Stdout: true, Stderr: true}, nil
	case "log":
		return Output{Stderr: true}, nil
	case "own_log":
		return Output{}, nil
	}
	return Output{}, fmt.Errorf("\"output\": expected screen, log, both, own_log or full, got %q", text)
}

// processEnv returns the environment of a process, sorted.
func (s *scope) processEnv(own []templatePair) ([]string, error) {
	env := maps.Clone(s.env)
	for _, pair := range own {
		err := s.both("env: name", pair.name, "env: value", pair.value, func(name, text string) error {
			env[name] = text
			return checkEnv(name, text)
		})
		if err != nil {
			return nil, err
		}
	}
	out := make([]string, 0, len(env))
	for _, name := range sortedKeys(env) {
		out = append(out, name+"="+env[name])
	}
	return out, nil
}

func parseExecutable(e *entity, a *action) {
	p := parseProcess(e)
	cmd := e.commandLine("cmd")
	if _, ok := e.body.fields["cmd"]; !ok {
		e.missing("cmd")
	}
	name, _ := e.template("name")
	a.run = func(s *scope) error {
		argv, err := s.expandAll("cmd", cmd)
		if err != nil {
			return err
		}
		label, err := s.field("name", name)
		if err != nil {
			return err
		}
		proc, err := s.process(p, label, argv)
		if err != nil {
			return err
		}
		return s.add(Step{Process: proc})
	}
}

// commandLine reads an optional key that holds a command line.
func (e *entity) commandLine(key string) []template {
	t, ok := e.template(key)
	if !ok {
		return nil
	}
	args, err := splitCommand(t)
	if err != nil {
		e.fail(e.body.fields[key].line, "%q: %s", key, err)
	}
	return args
}

// expandAll expands the arguments of a command line.
func (s *scope) expandAll(key string, args []template) ([]string, error) {
	var out []string
	for _, arg := range args {
		text, err := s.field(key, arg)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}
