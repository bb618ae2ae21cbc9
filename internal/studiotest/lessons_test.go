package studiotest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/lab/onfield"
)

// form fills in a field of the inspector, found by its label, and leaves it with Enter.
func (p *Tab) form(label, value string) {
	p.t.Helper()
	field := fmt.Sprintf(`[...document.querySelectorAll(".inspector label.field")].find(l => l.querySelector("span").textContent === %q)`, label)
	p.Wait(field + "?.querySelector('input, select')?.disabled === false")
	p.Do(fmt.Sprintf(`const e = %s.querySelector("input, select"); e.focus(); if (e.select) e.select();`, field))
	p.Type(value)
	p.Key("Enter")
	p.Do("document.activeElement.blur()")
}

// add selects an entry that is to be added to a list of the inspector.
func (p *Tab) add(label, value string) {
	p.t.Helper()
	list := fmt.Sprintf(`document.querySelector(".inspector select[aria-label='%s']")`, label)
	p.Wait(fmt.Sprintf(`[...%s?.options ?? []].some(o => o.value === %q)`, list, value))
	p.Do(fmt.Sprintf(`const e = %s; Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(e, %q); e.dispatchEvent(new Event("change", { bubbles: true }))`, list, value))
}

// steps waits until the given number of steps of the lesson is ticked.
func (p *Tab) steps(n int) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`document.querySelectorAll(".guide li.done").length >= %d`, n))
}

// The tutorial's first machine is drawn by following the steps of the Start page to the end. It runs on the robot, and
// its file is the one that docs/state-machines.md continues with.
func TestTheFirstMachineIsDrawnByTheLesson(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "follow_and_dance"})
	p := s.Open("#start")
	p.Wait(`[...document.querySelectorAll(".cards button")].some(b => b.textContent === "Begin" && !b.disabled)`)
	p.Do(`[...document.querySelectorAll(".cards button")].find(b => b.textContent === "Begin").click()`)
	p.Click(".box[data-state=watch]")
	p.add("add to do", "track")
	p.steps(1)
	p.Do("document.activeElement.blur()")
	p.Key("S")
	p.Wait(`document.querySelectorAll(".box").length === 2 && document.activeElement?.id === "state-name"`)
	p.Type("greet")
	p.Key("Enter")
	p.Wait(`!!document.querySelector(".box[data-state=greet]")`)
	p.Click(".box[data-state=greet]")
	p.add("add to do", "play")
	p.form("times", "1")
	p.steps(3)
	p.Click(".box[data-state=watch]")
	p.Key("T")
	p.Wait(`!!document.querySelector(".box.aimed")`)
	for Eval[string](p, `document.querySelector(".box.aimed").dataset.state`) != "greet" {
		was := Eval[string](p, `document.querySelector(".box.aimed").dataset.state`)
		p.Key("ArrowRight")
		p.Wait(`document.querySelector(".box.aimed").dataset.state !== ` + quote(was))
	}
	p.Key("Enter")
	p.steps(4)
	p.Wait(`document.querySelector(".inspector-title").innerText.includes("watch → greet")`)
	p.form("after", "2s")
	p.form("if", "ball_age < 0.5")
	p.steps(5)
	p.Click(".box[data-state=greet]")
	p.Wait(`document.querySelector(".inspector-title").innerText.startsWith("greet")`)
	p.Do(`const e = [...document.querySelectorAll(".inspector select")].find(e => e.options[0].text.startsWith("+ transition")); Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(e, "watch"); e.dispatchEvent(new Event("change", { bubbles: true }))`)
	p.Wait(`document.querySelector(".inspector-title").innerText.includes("greet → watch")`)
	p.form("if", "final")
	p.steps(7)
	p.requireLooks("end of the lesson")
	p.Key("Ctrl+Shift+S")
	p.steps(8)
	p.WaitText("✓ Done")
	p.keep("lesson")
	// The stage shows a red ball and plays motions: the machine greets.
	p.Wait(`document.querySelector(".box[data-state=greet]").dataset.mark === "active"`)
	p.Wait(`document.querySelector(".box[data-state=watch]").dataset.mark === "active"`)
	drawn, _, _ := strings.Cut(text(t, s, "greet.yaml"), "layout:") // The layout is not compared.
	require.Equal(t, `# My first machine: the robot watches the red ball, and greets it with its right arm.
machine: greet
inputs: {ball_age: float}     # what it may ask: seconds since the ball was last seen
initial: watch                # where it begins
states:
  watch:
    description: sees whether somebody shows the red ball
    do: {track: {color: red}}
    transitions:
      - {after: 2s, if: ball_age < 0.5, to: greet}
  greet: {do: {play: {motion: dance_right, times: 1}}, transitions: [{if: final, to: watch}]}
`, drawn)
	require.Empty(t, p.Problems())
}

