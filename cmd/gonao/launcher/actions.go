package launcher

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonao/internal/si"
	"gonao/internal/wording"
)

// Argument is a declared launch argument.
type Argument struct {
	Name        string
	Description string
	Default     string // as written, with its substitutions not expanded
	HasDefault  bool   // without a default the caller must set it
	Choices     []string
	Conditional bool // declared only under a condition
	value       template
}

func parseArg(e *entity, a *action) {
	arg := &Argument{Name: unescape(e.needText("name")), Conditional: a.hasIf}
	arg.Default, arg.HasDefault = e.text("default")
	if arg.HasDefault {
		arg.value = e.parseTemplate("default", arg.Default)
	}
	description, _ := e.text("description")
	arg.Description = unescape(description)
	for _, choice := range e.maps("choice") {
		arg.Choices = append(arg.Choices, unescape(choice.needText("value")))
		e.adopt(choice.done())
	}
	a.arg = arg
	a.run = func(s *scope) error { return s.declare(arg) }
}

// declare sets an argument to its default unless it has a value, and checks the value.
func (s *scope) declare(arg *Argument) error {
	s.declared[arg.Name] = true
	text, given := s.vars[arg.Name]
	if !given {
		if !arg.HasDefault {
			return argumentErrorf("required argument %q was not given: add %s:=… (%s)", arg.Name, arg.Name, cmp.Or(arg.Description, "no description given"))
		}
		var err error
		if text, err = s.field("default", arg.value); err != nil {
			return err
		}
	}
	if len(arg.Choices) > 0 && !slices.Contains(arg.Choices, text) {
		return argumentErrorf("argument %q is %q%s; valid options are: %s",
			arg.Name, text, wording.DidYouMean(text, arg.Choices), strings.Join(arg.Choices, ", "))
	}
	s.vars[arg.Name] = text
	return nil
}

func parseLet(e *entity, a *action) {
	name, text := e.needTemplate("name"), e.needTemplate("value")
	a.run = func(s *scope) error {
		return s.both("name", name, "value", text, func(name, text string) error {
			s.vars[name] = text
			return nil
		})
	}
}

// both expands two templates and calls use with their texts.
func (s *scope) both(keyA string, a template, keyB string, b template, use func(a, b string) error) error {
	textA, err := s.field(keyA, a)
	if err != nil {
		return err
	}
	textB, err := s.field(keyB, b)
	if err != nil {
		return err
	}
	return use(textA, textB)
}

func parseGroup(e *entity, a *action) {
	scoped, forwarding := true, true
	list := e.body
	var keep []templatePair
	if e.body.kind == kindMap {
		if on, ok := e.boolean("scoped"); ok {
			scoped = on
		}
		if on, ok := e.boolean("forwarding"); ok {
			forwarding = on
		}
		keep = e.pairs("keep", "name", "value")
		var ok bool
		if list, ok = e.take("children"); !ok {
			e.fail(e.body.line, "key \"children\" is missing: expected a list of actions")
			return
		}
	}
	children, err := parseActions(e.name, list)
	e.adopt(err)
	a.children = children
	a.run = func(s *scope) error { return s.group(children, keep, scoped, forwarding) }
}

// group runs children. If scoped is set, they run in a scope of their own. Without forwarding, they have only the
// variables that keep names.
func (s *scope) group(children []*action, keep []templatePair, scoped, forwarding bool) error {
	kept := map[string]string{}
	for _, pair := range keep {
		err := s.both("name", pair.name, "value", pair.value, func(name, text string) error {
			kept[name] = text
			return nil
		})
		if err != nil {
			return fmt.Errorf("\"keep\": %w", err)
		}
	}
	if scoped {
		s.push()
		defer s.pop()
		if !forwarding {
			s.clear()
		}
	}
	for name, text := range kept {
		s.vars[name] = text
	}
	return s.runActions(children)
}

func parsePushNamespace(e *entity, a *action) {
	ns := e.needTemplate("namespace")
	a.run = func(s *scope) error {
		text, err := s.field("namespace", ns)
		if err != nil {
			return err
		}
		base, _ := s.namespace()
		full := joinNamespace(base, text)
		if err := checkNamespace(full); err != nil {
			return err
		}
		s.vars[namespaceVar] = full
		return nil
	}
}

func parseLog(e *entity, a *action) {
	message := e.needTemplate("message")
	a.run = func(s *scope) error {
		text, err := s.field("message", message)
		if err != nil {
			return err
		}
		return s.add(Step{Log: text})
	}
}

func parseShutdown(e *entity, a *action) {
	reason, given := e.template("reason")
	a.run = func(s *scope) error {
		text := "reason not given"
		if given {
			var err error
			if text, err = s.field("reason", reason); err != nil {
				return err
			}
		}
		return s.add(Step{Shutdown: text})
	}
}

func parseTimer(e *entity, a *action) {
	period, isText := template(nil), false
	var fixed float64
	if v, ok := e.take("period"); ok && v.kind == kindString {
		period, isText = e.template("period")
	} else if !ok {
		e.fail(e.body.line, "key \"period\" is missing: expected a float, seconds")
	} else {
		fixed, _ = e.seconds("period")
	}
	// It has no effect, since a stopped launch never starts anything here.
	e.boolean("cancel_on_shutdown")
	list, ok := e.take("children")
	if !ok {
		e.fail(e.body.line, "key \"children\" is missing: expected a list of actions")
		return
	}
	children, err := parseActions(e.name, list)
	e.adopt(err)
	a.children = children
	a.run = func(s *scope) error {
		sec := fixed
		if isText {
			text, err := s.field("period", period)
			if err != nil {
				return err
			}
			if sec, ok = pythonNumber(text); !ok || !validSeconds(sec) {
				return fmt.Errorf("\"period\": expected seconds, got %q", text)
			}
		}
		if len(s.timers) >= maxSteps {
			return fmt.Errorf("more than %d timers", maxSteps)
		}
		s.timers = append(s.timers, timer{at: s.now + si.Seconds(sec), file: s.file, actions: children})
		return nil
	}
}

// maxSteps bounds a plan, since launch files that include each other would fill the memory.
const maxSteps = 10_000

// add puts a step into the plan.
func (s *scope) add(step Step) error {
	if len(s.plan.Steps) >= maxSteps {
		return fmt.Errorf("more than %d steps", maxSteps)
	}
	step.After = s.now
	s.plan.Steps = append(s.plan.Steps, step)
	return nil
}
