package launcher

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonao/internal/wording"
)

// FileError is an error in a launch file.
type FileError struct {
	Path string
	Line int
	Msg  string
	// Cause is the error that Msg reports, for errors.As; nil if Msg reports no other error.
	Cause error
}

// Error returns "path:line: message".
func (e *FileError) Error() string { return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, e.Msg) }

// Unwrap returns Cause.
func (e *FileError) Unwrap() error { return e.Cause }

// Loader loads launch files in a given environment; Load uses that of the process.
type Loader struct {
	Env  []string // NAME=value, for $(env …), PATH, AMENT_PREFIX_PATH, and the processes
	From []string // directories in or below a gonao source tree, tried after the launch file's
}

// system returns a loader with the environment, working directory and executable of this process.
func system() Loader {
	l := Loader{Env: os.Environ()}
	if dir, err := os.Getwd(); err == nil {
		l.From = append(l.From, dir)
	}
	if exe, err := os.Executable(); err == nil {
		l.From = append(l.From, filepath.Dir(exe))
	}
	return l
}

// Load reads a launch file, runs its actions with the arguments ("name:=value") and returns
// the resulting plan. It starts and writes nothing. Errors name the file, line, action and
// key.
func Load(path string, args []string) (*Plan, error) { return system().Load(path, args) }

// Load works as the function Load, in the environment of the loader.
func (l Loader) Load(path string, args []string) (*Plan, error) {
	vars, err := ParseArgs(args)
	if err != nil {
		return nil, err
	}
	s, err := l.scope(path)
	if err != nil {
		return nil, err
	}
	given := sortedKeys(vars)
	s.vars, s.plan.given = vars, len(given) > 0
	if err := s.runFile(s.plan.File); err != nil {
		return nil, err
	}
	if err := s.runTimers(); err != nil {
		return nil, err
	}
	for _, name := range given {
		if !s.declared[name] {
			return nil, argumentErrorf("launch file %s: no argument %q%s; there are: %s", path, name,
				wording.DidYouMean(name, sortedKeys(s.declared)), strings.Join(sortedKeys(s.declared), ", "))
		}
	}
	if note := s.packages.note(); note != "" {
		s.plan.Notes = append(s.plan.Notes, note)
	}
	return s.plan, nil
}

// scope returns the state at the start of a launch.
func (l Loader) scope(path string) (*scope, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("launch file %s: %w", path, err)
	}
	env := map[string]string{}
	for _, pair := range l.Env {
		name, text, _ := strings.Cut(pair, "=")
		if name != "" {
			env[name] = text
		}
	}
	s := &scope{
		startEnv: env,
		packages: newPackages(env, append([]string{filepath.Dir(abs)}, l.From...)),
		plan:     &Plan{File: abs, startEnv: env},
		declared: map[string]bool{},
	}
	s.clear()
	return s, nil
}

// ArgumentError is the error of a launch argument: its name is unknown, its value is not one of the choices, or it
// is missing.
type ArgumentError struct{ err error }

func (e *ArgumentError) Error() string { return e.err.Error() }

// Unwrap returns the wrapped error.
func (e *ArgumentError) Unwrap() error { return e.err }

func argumentErrorf(format string, args ...any) error {
	return &ArgumentError{fmt.Errorf(format, args...)}
}

// ParseArgs parses arguments name:=value. Of several with one name, the last counts.
func ParseArgs(args []string) (map[string]string, error) {
	out := map[string]string{}
	for _, arg := range args {
		name, text, ok := strings.Cut(arg, ":=")
		if !ok || name == "" || text == "" {
			return nil, argumentErrorf("argument %q: expected name:=value", arg)
		}
		out[name] = text
	}
	return out, nil
}

// readFile reads and checks a launch file.
func readFile(path string) ([]*action, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("launch file %s: %w", path, cause(err))
	}
	actions, err := parseFile(text)
	return actions, inFile(path, err)
}

// cause returns the error without the path that package os adds to it.
func cause(err error) error {
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// parseFile reads a launch file's text.
func parseFile(text []byte) ([]*action, error) {
	root, err := readValue(text)
	if err != nil {
		return nil, err
	}
	if root.kind != kindMap || len(root.keys) != 1 || root.keys[0] != "launch" {
		return nil, at(max(root.line, 1), "expected the one key \"launch\" with a list of actions")
	}
	body := root.fields["launch"]
	if body.kind != kindMap {
		return parseActions("launch", body)
	}
	e := newEntity("launch", body)
	e.text("deprecated")
	children, ok := e.take("children")
	if !ok {
		e.fail(body.line, "key \"children\" is missing: expected a list of actions")
	}
	if err := e.done(); err != nil {
		return nil, err
	}
	return parseActions("launch", children)
}

// inFile returns err with its file, unless it has one already.
func inFile(path string, err error) error {
	var located errAt
	var known *FileError
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.As(err, &located):
		return &FileError{Path: path, Line: located.line, Msg: located.msg, Cause: located.cause}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// These bounds limit how deep launch files include each other, and how many there are.
const (
	maxIncludes = 20
	maxFiles    = 1000
)

// runFile runs the actions of a launch file in the current scope.
func (s *scope) runFile(path string) error {
	if s.depth++; s.depth > maxIncludes {
		return fmt.Errorf("more than %d launch files include each other", maxIncludes)
	}
	if s.included++; s.included > maxFiles {
		return fmt.Errorf("more than %d launch files are included", maxFiles)
	}
	defer func(file string) { s.depth--; s.file = file }(s.file)
	actions, err := readFile(path)
	if err != nil {
		return err
	}
	s.file, s.lastFile = path, path
	return inFile(path, s.runActions(actions))
}

func parseInclude(e *entity, a *action) {
	file := e.needTemplate("file")
	args := e.pairs("arg", "name", "value")
	a.include = file
	a.run = func(s *scope) error {
		path, err := s.field("file", file)
		if err != nil {
			return err
		}
		for _, arg := range args {
			err := s.both("arg: name", arg.name, "arg: value", arg.value, func(name, text string) error {
				s.vars[name] = text
				return nil
			})
			if err != nil {
				return err
			}
		}
		if path, err = includePath(path); err != nil {
			return err
		}
		return s.runFile(path)
	}
}

// includePath returns the path of an included file, or an error if the name is wrong.
func includePath(path string) (string, error) {
	if strings.HasSuffix(path, ".py") || strings.HasSuffix(path, ".xml") {
		return "", fmt.Errorf("\"file\": %s: gonao launch reads YAML launch files (*.launch.yaml) only", path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("\"file\": %s: %w", path, err)
	}
	return abs, nil
}

// runTimers runs the actions of the timers in the order of their times. As in ROS 2, the scopes around the timers
// have ended before.
func (s *scope) runTimers() error {
	for len(s.timers) > 0 {
		slices.SortStableFunc(s.timers, func(a, b timer) int { return int(min(max(a.at-b.at, -1), 1)) })
		next := s.timers[0]
		s.timers = s.timers[1:]
		s.now, s.file = next.at, next.file
		if err := inFile(next.file, s.runActions(next.actions)); err != nil {
			return err
		}
	}
	slices.SortStableFunc(s.plan.Steps, func(a, b Step) int {
		return int(min(max(a.After-b.After, -1*time.Nanosecond), 1))
	})
	return nil
}
