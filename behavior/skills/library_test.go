package skills

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/hfsm/chart"
)

const luaSkill = "fsm = SkillHSM:new{name = name, start = 'A'}\nlevel = 'skill'\n"

// files are the skills of a test.
var files = map[string]string{
	"wait.yaml": `
machine: wait
description: does nothing for a while
level: skill
parameters: {turns: {type: int, default: 1, min: 1, max: 9}, pace: {type: float, default: 1.0}}
variables: {done: {type: int, initial: 0}}
initial: turning
states:
  turning:
    transitions:
    - {if: done >= turns, to: FINAL}
    - {after: 1s, to: turning, then: [{set: {done: done + 1}}]}
`,
	"fail.yaml":   "machine: fail\nlevel: skill\ninitial: a\nstates: {a: {transitions: [{after: 1s, to: FAILED}]}}\n",
	"twice.yaml":  "machine: twice\nlevel: skill\ninitial: a\nstates: {a: {call: {machine: wait}, transitions: [{if: final, to: b}]}, b: {call: {machine: fail}, transitions: [{if: failed, to: FINAL}]}}\n",
	"broken.yaml": "machine: broken\ninitial: a\nstates: {a: {do: {fly: {}}}}\n",
	"boss.yaml":   "machine: boss\nlevel: agent\ninitial: a\nstates: {a: {do: {skill: {call: \"wait()\"}}}}\n",
	"sneaky.yaml": "machine: sneaky\nlevel: skill\ninitial: a\nstates: {a: {do: {skill: {call: \"wait()\"}}}}\n",
	"ring.yaml":   "machine: ring\nlevel: skill\ninitial: a\nstates: {a: {call: {machine: ring}}}\n",
	"digger.yaml": "machine: digger\nlevel: skill\nspaces: [{platform: excavator}]\ninitial: a\nstates: {a: {}}\n",
	"notes.txt":   "no machine",

	"nod.lua":    luaSkill + "depends_skills = {'wait'}\nfsm:new_jump_state('A', wait, FINAL)\nA.args = {turns = 2}\n",
	"dig.lua":    luaSkill + "depends_interfaces = {{v = 'arm', type = 'shovel'}}\nfsm:new_jump_state('A')\n",
	"orphan.lua": luaSkill + "depends_skills = {'nobody'}\nfsm:new_jump_state('A', nobody, FINAL)\n",
	"trust.lua":  luaSkill + "depends_skills = {'broken'}\nfsm:new_jump_state('A', broken, FINAL)\n",
	"tired.lua":  luaSkill + "depends_skills = {'dig'}\nfsm:new_jump_state('A', dig, FINAL)\n",
	"low.lua":    luaSkill + "level = 'motion'\ndepends_skills = {'nod'}\nfsm:new_jump_state('A', nod, FINAL)\n",
	"home.lua":   luaSkill + "spaces = {{domain = 'home'}}\nfsm:new_jump_state('A')\n",
	"ping.lua":   luaSkill + "depends_skills = {'pong'}\nfsm:new_jump_state('A', pong, FINAL)\n",
	"pong.lua":   luaSkill + "depends_skills = {'ping'}\nfsm:new_jump_state('A', ping, FINAL)\n",
	"long.lua":   luaSkill + "--" + strings.Repeat("x", longFile),
}

func library(t *testing.T, allowed ...string) *Library {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zwait.yaml"), []byte("machine: wait\nlevel: skill\ninitial: a\nstates: {a: {}}\n"), 0o600))
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	cfg := behavior.DefaultConfig()
	l, err := Load(Options{
		Directories: []string{dir}, Space: chart.Space{Platform: "nao", Domain: "soccer"}, Allowed: allowed, Words: cfg.Vocabulary(),
	})
	require.NoError(t, err)
	return l
}

func TestOnlySkillsThatCanRunHereAreOffered(t *testing.T) {
	refused := map[string]string{
		"broken": "fly",
		"boss":   "an agent is not a skill",
		"sneaky": `"skill"`,
		"ring":   "ring -> ring",
		"digger": "digger.yaml:3:9: spaces: not offered in the space nao/soccer",
		"dig":    `dig.lua:3:1: depends_interfaces: no interface "shovel" here; expected one of ball, body, field, game, head, legs, lights, motion, play, voice`,
		"orphan": "orphan.lua:4:1: states.A.call.machine: machine \"nobody\": no such machine",
		"trust":  "fly",
		"tired":  "tired.lua:4:1: states.A.call.machine: machine \"dig\": there are faults in ",
		"low":    "nod is of the level skill, this machine of the level motion",
		"home":   "not offered in the space nao/soccer",
		"ping":   "ping -> pong -> ping",
		"pong":   "pong -> ping -> pong",
		"long":   "expected at most 1048576",
	}
	offered := 0
	for _, s := range library(t).Skills() {
		want, bad := refused[s.Name]
		switch {
		case filepath.Base(s.File) == "zwait.yaml":
			require.ErrorContains(t, s.Refused, "wait.yaml has a skill of this name already")
		case bad:
			require.ErrorContains(t, s.Refused, want, s.Name)
		default:
			require.NoError(t, s.Refused, s.Name)
			offered++
		}
	}
	require.Equal(t, 4+len(behavior.Skills()), offered)
}

