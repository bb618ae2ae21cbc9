package launcher

import (
	"errors"
	"fmt"

	"gonao/internal/wording"
)

// action is one entry of a launch file that has been read and checked, but not yet run.
type action struct {
	name string
	line int

	when   template // condition of if and unless
	hasIf  bool
	unless bool

	run func(s *scope) error

	// These fields serve to list the arguments of a file without running it.
	arg      *Argument
	children []*action
	include  template
}

// parser reads the keys of one kind of action.
type parser func(e *entity, a *action)

// parsers returns the parsers of the actions that gonao launch runs, by name.
func parsers() map[string]parser {
	return map[string]parser{
		"arg": parseArg, "let": parseLet, "include": parseInclude, "group": parseGroup,
		"push_ros_namespace": parsePushNamespace, "push-ros-namespace": parsePushNamespace,
		"node": parseNode, "executable": parseExecutable,
		"set_parameter": parseSetParameter, "set_parameters_from_file": parseSetParametersFromFile,
		"set_remap": parseSetRemap,
		"set_env":   parseSetEnv, "unset_env": parseUnsetEnv, "append_env": parseAppendEnv,
		"log": parseLog, "timer": parseTimer, "shutdown": parseShutdown,
	}
}

// refusedActions maps the other actions of ROS 2 to what to write instead.
var refusedActions = map[string]string{
	"node_container":       "start each node with node",
	"load_composable_node": "start each node with node",
	"ros_timer":            "use timer",
	"set_use_sim_time":     `use set_parameter: {name: use_sim_time, value: "true"}`,
	"set_ros_log_dir":      "set ROS_LOG_DIR before the launch",
	"reset":                "use group: {forwarding: false, children: […]}",
	"reset_env":            "use group: {forwarding: false, children: […]}",
	"lifecycle_node":       "use node",
	"lifecycle_transition": "use node",
}

// parseActions reads a list of actions.
func parseActions(of string, list value) ([]*action, error) {
	if list.kind != kindList {
		return nil, at(list.line, "%s: expected a list of actions, got %s", of, list.kind)
	}
	var out []*action
	for _, item := range list.list {
		a, err := parseAction(of, item)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// parseAction reads one action: a map with one key, its name.
func parseAction(of string, item value) (*action, error) {
	if item.kind != kindMap || len(item.keys) != 1 {
		got := item.kind.String()
		if item.kind == kindMap {
			got = fmt.Sprintf("one with the keys %q (are the lines below the action indented?)", item.keys)
		}
		return nil, at(item.line, "%s: expected a map with one key, the action's name, got %s", of, got)
	}
	name := item.keys[0]
	body := item.fields[name]
	parse, ok := parsers()[name]
	if !ok {
		if hint, known := refusedActions[name]; known {
			return nil, at(item.line, "action %q exists in ROS 2, but gonao launch does not support it: %s", name, hint)
		}
		return nil, at(item.line, "unknown action %q%s", name, wording.DidYouMean(name, sortedKeys(parsers())))
	}
	if body.kind != kindMap && (name != "group" || body.kind != kindList) {
		want := "a map of keys"
		if name == "group" {
			want = "a list of actions, or a map with the key \"children\""
		}
		return nil, at(body.line, "%s: expected %s, got %s", name, want, body.kind)
	}
	e := newEntity(name, body)
	a := &action{name: name, line: item.line}
	parseConditions(e, a)
	parse(e, a)
	return a, e.done()
}

// parseConditions reads if and unless.
func parseConditions(e *entity, a *action) {
	when, hasIf := e.template("if")
	unless, hasUnless := e.template("unless")
	if hasIf && hasUnless {
		e.fail(e.body.line, "\"if\" and \"unless\" exclude each other")
	}
	a.when, a.hasIf, a.unless = when, hasIf || hasUnless, hasUnless
	if hasUnless {
		a.when = unless
	}
}

// runActions runs actions in order.
func (s *scope) runActions(actions []*action) error {
	for _, a := range actions {
		if err := s.runAction(a); err != nil {
			var located errAt
			var inFile *FileError
			if errors.As(err, &located) || errors.As(err, &inFile) {
				return err
			}
			return at(a.line, "%s: %w", a.name, err)
		}
	}
	return nil
}

// runAction runs one action if its condition holds.
func (s *scope) runAction(a *action) error {
	if a.hasIf {
		key := "if"
		if a.unless {
			key = "unless"
		}
		text, err := s.expand(a.when)
		if err != nil {
			return fmt.Errorf("%q: %w", key, err)
		}
		yes, err := parseCondition(text)
		if err != nil {
			return fmt.Errorf("%q: %w", key, err)
		}
		if yes == a.unless {
			return nil
		}
	}
	return a.run(s)
}

// field expands the template of a key. The error names the key.
func (s *scope) field(key string, t template) (string, error) {
	text, err := s.expand(t)
	if err != nil {
		return "", fmt.Errorf("%q: %w", key, err)
	}
	return text, nil
}
