package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

func TestOneOfSeveralRobotsIsChosen(t *testing.T) {
	s := NewStage(t, Options{Machine: "round.yaml", Files: map[string]string{"round.yaml": round, "traffic.yaml": traffic}})
	other := s.node("body", "/nao2", nil)
	state, err := ros.Advertise[msgs.RobotState](other, "robot_state")
	require.NoError(t, err)
	require.NoError(t, state.Publish(msgs.RobotState{}))
	s.startExecutor("/nao2", s.Dir+"/traffic.yaml")
	p := s.open(t, "round.yaml")
	p.waitActive("s0")
	robots := `[...document.querySelectorAll(".header select")].find(e => [...e.options].some(o => o.value === "/nao2"))`
	p.Wait(robots + ` && ` + robots + `.value === "/nao1"`)
	p.Do(`const e = ` + robots + `; e.value = "/nao2"; e.dispatchEvent(new Event("change", {bubbles: true}))`)
	p.WaitText("nao2 runs traffic")
	p.Wait(`!document.querySelector(".box[data-mark=active]")`)
	p.Do(`location.hash = "#machine?file=traffic.yaml"`)
	p.WaitText("on nao2")
	p.Do(`location.reload()`)
	p.WaitText("on nao2")
	require.Empty(t, p.Problems())
}
