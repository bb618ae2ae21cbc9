package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// In Firefox ESR, the page opens, connects, draws the running machine and marks the active state; then a state is
// added.
func TestThePageWorksInFirefox(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "traffic.yaml", Files: map[string]string{"traffic.yaml": traffic}})
	f := NewFox(t)
	f.Go(s.Login(s.keys.Driver))
	f.Wait(`location.pathname === "/" && document.querySelector(".footer").innerText.includes("connected")`)
	f.Do(`window.problems = []; addEventListener("error", e => problems.push(e.message)); addEventListener("unhandledrejection", e => problems.push(String(e.reason)));
		location.hash = "#machine?file=traffic.yaml"`, nil)
	f.Wait(`document.querySelectorAll(".box").length === 2 && document.querySelectorAll(".link-label").length === 2`)
	f.Wait(`document.querySelector(".box[data-state=red]").dataset.mark === "active"`)
	f.Do(`document.activeElement.blur(); document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "s", code: "KeyS", bubbles: true }))`, nil)
	f.Wait(`document.querySelectorAll(".box").length === 3`)
	var found []string
	f.Wait(`(window.found = ` + looks + `).length === 0`)
	f.Do(`return window.problems`, &found)
	require.Empty(t, found)
}