func TestThePolicySaysWhatMayBeCalled(t *testing.T) {
	l := library(t, "twice", "dance")
	reasons := map[string]string{}
	for _, s := range l.Skills() {
		if s.Refused != nil {
			reasons[s.Name+filepath.Ext(s.File)] += s.Refused.Error()
		}
	}
	require.NotContains(t, reasons, "twice.yaml", "it may call skills that may not be called from outside")
	require.Contains(t, reasons["wait.yaml"], "allowed_skills")
	require.Contains(t, reasons["dance"], "no file has it")
	_, err := l.Compile("wait()")
	require.ErrorIs(t, err, ErrNotOffered)
}

// run ticks a call to its end and gives how and when it ended.
func run(t *testing.T, l *Library, call string) (hfsm.Status, time.Duration, []string) {
	t.Helper()
	model, err := l.Compile(call)
	require.NoError(t, err)
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	var paths []string
	m.OnTransition = func(tr hfsm.Transition) { paths = append(paths, tr.To) }
	now := time.Duration(0)
	for ; m.Status() == hfsm.Running && now < time.Minute; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	return m.Status(), now, paths
}

func TestACallDoesOneSkillAfterTheOther(t *testing.T) {
	l := library(t)
	for call, seconds := range map[string]float64{"wait{3}": 4, "wait{1 + 1, pace = math.pi}": 3, "nod(); wait()": 3.4} {
		status, took, _ := run(t, l, call)
		require.Equal(t, hfsm.Final, status, call)
		require.InDelta(t, seconds, took.Seconds(), 1, call)
	}
	status, took, paths := run(t, l, "wait{turns=3}; wait({pace=2}); twice()")
	require.Equal(t, hfsm.Final, status)
	require.InDelta(t, 3+1+1+1, took.Seconds(), 1)
	require.Contains(t, paths, "wait_2/turning")
	require.Contains(t, paths, "twice/b/a")
	status, took, _ = run(t, l, "fail(); wait()")
	require.Equal(t, hfsm.Failed, status, "what comes behind it is not begun")
	require.InDelta(t, 1, took.Seconds(), 0.3)
}

func TestACallIsRefusedWithItsReason(t *testing.T) {
	l := library(t)
	for call, want := range map[string]struct {
		err  error
		text string
	}{
		"wait":                            {ErrInvalid, "column 5: the end; expected ( or { behind wait"},
		"wiat()":                          {ErrUnknown, `column 1: no such skill: "wiat" (did you mean "wait"?); expected one of `},
		"wait(); wiat()":                  {ErrUnknown, "column 9: no such skill"},
		"digger()":                        {ErrNotOffered, "column 1: the skill is not offered: digger: "},
		"wait{turns=0}":                   {ErrInvalid, "call:1:6: wait.turns: 0; expected 1 to 9"},
		"wait{turn=1}":                    {ErrInvalid, `call:1:6: wait.turn: no parameter "turn" (did you mean "turns"?)`},
		`wait{turns="a"}`:                 {ErrInvalid, `call:1:6: wait.turns: "a"; expected a value of type int`},
		"wait{1, 2, 3}":                   {ErrInvalid, "column 12: wait has no parameter 3"},
		"wait{1, turns = 2}":              {ErrInvalid, "column 9: turns is given twice"},
		"servo{angle = 1}":                {ErrInvalid, "call:1:1: servo: the parameter joint of servo is missing"},
		"wait{turns = os.time()}":         {ErrInvalid, "column 14: no such name: os"},
		"wait{turns = wait}":              {ErrInvalid, "column 14: no such name: wait"},
		"wait{(function() wait() end)()}": {ErrInvalid, "column 6: no such name: wait"},
	} {
		_, err := l.Compile(call)
		require.ErrorIs(t, err, want.err, call)
		require.ErrorContains(t, err, want.text, call)
	}
}

func TestACancelledCallFails(t *testing.T) {
	model, err := library(t).Compile("wait{turns=9}")
	require.NoError(t, err)
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	require.NoError(t, m.Tick(0))
	require.NoError(t, m.Tick(time.Second))
	require.True(t, m.Post(hfsm.Event{Name: CancelEvent}))
	require.NoError(t, m.Tick(1100*time.Millisecond))
	require.Equal(t, hfsm.Failed, m.Status())
}
