// Package randomtext generates random machine files in the styles of people: with comments, blank lines, several
// spellings of the same thing, and both line ends. Tests edit them.
package randomtext

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Machine returns the text of a valid machine. The same random numbers give the same text.
func Machine(r *rand.Rand) string {
	w := &writer{Rand: r, step: 2}
	if w.chance(4) {
		w.step = 4
	}
	w.machine()
	text := strings.Join(w.lines, "\n")
	if !w.chance(8) {
		text += "\n"
	}
	if w.chance(5) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// writer holds the lines generated so far.
type writer struct {
	*rand.Rand
	lines  []string
	step   int
	notes  int
	anchor int
}

// chance returns true one time in n.
func (w *writer) chance(n int) bool { return w.IntN(n) == 0 }

// of returns one of the words.
func (w *writer) of(words ...string) string { return words[w.IntN(len(words))] }

// line adds a line.
func (w *writer) line(indent int, format string, args ...any) {
	w.lines = append(w.lines, strings.Repeat(" ", indent)+fmt.Sprintf(format, args...))
}

// note returns a comment that occurs nowhere else in the text.
func (w *writer) note() string {
	w.notes++
	return fmt.Sprintf("# note %d%s", w.notes, w.of("", ": with: a colon", " {and} [brackets]", ", größer", " 'quote"))
}

// above adds comments and empty lines, which may precede something.
func (w *writer) above(indent int) {
	if w.chance(6) {
		w.lines = append(w.lines, "")
	}
	for w.chance(5) {
		w.line(indent, "%s", w.note())
	}
}

// behind returns a comment for the end of a line, or "".
func (w *writer) behind() string {
	if w.chance(6) {
		return strings.Repeat(" ", 1+w.IntN(4)) + w.note()
	}
	return ""
}

func (w *writer) machine() {
	for w.chance(2) {
		w.line(0, "%s", w.note())
	}
	if w.chance(8) {
		w.line(0, "---")
	}
	w.line(0, "machine: drawn%s", w.behind())
	if w.chance(2) {
		w.text(0, "description")
	}
	w.above(0)
	w.declarations()
	if w.chance(3) {
		w.line(0, "rate_hz: %d%s", 1+w.IntN(50), w.behind())
	}
	if w.chance(3) {
		w.line(0, "history: %s%s", w.of("none", "shallow", `"deep"`, "resume"), w.behind())
	}
	names := w.names(2 + w.IntN(3))
	w.line(0, "initial: %s%s", names[0], w.behind())
	w.above(0)
	w.line(0, "states:%s", w.behind())
	for _, name := range names {
		w.state(w.step, name, name, names, 0)
	}
	if w.chance(3) {
		w.layout(names)
	}
	if w.chance(4) {
		w.line(0, "%s", w.note())
	}
}

// names returns n different names of states.
func (w *writer) names(n int) []string {
	all := []string{"watch", "greet", "follow_ball", "dance", "left", "right", "red", "green", "search", "rest"}
	w.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:n]
}

func (w *writer) declarations() {
	switch w.IntN(3) {
	case 0:
		w.line(0, "inputs: {ball_age: float, near: bool}%s", w.behind())
	case 1:
		w.line(0, "inputs:%s", w.behind())
		w.above(w.step)
		w.line(w.step, "ball_age: {type: float, unit: s}%s", w.behind())
		w.above(w.step)
		w.line(w.step, "near: bool%s", w.behind())
	default:
		w.line(0, "inputs: {")
		w.line(w.step, "ball_age: float,%s", w.behind())
		w.line(w.step, "near: bool%s%s", w.of("", ","), w.behind())
		w.line(0, "}")
	}
	if w.chance(2) {
		w.line(0, "variables:%s", w.behind())
		w.line(w.step, "count:")
		w.line(2*w.step, "type: int%s", w.behind())
		w.line(2*w.step, "initial: 0")
	} else {
		w.line(0, "variables: {count: {type: int, initial: 0}}")
	}
}

// text adds a description in one of the forms of a text.
func (w *writer) text(indent int, key string) {
	switch w.IntN(6) {
	case 0:
		w.line(indent, "%s: |%s", key, w.behind())
		w.line(indent+w.step, "some lines")
		if w.chance(2) {
			w.lines = append(w.lines, "")
		}
		w.line(indent+w.step+1, "# no comment")
	case 1:
		w.line(indent, "%s: >-", key)
		w.line(indent+3, "folded")
		w.line(indent+3, "lines")
	case 2:
		w.line(indent, "%s: plain on", key)
		w.line(indent+4, "two lines%s", w.behind())
	case 3:
		w.anchor++
		w.line(indent, "%s: &a%d 'single, ''quoted'''%s", key, w.anchor, w.behind())
	case 4:
		w.line(indent, `%s: "double: \"quoted\" \t %s"%s`, key, w.of("", "# no comment"), w.behind())
	default:
		w.line(indent, "%s: plain, with a comma%s", key, w.behind())
	}
}

