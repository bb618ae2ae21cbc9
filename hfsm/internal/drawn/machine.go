// Package drawn draws random state machines, hosts and worlds for property tests.
package drawn

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// machine writes a machine with all the language has: levels, regions, rates,
// histories, times, guards with age, events, priorities, internal transitions, values
// in a range, activities that stop slowly.
type machine struct {
	t   *rapid.T
	out strings.Builder
	n   int
}

// Machine returns the text of a random machine that loads.
func Machine(t *rapid.T) string {
	d := &machine{t: t}
	d.out.WriteString("machine: drawn\ninputs: {x: int, y: {type: float, stale_after: 50ms}, b: bool, s: string}\n" +
		"variables: {n: {type: int, min: 0, max: 40}, f: float}\noutputs: {o: float}\nmax_transitions: " +
		fmt.Sprint(d.number(2, 8)) + "\n")
	d.automaton(0)
	return d.out.String()
}

func (d *machine) number(from, to int) int { return rapid.IntRange(from, to).Draw(d.t, "n") }
func (d *machine) often(percent int) bool  { return d.number(0, 99) < percent }
func (d *machine) one(of ...string) string { return rapid.SampledFrom(of).Draw(d.t, "one") }

func (d *machine) line(depth int, format string, args ...any) {
	d.out.WriteString(strings.Repeat("  ", depth) + fmt.Sprintf(format, args...) + "\n")
}

// automaton writes the content of a state, indented by two per level.
func (d *machine) automaton(depth int) {
	if d.often(60) {
		d.line(depth, "history: %s", d.one("none", "shallow", "deep", "resume"))
	}
	if d.often(60) {
		d.line(depth, "rate_hz: %s", d.one("10", "30", "50", "100", "7"))
	}
	names := make([]string, d.number(1, 3))
	for i := range names {
		d.n++
		names[i] = fmt.Sprintf("s%d", d.n)
	}
	d.line(depth, "initial: %s", names[0])
	d.line(depth, "states:")
	for _, name := range names {
		d.line(depth+1, "%s:", name)
		d.state(depth+2, names)
	}
}

func (d *machine) state(depth int, siblings []string) {
	if d.often(60) {
		d.line(depth, "do: {%s: {power: %s}}", d.one("run", "slow"), d.one("1", "=x", "=n + 1"))
	}
	if d.often(30) {
		d.line(depth, "stop_within: 60ms")
	}
	if d.often(30) {
		d.line(depth, "entry: [%s]", d.action())
	}
	if d.often(30) {
		d.line(depth, "exit: [%s]", d.action())
	}
	d.line(depth, "transitions:")
	for _, other := range siblings { // so that every state can be reached
		d.line(depth, "- {to: %s, if: x == 99 and elapsed > 0}", other)
	}
	for range d.number(1, 4) {
		d.line(depth, "- {%s}", d.transition(siblings))
	}
	switch {
	case d.n > 14 || depth > 9:
	case d.often(25):
		d.line(depth, "regions:")
		for i := range d.number(2, 3) {
			d.line(depth+1, "r%d:", i)
			d.automaton(depth + 2)
		}
	case d.often(40):
		d.automaton(depth)
	}
}

func (d *machine) action() string {
	return d.one("{set: {n: n + 1}}", "{set: {f: y + 0.5}}", "{set: {o: f * 2.0}}", "{raise: again}", "{run: {power: =x}}", "{set: {n: 0}}")
}

func (d *machine) transition(siblings []string) string {
	parts := []string{}
	switch to := d.one(append([]string{"", "FINAL", "FAILED"}, append(siblings, siblings...)...)...); to {
	case "":
		parts = append(parts, "then: ["+d.action()+"]")
	default:
		parts = append(parts, "to: "+to)
		if d.often(20) {
			parts = append(parts, "then: ["+d.action()+"]")
		}
	}
	if d.often(40) {
		parts = append(parts, "event: "+d.one("kick", "again", "kick.hard", `"*"`))
	}
	if d.often(30) {
		parts = append(parts, fmt.Sprintf("after: %dms", d.number(1, 40)*10))
	}
	if d.often(20) {
		parts = append(parts, fmt.Sprintf("priority: %d", d.number(1, 3)))
	}
	parts = append(parts, "if: "+d.one(
		"x == 1 and elapsed > 0", "x == 2 and n < 30", "y > 0.7 and elapsed > 0.02", "age(y) > 0.1 and elapsed > 0.05", "stale(y) and x > 2 and elapsed > 0",
		"final", "failed", "b and elapsed > 0.03", `s == "go" and elapsed > 0`, "n > 3 and x == 3 and elapsed > 0", "elapsed > 0.2 and f < 3"))
	return strings.Join(parts, ", ")
}
