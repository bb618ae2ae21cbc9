package launcher

import (
	"fmt"
	"maps"
	"strings"
	"time"
)

// scope holds what the actions of a launch file read and change: arguments, environment, namespace, and the
// parameters and remappings of later nodes. A group saves the state and restores it.
type scope struct {
	state
	saved []state

	file     string // absolute path of the launch file that is read
	lastFile string // launch file entered last; $(dirname) refers to it in ROS 2 Jazzy
	depth    int    // depth of includes
	included int    // number of launch files included so far
	startEnv map[string]string
	packages *packages
	plan     *Plan
	declared map[string]bool // all arguments declared so far, in all files
	now      time.Duration   // time of the present timer, after the start
	timers   []timer
}

// state is the part of a scope that a group restores.
//
// params and remaps are shared with the outer scope as soon as that has any: in ROS 2 a
// set_parameter inside a group applies to the nodes after the group too if the outer scope
// has a set_parameter. This is kept, since files may depend on it.
type state struct {
	vars   map[string]string // arguments and lets; "ros_namespace" is the pushed namespace
	env    map[string]string
	params *[]globalParam
	remaps *[][2]string
}

// globalParam is a set_parameter (name, value) or a set_parameters_from_file (file).
type globalParam struct{ name, value, file string }

// timer is a timer action whose time has not come yet.
type timer struct {
	at      time.Duration
	file    string
	actions []*action
}

// namespaceVar is the launch argument in which ROS 2 keeps the pushed namespace.
const namespaceVar = "ros_namespace"

// push saves the state. pop restores it.
func (s *scope) push() {
	s.saved = append(s.saved, s.state)
	s.vars = maps.Clone(s.vars)
	s.env = maps.Clone(s.env)
}

func (s *scope) pop() {
	s.state = s.saved[len(s.saved)-1]
	s.saved = s.saved[:len(s.saved)-1]
}

// clear drops everything except the launcher's environment.
func (s *scope) clear() {
	s.state = state{vars: map[string]string{}, env: maps.Clone(s.startEnv)}
}

// namespace returns the pushed namespace, or false if there is none.
func (s *scope) namespace() (string, bool) {
	ns, ok := s.vars[namespaceVar]
	return ns, ok
}

// joinNamespace returns ns below base, absolute and without a trailing slash.
func joinNamespace(base, ns string) string {
	switch {
	case base == "" || strings.HasPrefix(ns, "/"):
	case base == "/":
		ns = "/" + ns
	default:
		ns = base + "/" + ns
	}
	if ns != "/" {
		ns = strings.TrimRight(ns, "/")
	}
	if !strings.HasPrefix(ns, "/") {
		ns = "/" + ns
	}
	return ns
}

// checkNamespace returns an error if ROS 2 would refuse the namespace.
func checkNamespace(ns string) error {
	if ns == "/" {
		return nil
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(ns, "/"), "/") {
		if err := checkName("namespace", part); err != nil {
			return fmt.Errorf("%w (in %q)", err, ns)
		}
	}
	return nil
}

// checkName returns an error if ROS 2 would refuse the name of a node or a part of a namespace.
func checkName(what, name string) error {
	ok := name != "" && len(name) <= 255 && (name[0] < '0' || name[0] > '9')
	for _, c := range []byte(name) {
		ok = ok && (c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}
	if !ok {
		return fmt.Errorf("%s %q: expected letters, digits and underscores, not starting with a digit", what, name)
	}
	return nil
}

// addParam and addRemap add to the lists for later nodes.
func (s *scope) addParam(p globalParam) {
	if s.params == nil {
		s.params = &[]globalParam{}
	}
	*s.params = append(*s.params, p)
}

func (s *scope) addRemap(from, to string) {
	if s.remaps == nil {
		s.remaps = &[][2]string{}
	}
	*s.remaps = append(*s.remaps, [2]string{from, to})
}
