package param

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gonao/internal/suggest"
)

// Remap is a rule that gives a name of a node another one.
type Remap struct {
	Node     string // name of the node it is for; empty for every node
	From, To string
}

// Layer is one source of parameters: a file, or one parameter.
type Layer struct {
	File     string   // of --params-file; empty for a parameter
	Override *Setting // of -p
}

// Args is a command line, taken apart.
type Args struct {
	Node      string   // of the first __node for every node, empty when not given
	Namespace string   // of the first __ns for every node, empty when not given
	Remaps    []Remap  // in the order given, the first that fits counts; with __node and __ns
	Layers    []Layer  // in the order given, the later one wins
	LogLevel  string   // debug, info, warn, error or fatal; empty when not given
	Rest      []string // what is not ROS's
}

var (
	nameToken = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	namespace = regexp.MustCompile(`^(/|(/[A-Za-z_][A-Za-z0-9_]*)+)$`)
	remapName = regexp.MustCompile(`^[A-Za-z0-9_/~{}]+$`)
)

// rosFlags are ROS's flags; true for those with a value.
func rosFlags() map[string]bool {
	return map[string]bool{
		"-r": true, "--remap": true, "-p": true, "--param": true, "--params-file": true,
		"-e": true, "--enclave": true, "--log-level": true, "--log-config-file": true, "--log-file-name": true,
		"--enable-rosout-logs": false, "--disable-rosout-logs": false,
		"--enable-stdout-logs": false, "--disable-stdout-logs": false,
		"--enable-external-lib-logs": false, "--disable-external-lib-logs": false,
	}
}

// ParseArgs takes a command line apart, without the program's name. ROS's
// arguments stand between --ros-args and -- or the end, in any number of groups.
func ParseArgs(args []string) (Args, error) {
	var a Args
	inside := false
	for i := 0; i < len(args); i++ {
		flag := args[i]
		switch {
		case flag == "--ros-args":
			inside = true
			continue
		case !inside:
			a.Rest = append(a.Rest, flag)
			continue
		case flag == "--":
			inside = false
			continue
		}
		hasValue, known := rosFlags()[flag]
		if !known {
			return a, fmt.Errorf("%s: not a flag of --ros-args%s", flag, suggest.DidYouMean(flag, slices.Sorted(maps.Keys(rosFlags()))))
		}
		if !hasValue {
			continue
		}
		if i++; i == len(args) {
			return a, fmt.Errorf("%s: expected a value behind it", flag)
		}
		if err := a.take(flag, args[i]); err != nil {
			return a, fmt.Errorf("%s %s: %w", flag, args[i], err)
		}
	}
	return a, nil
}

// take takes in one flag with its value.
func (a *Args) take(flag, text string) error {
	switch flag {
	case "-r", "--remap":
		return a.remap(text)
	case "-p", "--param":
		return a.override(flag, text)
	case "--params-file":
		if text == "" {
			return errors.New("expected the name of a file")
		}
		a.Layers = append(a.Layers, Layer{File: text})
	case "--log-level":
		return a.logLevel(text)
	}
	return nil // enclaves and the files of rcl's logging mean nothing here
}

// splitRule splits "[node:]from:=to".
func splitRule(text string) (node, from, to string, err error) {
	left, to, ok := strings.Cut(text, ":=")
	if !ok {
		return "", "", "", errors.New("expected name:=value")
	}
	node, from, ok = strings.Cut(left, ":")
	if !ok {
		return "", left, to, nil
	}
	if !nameToken.MatchString(node) {
		return "", "", "", fmt.Errorf("node %q: expected a name of letters, digits and _", node)
	}
	return node, from, to, nil
}

func (a *Args) remap(text string) error {
	node, from, to, err := splitRule(text)
	if err != nil {
		return err
	}
	switch from {
	case "__node", "__name":
		if !nameToken.MatchString(to) {
			return fmt.Errorf("node name %q: expected letters, digits and _", to)
		}
		from = "__node"
		if node == "" && a.Node == "" {
			a.Node = to
		}
	case "__ns":
		if !namespace.MatchString(to) {
			return fmt.Errorf("namespace %q: expected one such as /nao1", to)
		}
		if node == "" && a.Namespace == "" {
			a.Namespace = to
		}
	default:
		for _, name := range []string{from, to} {
			if !remapName.MatchString(name) {
				return fmt.Errorf("name %q: expected letters, digits, _ and /", name)
			}
		}
	}
	a.Remaps = append(a.Remaps, Remap{Node: node, From: from, To: to})
	return nil
}

// Named gives the name and the namespace of a node that is called name and has
// namespace / when nothing else is asked for. As in ROS, the first rule counts.
func (a Args) Named(name string) (node, namespace string) {
	node, namespace = name, "/"
	var named, placed bool
	for _, r := range a.Remaps {
		switch {
		case r.Node != "" && r.Node != name:
		case r.From == "__node" && !named:
			node, named = r.To, true
		case r.From == "__ns" && !placed:
			namespace, placed = r.To, true
		}
	}
	return node, namespace
}

func (a *Args) override(flag, text string) error {
	node, name, value, err := splitRule(text)
	if err != nil {
		return err
	}
	v, err := parseText(value)
	if err != nil {
		return err
	}
	if err := checkName(name); err != nil {
		return err
	}
	s := &Setting{Node: "/**", Name: name, Value: v, From: flag}
	if node != "" {
		s.Node = "/" + node
	}
	a.Layers = append(a.Layers, Layer{Override: s})
	return nil
}

func (a *Args) logLevel(text string) error {
	logger, level, named := strings.Cut(text, ":=")
	if !named {
		logger, level = "", text
	}
	levels := []string{"debug", "info", "warn", "error", "fatal"}
	level = strings.ToLower(level)
	if !slices.Contains(levels, level) {
		return fmt.Errorf("level %q: expected %s", level, strings.Join(levels, ", "))
	}
	if logger == "" {
		a.LogLevel = level
	}
	return nil
}
