package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A machine of more than 300 states is shown as an overview. It shows the active state and can be explored and edited,
// without React drawing it again.
func TestAMachineOfFourHundredStatesIsAnOverview(t *testing.T) {
	if testing.Short() {
		t.Skip("400 states are laid out: about 10 s of processor time")
	}
	s := NewStage(t, Options{Machine: "ring.yaml", Files: map[string]string{"ring.yaml": ring(400, "20ms")}})
	p := s.Open("#machine?file=ring.yaml")
	p.WaitLong(`document.querySelectorAll(".overview-box").length === 400 && !!document.querySelector(".overview-box[data-mark=active]")`, 10*patience)

	t.Run("an update costs only a few writes", func(t *testing.T) {
		p.Do(`window.before = { ...gonaoCounters }`)
		p.Wait(`gonaoCounters.updates - before.updates > 100`)
		c := Eval[counts](p, `({ Commits: gonaoCounters.canvasCommits - before.canvasCommits, Updates: gonaoCounters.updates - before.updates,
			Writes: gonaoCounters.domWrites - before.domWrites })`)
		t.Logf("%.0f updates: %.0f commits, %.2f writes per update", c.Updates, c.Commits, c.Writes/c.Updates)
		require.Zero(t, c.Commits)
		require.Less(t, c.Writes/c.Updates, 6.0)
	})
	box := func() string { return Eval[string](p, `document.querySelector(".overview").getAttribute("viewBox")`) }
	inView := func(state string) string {
		return `(() => { const r = document.querySelector(".overview-box[data-state=` + state + `] rect").getBoundingClientRect(), c = document.querySelector(".canvas").getBoundingClientRect();
			return r.left >= c.left - 1 && r.right <= c.right + 1 && r.top >= c.top - 1 && r.bottom <= c.bottom + 1 && r.height > 15; })()`
	}
	t.Run("the view is zoomed and moved without drawing anything", func(t *testing.T) {
		p.Do(`window.before = { ...gonaoCounters }; document.querySelector(".overview").focus()`)
		first := box()
		p.Keys("=", "=")
		require.NotEqual(t, first, box())
		p.DragBy(".overview", 40, 30)
		p.Key("0")
		p.Wait(`document.querySelector(".overview").getAttribute("viewBox") === ` + quote(first))
		require.Zero(t, Eval[float64](p, `gonaoCounters.canvasCommits - before.canvasCommits`))
	})
	t.Run("a state selected in the tree is moved into view, and the arrow keys continue from there", func(t *testing.T) {
		p.Click(".tree-row[data-state=s250]")
		p.Wait(inView("s250"))
		p.Wait(`document.querySelectorAll(".overview-box.selected").length === 1`)
		p.Do(`document.querySelector(".overview").focus()`)
		p.Key("ArrowLeft")
		p.Wait(`(() => { const e = document.querySelector(".overview-box.selected"); return e && e.dataset.state !== "s250"; })()`)
		require.Zero(t, Eval[float64](p, `gonaoCounters.canvasCommits - before.canvasCommits`))
	})
	t.Run("a state is renamed and its breakpoint shown", func(t *testing.T) {
		p.Click(".tree-row[data-state=s250]")
		p.Key("F9")
		p.Wait(`document.querySelector(".overview-box[data-state=s250] text").textContent.startsWith("●")`)
		p.Fill("#state-name", "renamed")
		p.Key("Enter")
		p.WaitLong(`!!document.querySelector(".overview-box[data-state=renamed]") && document.querySelector(".inspector-title").innerText.includes("renamed")`, 10*patience)
	})
	require.Empty(t, p.Problems())
}
