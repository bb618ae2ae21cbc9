package studiotest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
)

// ring returns a machine with n states, each of which is left after a time.
func ring(n int, after string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "machine: ring\nrate_hz: 50\ninitial: s0\nstates:\n")
	for i := range n {
		fmt.Fprintf(&b, "  s%d:\n    transitions: [{after: %s, to: s%d}]\n", i, after, (i+1)%n)
	}
	return b.String()
}

type counts struct {
	Commits, Updates, Writes, Observed float64
}

// This is the budget of the canvas: however fast the machine is, React draws nothing again, and an update writes only a
// few attributes. The writes are counted twice, by the painter and by an observer of the whole page.
func TestTwoHundredStatesAtFiftyHertzCostNoCommits(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "ring.yaml", Files: map[string]string{"ring.yaml": ring(200, "20ms")}})
	p := s.open(t, "ring.yaml")
	p.Wait(`document.querySelectorAll(".box").length === 200 && !!document.querySelector(".box[data-mark=active]")`)
	p.Do(`window.observed = 0;
		new MutationObserver(list => {
			for (const m of list) {
				const e = m.target.nodeType === 1 ? m.target : m.target.parentElement;
				if (e?.closest?.(".canvas, .tree")) window.observed++;
			}
		}).observe(document.body, { subtree: true, attributes: true, childList: true, characterData: true });
		window.before = { ...gonaoCounters };`)
	p.Wait(`gonaoCounters.updates - before.updates > 100`)
	c := Eval[counts](p, `({ Commits: gonaoCounters.canvasCommits - before.canvasCommits, Updates: gonaoCounters.updates - before.updates,
		Writes: gonaoCounters.domWrites - before.domWrites, Observed: window.observed })`)
	t.Logf("%.0f updates: %.0f commits of the canvas, %.2f writes, %.2f observed per update", c.Updates, c.Commits, c.Writes/c.Updates, c.Observed/c.Updates)
	require.Zero(t, c.Commits)
	require.Less(t, c.Writes/c.Updates, 6.0)
	require.Less(t, c.Observed/c.Updates, 6.0)
	require.Greater(t, c.Observed, c.Updates, "the observer saw what was painted")
}

func TestTheRunningMachineOpensAndLightsUp(t *testing.T) {
	s := NewStage(t, Options{Machine: "follow_and_dance"})
	p := s.Open("#machine")
	p.Wait(`document.querySelector(".box[data-state=followBall]")?.dataset.mark === "active"`)
	p.WaitText("nao1 ▸ ● live")
	p.DoubleClick(".box[data-state=followBall] > .box-name")
	p.Wait(`document.querySelector(".box[data-state='followBall/red']")?.dataset.mark === "active"`)
	p.Wait(`document.querySelector(".tree-row[data-state='followBall/red']").dataset.mark === "active"`)
	p.Wait(`/of 8 s/.test(document.querySelector(".box[data-mark=active] [data-time]").textContent)`)
	require.Empty(t, p.Problems())
}

func TestPauseStepAndGoOn(t *testing.T) {
	s := NewStage(t, Options{Machine: "ring.yaml", Files: map[string]string{"ring.yaml": ring(5, "1s")}})
	p := s.open(t, "ring.yaml")
	p.Wait(`!!document.querySelector(".box[data-mark=active]")`)
	p.Key("F6")
	p.WaitText("nao1 ▸ ❚❚ paused")
	was := Eval[string](p, `document.querySelector(".box[data-mark=active]").dataset.state`)
	p.Key("Shift+F10")
	p.Wait(`document.querySelector(".box[data-mark=active]").dataset.state !== ` + quote(was))
	p.Wait(`document.querySelectorAll(".link-label[data-passed]").length > 0`)
	p.Key("F8")
	p.WaitText("nao1 ▸ ● live")
}

// round is a machine that takes a transition at each event.
const round = `machine: round
rate_hz: 50
initial: s0
states:
  s0: {transitions: [{event: go, to: s1}]}
  s1: {transitions: [{event: go, to: s2}]}
  s2: {transitions: [{event: go, to: s0}]}
`

// post posts an event to the robot's machine.
func (s *Stage) post(event string) {
	s.t.Helper()
	r := ask[msgs.PostEventRequest, msgs.PostEventResponse](s, "machine/post_event", msgs.PostEventRequest{Name: event})
	require.True(s.t, r.Success, r.Message)
}

// waitActive waits until a state is drawn as active.
func (p *Tab) waitActive(state string) {
	p.t.Helper()
	p.Wait(`document.querySelector(".box[data-state='` + state + `']")?.dataset.mark === "active"`)
}

// Without a recording on disk, the page goes back through what it has received itself.
func TestGoingBackShowsThePastEverywhere(t *testing.T) {
	s := NewStage(t, Options{NoHistory: true, Machine: "round.yaml", Files: map[string]string{"round.yaml": round}})
	p := s.open(t, "round.yaml")
	p.waitActive("s0")
	s.post("go")
	p.waitActive("s1")
	s.post("go")
	p.waitActive("s2")
	p.Key("F6")
	p.WaitText("nao1 ▸ ❚❚ paused")
	p.Do(`document.querySelector(".lanes canvas").focus()`)
	p.Key("Home")
	p.Key("[")
	p.WaitText("Back to live")
	p.waitActive("s0")
	p.Wait(`document.querySelector(".tree-row[data-state=s0]").dataset.mark === "active"`)
	p.Do("document.activeElement.blur()")
	p.Key("Escape")
	p.waitActive("s2")
	p.Wait(`!document.body.innerText.includes("Back to live")`)
}

func TestARobotThatGoesAwayComesBackByItself(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"ring.yaml": ring(3, "1s")}})
	stop := s.StartExecutor(s.Dir + "/ring.yaml")
	p := s.open(t, "ring.yaml")
	p.Wait(`!!document.querySelector(".box[data-mark=active]")`)
	stop()
	p.Wait(`!document.querySelector(".box[data-mark=active]") && document.querySelectorAll(".box").length === 3`)
	s.StartExecutor(s.Dir + "/ring.yaml")
	p.Wait(`!!document.querySelector(".box[data-mark=active]")`)
}
