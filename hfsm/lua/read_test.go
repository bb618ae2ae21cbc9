package lua

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

const head = "fsm = SkillHSM:new{name = name, start = \"A\"}\ndepends_skills = {\"getup\"}\n" +
	"depends_interfaces = {{v = \"motion\", type = \"HumanoidMotionInterface\"}, {v = \"ball\", type = \"BallInterface\"}}\n" +
	"fsm:new_jump_state(\"A\")\n"

func TestWhatIsWrongWithASkillIsSaidWithItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"x = ":                            "s.lua:1:1: syntax error at the end",
		"x = 1":                           `s.lua:1:1: no state machine; expected fsm = SkillHSM:new{name = name, start = "…"}`,
		"fsm = SkillHSM:new{start = 'A'}": `s.lua:1:1: fsm: no states`,
		"fsm = SkillHSM:new{stat = 'A'}":  `s.lua:1:1: SkillHSM:new: no such key: stat (did you mean "start"?)`,
		"fsm = SkillHSM:new{start = 'B'}\nfsm:new_jump_state('A')":                      `s.lua:1:1: fsm.start: no state "B"`,
		head + "fsm:new_jump_state('A')":                                                "s.lua:5:1: new_jump_state: there is a state A already, at line 4",
		head + "fsm:new_jump_state('event')":                                            "s.lua:5:1: new_jump_state: event is a name of the language",
		head + "A:add_transition(B, 'true')":                                            "s.lua:5:1: no such name: B",
		head + "A:add_transition('B', 'true')":                                          `s.lua:5:1: states.A.transitions[0].to: no state "B"`,
		head + "A:add_transition('B', 7)":                                               "s.lua:5:1: add_transition: a number as condition",
		head + "A:add_transition(FINAL, 'x', {timout = 1})":                             `s.lua:5:1: add_transition: no such key: timout (did you mean "timeout"?)`,
		head + "A.add_transition(FINAL, 'x')":                                           "s.lua:5:1: add_transition of a string; expected a state, and a : before add_transition",
		head + "fsm:new_jump_state('B', 'servo', FINAL)":                                `s.lua:5:1: new_jump_state: servo is not one of depends_skills`,
		head + "A.init = 7":                                                             "s.lua:4:1: states.A.init: a number; expected a function",
		head + "function A:init() tuns = tuns + 1 end\nfunction A:exit() log(trns) end": "s.lua:6:1: no such name: trns (did you mean \"tuns\"?)",
		head + "inputs = {bal = 'floot'}":                                               `s.lua:5:1: inputs.bal: no type "floot"; expected bool, int, float or string`,
		head + "inputs = {x = {type = 'int', enum = {1, 2.5}}}":                         `s.lua:5:1: inputs.x.enum: "2.5"; expected a value of type int`,
		head + "outputs = {x = {type = 'float', mim = 0}}":                              `s.lua:5:1: outputs.x.mim: no such key (did you mean "min"?)`,
		head + "inputs = {x = {type = 'float', stale_after = -1}}":                      `s.lua:5:1: inputs.x.stale_after: -1s; expected a time longer than nothing`,
		head + "inputs = {['if'] = 'float'}":                                            `s.lua:5:1: inputs.if: the word "if" is taken by guards`,
		head + "parameters = {x = {type = 'float', min = 0, default = -1}}":             "s.lua:5:1: parameters.x.default: -1; expected at least 0",
		head + "variables = {n = 'int'}\nn = 3":                                         "s.lua:6:1: n: set as a global, and declared",
		head + "function A:init() ball_x = 2 end":                                       "s.lua:5:1: ball_x is an input; expected a variable or an output",
		head + "local x = ball:ball_x()":                                                "s.lua:5:1: ball_x is known only when the skill runs",
		head + "local x = ball:ball_y()":                                                `s.lua:5:1: ball has no ball_y (did you mean "ball_x"?); expected one of ball_x, ball_age`,
		head + "level = 'boss'":                                                         `s.lua:5:1: level: "boss"; expected motion, skill or agent`,
		head + "spaces = {{platfrm = 'nao'}}":                                           "s.lua:5:1: spaces: platfrm; expected platform and domain, both texts",
		head + "preconditions = {7}":                                                    "s.lua:5:1: preconditions: item 1 is a number",
		head + "function A:flow(dt) end":                                                "s.lua:4:1: states.A.rate_hz: a flow without a rate; expected A.rate_hz = 50, in Hz",
		head + "while true do end":                                                      "s.lua:5:1: more than 60000 instructions while the skill was loaded",
		head + "for i = 1, 2000 do fsm:new_jump_state('S' .. i) end":                    "s.lua:5:1: new_jump_state: more than 1000 states",
		head + "documentation = 7":                                                      "s.lua:5:1: documentation: a number; expected a text",
		head + "fsm2 = SkillHSM:new{}":                                                  "s.lua:5:1: a second SkillHSM; expected one in a file",
		"depends_interfaces = {{v = 'm', type = 'HumanoidMotionInterfac'}}\nfsm = SkillHSM:new{start = 'A'}\nfsm:new_jump_state('A')": `s.lua:1:1: depends_interfaces: no interface "HumanoidMotionInterfac" here (did you mean "HumanoidMotionInterface"?)`,
		"depends_skills = {'s'}\nfsm = SkillHSM:new{start = 'A'}\nfsm:new_jump_state('A')":                                            "s.lua:1:1: depends_skills: the skill depends on itself: s -> s",
	} {
		c, found := Read("s.lua", []byte(text), nao(), Options{})
		require.Nil(t, c, text)
		require.NotEmpty(t, found.Errors(), text)
		require.Contains(t, found.Errors().Error(), want, text)
	}
}

