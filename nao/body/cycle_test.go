package body_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body"
)

func TestTheSonarsAreNotMeasuredUntilTheyWereOnForATenthOfASecond(t *testing.T) {
	r := &robot{}
	b := newBench(r, r)
	r.state.Sonar = [nao.NumSonars]float64{0.5, 0.75}
	ctx, end := context.WithCancel(t.Context())
	r.sense = func() (body.Sensed, error) {
		switch len(r.sent) {
		case 20:
			b.loop.Transmit(true, false)
		case 30:
			b.loop.Transmit(true, true)
		case 50:
			end()
		}
		return body.NewState, nil
	}
	require.NoError(t, b.loop.Run(ctx, b.commander))
	for i, s := range b.commander.States()[:50] {
		left, right := math.IsNaN(s.Sonar[nao.LeftSonar]), math.IsNaN(s.Sonar[nao.RightSonar])
		require.Equal(t, i < 9, left, "state %d", i)
		require.Equal(t, i < 9 || i > 20 && i < 39, right, "state %d", i)
	}
	require.Equal(t, [nao.NumSonars]bool{true, false}, r.sent[25].Sonars)
}

// endless is a robot that produces states and does not store anything.
type endless struct {
	nao.State
	next func(s *nao.State) bool // false ends the run
}

func (e *endless) Open(context.Context) (body.Connection, error) { return e, nil }
func (e *endless) LeftStiff(*nao.Command) bool                   { return false }
func (e *endless) Send(context.Context, *body.Reply) error       { return nil }
func (e *endless) Close()                                        {}

func (e *endless) Sense(_ context.Context, _ time.Time, state *nao.State) (body.Sensed, error) {
	e.Cycle++
	e.Time += nao.CyclePeriod
	if !e.next(&e.State) {
		return body.NoState, &body.FinalError{Err: io.EOF}
	}
	*state = e.State
	return body.NewState, nil
}

// echo commands the joints to stay where they are, with other lights in each cycle.
type echo struct{ last nao.Command }

func (e *echo) Observe(s *nao.State) { e.last.Cycle, e.last.Position = s.Cycle, s.Position }

func (e *echo) Command(_ uint64, _ time.Duration, cmd *nao.Command) bool {
	*cmd = e.last
	return true
}

func (e *echo) Lights(out *nao.Lights) bool {
	out.Chest.R += 0.001
	return true
}

func TestACycleAllocatesNothing(t *testing.T) {
	r := &endless{}
	// All inputs change: buttons are pressed, a joint gets hot, the lights change.
	r.Capabilities = nao.SensesTouch | nao.SensesTemperature | nao.SensesIMU | nao.SensesBattery | nao.SensesCurrent | nao.CanStiffness | nao.EveryCycle
	r.Stiffness[nao.LKneePitch], r.Battery.Charge = 1, 0.5
	run := func(cycles uint64) float64 {
		return testing.AllocsPerRun(3, func() {
			end := r.Cycle + cycles
			r.next = func(s *nao.State) bool {
				s.Touch[nao.ChestButton] = s.Cycle/40%2 == 0 // single presses, because three in a row would make the robot rest
				s.Temperature[nao.LElbowRoll] = float64(s.Cycle % 100)
				return s.Cycle < end
			}
			l := body.New(body.DefaultConfig(), r, &clock{now: time.Unix(1, 0)}, slog.New(slog.DiscardHandler))
			if err := l.Run(t.Context(), &echo{}); !errors.Is(err, io.EOF) {
				panic(err)
			}
		})
	}
	require.InDelta(t, run(10), run(2000), 0, "expected equally many allocations for 2000 cycles and for 10")
}

// BenchmarkCycle measures a cycle without a protocol.
func BenchmarkCycle(b *testing.B) {
	r := &endless{next: func(*nao.State) bool { return b.Loop() }}
	b.ReportAllocs()
	l := body.New(body.DefaultConfig(), r, &clock{now: time.Unix(1, 0)}, slog.New(slog.DiscardHandler))
	require.ErrorIs(b, l.Run(b.Context(), &echo{}), io.EOF)
}
