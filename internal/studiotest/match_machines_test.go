package studiotest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/behavior/machines/soccer"
	"gonao/internal/built"
	studionode "gonao/nodes/studio"
)

// striker returns a user's machine: our body machine under another name.
func striker(t *testing.T) string {
	t.Helper()
	_, text, err := soccer.Ours("body")
	require.NoError(t, err)
	return strings.Replace(string(text), "machine: body", "machine: striker", 1)
}

// newPlayingStage starts a studio that has no robot and plays matches.
func newPlayingStage(t *testing.T, files map[string]string) *Stage {
	t.Helper()
	return NewStage(t, Options{NoBody: true, Files: files, Studio: func(c *studionode.Config) { c.MatchProgram = built.Program(t, "match") }})
}

// setSelect selects an option of the n-th select element of the form that starts a match.
func setSelect(p *Tab, n int, value string) {
	p.Do(`const e = document.querySelectorAll(".match-start select")[` + literal(n) + `]; Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(e, ` + literal(value) + `); e.dispatchEvent(new Event("change", {bubbles: true}))`)
}

func TestAMatchIsStartedAndTheMachinesOfARobotAreLookedInto(t *testing.T) {
	s := newPlayingStage(t, map[string]string{"striker.yaml": striker(t)})
	p := s.Open("#match")
	p.Wait(`document.querySelectorAll(".match-start option").length > 5`)
	p.pictures("match start")
	setSelect(p, 0, "striker.yaml")
	p.Do(`document.querySelector(".match-start button[type=submit]").click()`)
	p.Wait(`document.querySelectorAll(".match-players button").length === 10`)
	p.WaitText("striker")

	// A robot is selected: its machines are drawn, and their active states are marked.
	p.Do(`document.querySelectorAll(".red-player")[1].click()`)
	p.Wait(`document.querySelectorAll(".match-tabs button").length === 4`)
	p.Wait(`!!document.querySelector(".match-machine .box[data-mark=active]")`)
	p.Wait(`document.querySelectorAll(".match-machine .value-row").length > 3`)
	p.pictures("match machines")
	for _, width := range []int64{1280, 1920} {
		p.Size(width, 800)
		p.pictures("match machines " + literal(width))
	}

	// A breakpoint pauses the whole match; "Go on" continues the match.
	p.Click(".match-machine .box[data-state=play]")
	p.Key("F9")
	p.Key("W")
	p.Wait(`!!document.querySelector(".match-machine .why")`)
	p.Do(`const e = document.querySelector(".match-time select"); e.value = 20; e.dispatchEvent(new Event("change", {bubbles: true}))`)
	p.Wait(matchState + `.progress.paused_by?.machine === "body" && ` + matchState + `.progress.paused_by.path.startsWith("play")`)
	p.Wait(`document.querySelector(".match-machine .box[data-state=play]").dataset.mark === "active"`)
	p.pictures("match breakpoint")
	stood := Eval[float64](p, matchState+`.progress.sec`)
	p.Key("F10") // a step is one image of the match
	p.Wait(matchState + `.progress.sec > ` + literal(stood) + ` && !` + matchState + `.progress.playing`)
	p.Click(".match-machine .box[data-state=play]")
	p.Key("F9")

	// The field and the machine go back to the same moment.
	p.Do(`const i = document.querySelector(".match-slider input"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(i, 2); i.dispatchEvent(new Event("input", {bubbles: true}))`)
	p.Wait(`Math.abs(` + matchState + `.shown.sec - 2) < 0.1 && document.querySelector(".lanes canvas")?.dataset.exact === "true"`)
	p.Wait(`document.querySelector(".match-machine .box[data-mark=active]").dataset.state === "stop"`)
	p.pictures("match past")
	p.Key("Escape")
	p.Wait(matchState + `.live && !document.querySelector(".lanes canvas").dataset.moment`)

	// An edit is applied while the match is paused, and the match continues.
	p.Do(`void window.gonaoDocument.apply({op: "add_state", parent: "", name: "rest", x: 400, y: 400})`)
	p.Wait(`!!document.querySelector(".match-machine .box[data-state=rest]")`)
	p.Key("Ctrl+Shift+S")
	p.WaitText("The robot runs the new machine")
	p.Do(`document.querySelector(".match-time button.primary").click()`)
	p.Wait(matchState + `.progress.playing`)
	require.Empty(t, p.Problems())
}
