package hfsm

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/looplab/fsm"
	"github.com/qmuntal/stateless"
)

// benchMachine has three levels and ten leaves; every state has two guards that
// are looked at, and in each tick of 1 ms, when go is set, the leaf changes.
func benchMachine() string {
	var b strings.Builder
	b.WriteString("machine: bench\nrate_hz: 1000\ninputs: {go: bool, x: float, n: int}\ninitial: top\nstates:\n  top:\n" +
		"    transitions: [{if: x > 1000, to: other}, {if: n > 5 and x < 0, to: other}]\n    initial: mid\n    states:\n      mid:\n" +
		"        transitions: [{if: x > 2000, to: mid2}, {if: n > 7 and x < 0, to: mid2}]\n        initial: l0\n        states:\n")
	for i := range 10 {
		fmt.Fprintf(&b, "          l%d: {transitions: [{if: x > 500 or n > 9, to: l%d}, {if: go and elapsed > 0, to: l%d}]}\n",
			i, (i+2)%10, (i+1)%10)
	}
	b.WriteString("      mid2:\n  other:\n")
	return b.String()
}

func benchTick(b *testing.B, moving, traced bool) {
	m := start(b, benchMachine())
	if !traced {
		m.Untraced()
	}
	now := time.Duration(0)
	if err := m.Tick(now); err != nil {
		b.Fatal(err)
	}
	set(b, m, "go", BoolValue(moving))
	before := m.Path()
	b.ReportAllocs()
	for b.Loop() {
		now += time.Millisecond
		if err := m.Tick(now); err != nil {
			b.Fatal(err)
		}
	}
	if moving == (m.Path() == before) && b.N%10 != 0 {
		b.Fatal("the machine did not do what is measured")
	}
}

// BenchmarkTick measures a tick of three levels with two guards each.
func BenchmarkTick(b *testing.B) {
	b.Run("idle", func(b *testing.B) { benchTick(b, false, true) })
	b.Run("transition", func(b *testing.B) { benchTick(b, true, true) })
	b.Run("idle_untraced", func(b *testing.B) { benchTick(b, false, false) })
	b.Run("transition_untraced", func(b *testing.B) { benchTick(b, true, false) })
}

// surroundings is what the guards of the peers read.
type surroundings struct {
	x      float64
	n      int
	moving bool
}

func (w *surroundings) out() bool  { return w.x > 1000 || w.n > 5 && w.x < 0 }
func (w *surroundings) mid() bool  { return w.x > 2000 || w.n > 7 && w.x < 0 }
func (w *surroundings) skip() bool { return w.x > 500 || w.n > 9 }

// statelessMachine is the same machine on qmuntal/stateless; "tick" goes to the next
// leaf. It asks the leaf's guards first, and those around it only when none holds.
func statelessMachine(w *surroundings) *stateless.StateMachine {
	guard := func(f func() bool) func(context.Context, ...any) bool {
		return func(context.Context, ...any) bool { return f() }
	}
	m := stateless.NewStateMachine("l0")
	m.OnUnhandledTrigger(func(context.Context, stateless.State, stateless.Trigger, []string) error { return nil })
	m.Configure("top").Permit("tick", "other", guard(w.out))
	m.Configure("mid").SubstateOf("top").Permit("tick", "mid2", guard(w.mid))
	for i := range 10 {
		m.Configure(fmt.Sprintf("l%d", i)).SubstateOf("mid").
			Permit("tick", fmt.Sprintf("l%d", (i+2)%10), guard(w.skip)).
			Permit("tick", fmt.Sprintf("l%d", (i+1)%10), guard(func() bool { return w.moving && !w.skip() }))
	}
	return m
}

// looplabMachine is its leaves on looplab/fsm, which knows neither levels nor guards:
// these are in the program around it.
func looplabMachine() *fsm.FSM {
	var edges fsm.Events
	for i := range 10 {
		from := []string{fmt.Sprintf("l%d", i)}
		edges = append(edges,
			fsm.EventDesc{Name: "next", Src: from, Dst: fmt.Sprintf("l%d", (i+1)%10)},
			fsm.EventDesc{Name: "skip", Src: from, Dst: fmt.Sprintf("l%d", (i+2)%10)},
			fsm.EventDesc{Name: "out", Src: from, Dst: "other"},
			fsm.EventDesc{Name: "mid", Src: from, Dst: "mid2"})
	}
	return fsm.NewFSM("l0", edges, fsm.Callbacks{})
}

