package param

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gonao/internal/wording"
)

// Layer is one source of parameters: a file, or one parameter.
type Layer struct {
	File     string   // from --params-file; empty for a parameter
	Override *Setting // from -p
}

// Args is a command line, taken apart.
type Args struct {
	Remaps    []Remap    // in the given order, the first match counts; including __node and __ns
	Layers    []Layer    // in the given order, a later one overrides
	LogLevels []LogLevel // in the given order, a later one overrides
	NoRosout  bool       // --disable-rosout-logs
	NoStdout  bool       // --disable-stdout-logs
	Enclave   string     // "/…", empty when not given
	Ignored   []string   // flags that are ROS's and mean nothing here, with the reason
	Rest      []string   // arguments that are not ROS's
}

// LogLevel is the level of a logger.
type LogLevel struct {
	Logger string // "nao1.vision", or "nao1" for all below it; empty for every one
	Level  string // debug, info, warn, error or fatal
}

// Level returns the level of a logger, such as "nao1.vision"; info if no rule matches. The rule with the longest matching
// name is applied.
func (a Args) Level(logger string) string {
	level, longest := "info", -1
	for _, l := range a.LogLevels {
		fits := l.Logger == "" || logger == l.Logger || strings.HasPrefix(logger, l.Logger+".")
		if fits && len(l.Logger) >= longest {
			level, longest = l.Level, len(l.Logger)
		}
	}
	return level
}

var nameToken = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// rosFlag is a flag of ROS.
type rosFlag struct {
	take  func(a *Args, flag, value string) error // nil: the flag is ignored
	value bool                                    // the flag has a value
}

// rosFlags are ROS's flags.
func rosFlags() map[string]rosFlag {
	remap := rosFlag{take: func(a *Args, _, text string) error { return a.remap(text) }, value: true}
	override := rosFlag{take: (*Args).override, value: true}
	enclave := rosFlag{take: func(a *Args, _, text string) error { return a.enclave(text) }, value: true}
	logFile := rosFlag{take: (*Args).ignore, value: true}
	set := func(take func(a *Args)) rosFlag {
		return rosFlag{take: func(a *Args, _, _ string) error { take(a); return nil }}
	}
	return map[string]rosFlag{
		"-r": remap, "--remap": remap, "-p": override, "--param": override, "-e": enclave, "--enclave": enclave,
		"--params-file":              {take: func(a *Args, _, text string) error { return a.file(text) }, value: true},
		"--log-level":                {take: func(a *Args, _, text string) error { return a.logLevel(text) }, value: true},
		"--log-config-file":          logFile,
		"--log-file-name":            logFile,
		"--enable-rosout-logs":       set(func(a *Args) { a.NoRosout = false }),
		"--disable-rosout-logs":      set(func(a *Args) { a.NoRosout = true }),
		"--enable-stdout-logs":       set(func(a *Args) { a.NoStdout = false }),
		"--disable-stdout-logs":      set(func(a *Args) { a.NoStdout = true }),
		"--enable-external-lib-logs": {}, "--disable-external-lib-logs": {}, // about a log file, which does not exist
	}
}

// ParseArgs parses a command line without the program's name. ROS's arguments stand between --ros-args and -- or the end,
// in any number of groups.
func ParseArgs(args []string) (Args, error) {
	var a Args
	inside := false
	flags := rosFlags()
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
		f, known := flags[flag]
		if !known {
			return a, fmt.Errorf("%s: not a flag of --ros-args%s", flag, wording.DidYouMean(flag, slices.Sorted(maps.Keys(flags))))
		}
		text, shown := "", flag
		if f.value {
			if i++; i == len(args) {
				return a, fmt.Errorf("%s: expected a value behind it", flag)
			}
			text, shown = args[i], flag+" "+args[i]
		}
		if f.take == nil {
			continue
		}
		if err := f.take(&a, flag, text); err != nil {
			return a, fmt.Errorf("%s: %w", shown, err)
		}
	}
	return a, nil
}

// splitRule splits "[node:]from:=to".
func splitRule(text string) (node, from, to string, err error) {
	left, to, ok := strings.Cut(text, ":=")
	if !ok {
		return "", "", "", errors.New("expected name:=value")
	}
	node, from, ok = strings.Cut(left, ":")
	if !ok || strings.HasPrefix(from, "//") { // rostopic://
		return "", left, to, nil
	}
	if !nameToken.MatchString(node) {
		return "", "", "", fmt.Errorf("node %q: expected a name of letters, digits and _", node)
	}
	return node, from, to, nil
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
		s.Node = "/" + node // as in ROS: the node of that name without a namespace
	}
	a.Layers = append(a.Layers, Layer{Override: s})
	return nil
}

func (a *Args) file(name string) error {
	if name == "" {
		return errors.New("expected the name of a file")
	}
	a.Layers = append(a.Layers, Layer{File: name})
	return nil
}

func (a *Args) logLevel(text string) error {
	logger, level, named := strings.Cut(text, ":=")
	if !named {
		logger, level = "", text
	} else if logger == "" {
		return errors.New("expected the name of a logger before :=, such as nao1.vision")
	}
	levels := []string{"debug", "info", "warn", "error", "fatal"}
	level = strings.ToLower(level)
	if !slices.Contains(levels, level) {
		return fmt.Errorf("level %q: expected %s%s", level, strings.Join(levels, ", "), wording.DidYouMean(level, levels))
	}
	a.LogLevels = append(a.LogLevels, LogLevel{Logger: logger, Level: level})
	return nil
}

func (a *Args) enclave(text string) error {
	if !namespace.MatchString(text) {
		return fmt.Errorf("enclave %q: expected one such as / or /nao1/vision", text)
	}
	a.Enclave = text
	return nil
}

// ignore accepts a flag about ROS's log files, which has no effect.
func (a *Args) ignore(flag, text string) error {
	a.Ignored = append(a.Ignored, fmt.Sprintf("%s %s: this node writes no log file", flag, text))
	return nil
}
