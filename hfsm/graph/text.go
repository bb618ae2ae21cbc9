package graph

import (
	"strconv"
	"strings"
	"unicode"

	"gonao/hfsm/chart"
)

// Limits of a line of a label, in runes.
const (
	widest   = 32
	longest  = 160 // of one text
	lineMany = 12  // lines of actions
)

// conditionLines returns the conditions of a transition.
func conditionLines(t *chart.Transition) []string {
	var lines []string
	if len(t.Events) > 0 {
		lines = append(lines, wrapped(clean(strings.Join(t.Events, ", ")))...)
	}
	if t.After > 0 {
		lines = append(lines, "after "+t.After.String())
	}
	if t.If != nil {
		lines = append(lines, wrapped("["+clean(t.If.Text)+"]")...)
	}
	if t.Disabled {
		lines = append(lines, "(disabled)")
	}
	return lines
}

// transitionLines returns the label of an edge, without the steps of the trace.
func transitionLines(t *chart.Transition, plain bool) []string {
	var lines []string
	if t.Name != "" {
		lines = append(lines, wrapped(clean(t.Name))...)
	}
	lines = append(lines, conditionLines(t)...)
	if !plain {
		for _, a := range t.Then {
			lines = append(lines, wrapped("/ "+actionText(a))...)
		}
	}
	return limited(lines)
}

// stateLines returns the text in a state's box below its name.
func stateLines(s *chart.State, plain bool) []string {
	var lines []string
	if s.Call != nil {
		lines = append(lines, wrapped("call "+call(s.Call.Machine, s.Call.Args))...)
	}
	if !plain {
		for _, part := range []struct {
			word    string
			actions []chart.Action
		}{{"entry", s.Entry}, {"do", s.Do}, {"exit", s.Exit}} {
			for _, a := range part.actions {
				lines = append(lines, wrapped(part.word+" / "+actionText(a))...)
			}
		}
		for _, i := range s.Invokes {
			lines = append(lines, wrapped("invoke "+clean(i.Source+i.SourceExpression+i.ID))...)
		}
	}
	for _, t := range s.Transitions {
		if staysInside(s, t) {
			lines = append(lines, wrapped("↺ "+strings.Join(transitionLines(t, plain), " "))...)
		}
	}
	return limited(lines)
}

// staysInside reports whether a transition is drawn as a line in its state's box: it has no other target, or leads back
// to a state with content, which an edge cannot show.
func staysInside(s *chart.State, t *chart.Transition) bool {
	if len(t.To) == 0 {
		return true
	}
	return len(s.States) > 0 && len(t.To) == 1 && (t.To[0] == "itself" || t.To[0] == s.Name)
}

// automatonWords returns the text that stands beside an automaton's name.
func automatonWords(s *chart.State) string {
	if s.RateHz == 0 || s.Kind == chart.Parallel {
		return ""
	}
	return strconv.FormatFloat(s.RateHz, 'g', 4, 64) + " Hz"
}

// historySign returns the sign of a history, "" if the automaton declares no history.
func historySign(s *chart.State) string {
	switch s.History {
	case chart.Shallow:
		return "H"
	case chart.Deep:
		return "H*"
	case chart.Resume:
		return "R"
	case chart.Inherit, chart.None:
	}
	return ""
}

// actionText returns an action on one line.
func actionText(a chart.Action) string {
	value := ""
	if a.Value != nil {
		value = clean(a.Value.Text)
	}
	switch a.Do {
	case chart.Activity:
		return call(a.Name, a.Args)
	case chart.Set:
		return clean(a.Name) + " = " + value + clean(a.Literal)
	case chart.Raise:
		return "raise " + clean(a.Name)
	case chart.Send:
		if a.Message != nil {
			return "send " + clean(a.Message.Event+a.Message.EventExpression)
		}
		return "send"
	case chart.Cancel:
		return "cancel " + clean(a.Name) + value
	case chart.Log:
		return strings.TrimSpace("log " + clean(a.Name) + " " + value)
	case chart.Script:
		return value
	case chart.If:
		return "if …"
	case chart.Each:
		return "for each …"
	case chart.Block:
		words := make([]string, 0, len(a.Actions))
		for _, inner := range a.Actions {
			words = append(words, actionText(inner))
		}
		return strings.Join(words, "; ")
	}
	return "?"
}

func call(name string, args []chart.Arg) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = clean(a.Name) + "="
		if a.Expression != nil {
			words[i] += clean(a.Expression.Text)
		} else {
			words[i] += clean(a.Value.Text())
		}
	}
	if len(words) == 0 {
		return clean(name)
	}
	return clean(name) + "(" + strings.Join(words, ", ") + ")"
}

// clean makes one line of a text, without characters that cannot be seen or that
// no XML can hold.
func clean(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}

// wrapped breaks a text at its blanks.
func wrapped(text string) []string {
	var lines []string
	line, length := "", 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		if length > 0 && length+1+n > widest {
			lines = append(lines, line)
			line, length = "", 0
		}
		if length > 0 {
			line += " "
			length++
		}
		line += word
		length += n
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func limited(lines []string) []string {
	if len(lines) > lineMany {
		return append(lines[:lineMany:lineMany], "…")
	}
	return lines
}
