package launcher

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gonao/internal/wording"
)

// expand returns a template's text with all substitutions replaced.
func (s *scope) expand(t template) (string, error) {
	var b strings.Builder
	for _, p := range t {
		text := p.text
		if p.sub != nil {
			var err error
			if text, err = s.substitute(p.sub); err != nil {
				return "", err
			}
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// substitute returns the text of one substitution.
func (s *scope) substitute(sub *substitution) (string, error) {
	switch sub.name {
	case "if":
		return s.choose(sub)
	case "and", "or", "not":
		return s.logic(sub)
	}
	args := make([]string, len(sub.args))
	for i, arg := range sub.args {
		text, err := s.expand(arg)
		if err != nil {
			return "", err
		}
		args[i] = text
	}
	switch sub.name {
	case "var":
		return s.lookUp("launch argument", s.vars, args)
	case "env":
		return s.lookUp("environment variable", s.env, args)
	case "dirname":
		path, err := s.currentFile(sub.name)
		return filepath.Dir(path), err
	case "filename":
		return s.currentFile(sub.name)
	case "equals":
		return strconv.FormatBool(rosEquals(args[0], args[1])), nil
	case "not-equals":
		return strconv.FormatBool(!rosEquals(args[0], args[1])), nil
	case "find-pkg-share":
		return s.packages.share(args[0])
	case "find-pkg-prefix":
		return s.packages.prefix(args[0])
	case "exec-in-pkg":
		return s.packages.executable(args[1], args[0])
	case "find-exec":
		return findExec(s.env["PATH"], args[0])
	}
	// This would be a bug, since checkSubstitution has accepted the name.
	return "", fmt.Errorf("$(%s …) has no meaning yet", sub.name)
}

// lookUp returns a variable, or the default that follows its name.
func (s *scope) lookUp(what string, vars map[string]string, args []string) (string, error) {
	if text, ok := vars[args[0]]; ok {
		return text, nil
	}
	if len(args) == 2 {
		return args[1], nil
	}
	return "", fmt.Errorf("%s %q does not exist%s", what, args[0], wording.DidYouMean(args[0], sortedKeys(vars)))
}

// currentFile returns the path of the launch file that is read. After an include, ROS 2 Jazzy returns the included
// file, and newer versions return the including file again. A launch file that depends on this would not work
// everywhere, so it is refused.
func (s *scope) currentFile(name string) (string, error) {
	inJazzy, lexical := s.lastFile, s.file
	if name == "dirname" {
		inJazzy, lexical = filepath.Dir(inJazzy), filepath.Dir(lexical)
	}
	if inJazzy != lexical {
		return "", fmt.Errorf("$(%s) after an include of %s means that file in ROS 2 Jazzy: use it before, or keep it with let", name, s.lastFile)
	}
	return s.file, nil
}

// choose expands $(if condition then else).
func (s *scope) choose(sub *substitution) (string, error) {
	yes, err := s.truth(sub, sub.args[0])
	switch {
	case err != nil:
		return "", err
	case yes:
		return s.expand(sub.args[1])
	case len(sub.args) == 3:
		return s.expand(sub.args[2])
	}
	return "", nil
}

// logic expands $(and …), $(or …) and $(not …). As in ROS 2, it reads all arguments.
func (s *scope) logic(sub *substitution) (string, error) {
	all, some := true, false
	for _, arg := range sub.args {
		yes, err := s.truth(sub, arg)
		if err != nil {
			return "", err
		}
		all, some = all && yes, some || yes
	}
	switch sub.name {
	case "not":
		return strconv.FormatBool(!some), nil
	case "or":
		return strconv.FormatBool(some), nil
	}
	return strconv.FormatBool(all), nil
}

// truth parses an argument as a truth value.
func (s *scope) truth(sub *substitution, arg template) (bool, error) {
	text, err := s.expand(arg)
	if err != nil {
		return false, err
	}
	yes, err := parseTruth(text)
	if err != nil {
		return false, fmt.Errorf("$(%s …): %w", sub.name, err)
	}
	return yes, nil
}

// parseTruth parses the words that ROS 2 accepts as a bool: YAML's, and 1 and 0.
func parseTruth(text string) (bool, error) {
	if text == "1" || text == "0" {
		return text == "1", nil
	}
	v, err := readValue([]byte(text))
	if err != nil || v.kind != kindBool {
		return false, fmt.Errorf("expected true or false, got %q", text)
	}
	return v.b, nil
}

// parseCondition parses the value of if and unless, for which ROS 2 accepts fewer words.
func parseCondition(text string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return false, fmt.Errorf("expected true, 1, false or 0, got %q", text)
}

// rosEquals compares two texts as $(equals) does: as bools if both are bools, as numbers (to 9 digits) if both are
// numbers, otherwise as texts.
func rosEquals(a, b string) bool {
	truth := func(text string) (yes, ok bool) {
		lower := strings.ToLower(text)
		return lower == "true" || lower == "1", lower == "true" || lower == "1" || lower == "false" || lower == "0"
	}
	if x, ok := truth(a); ok {
		if y, ok := truth(b); ok {
			return x == y
		}
	}
	x, okX := pythonNumber(a)
	y, okY := pythonNumber(b)
	if okX && okY {
		if x == y {
			return true
		}
		if math.IsInf(x, 0) || math.IsInf(y, 0) {
			return false
		}
		return math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), math.Abs(y))
	}
	return a == b
}

// pythonNumber parses what Python's float() accepts (without hexadecimal).
func pythonNumber(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "xXpP_") {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// findExec returns the path of a program in the directories of searchPath, which has the
// form of PATH.
func findExec(searchPath, name string) (string, error) {
	if strings.Contains(name, "/") {
		if isExecutable(name) {
			return name, nil
		}
		return "", fmt.Errorf("program %s: no such executable", name)
	}
	for _, dir := range filepath.SplitList(searchPath) {
		if path := filepath.Join(dir, name); isExecutable(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("program %q: not found on PATH", name)
}

// isExecutable reports whether path is a file that may be run.
func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}
