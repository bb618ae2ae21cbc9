package lua

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
)

// benchSkill has three states; in each tick one Lua condition is looked at, and every
// other tick takes a transition with an init when moving.
const benchSkill = `
fsm = SkillHSM:new{name = name, start = "A", rate_hz = 1000}
depends_interfaces = {{v = "ball", type = "BallInterface"}}
fsm:new_jump_state("A") fsm:new_jump_state("B") fsm:new_jump_state("C")
A:add_transition(B, "ball_age > 0.5 and elapsed > 0")
B:add_transition(C, "ball:ball_age() > 0.5 and elapsed > 0")
C:add_transition(A, function() return ball_age > 0.5 and elapsed > 0 end)
local n = 0
function A:init() n = n + 1 end
`

func benchTick(b *testing.B, ballAge float64) {
	m, err := hfsm.Load("bench.lua", []byte(benchSkill), nao())
	require.NoError(b, err)
	machine, err := hfsm.New(m, nil)
	require.NoError(b, err)
	defer machine.Close()
	in, _ := m.Input("ball_age")
	now := time.Duration(0)
	require.NoError(b, machine.Tick(now))
	b.ReportAllocs()
	for b.Loop() {
		now += time.Millisecond
		machine.SetFloat(in, ballAge)
		if err := machine.Tick(now); err != nil {
			b.Fatal(err)
		}
	}
	if (ballAge > 0.5) == (machine.Sequence() == 0) || machine.Cause() != nil {
		b.Fatal("the machine did not do what is measured: ", machine.Cause())
	}
}

func TestATickInWhichNothingChangesDoesNotAllocate(t *testing.T) {
	m, err := hfsm.Load("bench.lua", []byte(strings.ReplaceAll(benchSkill, "rate_hz = 1000", "rate_hz = 10")), nao())
	require.NoError(t, err)
	machine, tick := start(t, m, nil)
	set(t, machine, "ball_age", 0.25)
	tick(3)
	now := time.Second
	require.Less(t, testing.AllocsPerRun(100, func() {
		now += 100 * time.Millisecond
		_ = machine.Tick(now)
	}), 1.0)
}

// BenchmarkTick measures a tick of a skill of three states, with one condition in Lua.
func BenchmarkTick(b *testing.B) {
	b.Run("idle", func(b *testing.B) { benchTick(b, 0.25) })
	b.Run("transition", func(b *testing.B) { benchTick(b, 0.75) })
}

// BenchmarkCallSkill measures how a called skill begins anew: its file is run again.
func BenchmarkCallSkill(b *testing.B) {
	words := nao()
	c, found := Read("bench.lua", []byte(benchSkill), words, Options{})
	require.Empty(b, found)
	m, found := hfsm.Compile(c, words)
	require.Empty(b, found.Errors())
	machine, err := hfsm.New(m, nil)
	require.NoError(b, err)
	now := time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		now += time.Millisecond
		if err := machine.Tick(now); err != nil {
			b.Fatal(err)
		}
		machine.Reset(now)
	}
}

// BenchmarkRead measures reading and checking a skill.
func BenchmarkRead(b *testing.B) {
	words := nao()
	b.ReportAllocs()
	for b.Loop() {
		if c, _ := Read("bench.lua", []byte(benchSkill), words, Options{}); c == nil {
			b.Fatal("not read")
		}
	}
}

// hostile are scripts that do their worst within their budget. What is before the
// bar was done in earlier ticks.
var hostile = map[string]string{
	"loop":      `while true do end`,
	"keys":      `local s, t = ("x"):rep(4096), {} while true do t[s] = 1 end`,
	"numbers":   `local s = ("9"):rep(32) while true do local x = s + 0 end`,
	"remainder": `local a, b = 1e308, 1.1e-300 while true do local x = a % b end`,
	"equal":     `local a, b = ("x"):rep(4096), ("x"):rep(4096) while true do local x = a == b end`,
	"less":      `local a, b = ("x"):rep(4096), ("x"):rep(4096) while true do local x = a < b end`,
	"tables":    `while true do local t = {x = 1} end`,
	"pattern":   `while true do pcall(string.find, ("a"):rep(4000), (".-"):rep(30) .. "b") end`,
	"words":     `local s = ("a "):rep(2000) while true do for w in s:gmatch("%a+") do end end`,
	"varargs":   `local function f(...) return ... end local t = {} for i = 1, 250 do t[i] = i end while true do f(unpack(t)) end`,
	"spread":    `local t = {} for i = 1, 250 do t[i] = i end while true do local x = {unpack(t)} end`,
	"sort":      `local t = {} for i = 1, 1000 do t[i] = -i end while true do table.sort(t) end`,
	"census":    `t = t or {} for i = 1, 100 do t[#t + 1] = {i} end|while true do end`,
	"chain":     `local s, t = ("k"):rep(4096), {} for i = 1, 9 do t = setmetatable({}, {__index = t}) end while true do local x = t[s] end`,
	"errors":    `local function f(n) if n == 0 then error("x") end return f(n - 1) + 1 end while true do pcall(f, 90) end`,
	"nested":    `local function f() pcall(f) error("x") end while true do pcall(f) end`,
	"unknown":   `while true do pcall(function() return nothing.x end) end`,
	"emptied":   `t = t or {} for i = 1, 10 do t[#t + 1] = i end|for i = #t, 1, -1 do t[i] = nil end while true do local x = #t end`,
	"removed":   `n, t = n or 0, t or {} for i = 1, 200 do n = n + 1 t["k" .. n] = 1 t["k" .. n] = nil end|while true do local x = next(t) end`,
}

// primed returns a sandbox in which a hostile script has made its preparations, and
// what it does then.
func primed(text string) (*sandbox, string) {
	s := newSandbox(Options{}, "worst")
	before, text, ok := strings.Cut(text, "|")
	if !ok {
		return s, before
	}
	for range 100 {
		_, _ = doIn(s, before)
	}
	return s, text
}

// BenchmarkWorstTick measures how long a hostile script can hold the loop up.
func BenchmarkWorstTick(b *testing.B) {
	for name, text := range hostile {
		b.Run(name, func(b *testing.B) {
			s, text := primed(text)
			defer s.close()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := doIn(s, text); err == nil {
					b.Fatal("it ended")
				}
			}
		})
	}
}