func TestAMissingInputOrActivityOfAnInterfaceIsNamed(t *testing.T) {
	words := nao()
	delete(words.Inputs, "ball_age")
	words.Activities = words.Activities[:1]
	_, found := Read("s.lua", []byte(head), words, Options{})
	require.ErrorContains(t, found.Errors(), "BallInterface needs the input ball_age, which is not there")
	require.ErrorContains(t, found.Errors(), "HumanoidMotionInterface needs the activity walk, which is not there")
}

func TestConditionsOfASkillAreCheckedWhenItIsCompiled(t *testing.T) {
	for text, want := range map[string]string{
		"A:add_transition(FINAL, 'ball:ball_x() >')":        "s.lua:5:1: states.A.transitions[0].if: syntax error",
		"A:add_transition(FINAL, 'bll:ball_x() > 1')":       `s.lua:5:1: states.A.transitions[0].if: no such name: bll (did you mean "ball"?)`,
		"A:add_transition(FINAL, expression('ball_y > 1'))": "s.lua:5:1: states.A.transitions[0].if: ",
		"A:add_transition(FINAL, 'x = 1')":                  "s.lua:5:1: states.A.transitions[0].if: ",
	} {
		_, err := hfsm.Load("s.lua", []byte(head+text), skills(t, nao()))
		require.Error(t, err, text)
		require.Contains(t, err.Error(), want, text)
	}
}

