package launcher

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"gonao/internal/wording"
)

func parseSetEnv(e *entity, a *action) {
	name, text := e.needTemplate("name"), e.needTemplate("value")
	a.run = func(s *scope) error {
		return s.both("name", name, "value", text, s.setEnv)
	}
}

// setEnv sets a variable for the processes that follow.
func (s *scope) setEnv(name, text string) error {
	if err := checkEnv(name, text); err != nil {
		return err
	}
	s.env[name] = text
	return nil
}

// checkEnv returns an error for a variable that an environment cannot hold.
func checkEnv(name, text string) error {
	if name == "" || strings.ContainsAny(name, "=\x00") {
		return fmt.Errorf("environment variable %q: expected a name without = in it", name)
	}
	if strings.Contains(text, "\x00") {
		return fmt.Errorf("environment variable %q: its value contains a zero byte", name)
	}
	return nil
}

func parseUnsetEnv(e *entity, a *action) {
	name := e.needTemplate("name")
	a.run = func(s *scope) error {
		text, err := s.field("name", name)
		delete(s.env, text)
		return err
	}
}

func parseAppendEnv(e *entity, a *action) {
	name, text := e.needTemplate("name"), e.needTemplate("value")
	prepend, _ := e.boolean("prepend")
	separator, hasSeparator := e.template("separator")
	a.run = func(s *scope) error {
		sep := string(filepath.ListSeparator)
		if hasSeparator {
			var err error
			if sep, err = s.field("separator", separator); err != nil {
				return err
			}
		}
		return s.both("name", name, "value", text, func(name, text string) error {
			if old, ok := s.env[name]; ok && prepend {
				text += sep + old
			} else if ok {
				text = old + sep + text
			}
			return s.setEnv(name, text)
		})
	}
}

func parseSetParameter(e *entity, a *action) {
	name, text := e.needTemplate("name"), e.needTemplate("value")
	a.run = func(s *scope) error {
		return s.both("name", name, "value", text, func(name, text string) error {
			v, err := yamlScalar(text)
			if err != nil {
				return fmt.Errorf("parameter %q: %w", name, err)
			}
			s.addParam(globalParam{name: name, value: pythonText(v)})
			return nil
		})
	}
}

// yamlScalar parses a text by the rules of YAML, as ROS 2 parses the value of a parameter.
func yamlScalar(text string) (value, error) {
	if text == "" {
		return value{kind: kindString}, nil
	}
	v, err := readValue([]byte(text))
	if err != nil {
		return value{}, fmt.Errorf("value %q: %w", text, err)
	}
	switch v.kind {
	case kindBool, kindInt, kindFloat, kindString:
		return v, nil
	default:
		return value{}, fmt.Errorf("value %q: expected a bool, int, float or string, got %s (a list belongs into a node's param)", text, v.kind)
	}
}

// pythonText returns a value as Python prints it. ROS 2 passes it in this form to -p.
func pythonText(v value) string {
	switch v.kind {
	case kindBool:
		if v.b {
			return "True"
		}
		return "False"
	case kindInt:
		return strconv.FormatInt(v.i, 10)
	case kindFloat:
		return wording.YAMLFloat(v.f)
	default:
		return v.text
	}
}

func parseSetParametersFromFile(e *entity, a *action) {
	file := e.needTemplate("filename")
	a.run = func(s *scope) error {
		path, err := s.field("filename", file)
		if err != nil {
			return err
		}
		if err := isParamFile(path); err != nil {
			return err
		}
		s.addParam(globalParam{file: path})
		return nil
	}
}

func parseSetRemap(e *entity, a *action) {
	from, to := e.needTemplate("from"), e.needTemplate("to")
	a.run = func(s *scope) error {
		return s.both("from", from, "to", to, func(from, to string) error {
			s.addRemap(from, to)
			return nil
		})
	}
}
