package studiotest

import (
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