// walker uses most of what skills can say.
const walker = `
documentation = "Walks to the ball."
fsm = SkillHSM:new{name = "walker", start = "WAIT", rate_hz = 10, history = "none"}
depends_skills = {"getup"}
depends_interfaces = {
  {v = "motion", type = "HumanoidMotionInterface"},
  {v = "ball", type = "BallInterface"},
}
level = "skill"
spaces = {{platform = "nao", domain = "soccer"}}
parameters = {patience = {type = "float", unit = "s", default = 2}}
variables = {tries = {type = "int", min = 0, max = 3}}
outputs = {speed = "float"}
preconditions = {"ball_age < 100", function() return tries == 0 end, expression("patience > 0")}

fsm:new_jump_state("WAIT")
fsm:new_jump_state("WALK")
fsm:new_jump_state("RISE", getup, "WAIT", FAILED)

WAIT:add_transition(WALK, function(self) return ball:ball_age() < 0.5 end, "seen")
WAIT:add_transition(RISE, "event == 'fallen' and event_data('hard')", {event = "fallen", priority = 5, name = "fell"})
WAIT:add_timeout(3, FAILED)
WALK:add_transition(WAIT, expression("ball_age > 1.0"))
WALK:add_transition(FINAL, "self_x() > 1.0")

local x = 0
function self_x() return x end

function WAIT:init() tries = tries + 1 log("waiting", tries) end

WALK.rate_hz = 20
function WALK:init() x = 0 motion:walk{x = 0.1} end
function WALK:flow(dt) x = x + dt speed = x end
function WALK:loop() if x > 0.5 then motion:walk{x = 0.2, y = 0} end end
function WALK:exit() log("walked", x) end

function RISE:init() self.args = {speed = 0.5 + tries / 10} end
`

func TestASkillDoesWhatItsFileSays(t *testing.T) {
	m := model(t, "walker.lua", walker, skills(t, nao()))
	c := m.Chart()
	require.Equal(t, "Walks to the ball.", c.Description)
	require.Equal(t, chart.Skill, c.Level)
	require.Equal(t, []chart.Space{{Platform: "nao", Domain: "soccer"}}, c.Spaces)
	require.Equal(t, []string{"standup", "rise", "walk", "ball_x", "ball_age"}, c.Needs)
	require.Len(t, c.Inputs, 1, "only those the text names")

	r := &robot{takes: 100}
	machine, tick := start(t, m, r)
	set(t, machine, "ball_age", 5)
	tick(2)
	require.NoError(t, machine.Cause())
	require.Equal(t, "WAIT", machine.Path())
	set(t, machine, "ball_age", 0)
	tick(1)
	require.Equal(t, "WALK/flow", machine.Path())
	tick(5)
	slot, _ := m.Slot("speed")
	require.InDelta(t, 0.5, machine.Value(slot).Float, 0.051, "the flow follows the time in the state")
	tick(2)
	require.Contains(t, r.log, "walk x=0.2 y=0", "begun anew by loop, with other arguments")
	set(t, machine, "ball_age", 2)
	tick(1)
	require.Equal(t, "WAIT", machine.Path())
	require.True(t, machine.Post(hfsm.Event{Name: "fallen", Data: map[string]any{"hard": true}}))
	tick(1)
	require.Equal(t, "RISE/RISE", machine.Path())
	require.Equal(t, "rise speed=0.7", r.log[len(r.log)-1], "with the argument init has set")
	tick(99)
	tick(2)
	require.Equal(t, "WAIT", machine.Path())
	set(t, machine, "ball_age", 0)
	tick(14)
	require.Equal(t, hfsm.Final, machine.Status())
	require.Equal(t, []string{
		"log waiting\t1", "walk x=0.1 y=1", "stop walk", "walk x=0.2 y=0", "stop walk",
	}, r.log[:5])
	require.Contains(t, r.log[5], "log walked\t0.")
}

