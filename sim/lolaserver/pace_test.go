package lolaserver

import (
	"context"
	"io"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/pace"
	"gonao/nao"
	"gonao/nao/lola"
)

// pacedGroup is a group of one doll in lockstep with its client and its pace.
func pacedGroup(t *testing.T) (*family, *Pace, *peer) {
	t.Helper()
	pace := pace.New(0)
	f := serveGroup(t, 1, GroupConfig{Lockstep: true, Pace: pace}, nothing)
	return f, pace, f.dialAll(t)[0]
}

// answerAll answers every frame until the connection ends, and counts them.
func answerAll(p *peer, frames *atomic.Int64) {
	var bytes [lola.SensorFrameSize]byte
	for {
		if _, err := io.ReadFull(p, bytes[:]); err != nil {
			return
		}
		frames.Add(1)
		var c lola.Commands
		if _, err := p.Write(c.Append(nil)); err != nil {
			return
		}
	}
}

func TestAPausedWorldStandsAndMakesTheCyclesThatWereAskedFor(t *testing.T) {
	f, pace, p := pacedGroup(t)
	var frames atomic.Int64
	go answerAll(p, &frames)
	require.NoError(t, pace.Pause(t.Context()))
	at := f.world.steps.Load()
	for _, cycles := range []uint64{1, 7, 100} {
		require.NoError(t, pace.Step(t.Context(), cycles))
		at += int64(cycles)
		require.Equal(t, at, f.world.steps.Load(), "neither more nor less")
		require.NoError(t, pace.Pause(t.Context()))
		require.Equal(t, at, f.world.steps.Load(), "it stands again")
	}
	require.True(t, f.Stats().Reproducible)
	pace.Resume()
	require.Eventually(t, func() bool { return f.world.steps.Load() > at+50 }, patience, time.Millisecond)
}

func TestAWorldThatRunsIsPausedByAStep(t *testing.T) {
	f, pace, p := pacedGroup(t)
	var frames atomic.Int64
	go answerAll(p, &frames)
	require.NoError(t, pace.Step(t.Context(), 3))
	at := f.world.steps.Load()
	require.NoError(t, pace.Step(t.Context(), 5))
	require.Equal(t, at+5, f.world.steps.Load())
	paused, speed := pace.State()
	require.True(t, paused)
	require.Zero(t, speed)
}

// Without a client a world in lockstep makes no cycles: the call ends with its context, and what it
// asked for is not made later.
func TestStepsWithoutAClientAreTakenBack(t *testing.T) {
	pace := pace.New(0)
	f := serveGroup(t, 1, GroupConfig{Lockstep: true, Pace: pace}, nothing)
	require.NoError(t, pace.Pause(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- pace.Step(ctx, 10) }()
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	var frames atomic.Int64
	p := f.dialAll(t)[0]
	go answerAll(p, &frames)
	require.NoError(t, pace.Step(t.Context(), 1))
	require.Equal(t, int64(1), f.world.steps.Load())
}

// A client that comes while the world stands gets the frame, and its command counts after the pause.
func TestAClientThatComesDuringAPauseIsServed(t *testing.T) {
	f, pace, p := pacedGroup(t)
	p.frame()
	require.NoError(t, pace.Pause(t.Context()))
	require.NoError(t, p.Close())
	second := dial(t, f.paths[0])
	second.frame()
	second.order(0.5)
	require.NoError(t, pace.Step(t.Context(), 1))
	require.InDelta(t, 0.5, second.frame().Position[nao.HeadYaw], 0)
}

// idleHouse is a world with work that needs no cycle.
type idleHouse struct {
	puppet
	wanted chan struct{}
	done   atomic.Int64
}

func (h *idleHouse) Step() error          { return h.puppet.Step(&nao.Command{}) }
func (h *idleHouse) Command(*nao.Command) {}

func (h *idleHouse) Idle() bool {
	select {
	case <-h.wanted:
		h.done.Add(1)
		return true
	default:
		return false
	}
}

func TestWorkOnAPausedWorldIsDoneAndPassedOn(t *testing.T) {
	pace := pace.New(1)
	server, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r")})
	require.NoError(t, err)
	g := NewGroup(GroupConfig{Pace: pace}, server)
	h := &idleHouse{wanted: make(chan struct{}, 1)}
	passed := make(chan int64, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx, h, []Body{h}, func(Cycle) { passed <- h.done.Load() }) }()
	require.NoError(t, pace.Pause(t.Context()))
	steps := h.steps.Load()
	h.wanted <- struct{}{}
	pace.Wake()
	for <-passed == 0 { // what was passed on before
	}
	require.Equal(t, steps, h.steps.Load(), "it stands")
	cancel()
	require.NoError(t, <-ended)
}

func TestTheSpeedSetsTheTimeBetweenCycles(t *testing.T) {
	const cycles = 100
	for _, row := range []struct{ speed, sec float64 }{{0.1, 12}, {1, 1.2}, {2.5, 0.48}, {10, 0.12}} {
		clock, pace := &handClock{}, pace.New(1)
		require.NoError(t, pace.SetSpeed(row.speed))
		server, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r"), Clock: clock})
		require.NoError(t, err)
		g := NewGroup(GroupConfig{Pace: pace, Clock: clock}, server)
		ctx, cancel := context.WithCancel(t.Context())
		body := &idleHouse{}
		require.NoError(t, g.Run(ctx, body, []Body{body}, func(Cycle) {
			if body.steps.Load() == cycles {
				cancel()
			}
		}))
		require.InDelta(t, row.sec+0.012/row.speed, clock.now.Seconds(), 1e-9, "speed %g", row.speed)
		require.Zero(t, g.Stats().Late)
	}
	for _, wrong := range []float64{-1, 0.09, 10.1} {
		require.ErrorContains(t, pace.New(1).SetSpeed(wrong), "expected 0.1 to 10 times real time")
	}
}

// A pause is no late cycle, and cycles after it are not hurried to catch up.
func TestAPauseIsNotCaughtUp(t *testing.T) {
	clock, pace := &handClock{}, pace.New(1)
	server, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r"), Clock: clock})
	require.NoError(t, err)
	g := NewGroup(GroupConfig{Pace: pace, Clock: clock}, server)
	ctx, cancel := context.WithCancel(t.Context())
	body := &idleHouse{}
	passes := 0
	var times []time.Duration
	require.NoError(t, g.Run(ctx, body, []Body{body}, func(c Cycle) {
		require.Zero(t, c.Late)
		switch passes++; passes {
		case 3:
			over, end := context.WithCancel(t.Context())
			end()
			require.Error(t, pace.Pause(over), "it does not wait")
		case 4: // it stands; a minute later it continues
			clock.now += time.Minute
			pace.Resume()
		case 8:
			cancel()
		}
		times = append(times, clock.now)
	}))
	require.Equal(t, time.Minute, pace.Stood())
	require.Zero(t, g.Stats().Late)
	for i := 5; i < len(times); i++ {
		require.Equal(t, nao.CyclePeriod, times[i]-times[i-1])
	}
}
