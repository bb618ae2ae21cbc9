package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// gates is a machine whose transition needs an input value that no robot sends.
const gates = `machine: gates
rate_hz: 50
inputs: {ball_azimuth: float}
variables: {count: {type: int, initial: 0}}
initial: shut
states:
  shut: {transitions: [{if: "ball_azimuth > 2.0 and count >= 0", to: open}]}
  open: {transitions: [{if: "ball_azimuth <= 2.0", to: shut}]}
`

func TestAValueIsSetHeldAndReleased(t *testing.T) {
	s := NewStage(t, Options{Machine: "gates.yaml", Files: map[string]string{"gates.yaml": gates}})
	p := s.open(t, "gates.yaml")
	p.waitActive("shut")
	row := func(name string) string { return `[data-value=` + name + `]` }
	p.Click(row("ball_azimuth") + " .value-button")
	p.Fill(row("ball_azimuth")+" input", "2.25")
	p.Press(row("ball_azimuth"), "Hold")
	p.waitActive("open")
	p.Wait(`document.querySelector("[data-value=ball_azimuth]").innerText.includes("held")`)
	p.Wait(said + ` === "ball_azimuth is 2.25, held"`)
	p.Click(row("count") + " .value-button")
	p.Fill(row("count")+" input", "7")
	p.Press(row("count"), "Set")
	p.Wait(`/^count\s+7$/.test(document.querySelector("[data-value=count]").innerText.trim())`)
	p.Click(row("ball_azimuth") + " .value-button")
	p.Press(row("ball_azimuth"), "Release")
	p.Wait(`!document.querySelector("[data-value=ball_azimuth]").innerText.includes("held")`)
	p.Click(row("count") + " .value-button")
	p.Fill(row("count")+" input", "seven")
	p.Press(row("count"), "Set")
	p.Wait(`document.querySelector(".notes [role=alert]")?.innerText.includes("seven")`)
	require.Empty(t, p.Problems())
}

func TestRunToFinishAndWhyNot(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "round.yaml", Files: map[string]string{"round.yaml": round}})
	p := s.open(t, "round.yaml")
	p.waitActive("s0")
	p.Click(".box[data-state=s2]")
	p.Key("Ctrl+F10")
	p.Wait(said + ` === "runs until s2 is entered"`)
	s.sleep(0.6) // longer than a lease lasts without renewal
	s.post("go")
	p.waitActive("s1")
	p.WaitText("nao1 ▸ ● live")
	s.post("go")
	p.waitActive("s2")
	p.WaitText("nao1 ▸ ❚❚ paused")

	p.Key("W")
	p.Wait(`document.querySelector(".why")?.innerText.includes("s2 → s0") && document.querySelector(".why").innerText.includes("waits for an event")`)

	p.Key("Shift+F11")
	p.WaitText("nao1 ▸ ● live")
	s.post("go")
	p.waitActive("s0")
	p.WaitText("nao1 ▸ ❚❚ paused")

	p.Click(".link-label[data-transition='s1#0']")
	p.Key("Ctrl+F10")
	p.Wait(said + ` === "runs until s1#0 is taken"`)
	p.WaitText("nao1 ▸ ● live")
	s.post("go")
	p.waitActive("s1")
	s.post("go")
	p.waitActive("s2")
	p.WaitText("nao1 ▸ ❚❚ paused")
	require.Empty(t, p.Problems())
}
