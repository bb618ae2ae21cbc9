package show

import (
	"context"
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/match"
	"gonao/soccer/match/scene"
	"gonao/studio/foxglove"
)

// wall is a clock that only waiting moves on.
type wall struct {
	now    time.Time
	waited time.Duration
	stands bool // who waits waits for ever
}

func (w *wall) after(d time.Duration) <-chan time.Time {
	if w.stands {
		return nil
	}
	w.now, w.waited = w.now.Add(d), w.waited+d
	c := make(chan time.Time, 1)
	c <- w.now
	return c
}

// newShow returns a show of two robots a side, half seconds long, on a clock of the test.
func newShow(t *testing.T, cfg Config, half time.Duration) (*Show, *wall) {
	t.Helper()
	m, err := match.New(match.Config{Players: 2, Half: half, Seed: 5})
	require.NoError(t, err)
	w := &wall{now: time.Unix(1000, 0)}
	cfg.Server = foxglove.NewServer(foxglove.Options{})
	cfg.Now, cfg.After = func() time.Time { return w.now }, w.after
	return New(m, cfg), w
}

func TestAWholeMatchIsKeptAndPlayedAtItsSpeed(t *testing.T) {
	s, w := newShow(t, Config{Speed: 8}, 10*time.Second)
	seen := map[float64]Moment{}
	s.cfg.Shown = func(m *match.Match) { at := MomentOf(m); seen[at.Sec] = at }
	require.NoError(t, s.Run(t.Context()))
	length := s.match.Now()
	require.InDelta(t, length.Seconds()/8, w.waited.Seconds(), 1, "the wall waited for play")
	require.InDelta(t, length.Seconds()/Every.Seconds(), s.history.len(), 2)

	// Every moment comes back as it was, from compressed blocks and from the open one, and in order.
	last := -1.0
	for from := 0.0; from < length.Seconds(); {
		got, err := s.past(t.Context(), nil, MomentsRequest{From: from, Until: from + 100})
		require.NoError(t, err)
		require.NotEmpty(t, got.Moments)
		require.LessOrEqual(t, len(got.Moments), blockSize)
		for _, m := range got.Moments {
			require.Greater(t, m.Sec, last)
			last = m.Sec
			require.Len(t, m.Robots, 4)
		}
		from = last + Every.Seconds()
	}
	require.Len(t, s.called, len(s.match.Calls))
}

func TestPauseStepAndSpeedAreObeyed(t *testing.T) {
	s, w := newShow(t, Config{Speed: 1, Paused: true}, time.Minute)
	w.stands = true
	shown := make(chan float64, 100000)
	s.cfg.Shown = func(m *match.Match) { shown <- m.Now().Seconds() }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	do := func(q ControlRequest) {
		_, err := s.control(ctx, nil, q)
		require.NoError(t, err)
	}
	do(ControlRequest{Op: scene.Step})
	first := <-shown
	do(ControlRequest{Op: scene.Step})
	require.InDelta(t, first+Every.Seconds(), <-shown, 1e-9)
	require.Equal(t, 2, s.history.len(), "nothing is played while it is paused")
	do(ControlRequest{Op: scene.Speed, Speed: 20})
	do(ControlRequest{Op: scene.Play})
	<-shown
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
}

func TestWrongRequestsAreRefusedWithWhatWasExpected(t *testing.T) {
	s, _ := newShow(t, Config{Speed: 1, Paused: true}, time.Minute)
	defer s.match.Close()
	for _, q := range []ControlRequest{{Op: scene.Speed, Speed: 0.4}, {Op: scene.Speed, Speed: 21}, {Op: scene.Speed, Speed: math.NaN()}, {Op: "jump"}} {
		_, err := s.control(t.Context(), nil, q)
		require.ErrorContains(t, err, "expected")
	}
	for _, q := range []MomentsRequest{{From: -1e300, Until: 1e300}, {From: math.NaN(), Until: math.Inf(1)}, {From: 9, Until: 1}} {
		got, err := s.past(t.Context(), nil, q)
		require.NoError(t, err)
		require.Empty(t, got.Moments, "nothing was played yet")
	}
	s.image()
	for _, q := range []MomentsRequest{{From: -1e300, Until: 1e300}, {From: math.NaN(), Until: math.Inf(1)}, {From: 9, Until: 1}} {
		got, err := s.past(t.Context(), nil, q)
		require.NoError(t, err)
		require.Len(t, got.Moments, 1)
	}
}

// What is not finite would be no JSON.
func TestAMomentIsAlwaysJSON(t *testing.T) {
	m, err := match.New(match.Config{Players: 1, Half: time.Minute})
	require.NoError(t, err)
	defer m.Close()
	m.World.Ball.X, m.World.Ball.VX = math.NaN(), math.Inf(1)
	m.Players[0].View.Ball.Known, m.Players[0].View.Ball.Age = true, math.Inf(1)
	_, err = json.Marshal(MomentOf(m))
	require.NoError(t, err)
}

// A camera may be drawing, or opening, what the match frees: it is closed before the match is, however that ends.
func TestTheCameraIsClosedBeforeTheMatch(t *testing.T) {
	var s *Show
	closed := 0
	s, _ = newShow(t, Config{Speed: 1, Paused: true, CloseCamera: func() {
		closed++
		require.Positive(t, s.match.BallHeight(), "the world is there")
	}}, time.Minute)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Run(ctx), context.Canceled)
	require.Equal(t, 1, closed)
}
