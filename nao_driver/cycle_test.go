package naodriver

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
	"gonao/nao/lola"
)

type fixedClock struct{ now time.Time }

func (c *fixedClock) Now() time.Time                             { return c.now }
func (c *fixedClock) Sleep(context.Context, time.Duration) error { return nil }

type echo struct{ last nao.Command }

func (e *echo) Tell(state *nao.State) {
	e.last.Cycle, e.last.Position = state.Cycle, state.Position
}

func (e *echo) Answer(_ uint64, _ time.Duration, cmd *nao.Command) bool {
	*cmd = e.last
	return true
}

func (e *echo) Lights(out *nao.Lights) bool {
	out.Chest.R += 0.001
	return true
}

func TestACycleAllocatesNothing(t *testing.T) {
	d := New(DefaultConfig(), &fixedClock{}, slog.New(slog.DiscardHandler))
	commander := &echo{}
	// With everything: all keys, lights that change, presses, a joint that is lost.
	d.sensors.Seen, d.sensors.Battery[0] = lola.AllKeys, 0.5
	d.sensors.Stiffness[nao.LKneePitch] = 1
	n := 0
	d.cycle(commander) // which says that it follows
	require.Zero(t, testing.AllocsPerRun(500, func() {
		n++
		d.sensors.Touch[nao.ChestButton] = float32(n / 10 % 2)
		d.sensors.Temperature[nao.LElbowRoll] = float32(n % 100)
		d.cycle(commander)
	}))
	require.NotEmpty(t, d.frame)
}

// BenchmarkCycle is a frame to its answer without the socket: convert, judge, encode.
func BenchmarkCycle(b *testing.B) {
	d := New(DefaultConfig(), &fixedClock{}, slog.New(slog.DiscardHandler))
	d.sensors.Seen, d.sensors.Battery[0] = lola.AllKeys, 0.5
	commander := &echo{}
	b.ReportAllocs()
	for b.Loop() {
		d.cycle(commander)
	}
}

func TestTheRateIsThatOfTheTimeConnected(t *testing.T) {
	clock := &fixedClock{now: time.Unix(100, 0)}
	d := New(DefaultConfig(), clock, slog.New(slog.DiscardHandler))
	require.Zero(t, new(Stats).Rate())
	for range 3 { // the robot goes away for a minute, twice
		d.connected(true)
		for range 50 {
			d.cycle(&echo{})
			clock.now = clock.now.Add(nao.CyclePeriod)
		}
		d.connected(false)
		clock.now = clock.now.Add(time.Minute)
	}
	stats := d.Stats()
	require.InDelta(t, 83.333, stats.Rate(), 0.001)
	require.EqualValues(t, 150, stats.Cycles)
}

func TestQuantilesOfTheLatency(t *testing.T) {
	var l Latency
	for i := range 100 {
		l.add(time.Duration(i+1) * 100 * time.Microsecond)
	}
	l.add(time.Second)
	require.InDelta(t, 5*time.Millisecond, l.Quantile(0.5), float64(150*time.Microsecond))
	require.InDelta(t, 10*time.Millisecond, l.Quantile(0.99), float64(150*time.Microsecond))
	require.Equal(t, time.Second, l.Max())
	require.EqualValues(t, 1, l.bins[len(l.bins)-1], "what is beyond the scale counts")
}

func TestSimulatedFramesAreStampedExactlyHoweverTheClockArrives(t *testing.T) {
	const base = 7 * time.Second
	for name, early := range map[string]func(cycle uint64) bool{
		"clock behind the frame": func(uint64) bool { return false },
		"clock before the frame": func(uint64) bool { return true },
		"now so, now so":         func(cycle uint64) bool { return cycle%3 == 0 },
	} {
		t.Run(name, func(t *testing.T) {
			var s Stamper
			for cycle := uint64(1); cycle < 200; cycle++ {
				want := base + time.Duration(cycle)*nao.CyclePeriod
				now := want
				if !early(cycle) {
					now -= nao.CyclePeriod
				}
				stamp := s.Stamp(cycle, now)
				if cycle > 1 {
					require.Equal(t, want, stamp)
				}
				look := want
				if cycle%10 == 5 {
					look += nao.CyclePeriod // we were held up
				}
				s.Observe(cycle, look)
			}
		})
	}
}

func TestStampsFollowASimulationThatIsSetBack(t *testing.T) {
	var s Stamper
	for cycle := uint64(1); cycle < 50; cycle++ {
		s.Observe(cycle, time.Minute+time.Duration(cycle)*nao.CyclePeriod)
	}
	require.Equal(t, 24*time.Millisecond, s.Stamp(50, 24*time.Millisecond), "time of the new simulation")
	s.Observe(50, 24*time.Millisecond)
	require.Equal(t, 36*time.Millisecond, s.Stamp(51, 24*time.Millisecond))
}

// Whatever a robot's frames say, and whatever is commanded, what is sent is a command.
func TestRandomFramesMakeNoUnsafeCommand(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	d := New(DefaultConfig(), &fixedClock{}, slog.New(slog.DiscardHandler))
	whole := d.sensors.Append(nil)
	last := [nao.NumJoints]float32{}
	for i := range fuzzn.N(t) / 10 {
		frame := bytes.Clone(whole)
		for range rng.IntN(12) {
			frame[rng.IntN(len(frame))] = byte(rng.Uint32())
		}
		if d.sensors.Decode(frame) != nil {
			continue
		}
		d.cycle(&echo{})
		for j := range nao.Joint(nao.NumJoints) {
			require.InDelta(t, j.Clamp(d.out.Position[j]), d.out.Position[j], 0, "%v in cycle %d", j, i)
			require.True(t, d.out.Stiffness[j] >= 0 && d.out.Stiffness[j] <= 1, "%v in cycle %d", j, i)
			if i > 0 {
				require.LessOrEqual(t, d.commands.Stiffness[j]-last[j], float32(0.025), "%v in cycle %d", j, i)
			}
		}
		last = d.commands.Stiffness
	}
}
