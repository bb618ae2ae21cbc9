package hfsm

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

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

func benchTick(b *testing.B, moving bool) {
	m := start(b, benchMachine())
	in, _ := m.Model().Input("go")
	now := time.Duration(0)
	if err := m.Tick(now); err != nil {
		b.Fatal(err)
	}
	m.SetBool(in, moving)
	b.ReportAllocs()
	for b.Loop() {
		now += time.Millisecond
		if err := m.Tick(now); err != nil {
			b.Fatal(err)
		}
	}
	if moving == (m.Sequence() == 0) {
		b.Fatal("the machine did not do what is measured")
	}
}

// BenchmarkTick measures a traced tick of three levels with two guards each.
func BenchmarkTick(b *testing.B) {
	b.Run("idle", func(b *testing.B) { benchTick(b, false) })
	b.Run("transition", func(b *testing.B) { benchTick(b, true) })
}

// peerMachine is the same machine on qmuntal/stateless; "tick" goes to the next leaf.
func peerMachine(x *float64, n *int, moving *bool) *stateless.StateMachine {
	m := stateless.NewStateMachine("l0")
	m.Configure("top")
	m.Configure("mid").SubstateOf("top")
	for i := range 10 {
		m.Configure(fmt.Sprintf("l%d", i)).SubstateOf("mid").
			Permit("tick", fmt.Sprintf("l%d", (i+2)%10), func(context.Context, ...any) bool { return *x > 500 || *n > 9 }).
			Permit("tick", fmt.Sprintf("l%d", (i+1)%10), func(context.Context, ...any) bool { return *moving && !(*x > 500 || *n > 9) })
	}
	return m
}

// BenchmarkBesidePeer measures a tick with a transition, in turns with the same by
// qmuntal/stateless, which writes no trace and knows no time.
func BenchmarkBesidePeer(b *testing.B) {
	var x float64
	var n int
	moving := true
	peer := peerMachine(&x, &n, &moving)
	ours := start(b, benchMachine())
	in, _ := ours.Model().Input("go")
	now := time.Duration(0)
	if err := ours.Tick(now); err != nil {
		b.Fatal(err)
	}
	ours.SetBool(in, true)
	const batch = 1000
	var tOurs, tPeer time.Duration
	for b.Loop() {
		begin := time.Now()
		for range batch {
			now += time.Millisecond
			if err := ours.Tick(now); err != nil {
				b.Fatal(err)
			}
		}
		middle := time.Now()
		for range batch {
			if err := peer.Fire("tick"); err != nil {
				b.Fatal(err)
			}
		}
		tOurs, tPeer = tOurs+middle.Sub(begin), tPeer+time.Since(middle)
	}
	b.ReportMetric(0, "ns/op") // of both
	b.ReportMetric(float64(tOurs.Nanoseconds())/float64(b.N*batch), "ns/tick")
	b.ReportMetric(float64(tPeer.Nanoseconds())/float64(b.N*batch), "stateless-ns/tick")
}

// BenchmarkThousandMachines measures one tick of 1,000 machines.
func BenchmarkThousandMachines(b *testing.B) {
	model := load(b, benchMachine())
	machines := make([]*Machine, 1000)
	for i := range machines {
		m, err := New(model, nil)
		if err != nil {
			b.Fatal(err)
		}
		machines[i] = m
	}
	now := time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		now += time.Millisecond
		for _, m := range machines {
			if err := m.Tick(now); err != nil {
				b.Fatal(err)
			}
		}
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
