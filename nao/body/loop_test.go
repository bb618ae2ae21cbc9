package body_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/body/drivertest"
	"gonao/nao/body/safety"
)

// clock moves on only while somebody sleeps or the robot makes a state.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.now = c.now.Add(d)
	return nil
}

// robot is a body in memory whose joints do at once what they are commanded. The script decides
// what each call finds, so that no test waits for time to go by.
type robot struct {
	clock  *clock
	open   func() error                // before each attempt to connect; nil: it always succeeds
	sense  func() (body.Sensed, error) // before each state; nil: a new state
	stiff  bool                        // what LeftStiff returns
	state  nao.State
	sent   []body.Reply
	opened []time.Time
	closed int
}

func (r *robot) Open(ctx context.Context) (body.Connection, error) {
	r.opened = append(r.opened, r.clock.now)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if r.open != nil {
		if err := r.open(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *robot) LeftStiff(*nao.Command) bool { return r.stiff }

func (r *robot) Sense(ctx context.Context, by time.Time, state *nao.State) (body.Sensed, error) {
	if ctx.Err() != nil {
		return body.NoState, nil
	}
	sensed := body.NewState
	if r.sense != nil {
		var err error
		if sensed, err = r.sense(); err != nil {
			return sensed, err
		}
	}
	if sensed != body.NewState && sensed != body.MovedState {
		return sensed, nil
	}
	r.clock.now = r.clock.now.Add(nao.CyclePeriod)
	r.state.Cycle++
	r.state.Time = time.Duration(r.state.Cycle) * nao.CyclePeriod
	*state = r.state
	return sensed, nil
}

func (r *robot) Send(_ context.Context, reply *body.Reply) error {
	r.sent = append(r.sent, *reply)
	r.state.Position, r.state.Stiffness = reply.Command.Position, reply.Command.Stiffness
	return nil
}

func (r *robot) Close() { r.closed++ }

// bench is a loop in front of a robot.
type bench struct {
	*robot
	loop      *body.Loop
	commander *drivertest.Commander
	log       *bytes.Buffer
}

func newBench(p body.Protocol, r *robot) *bench {
	r.clock = &clock{now: time.Unix(1000, 0)}
	r.state.Position = nao.StandPosture()
	b := &bench{robot: r, commander: &drivertest.Commander{Cmd: drivertest.Standing()}, log: &bytes.Buffer{}}
	b.loop = body.New(body.DefaultConfig(), p, r.clock, slog.New(slog.NewTextHandler(b.log, nil)))
	return b
}

func (b *bench) last() *body.Reply { return &b.sent[len(b.sent)-1] }

// after calls a function before state n, counted from 1, and continues.
func after(n int, do func()) func() (body.Sensed, error) {
	count := 0
	return func() (body.Sensed, error) {
		if count++; count == n {
			do()
		}
		return body.NewState, nil
	}
}

func TestEachStateHasItsAnswerAndTheEndLetsTheRobotDown(t *testing.T) {
	r := &robot{}
	b := newBench(r, r)
	ctx, end := context.WithCancel(t.Context())
	r.sense = after(101, end)
	require.NoError(t, b.loop.Run(ctx, b.commander))
	states := b.commander.States()
	require.Len(t, r.sent, len(states), "one answer for each")
	require.False(t, r.sent[99].Ending)
	require.Equal(t, safety.Following, r.sent[99].Mode)
	require.InDelta(t, 1, r.sent[99].Command.Stiffness[nao.LKneePitch], 1e-9)
	require.True(t, b.last().Ending)
	require.Equal(t, nao.Joints{}, b.last().Command.Stiffness)
	require.InDelta(t, nao.CrouchPosture()[nao.LKneePitch], b.last().Command.Position[nao.LKneePitch], 1e-3)
	require.Equal(t, 1, r.closed)
	stats := b.loop.Stats()
	require.False(t, stats.Connected)
	require.EqualValues(t, 1, stats.Connections)
	require.EqualValues(t, len(states), stats.Cycles)
	require.Equal(t, states[len(states)-1].Cycle, b.loop.State().Cycle)
	require.Contains(t, b.log.String(), `msg=guard mode=following was=waiting`)
}

func TestARobotIsWaitedForAndTheReasonIsLoggedOnce(t *testing.T) {
	r := &robot{}
	b := newBench(r, r)
	ctx, end := context.WithCancel(t.Context())
	r.open = func() error {
		switch n := len(r.opened); {
		case n < 5:
			return errors.New("nobody answers")
		case n < 8:
			return errors.New("it refuses")
		}
		return nil
	}
	r.sense = after(3, end)
	require.NoError(t, b.loop.Run(ctx, b.commander))
	require.Equal(t, 1, strings.Count(b.log.String(), "nobody answers"))
	require.Equal(t, 1, strings.Count(b.log.String(), "it refuses"))
	for i := 1; i < len(r.opened); i++ {
		require.Equal(t, 250*time.Millisecond, r.opened[i].Sub(r.opened[i-1]), "the time between attempts")
	}
}

func TestASimulatorThatStillLoadsIsNoWarning(t *testing.T) {
	r := &robot{}
	b := newBench(r, r)
	ctx, end := context.WithCancel(t.Context())
	r.sense = func() (body.Sensed, error) {
		switch n := len(r.opened); {
		case n < 5: // it accepts connections, and sends nothing
			return body.NoState, errors.New("no frame came")
		case n == 5:
			end()
		}
		return body.NewState, nil
	}
	require.NoError(t, b.loop.Run(ctx, b.commander))
	require.Equal(t, 1, strings.Count(b.log.String(), "no frame came"), b.log.String())
	require.NotContains(t, b.log.String(), "lost the robot")
	require.NotContains(t, b.log.String(), "level=WARN")
}

func TestALostRobotIsConnectedAgainButNotInABusyLoop(t *testing.T) {
	r := &robot{}
	b := newBench(r, r)
	ctx, end := context.WithCancel(t.Context())
	states := 0
	r.sense = func() (body.Sensed, error) {
		switch states++; {
		case len(r.opened) == 1 && states > 100:
			return body.NoState, io.EOF // after more than a second
		case len(r.opened) > 1 && len(r.opened) < 5:
			return body.NoState, io.EOF // at once
		case len(r.opened) == 5:
			end()
		}
		return body.NewState, nil
	}
	require.NoError(t, b.loop.Run(ctx, b.commander))
	require.Len(t, r.opened, 5)
	require.Equal(t, 100*nao.CyclePeriod, r.opened[1].Sub(r.opened[0]), "at once")
	require.Equal(t, 250*time.Millisecond, r.opened[3].Sub(r.opened[2]))
	require.EqualValues(t, 2, b.loop.Stats().Connections, "a connection without a state is not a robot")
	require.Equal(t, 4, strings.Count(b.log.String(), "lost the robot"))
}

func TestAFinalErrorEndsTheRun(t *testing.T) {
	wrong := &body.FinalError{Err: errors.New("wrong password")}
	r := &robot{open: func() error { return fmt.Errorf("open: %w", wrong) }}
	require.ErrorIs(t, newBench(r, r).loop.Run(t.Context(), &drivertest.Commander{}), wrong)
	r = &robot{sense: func() (body.Sensed, error) { return body.UnusableState, wrong }}
	b := newBench(r, r)
	require.ErrorContains(t, b.loop.Run(t.Context(), b.commander), "wrong password")
	require.EqualValues(t, 1, b.loop.Stats().Connections, "the robot was there")
	require.False(t, b.loop.Stats().Connected)
	require.Equal(t, 1, r.closed)
	require.Empty(t, r.sent)
}

func TestStatesThatAreLateOrUnusableAreNotAnswered(t *testing.T) {
	r := &robot{}
	b := newBench(r, r)
	ctx, end := context.WithCancel(t.Context())
	script := []body.Sensed{body.NewState, body.PassedState, body.UnusableState, body.NoState, body.PassedState, body.NewState}
	r.sense = func() (body.Sensed, error) {
		if len(script) == 0 {
			end()
			return body.NoState, io.EOF
		}
		sensed := script[0]
		script = script[1:]
		return sensed, nil
	}
	require.NoError(t, b.loop.Run(ctx, b.commander))
	stats := b.loop.Stats()
	require.Len(t, r.sent, 2)
	require.EqualValues(t, 2, stats.Cycles)
	require.EqualValues(t, 2, stats.Skipped)
	require.EqualValues(t, 2, stats.Missed, "a commander was there")
}

func TestABodyThatWasMovedIsTakenOverFromWhereItIs(t *testing.T) {
	for name, sensed := range map[string]body.Sensed{"moved": body.MovedState, "not": body.NewState} {
		t.Run(name, func(t *testing.T) {
			r := &robot{}
			b := newBench(r, r)
			ctx, end := context.WithCancel(t.Context())
			n := 0
			r.sense = func() (body.Sensed, error) {
				switch n++; n {
				case 100:
					r.state.Position[nao.HeadYaw] = 1
					return sensed, nil
				case 101:
					end()
				}
				return body.NewState, nil
			}
			require.NoError(t, b.loop.Run(ctx, b.commander))
			want := 0.0
			if sensed == body.MovedState {
				want = 1
			}
			require.InDelta(t, want, r.sent[99].Command.Position[nao.HeadYaw], 0.1)
		})
	}
}

func TestAStiffRobotThatIsGoneAtTheEndIsWaitedForAsLongAsTheEndMayTake(t *testing.T) {
	for name, back := range map[string]bool{"back": true, "gone": false} {
		t.Run(name, func(t *testing.T) {
			r := &robot{stiff: true}
			b := newBench(r, r)
			ctx, end := context.WithCancel(t.Context())
			r.sense = func() (body.Sensed, error) {
				if len(r.sent) == 50 && len(r.opened) == 1 {
					end()
					return body.NoState, io.EOF
				}
				return body.NewState, nil
			}
			begin := time.Time{}
			r.open = func() error {
				if begin.IsZero() || back && r.clock.now.Sub(begin) > 500*time.Millisecond {
					begin = r.clock.now
					return nil
				}
				return errors.New("not there")
			}
			require.NoError(t, b.loop.Run(ctx, b.commander))
			if back {
				require.Equal(t, nao.Joints{}, b.last().Command.Stiffness)
				require.NotContains(t, b.log.String(), "not let down")
				return
			}
			require.Contains(t, b.log.String(), "may stay stiff")
			require.LessOrEqual(t, r.clock.now.Sub(begin), 50*nao.CyclePeriod+4*time.Second)
		})
	}
}

// stubborn is a robot whose motors do not obey while it is let down.
type stubborn struct {
	*robot
	limp     bool // it obeys after all
	released bool
	err      error
}

func (s *stubborn) Open(ctx context.Context) (body.Connection, error) {
	_, err := s.robot.Open(ctx)
	return s, err
}
func (s *stubborn) LetDown(bool) bool { return s.limp }
func (s *stubborn) Release() error    { s.released = true; return s.err }

func TestAProtocolMayDecideWhenTheRobotIsLetDown(t *testing.T) {
	s := &stubborn{robot: &robot{}}
	b := newBench(s, s.robot)
	ctx, end := context.WithCancel(t.Context())
	s.sense = func() (body.Sensed, error) {
		if len(s.sent) == 10 {
			end()
		}
		s.limp = len(s.sent) > 290
		return body.NewState, nil
	}
	require.NoError(t, b.loop.Run(ctx, b.commander))
	require.Greater(t, len(s.sent), 290, "longer than the guard needs")
	require.False(t, s.released)
}

func TestARobotThatIsNotLetDownInTimeIsReleased(t *testing.T) {
	for name, row := range map[string]struct {
		err  error
		want string
	}{
		"it works":    {nil, "limp before it has crouched"},
		"it does not": {errors.New("no answer"), "letting it down took too long: no answer"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &stubborn{robot: &robot{}, err: row.err}
			b := newBench(s, s.robot)
			cfg := body.DefaultConfig()
			cfg.EndWithin = time.Second // before the guard has ended
			b.loop.Tune(cfg)
			ctx, end := context.WithCancel(t.Context())
			s.sense = after(10, end)
			require.NoError(t, b.loop.Run(ctx, b.commander))
			require.True(t, s.released)
			require.Contains(t, b.log.String(), row.want)
		})
	}
}