// The second lesson changes a copy of the dance, and the robot continues with the changed copy.
func TestTheDanceIsChangedByTheLesson(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "follow_and_dance"})
	p := s.Open("#start")
	p.Wait(`[...document.querySelectorAll(".cards button")].some(b => b.textContent === "Change a copy" && !b.disabled)`)
	p.Do(`[...document.querySelectorAll(".cards button")].find(b => b.textContent === "Change a copy").click()`)
	p.Click(".box[data-state=left]")
	p.Key("I")
	p.steps(1)
	p.Wait(`document.querySelectorAll(".transition-row").length === 1`)
	p.Click(".transition-row")
	p.Wait(`document.querySelector(".inspector-title").innerText.includes("left → right")`)
	p.form("if", "positions_reached >= 4")
	p.steps(2)
	p.Key("Ctrl+Shift+S")
	p.steps(3)
	p.WaitText("✓ Done")
	p.Wait(`document.querySelector(".box[data-state=left]").dataset.mark === "active" || document.querySelector(".box[data-state=right]").dataset.mark === "active"`)
	require.Empty(t, p.Problems())
}

// lead draws a transition with the inspector of the state, and sets its guard.
func (p *Tab) lead(from, target, guard string) {
	p.t.Helper()
	p.Click(".box[data-state=" + from + "]")
	p.Wait(`document.querySelector(".inspector-title").innerText.startsWith("` + from + `")`)
	p.Do(`const e = [...document.querySelectorAll(".inspector select")].find(e => e.options[0].text.startsWith("+ transition")); Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(e, ` + quote(target) + `); e.dispatchEvent(new Event("change", { bubbles: true }))`)
	p.Wait(`document.querySelector(".inspector-title").innerText.includes(` + quote(from+" → "+target) + `)`)
	p.form("if", guard)
}

// The first lesson of docs/lessons is drawn by following its steps, and a simulated robot runs the file: the lesson is
// passed.
func TestTheFirstLessonIsDrawnAndPassed(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "follow_and_dance"})
	p := s.Open("#start")
	p.Wait(`[...document.querySelectorAll(".cards button")].some(b => b.textContent === "Drive" && !b.disabled)`)
	p.Do(`[...document.querySelectorAll(".cards button")].find(b => b.textContent === "Drive").click()`)
	p.Click(".box[data-state=forward]")
	p.Do("document.activeElement.blur()")
	p.Key("S")
	p.Wait(`document.querySelectorAll(".box").length >= 3 && document.activeElement?.id === "state-name"`)
	p.Type("turn")
	p.Key("Enter")
	p.Wait(`!!document.querySelector(".box[data-state=turn]")`)
	p.steps(2) // there are no findings
	p.Click(".box[data-state=turn]")
	p.Wait(`document.querySelector(".inspector-title").innerText.startsWith("turn")`)
	p.add("add to do", "walk_to")
	p.form("x (m)", "0")
	p.form("y (m)", "0")
	p.form("theta (rad)", "3.14")
	p.steps(3)
	p.lead("forward", "turn", "final")
	p.steps(4)
	p.lead("turn", "back", "final")
	p.steps(5)
	p.lead("back", "FINAL", "final")
	p.steps(6)
	p.Key("Ctrl+Shift+S")
	p.steps(7)
	p.WaitText("✓ Done")
	require.Empty(t, p.Problems())
	l, err := onfield.FindLesson(1)
	require.NoError(t, err)
	report, err := l.Check(t.Context(), filepath.Join(s.Dir, l.File))
	require.NoError(t, err)
	require.True(t, report.Passed(), "%+v\n%s", report.Points, text(t, s, l.File))
}
