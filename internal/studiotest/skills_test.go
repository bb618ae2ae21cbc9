package studiotest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

var ownSkills = map[string]string{
	"skills/linger.yaml": "machine: linger\nlevel: skill\nparameters: {seconds: {type: float, default: 1000.0}}\ninitial: here\nstates:\n  here: {transitions: [{if: elapsed > seconds, to: FINAL}]}\n",
	"skills/dig.yaml":    "machine: dig\nlevel: skill\nspaces: [{platform: excavator}]\ninitial: here\nstates:\n  here: {}\n",
}

func TestTheSkillLineCompletesRunsStopsAndSaysWhyNot(t *testing.T) {
	notInShort(t)
	files := map[string]string{"round.yaml": round}
	for name, text := range ownSkills {
		files[name] = text
	}
	s := NewStage(t, Options{Machine: "round.yaml", Files: files, Skills: "skills"})
	p := s.open(t, "round.yaml")
	p.Wait(`[...document.querySelectorAll(".skills li")].some(l => l.innerText.startsWith("linger"))`)
	p.Wait(`[...document.querySelectorAll(".skills li.refused")].some(l => l.innerText.startsWith("dig") && l.innerText.includes("not offered in the space nao"))`)
	p.Fill(".skill-line input", "lin")
	p.Wait(`[...document.querySelectorAll(".side p")].some(e => e.innerText.includes("Tab completes: linger"))`)
	p.Key("Tab")
	p.Wait(`/^linger\{seconds=1000(\.0)?\}$/.test(document.querySelector(".skill-line input").value)`)
	p.Key("Enter")
	status := `[...document.querySelectorAll(".skill-line ~ [role=status]")].map(e => e.innerText).join()`
	// A page that is delayed for longer than its lease has lost the lease; its goal is cancelled in either case.
	p.Wait(status + `.startsWith("executing · linger: linger/here") || ` + status + `.startsWith("canceled")`)
	p.Do(`[...document.querySelectorAll(".skill-line button")].find(b => b.innerText === "Stop").click()`)
	p.Wait(status + `.startsWith("canceled")`)
	p.Fill(".skill-line input", "dig()")
	p.Key("Enter")
	p.Wait(status + `.includes("dig") || document.querySelector(".skill-line ~ [role=alert]")?.innerText.includes("dig")`)
	require.Empty(t, p.Problems())
}

// A running action is cancelled by its button, and the robot receives the request.
func TestAnActionIsCancelled(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{})
	canceled := make(chan struct{})
	_, err := ros.ServeAction(s.Robot, "walk_to", func(ctx context.Context, _ msgs.WalkToGoal, say func(msgs.WalkToFeedback)) (msgs.WalkToResult, error) {
		say(msgs.WalkToFeedback{})
		<-ctx.Done()
		close(canceled)
		return msgs.WalkToResult{}, ctx.Err()
	})
	require.NoError(t, err)
	p := s.Open("#robot")
	p.layout("Drive")
	p.panel("Actions")
	p.Wait(`[...document.querySelectorAll(".actions select option")].some(o => o.value === "/nao1/walk_to")`)
	p.Click(".actions input[type=checkbox]") // without a lease, which a busy machine may lose
	p.Press(".actions", "Send")
	p.Wait(`document.querySelector(".goals li .pill")?.textContent === "executing"`)
	p.Press(".goals", "Cancel")
	<-canceled
	p.Wait(`document.querySelector(".goals li .pill")?.textContent === "canceled"`)
	require.Empty(t, p.Problems())
}
