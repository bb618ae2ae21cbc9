package trial

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/nao"
	"gonao/sim"
	"gonao/sim/world"
)

// walkers are robots that walk in circles in one world, each with a motion of its own.
type walkers struct {
	world    *sim.World
	motions  []*motion.Motion
	states   []nao.State
	commands []nao.Command
}

func newWalkers(b *testing.B, robots int) *walkers {
	ground, err := world.Load("spl")
	require.NoError(b, err)
	cfg := sim.DefaultConfig(ground)
	for i := range robots {
		r := sim.DefaultRobot()
		r.Name, r.Seed = fmt.Sprintf("nao%d", i+1), uint64(i+1)
		r.Robot = &world.Robot{XM: 1.6*float64(i%5) - 3.2, YM: 2*float64(i/5) - 1.5, Look: world.LookSkin}
		cfg.Robots = append(cfg.Robots, r)
	}
	w := &walkers{states: make([]nao.State, robots), commands: make([]nao.Command, robots)}
	w.world, err = sim.NewWorld(cfg)
	require.NoError(b, err)
	b.Cleanup(w.world.Close)
	library, err := motion.Builtin()
	require.NoError(b, err)
	for range robots {
		m, err := motion.New(motion.DefaultConfig(), library)
		require.NoError(b, err)
		w.motions = append(w.motions, m)
	}
	return w
}

// cycle steps all of it, and returns the processor time that it took.
func (w *walkers) cycle(b *testing.B) time.Duration {
	from := threadTime()
	for i, body := range w.world.Bodies() {
		body.State(&w.states[i])
		if w.motions[i].CanWalk() {
			if err := w.motions[i].SetVelocity(motion.Velocity{X: 0.15, Yaw: 0.4}); err != nil {
				b.Fatal(err)
			}
		}
		w.motions[i].Step(&w.states[i], &w.commands[i])
		body.Command(&w.commands[i])
	}
	if err := w.world.Step(); err != nil {
		b.Fatal(err)
	}
	return threadTime() - from
}

// BenchmarkTenWalkingRobots measures a cycle of ten robots that walk in one world, motion
// and physics, in turns with one of a robot that walks alone. Ten shall cost no more than
// eleven times as much as one.
func BenchmarkTenWalkingRobots(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	one, ten := newWalkers(b, 1), newWalkers(b, 10)
	for range 250 { // until they walk
		one.cycle(b)
		ten.cycle(b)
	}
	var ofOne, ofTen time.Duration
	b.ReportAllocs()
	for b.Loop() {
		ofOne += one.cycle(b)
		ofTen += ten.cycle(b)
	}
	for i, m := range ten.motions {
		if m.State() != motion.Walking {
			b.Fatalf("nao%d: %s: expected a robot that walks", i+1, m.State())
		}
	}
	b.ReportMetric(ofTen.Seconds()*1000/float64(b.N), "ten-ms/cycle")
	b.ReportMetric(ofOne.Seconds()*1000/float64(b.N), "one-ms/cycle")
	b.ReportMetric(ofTen.Seconds()/ofOne.Seconds(), "ten/one")
}

// threadTime returns the processor time that the calling thread has used.
func threadTime() time.Duration {
	var u syscall.Rusage
	const thread = 1 // RUSAGE_THREAD
	if err := syscall.Getrusage(thread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
