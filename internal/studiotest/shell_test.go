package studiotest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePageOpensAndShowsTheRobot(t *testing.T) {
	s := NewStage(t, Options{Machine: "follow_and_dance"})
	p := s.Open("")
	p.WaitText("connected")
	p.Wait(`document.querySelector("nav a[aria-current=page]").textContent === "Start"`)
	p.Key("2")
	p.Wait(`document.querySelector("nav a[aria-current=page]").textContent === "Machine"`)
	require.Empty(t, p.Problems())
}

// Lists what a page requests from the server before it is drawn, in addition to its socket.
func TestTheFirstLoadIsFewRequests(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "round.yaml", Files: map[string]string{"round.yaml": round}})
	for place, drawn := range map[string]string{
		"#start":                   `document.querySelector("main").innerText.includes("Draw your own") && document.querySelector("main").innerText.includes("is in s0")`,
		"#machine?file=round.yaml": `document.querySelector(".box[data-state=s0]")?.dataset.mark === "active"`,
	} {
		p := s.Open("")
		p.Do("location.hash = " + quote(place) + "; location.reload()")
		p.Wait(drawn)
		all := Eval[[]string](p, `performance.getEntriesByType("resource").map(e => new URL(e.name).pathname)`)
		t.Logf("%q: the page and %d files: %s", place, len(all), strings.Join(all, " "))
		require.LessOrEqual(t, 1+len(all), 8, "%q: %v", place, all)
	}
}
