package match

import (
	"math"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
)

// kickOff returns a match whose robots stand at their places, with the whistle blown.
func kickOff(t testing.TB, c Config) *Match {
	t.Helper()
	m, err := New(c)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	for i, p := range m.Players {
		side, _ := m.Number(i)
		at := p.Plan.KickOffPlace(p.Number, side == game.Home)
		p.BeginAt(m.attack(side), at, m.World.Now)
		require.NoError(t, m.ground.Place(i, plane.Convert(m.attack(side), at)))
	}
	for _, a := range []game.Action{{Kind: game.WaitForReady}, {Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: game.Home}} {
		require.True(t, m.apply(a))
	}
	for range 250 { // the conductor may find all in place before
		m.Step()
	}
	if m.Game.Game.State == game.Ready {
		require.True(t, m.apply(game.Action{Kind: game.WaitForSetPlay}))
	}
	for m.Game.Game.State != game.Playing {
		m.Step()
	}
	return m
}

// Five against five in physics play for half a minute from the kick-off, with -short two against two: the ball is
// played, nothing diverges, and the same seed returns the same bytes.
func TestFiveAgainstFiveInPhysics(t *testing.T) {
	c := Config{WorldKind: Physics, Seed: 4, Red: "ours", Blue: "voronoi"}
	early, lasts := 6*time.Second, 30*time.Second
	if testing.Short() {
		early, lasts, c.Players = 3*time.Second, 22*time.Second, 2
	}
	m := kickOff(t, c)
	begin := m.Now()
	play := func(m *Match, until time.Duration) {
		for m.Now() < until {
			m.Step()
		}
		require.NoError(t, m.Err())
	}
	play(m, begin+early)
	digest := m.Digest()
	play(m, begin+lasts)
	r := m.Result()
	t.Logf("%+v", r)
	require.Zero(t, r.Faults)
	require.NotEqual(t, game.NoSide, m.Stats.owner, "the ball was touched")
	moved := 0.0
	for i := range m.World.Robots {
		p := m.World.Robots[i].Pose
		require.False(t, math.IsNaN(p.X+p.Y+p.Theta))
		moved += m.Stats.Distance[i]
	}
	require.Greater(t, moved, 0.3*float64(len(m.World.Robots)), "the robots walk")
	if testing.Short() {
		return // package internal/guard holds digests of matches in physics
	}
	again := kickOff(t, c)
	play(again, begin+early)
	require.Equal(t, digest, again.Digest())
}

// A match of ten minutes and ten robots in physics ends by the rules; falls are logged.
func TestAWholePhysicsMatchEndsByTheRules(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays twelve minutes of physics; make nightly runs it")
	}
	m, err := New(Config{WorldKind: Physics, Preset: "physics", Seed: 2, Blue: "voronoi", Half: 5 * time.Minute})
	require.NoError(t, err)
	defer m.Close()
	for !m.Over() {
		m.Step()
		require.Less(t, m.Now(), 20*time.Minute, "the match does not end")
	}
	require.NoError(t, m.Err())
	r := m.Result()
	t.Logf("%d : %d, %.2f falls per robot and minute; %+v", r.Score[0], r.Score[1], float64(r.Falls[0]+r.Falls[1])/10/r.Time.Minutes(), r)
	require.Greater(t, r.Time, 10*time.Minute)
	require.Equal(t, game.SecondHalf, m.Game.Game.Phase)
	require.Zero(t, r.Faults)
}

// BenchmarkPhysics plays five against five in physics: the match's CPU time as ratio to that of MuJoCo's own steps.
func BenchmarkPhysics(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m := kickOff(b, Config{WorldKind: Physics, Seed: 4, Red: "ours", Blue: "voronoi"})
	m.Bodies.Meter(threadTime)
	begin, from := m.Now(), threadTime()
	for b.Loop() {
		for range 83 {
			m.Step()
		}
	}
	spent := threadTime() - from
	b.ReportMetric(spent.Seconds()/m.Bodies.Spent().Seconds(), "CPU/mj_step")
	b.ReportMetric(spent.Seconds()/(m.Now()-begin).Seconds(), "CPU-s/s")
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
