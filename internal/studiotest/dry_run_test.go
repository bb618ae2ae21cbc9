package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// errand needs an event, the end of an action, a value and time.
const errand = `machine: errand
inputs: {ball_azimuth: float}
initial: waits
states:
  waits: {transitions: [{event: go, to: walks}]}
  walks:
    do: {walk_to: {x: 1.0, y: 0.0}}
    transitions: [{if: final, to: looks}, {if: failed, to: waits}]
  looks: {transitions: [{if: ball_azimuth > 0.5, to: rests}]}
  rests: {transitions: [{after: 40ms, to: waits}]}
`

func TestADrawnMachineIsRunWithoutARobot(t *testing.T) {
	s := NewStage(t, Options{NoBody: true, Files: map[string]string{"errand.yaml": errand}})
	p := s.open(t, "errand.yaml")
	p.Click(`[aria-label="Dry run"]`)
	p.waitActive("waits")
	p.Press(".dry", "⚡ go")
	p.waitActive("walks")
	p.Click(`[aria-label="walk_to succeeds"]`)
	p.waitActive("looks")
	p.Key("F6")
	p.WaitText("❚❚ paused")
	p.Do(`const e = document.querySelector(".dry input[type=range]"); e.value = "1"; e.dispatchEvent(new Event("input", {bubbles: true}))`)
	p.Wait(`document.querySelector("[data-value=ball_azimuth]").innerText.includes("held")`)
	p.Key("F10") // time goes on by steps of 100 ms
	p.waitActive("rests")
	p.Key("F10")
	p.waitActive("waits")
	p.Click(`[aria-label="End the dry run"]`)
	p.Wait(`!document.querySelector(".dry") && !document.querySelector(".box[data-mark=active]")`)
	require.Empty(t, p.Problems())
}