func TestASkillThatIsWrongWhileItRunsFails(t *testing.T) {
	for text, want := range map[string]string{
		"function A:init() error('broken') end":                                                    "s.lua:5: broken",
		"function A:init() while true do end end":                                                  "s.lua:5: more than 10000 instructions in one tick; expected a script that ends",
		"function A:loop()\n local x = nil + 1 end":                                                "s.lua:6: cannot perform add operation between nil and number",
		"function A:init() motion:walk{} end":                                                      "s.lua:5: walk: x is missing; expected a value of type float",
		"function A:init() motion:walk{x = 'a'} end":                                               `s.lua:5: walk: x = "a"; expected a value of type float`,
		"function A:init() motion:walk{x = 1, z = 1} end":                                          "s.lua:5: walk: no such argument: z",
		"function A:init() motion:standup{from = 'x'} end":                                         `s.lua:5: standup: from = "x"; expected back or front`,
		"function A:exit() motion:walk{x = 1} end\nfunction A:init() end\nA:add_transition(FINAL)": "s.lua:5: walk cannot be begun here",
		"A:add_transition(FINAL, function() motion:walk{x = 1} end)\nfunction A:init() end":        "s.lua:5: walk is begun in a condition; expected it in an action",
		"A:add_transition(FINAL, function() raise('x') end)":                                       "s.lua:5: raise in a condition; expected it in an action",
		"A:add_transition(FINAL, '5')":                                                             "s.lua:5: the condition is a number; expected true or false",
		"A:add_transition(FINAL, function() return 0 end)":                                         "s.lua:5: the condition is a number; expected true or false",
		"variables = {n = 'int'}\nfunction A:init() n = 1.5 end":                                   "s.lua:6: n = 1.5; expected a whole number",
		"variables = {n = 'int'}\nA:add_transition(FINAL, function() n = 1 end)":                   "s.lua:6: n is set in a condition; expected it in an action",
		"function A:init() fsm:new_jump_state('B') end":                                            "s.lua:5: new_jump_state while the skill runs; expected it outside of functions",
		"preconditions = {'ball_age > 1'}":                                                         `the precondition "ball_age > 1" does not hold`,
	} {
		m := model(t, "s.lua", head+text, skills(t, nao()))
		machine, tick := start(t, m, &robot{takes: 9})
		tick(2)
		require.Equal(t, hfsm.Failed, machine.Status(), text)
		require.ErrorContains(t, machine.Cause(), want, text)
	}
}

func TestASubSkillThatFailsDoesNotStopItsCaller(t *testing.T) {
	words := offering(nao(), Options{Seed: 3}, map[string]string{
		"outer": `fsm = SkillHSM:new{name = name, start = "CALL"}
depends_skills = {"inner"}
fsm:new_jump_state("CALL", inner, FINAL, "REST")
fsm:new_jump_state("REST")`,
		"inner": `fsm = SkillHSM:new{name = name, start = "LOOP"}
fsm:new_jump_state("LOOP")
function LOOP:init() while true do end end`,
	})
	outer, err := words.Machines("outer")
	require.NoError(t, err)
	m, found := hfsm.Compile(outer, words)
	require.Empty(t, found.Errors())
	machine, tick := start(t, m, nil)
	tick(3)
	require.Equal(t, "REST", machine.Path())
	require.Equal(t, hfsm.Running, machine.Status())
	require.EqualError(t, machine.Cause(), "inner.lua:3: more than 10000 instructions in one tick; expected a script that ends")
}

func TestASkillCalledAgainBeginsAnew(t *testing.T) {
	words := offering(nao(), Options{Seed: 3}, map[string]string{
		"outer": `fsm = SkillHSM:new{name = name, start = "CALL"}
depends_skills = {"inner"}
fsm:new_jump_state("CALL", inner, "PAUSE", FAILED)
fsm:new_jump_state("PAUSE")
PAUSE:add_timeout(0.2, CALL)`,
		"inner": `fsm = SkillHSM:new{name = name, start = "COUNT"}
fsm:new_jump_state("COUNT")
n = 0
string.rep = function() return "mine" end
function COUNT:init() n = n + 1 log(n, math.random(1000), ("x"):rep(2)) end
COUNT:add_timeout(0.1, FINAL)`,
	})
	outer, err := words.Machines("outer")
	require.NoError(t, err)
	m, found := hfsm.Compile(outer, words)
	require.Empty(t, found.Errors())
	r := &robot{}
	_, tick := start(t, m, r)
	tick(10)
	require.Greater(t, len(r.log), 2)
	require.Equal(t, r.log[0], r.log[1], "the same numbers, too")
	require.Regexp(t, "^log 1\t", r.log[1])
}

