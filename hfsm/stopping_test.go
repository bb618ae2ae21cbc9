package hfsm

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// slow is a host whose activities need some asks until they have stopped.
type slow struct {
	log  []string
	asks map[string]int
}

func (h *slow) Activity(_ *Machine, name string, _ Args) (Activity, error) {
	if _, ok := h.asks[name]; ok {
		return &stopper{slowActivity{h, name}, 0}, nil
	}
	return &slowActivity{h, name}, nil
}

type slowActivity struct {
	host *slow
	name string
}

func (a *slowActivity) say(now time.Duration, what string) {
	a.host.log = append(a.host.log, fmt.Sprintf("%.1f %s %s", now.Seconds(), what, a.name))
}
func (a *slowActivity) Start(now time.Duration, _ Entry)   { a.say(now, "start") }
func (a *slowActivity) Step(time.Duration) (Status, error) { return Running, nil }
func (a *slowActivity) Stop(now time.Duration)             { a.say(now, "stop") }

type stopper struct {
	slowActivity
	asked int
}

func (a *stopper) Start(now time.Duration, how Entry) { a.asked = 0; a.slowActivity.Start(now, how) }

func (a *stopper) Stopping(now time.Duration) bool {
	if a.asked++; a.asked <= a.host.asks[a.name] {
		a.say(now, "stopping")
		return false
	}
	a.say(now, "stopped")
	return true
}

const stoppingMachine = `
machine: m
inputs: {low: bool, go: bool}
initial: play
states:
  play:
    do: watch
    exit: tidy
    initial: walk
    states:
      walk:
        do: legs
        exit: stand
        stop_within: 500ms
        transitions: [{if: go, to: kick, then: aim}]
      kick: {do: foot}
    transitions: [{if: low, to: rest}]
  rest: {do: sit}
`

// run starts a machine whose activities take some asks to stop.
func runSlow(t *testing.T, src string, asks map[string]int) (*Machine, *slow) {
	t.Helper()
	h := &slow{asks: asks}
	m, err := New(load(t, src), h)
	require.NoError(t, err)
	at(t, m, 0)
	return m, h
}

func TestATransitionWaitsUntilWhatItLeavesHasStopped(t *testing.T) {
	m, h := runSlow(t, stoppingMachine, map[string]int{"legs": 2})
	h.log = nil
	set(t, m, "go", BoolValue(true))
	at(t, m, 100)
	require.Equal(t, "play/walk", m.Path(), "it is still there")
	at(t, m, 200, 300)
	require.Equal(t, []string{"0.1 stopping legs", "0.2 stopping legs", "0.3 stopped legs", "0.3 start stand", "0.3 start aim", "0.3 start foot"}, h.log)
	require.Equal(t, "0.300 play/walk -> play/kick", lines(m)[1])
}

func TestAnActivityThatStopsAtOnceIsNotWaitedFor(t *testing.T) {
	m, h := runSlow(t, stoppingMachine, map[string]int{"legs": 0})
	set(t, m, "go", BoolValue(true))
	at(t, m, 100)
	require.Equal(t, "play/kick", m.Path())
	require.Contains(t, h.log, "0.1 stopped legs")
}

func TestAnOuterTransitionSupersedesOneThatWaits(t *testing.T) {
	m, h := runSlow(t, stoppingMachine, map[string]int{"legs": 3, "watch": 1})
	h.log = nil
	set(t, m, "go", BoolValue(true))
	at(t, m, 100, 200)
	set(t, m, "low", BoolValue(true))
	at(t, m, 300)
	require.Equal(t, "play/walk", m.Path())
	at(t, m, 400, 500, 600)
	require.Equal(t, []string{
		"0.1 stopping legs", "0.2 stopping legs",
		"0.3 stopping watch", // legs are asked already, and still waited for
		"0.4 stopping legs", "0.4 stopped watch",
		"0.5 stopped legs", "0.5 start stand", "0.5 start tidy", "0.5 start sit",
	}, h.log, "neither aim nor foot")
	require.Equal(t, []string{"0.000  -> play/walk", "0.500 play/walk -> rest"}, lines(m))
}

func TestWhatDoesNotStopInTimeIsForced(t *testing.T) {
	m, h := runSlow(t, stoppingMachine, map[string]int{"legs": 1000})
	h.log = nil
	set(t, m, "go", BoolValue(true))
	every(t, m, 100, 590)
	require.Equal(t, "play/walk", m.Path())
	every(t, m, 600, 650)
	require.Equal(t, "play/kick", m.Path())
	var late *StopError
	require.ErrorAs(t, m.Cause(), &late)
	require.EqualError(t, late, "machine m: states.play.states.walk.do: the activity has not stopped within 500ms")
	require.Contains(t, h.log, "0.6 stop legs")
}

func TestStopIsAskedOfWhatIsStoppingToo(t *testing.T) {
	m, h := runSlow(t, stoppingMachine, map[string]int{"legs": 1000})
	set(t, m, "go", BoolValue(true))
	at(t, m, 100)
	h.log = nil
	m.Stop(200 * time.Millisecond)
	require.Equal(t, []string{"0.2 stop legs", "0.2 stop watch"}, h.log)
}

func TestRegionsBesideGoOnWhileOneWaits(t *testing.T) {
	m, _ := runSlow(t, `
machine: m
inputs: {go: bool}
initial: p
states:
  p:
    regions:
      a: {initial: a1, states: {a1: {do: arm, transitions: [{if: go, to: a2}]}, a2: {}}}
      b: {initial: b1, states: {b1: {transitions: [{after: 200ms, to: b2}]}, b2: {}}}
`, map[string]int{"arm": 5})
	set(t, m, "go", BoolValue(true))
	at(t, m, 100, 200)
	require.Equal(t, []string{"p/a/a1", "p/b/b2"}, m.Leaves(nil))
	at(t, m, 300, 400, 500, 600)
	require.Equal(t, []string{"p/a/a2", "p/b/b2"}, m.Leaves(nil))
}

func TestTheTimeOfAGhostEndsWhenItsTransitionIsDecided(t *testing.T) {
	m, _ := runSlow(t, `
machine: m
rate_hz: 100
initial: a
states:
  a:
    initial: b
    states:
      b: {do: legs, transitions: [{after: 2s, to: c}]}
      c: {}
    transitions: [{after: 1200ms, to: rest}]
  rest: {transitions: [{after: 1s, to: a}]}
`, map[string]int{"legs": 20})
	every(t, m, 0, 4000)
	require.Equal(t, []string{"0.000  -> a/b", "1.400 a/b -> rest", "2.400 rest -> a/b", "3.400 a/b -> a/c"}, lines(m)[:4],
		"b has 0.8 s left, and takes 0.2 s to stop")
}