// tickLooplab is one tick of the program around a looplabMachine.
func tickLooplab(m *fsm.FSM, w *surroundings) error {
	switch {
	case w.out():
		return m.Event(context.Background(), "out")
	case w.mid():
		return m.Event(context.Background(), "mid")
	case w.skip():
		return m.Event(context.Background(), "skip")
	case w.moving:
		return m.Event(context.Background(), "next")
	}
	return nil
}

// besidePeers measures ticks in turns with the same by others, none of which writes a
// trace or knows time.
func besidePeers(b *testing.B, moving bool) {
	w := &surroundings{moving: moving}
	peer, flat, clock := statelessMachine(w), looplabMachine(), time.Duration(0)
	traced, untraced := start(b, benchMachine()), start(b, benchMachine())
	untraced.Untraced()
	for _, m := range []*Machine{traced, untraced} {
		if err := m.Tick(0); err != nil {
			b.Fatal(err)
		}
		set(b, m, "go", BoolValue(moving))
	}
	const batch = 1000
	parts := []struct {
		unit string
		tick func() error
		took time.Duration
	}{
		{"ns/tick", func() error { return traced.Tick(clock) }, 0},
		{"untraced-ns/tick", func() error { return untraced.Tick(clock) }, 0},
		{"stateless-ns/tick", func() error { return peer.Fire("tick") }, 0},
		{"looplab-ns/tick", func() error { return tickLooplab(flat, w) }, 0},
	}
	first := time.Duration(0)
	for b.Loop() {
		for i := range parts {
			clock = first
			began := time.Now()
			for range batch {
				clock += time.Millisecond
				if err := parts[i].tick(); err != nil {
					b.Fatal(err)
				}
			}
			parts[i].took += time.Since(began)
		}
		first += batch * time.Millisecond
	}
	stayed := traced.Sequence() == 0 && untraced.Path() == "top/mid/l0" && flat.Current() == "l0" && peer.MustState() == "l0"
	if !moving && !stayed || moving && traced.Sequence() < batch {
		b.Fatal("the machines did not do what is measured")
	}
	b.ReportMetric(0, "ns/op") // of all
	for _, p := range parts {
		if moving || p.unit != "looplab-ns/tick" { // an idle tick does not reach it
			b.ReportMetric(float64(p.took.Nanoseconds())/float64(b.N*batch), p.unit)
		}
	}
}

// BenchmarkBesidePeers compares ticks of three levels with two guards each.
func BenchmarkBesidePeers(b *testing.B) {
	b.Run("idle", func(b *testing.B) { besidePeers(b, false) })
	b.Run("transition", func(b *testing.B) { besidePeers(b, true) })
}

// processorTime returns the processor time of this process.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkThousandAutomata measures a second of 1,000 machines of one automaton
// each, at 10 Hz, that look at two guards in each tick and change their state each
// second; and the share of one core that it takes, by processor time.
func BenchmarkThousandAutomata(b *testing.B) {
	model := load(b, `
machine: one
rate_hz: 10
inputs: {x: float, n: int}
initial: a
states:
  a: {transitions: [{if: x > 500 or n > 9, to: b}, {after: 1s, if: n == 0, to: b}]}
  b: {transitions: [{if: x > 500 or n > 9, to: a}, {after: 1s, if: n == 0, to: a}]}
`)
	machines := make([]*Machine, 1000)
	for i := range machines {
		m, err := New(model, nil)
		if err != nil {
			b.Fatal(err)
		}
		machines[i] = m
	}
	now := time.Duration(0)
	runtime.GC()
	began := processorTime(b)
	b.ReportAllocs()
	for b.Loop() {
		for range 10 {
			for _, m := range machines {
				if err := m.Tick(now); err != nil {
					b.Fatal(err)
				}
			}
			now += 100 * time.Millisecond
		}
	}
	used := processorTime(b) - began
	b.ReportMetric(100*used.Seconds()/float64(b.N), "%core")
	if machines[0].Sequence() < uint64(b.N/2) {
		b.Fatal("the machines did not do what is measured")
	}
}

// BenchmarkLoad measures reading and checking a machine of 1,000 states.
func BenchmarkLoad(b *testing.B) {
	var src strings.Builder
	src.WriteString("machine: big\ninputs: {n: int}\ninitial: s0\nstates:\n")
	for i := range 1000 {
		fmt.Fprintf(&src, "  s%d: {transitions: [{if: n > %d, to: s%d}, {after: 1s, to: s%d}]}\n", i, i, (i+1)%1000, (i*7)%1000)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load("big.yaml", []byte(src.String()), nil); err != nil {
			b.Fatal(err)
		}
	}
}