func TestTheSameSeedGivesTheSameTrace(t *testing.T) {
	const text = `fsm = SkillHSM:new{name = name, start = "A"}
fsm:new_jump_state("A") fsm:new_jump_state("B")
A:add_transition(B, function() return math.random() < 0.4 end)
B:add_transition(A, function() for k in pairs({a = 1, b = 2}) do log(k) end return math.random(10) == 1 end)`
	one := func(seed uint64) string {
		words := nao()
		words.Readers[".lua"] = Reader(Options{Seed: seed})
		r := &robot{}
		machine, tick := start(t, model(t, "s.lua", text, words), r)
		var trace []string
		machine.OnTransition = func(tr hfsm.Transition) { trace = append(trace, fmt.Sprint(tr)) }
		tick(60)
		return strings.Join(append(trace, r.log...), "\n")
	}
	first, again := one(7), one(7)
	require.Equal(t, first, again)
	require.NotEqual(t, first, one(8))
}

func TestALowerLevelNeverCallsAHigherOne(t *testing.T) {
	words := offering(nao(), Options{}, map[string]string{
		"low":  "fsm = SkillHSM:new{name = name, start = 'A'}\nlevel = 'motion'\ndepends_skills = {'high'}\nfsm:new_jump_state('A', high, FINAL)",
		"high": "fsm = SkillHSM:new{name = name, start = 'A'}\nlevel = 'skill'\nfsm:new_jump_state('A')\nA:add_timeout(1, FINAL)",
	})
	c, err := words.Machines("low")
	require.NoError(t, err)
	_, found := hfsm.Compile(c, words)
	require.ErrorContains(t, found, "low.lua:4:1: states.A.call.machine: high is of the level skill, this machine of the level motion")
}

func TestARingOfCallsIsRefusedWithTheRing(t *testing.T) {
	call := func(of string) string {
		return "fsm = SkillHSM:new{name = name, start = 'A'}\ndepends_skills = {'" + of + "'}\nfsm:new_jump_state('A', " + of + ", FINAL)"
	}
	words := offering(nao(), Options{}, map[string]string{"a": call("b"), "b": call("a")})
	c, err := words.Machines("a")
	require.NoError(t, err)
	_, found := hfsm.Compile(c, words)
	require.ErrorContains(t, found, "a -> b -> a")
}

func TestModelsMayBeMadeOfASkillWhileItRuns(t *testing.T) {
	words := skills(t, nao())
	c, _ := words.Machines("standup")
	require.NotNil(t, c)
	done := make(chan error, 4)
	for range cap(done) {
		go func() {
			for range 20 {
				m, found := hfsm.Compile(c, words)
				if m == nil {
					done <- found
					return
				}
				machine, err := hfsm.New(m, &robot{takes: 2})
				if err != nil {
					done <- err
					return
				}
				for i := range 10 {
					if err := machine.Tick(time.Duration(i) * 100 * time.Millisecond); err != nil {
						done <- err
						return
					}
				}
				machine.Close()
			}
			done <- nil
		}()
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
}

func TestRandomSkillsAreReadOrRefused(t *testing.T) {
	src, err := os.ReadFile("testdata/standup.lua")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(8, 2))
	words := skills(t, nao())
	good := [][]byte{src, []byte(walker)}
	var text []byte
	for range fuzzn.N(t) / 4 {
		text = fuzzn.Mutate(rng, text, good[rng.IntN(len(good))])
		require.NotPanics(t, func() {
			c, _ := Read("random.lua", text, words, Options{Budget: 2000, LoadBudget: 5000})
			if c == nil {
				return
			}
			m, _ := hfsm.Compile(c, words)
			if m == nil {
				return
			}
			machine, err := hfsm.New(m, &robot{takes: 1})
			if err != nil {
				return
			}
			defer machine.Close()
			for i := range 5 {
				_ = machine.Tick(time.Duration(i) * 100 * time.Millisecond)
			}
		}, "%q", text)
	}
}