// state adds a state in one of the forms of a mapping.
func (w *writer) state(indent int, name, path string, siblings []string, depth int) {
	w.above(indent)
	key := name
	if w.chance(10) {
		key = `"` + name + `"`
	}
	if w.chance(3) {
		w.line(indent, "%s: %s%s", key, w.flowState(siblings), w.behind())
		return
	}
	w.line(indent, "%s:%s", key, w.behind())
	in := indent + w.step
	before := len(w.lines)
	if w.chance(4) {
		w.text(in, "description")
	}
	if w.chance(3) {
		w.line(in, "entry: {set: {count: count + 1}}%s", w.behind())
	}
	if w.chance(2) {
		w.activities(in)
	}
	if w.chance(6) {
		w.line(in, "exit:%s", w.behind())
		w.line(in, "- log: count")
		w.line(in, "- raise: left%s", w.behind())
	}
	if w.chance(2) || len(w.lines) == before {
		w.transitions(in, siblings)
	}
	if depth < 2 && w.chance(3) {
		inside := w.names(1 + w.IntN(3))
		if w.chance(4) {
			w.line(in, "regions:%s", w.behind())
			for _, region := range []string{"legs", "head"} {
				w.line(in+w.step, "%s:", region)
				w.line(in+2*w.step, "initial: %s", inside[0])
				w.line(in+2*w.step, "states:")
				for _, s := range inside {
					w.state(in+3*w.step, s, path+"/"+region+"/"+s, inside, depth+2)
				}
			}
		} else {
			w.line(in, "initial: %s%s", inside[0], w.behind())
			w.line(in, "states:%s", w.behind())
			for _, s := range inside {
				w.state(in+w.step, s, path+"/"+s, inside, depth+1)
			}
		}
	}
	if w.chance(8) {
		w.line(in, "%s", w.note())
	}
}

// flowState returns the text after a state's name, in brackets.
func (w *writer) flowState(siblings []string) string {
	var keys []string
	if w.chance(2) {
		keys = append(keys, "do: "+w.of("{track: {color: red}}", "wave", "[wave, {play: {motion: dance_left}}]"))
	}
	if w.chance(4) {
		keys = append(keys, "description: 'short, or not'")
	}
	if w.chance(2) {
		keys = append(keys, "transitions: ["+w.flowTransition(siblings)+"]")
	}
	return "{" + strings.Join(keys, ", ") + "}"
}

func (w *writer) activities(indent int) {
	switch w.IntN(3) {
	case 0:
		w.line(indent, "do: {track: {color: %s}}%s", w.of("red", "green"), w.behind())
	case 1:
		w.line(indent, "do:%s", w.behind())
		w.line(indent+w.step, "- track: {color: red}%s", w.behind())
		w.above(indent + w.step)
		w.line(indent+w.step, "- wave")
	default:
		w.line(indent, "do:")
		w.line(indent+w.step, "play:%s", w.behind())
		w.line(indent+2*w.step, "motion: dance_left%s", w.behind())
		w.line(indent+2*w.step, "times: 3")
	}
}

// flowTransition returns a transition in brackets.
func (w *writer) flowTransition(siblings []string) string {
	keys := []string{"to: " + w.target(siblings)}
	if w.chance(2) {
		keys = append([]string{w.of("after: 2s", "after: 250ms", "event: kicked")}, keys...)
	} else {
		keys = append([]string{w.of("if: ball_age < 0.5", "if: 'near and count > 2'", `if: "not near"`)}, keys...)
	}
	if w.chance(3) {
		keys = append(keys, "name: "+w.of("seen", "two words", "'it''s'"))
	}
	if w.chance(8) {
		keys = append(keys, "disabled: true")
	}
	return "{" + strings.Join(keys, ", ") + "}"
}

func (w *writer) target(siblings []string) string {
	if w.chance(10) {
		return "FINAL"
	}
	return siblings[w.IntN(len(siblings))]
}

// transitions adds a list in one of its forms.
func (w *writer) transitions(indent int, siblings []string) {
	switch w.IntN(4) {
	case 0:
		w.line(indent, "transitions: [%s]%s", w.flowTransition(siblings), w.behind())
	case 1:
		w.line(indent, "transitions: [")
		n := 1 + w.IntN(3)
		for i := range n {
			comma := ","
			if i == n-1 && w.chance(2) {
				comma = ""
			}
			w.line(indent+w.step, "%s%s%s", w.flowTransition(siblings), comma, w.behind())
		}
		w.line(indent, "]%s", w.behind())
	default:
		w.line(indent, "transitions:%s", w.behind())
		dash := indent + w.step*w.IntN(2)
		for range 1 + w.IntN(3) {
			w.above(dash)
			if w.chance(2) {
				w.line(dash, "- %s%s", w.flowTransition(siblings), w.behind())
				continue
			}
			w.line(dash, "- to: %s%s", w.target(siblings), w.behind())
			w.line(dash+2, "if: %s%s", w.of("near", "ball_age > 1", "'count == 2'"), w.behind())
			if w.chance(3) {
				w.text(dash+2, "description")
			}
			if w.chance(3) {
				w.line(dash+2, "then:")
				w.line(dash+4, "- set: {count: 0}%s", w.behind())
			}
		}
	}
}

func (w *writer) layout(names []string) {
	w.line(0, "layout:%s", w.behind())
	for _, name := range names {
		w.line(w.step, "%s: {x: %d, y: %d}%s", name, w.IntN(500), w.IntN(500), w.behind())
	}
}
