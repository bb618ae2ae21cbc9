package studiotest

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gonao/internal/built"
	studionode "gonao/nodes/studio"
	"gonao/studio/foxglove/foxglovetest"
)

// TestAMachineIsPlayedByAClickAndExplainedInThePast clicks ▶ Play beside a machine, and asks at a past moment why its
// body did not take a transition.
func TestAMachineIsPlayedByAClickAndExplainedInThePast(t *testing.T) {
	notInShort(t)
	s := newPlayingStage(t, map[string]string{"striker.yaml": striker(t)})
	p := s.open(t, "striker.yaml")
	p.Size(1280, 800)
	p.Wait(`innerWidth === 1280 && document.querySelector(".header > .pill")?.textContent === "no robot yet"`)
	for _, shown := range []string{".header > .pill", ".header"} {
		require.True(t, Eval[bool](p, `(e => e.scrollWidth <= e.clientWidth)(document.querySelector("`+shown+`"))`), shown)
	}
	p.Wait(`!document.querySelector("button[aria-label='Play this machine']").disabled`)
	p.Click(`button[aria-label="Play this machine"]`)
	p.Wait(`location.hash.startsWith("#match") && document.querySelectorAll(".match-players button").length === 10`)
	p.WaitText("striker")

	p.Do(`document.querySelectorAll(".red-player")[1].click()`)
	p.Wait(`!!document.querySelector(".match-machine .box[data-mark=active]")`)
	p.Wait(matchState + `.newest.sec > 4`)
	p.Do(`const i = document.querySelector(".match-slider input"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(i, 2); i.dispatchEvent(new Event("input", {bubbles: true}))`)
	p.Wait(`Math.abs(` + matchState + `.shown.sec - 2) < 0.1 && document.querySelector(".lanes canvas")?.dataset.exact === "true"`)
	p.Click(".match-machine .box[data-state=stop]") // before the game the body machine is in stop
	p.Wait(`document.querySelector(".match-machine .why button")?.textContent.startsWith("Why not then?")`)
	p.Do(`document.querySelector(".match-machine .why button").click()`)
	p.Wait(`document.querySelectorAll(".match-machine .why-row").length > 0`)
	require.Contains(t, Eval[string](p, `document.querySelector(".match-machine .why").innerText`), "its guard is false")
	require.Empty(t, p.Problems())
}

// TestAMatchEndsWithAStudioThatIsKilled kills a studio and waits until the program that it started has ended.
func TestAMatchEndsWithAStudioThatIsKilled(t *testing.T) {
	notInShort(t)
	t.Setenv(studioMatch, built.Program(t, "match"))
	k := newKillable(t, nil)
	c, err := foxglovetest.Dial(t.Context(), fmt.Sprintf("ws://127.0.0.1:%d/ws", k.port), http.Header{"Authorization": {"Bearer " + k.keys.Driver}})
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Service(t.Context(), "studio/play")
	require.NoError(t, err)
	require.NoError(t, c.CallJSON(t.Context(), "studio/play", studionode.MatchRequest{
		Op: studionode.StartMatch, Red: "ours", Blue: "luar", Seed: 3, World: "kinematic", Speed: 1,
	}, &studionode.Said{}))
	children := childrenOf(t, k.process.Process.Pid)
	require.Len(t, children, 1)
	match, err := unix.PidfdOpen(children[0], 0)
	require.NoError(t, err)
	defer unix.Close(match)
	k.kill()
	polled := []unix.PollFd{{Fd: int32(match), Events: unix.POLLIN}}
	n, err := unix.Poll(polled, int(patience.Milliseconds()))
	require.NoError(t, err)
	require.Equal(t, 1, n, "the match continues")
}

// childrenOf returns the processes that a process has started.
func childrenOf(t *testing.T, pid int) (all []int) {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	require.NoError(t, err)
	for _, file := range tasks {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, word := range strings.Fields(string(text)) {
			child, err := strconv.Atoi(word)
			require.NoError(t, err)
			all = append(all, child)
		}
	}
	return all
}
