package foreign

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

const headFSM = `
module(..., package.seeall);
require('fsm')
require('headStart')

sm = fsm.new(headStart);
sm:add_state(headScan);
sm:add_state(headTrack);

--sm:set_transition(headScan, 'remark', headStart);
sm:set_transition(headStart, 'done', headTrack);
sm:set_transition(headScan, 'ball', headTrack, lookAtIt);
sm:set_transition(headScan, 'timeout', headScan);
sm:set_transition(headTrack, 'timeout', headScan);
sm:set_transition(headTrack, 'lost coach', headStart);
sm:set_transition(headTrack, 'lost coach', headScan);
if Config.fsm.sweep == 1 then
  sm:set_transition(headStart, 'sweep', headScan);
else
  sm:set_transition(headStart, 'sweep', headTrack);
end
sm:set_transition(headStart, 'x', nowhere);
sm:set_state_debug_handle(gcm.set_fsm_head_state);

function update()
  sm:update();
end
`

var codeOf = map[string]string{
	"headScan.lua":  "module(..., package.seeall)\nt0 = 0;\ntimeout = 2 * 1.5;\nfunction update()\n  timeout = 7\n  return 'ball'\nend\n",
	"headTrack.lua": "timeout = Config.fsm.headTrack.timeout",
}

func beside(name string) ([]byte, error) {
	if text, ok := codeOf[name]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("no such file")
}

func TestStatesAndTransitionsAreRead(t *testing.T) {
	require.True(t, IsLuar([]byte(headFSM)))
	require.False(t, IsLuar([]byte("fsm = SkillHSM:new{name = name}")))
	m, findings := ReadLuar("dir/HeadFSM.lua", []byte(headFSM), beside)
	require.Empty(t, findings.Errors())
	require.Equal(t, "HeadFSM", m.Name)
	require.Equal(t, []string{"headStart"}, m.Root.Initial)
	require.Len(t, m.Root.States, 3)
	start, scan, track := m.Root.States[0], m.Root.States[1], m.Root.States[2]
	require.Len(t, start.Transitions, 2)
	require.Equal(t, []string{"sweep"}, start.Transitions[1].Events)
	require.Equal(t, []string{"headScan"}, start.Transitions[1].To, "of the first branch")
	require.Equal(t, []string{"ball"}, scan.Transitions[0].Events)
	require.Equal(t, 3*time.Second, scan.Transitions[1].After)
	require.Empty(t, scan.Transitions[1].Events)
	require.Equal(t, []string{"timeout"}, track.Transitions[0].Events)
	require.Equal(t, []string{"lost_coach"}, track.Transitions[1].Events)
	require.Equal(t, []string{"headScan"}, track.Transitions[1].To, "the later one counts")
	require.Len(t, track.Transitions, 2)
	require.Len(t, m.Kept, 2)
	require.Equal(t, codeOf["headScan.lua"], m.Kept[0].Text)

	report := findings.Error()
	for _, says := range []string{
		"headStart.lua is not beside the file", "Lua code of headScan kept and not run", "timeout of headScan after 3s, as its file sets it",
		"the timeout of headTrack is not a number in its file", "the action of the transition is left out", `headTrack has a transition at "lost coach" already`,
		"what is in this if is taken as it stands", `a transition from "headStart" to "nowhere" at "x" is left out`,
	} {
		require.Contains(t, report, says)
	}
	var text strings.Builder
	require.NoError(t, m.WriteYAML(&text))
	again, bad := chart.ReadYAML("head.yaml", []byte(text.String()))
	require.Empty(t, bad.Errors())
	_, bad = hfsm.Compile(again, &hfsm.Vocabulary{})
	require.Empty(t, bad.Errors(), text.String())
}

func TestFilesThatAreNoMachinesAreRefused(t *testing.T) {
	for text, says := range map[string]string{
		"":                         "no machine; expected sm = fsm.new(STATE)",
		"sm = fsm.new(":            "h.lua:1",
		"x = 1":                    "no machine",
		"sm = fsm.new(FINAL)":      "a state cannot be named FINAL",
		strings.Repeat(" ", 300e3): "expected at most",
	} {
		m, findings := ReadLuar("h.lua", []byte(text), nil)
		require.Nil(t, m)
		require.ErrorContains(t, findings.Errors(), says)
	}
}

// What is read of a damaged file is a machine, or it is refused in words.
func TestRandomMachinesOfLuarNeverPanic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for range fuzzn.N(t) / 10 {
		text = fuzzn.Mutate(rng, text, []byte(headFSM))
		m, findings := ReadLuar("random.lua", text, beside)
		require.Equal(t, m == nil, len(findings.Errors()) > 0, string(text))
		if m != nil {
			require.NoError(t, m.WriteYAML(&strings.Builder{}))
		}
	}
}
