package studiotest

import (
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

func TestOneOfSeveralRobotsIsChosen(t *testing.T) {
	notInShort(t)
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
	p.WaitText("nao2 ▸ ")
	p.Do(`location.reload()`)
	p.WaitText("nao2 ▸ ")
	require.Empty(t, p.Problems())
}

func TestARobotThatGoesAwayIsGreyAndComesBack(t *testing.T) {
	s := NewStage(t, Options{NoBody: true})
	start := func() (stop func()) {
		ctx, cancel := context.WithCancel(t.Context())
		n, err := ros.NewNode(ctx, s.Bus, "driver", ros.NodeOptions{Namespace: Namespace, Logger: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		_, err = ros.Advertise[msgs.RobotState](n, "robot_state")
		require.NoError(t, err)
		return func() {
			cancel()
			require.NoError(t, n.Close())
		}
	}
	p := s.Open("#robot")
	p.WaitText("no robot yet")
	stop := start()
	p.Wait(`document.querySelector(".header").innerText.includes("nao1") && !document.documentElement.hasAttribute("data-robot-gone")`)
	stop()
	p.Wait(`/nao1 has been gone since \d/.test(document.querySelector(".header").innerText) && document.documentElement.hasAttribute("data-robot-gone")`)
	defer start()()
	p.Wait(`!document.querySelector(".header").innerText.includes("gone") && !document.documentElement.hasAttribute("data-robot-gone")`)
	require.Empty(t, p.Problems())
}
