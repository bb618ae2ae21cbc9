package lolaserver

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// doll is a body whose joints are where they were last sent.
type doll struct {
	command, state nao.Command
	headYaw        atomic.Value // of state, for other goroutines
}

func (d *doll) Command(c *nao.Command) { d.command = *c }

func (d *doll) State(out *nao.State) {
	out.Position, out.Stiffness = d.state.Position, d.state.Stiffness
}

// house is a world of dolls.
type house struct {
	dolls []*doll
	steps atomic.Int64
}

func (h *house) Step() error {
	for _, d := range h.dolls {
		d.state = d.command
		d.headYaw.Store(d.state.Position[nao.HeadYaw])
	}
	h.steps.Add(1)
	return nil
}

// family is a group that serves some dolls.
type family struct {
	*Group
	world  *house
	paths  []string
	expire chan struct{} // ends the deadline that is running
}

func serveGroup(t *testing.T, robots int, cfg GroupConfig, after func(Cycle)) *family {
	t.Helper()
	f := &family{world: &house{}, expire: make(chan struct{})}
	var servers []*Server
	var bodies []Body
	for i := range robots {
		path := filepath.Join(t.TempDir(), "robocup")
		initial := nao.Command{Position: nao.Joints{nao.HeadYaw: -1 - float64(i)}}
		s, err := Listen(Config{Path: path, Initial: initial, Logf: t.Logf})
		require.NoError(t, err)
		d := &doll{}
		f.paths, servers = append(f.paths, path), append(servers, s)
		f.world.dolls, bodies = append(f.world.dolls, d), append(bodies, d)
	}
	f.Group = NewGroup(cfg, servers...)
	f.limit = func(ctx context.Context) (context.Context, context.CancelFunc) {
		limited, cancel := context.WithCancel(ctx)
		go func() {
			select {
			case <-f.expire:
				if limited.Err() != nil { // it was meant for the next deadline
					f.expire <- struct{}{}
				}
				cancel()
			case <-limited.Done():
			}
		}()
		return limited, cancel
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx, f.world, bodies, after) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		for _, path := range f.paths {
			require.NoFileExists(t, path)
		}
	})
	return f
}

func nothing(Cycle) {}

func (f *family) dialAll(t *testing.T) []*peer {
	peers := make([]*peer, len(f.paths))
	for i, path := range f.paths {
		peers[i] = dial(t, path)
	}
	return peers
}

func TestAWorldStepsOnceWhenEveryRobotHasItsCommand(t *testing.T) {
	f := serveGroup(t, 4, GroupConfig{Lockstep: true}, nothing)
	peers := f.dialAll(t)
	for n := range 100 {
		for i, p := range peers { // one after the other: nobody gets a frame only after another's command
			want := 0.0 // at first nothing has moved
			if n > 0 {
				want = float64(10*(n-1) + i)
			}
			require.InDelta(t, want, p.frame().Position[nao.HeadYaw], 0, "robot %d", i)
		}
		for i := range peers {
			k := (i + n) % len(peers) // in any order
			require.Equal(t, int64(n), f.world.steps.Load(), "the world waits for all")
			peers[k].order(float64(10*n + k))
		}
	}
	stats := f.Stats()
	require.True(t, stats.Reproducible)
	require.Zero(t, stats.Missed)
}

func TestInLockstepAWorldBeginsWithTheFirstClientsOfAll(t *testing.T) {
	f := serveGroup(t, 2, GroupConfig{Lockstep: true}, nothing)
	first := dial(t, f.paths[0])
	first.frame()
	first.order(0.5)
	for range 3 {
		f.expire <- struct{}{}
	}
	require.Zero(t, f.world.steps.Load())
	second := dial(t, f.paths[1])
	second.frame()
	second.order(0.25)
	require.InDelta(t, 0.5, first.frame().Position[nao.HeadYaw], 0)
	require.InDelta(t, 0.25, second.frame().Position[nao.HeadYaw], 0)
	require.True(t, f.Stats().Reproducible, "nobody was late")
}

func TestAMissedDeadlineIsCountedAndTheWorldGoesOn(t *testing.T) {
	f := serveGroup(t, 2, GroupConfig{Lockstep: true}, nothing)
	peers := f.dialAll(t)
	for i, p := range peers {
		p.frame()
		p.order(float64(i) + 0.5)
	}
	for n := range 50 { // the second one says nothing more
		peers[0].frame()
		peers[0].order(float64(n))
		if n == 0 {
			f.expire <- struct{}{} // afterwards it is not waited for
		}
	}
	peers[0].frame()
	stats := f.Stats()
	require.Equal(t, uint64(50), stats.Missed)
	require.False(t, stats.Reproducible)
	require.InDelta(t, 1.5, f.world.dolls[1].headYaw.Load(), 0, "its last command is kept")

	// It answers again: the world waits for it, as before.
	for range 51 {
		peers[1].frame()
	}
	for n := range 10 {
		peers[1].order(float64(n))
		commanded(t, f.servers[1], 2+uint64(n))
		peers[0].order(0)
		require.InDelta(t, n, peers[1].frame().Position[nao.HeadYaw], 0)
		peers[0].frame()
	}
	require.Equal(t, uint64(50), f.Stats().Missed)
}

// commanded waits until a server has read n commands.
func commanded(t *testing.T, s *Server, n uint64) {
	t.Helper()
	require.Eventually(t, func() bool { return s.Stats().Commands == n }, patience, time.Millisecond)
}

func TestARobotWhoseClientGoesKeepsItsLastCommandUntilTheNextOneComes(t *testing.T) {
	f := serveGroup(t, 2, GroupConfig{Lockstep: true}, nothing)
	peers := f.dialAll(t)
	for _, p := range peers {
		p.frame()
		p.order(0.75)
	}
	peers[0].frame()
	require.NoError(t, peers[1].Close())
	f.servers[1].AwaitNoClient(t.Context())
	for n := range 20 {
		peers[0].order(0)
		if n == 0 {
			f.expire <- struct{}{}
		}
		peers[0].frame()
	}
	require.InDelta(t, 0.75, f.world.dolls[1].headYaw.Load(), 0)
	require.Equal(t, uint64(20), f.Stats().Missed)

	again := dial(t, f.paths[1])
	again.frame()
	again.order(0.125)
	commanded(t, f.servers[1], 2)
	peers[0].order(0)
	require.InDelta(t, 0.125, again.frame().Position[nao.HeadYaw], 0)
}

// A client leaves frames unread when it goes, and the next frame cannot be sent to it. Its last commands count all the same: they
// make the robot limp.
func TestTheLastCommandsOfAClientThatGoesCount(t *testing.T) {
	f := serveGroup(t, 1, GroupConfig{Clock: &handClock{}}, nothing)
	for n := range 50 {
		p := dial(t, f.paths[0])
		for k := range 20 {
			p.order(float64(20*n + k))
		}
		require.NoError(t, p.Close())
		commanded(t, f.servers[0], 20*uint64(n+1))
	}
}

func TestTheDeadlineIsOfTheConfiguration(t *testing.T) {
	limited, cancel := NewGroup(GroupConfig{Deadline: time.Hour}).limit(t.Context())
	defer cancel()
	at, ok := limited.Deadline()
	require.True(t, ok)
	require.WithinDuration(t, time.Now().Add(time.Hour), at, time.Minute)
	_, ok = must(NewGroup(GroupConfig{}).limit(t.Context())).Deadline()
	require.False(t, ok, "none")
}

func must(ctx context.Context, _ context.CancelFunc) context.Context { return ctx }

// On the clock the next cycle is the deadline: nobody is waited for.
func TestOnTheClockCommandsThatDoNotComeAreCounted(t *testing.T) {
	clock := &handClock{}
	cycles, quiet := 0, make(chan struct{})
	f := serveGroup(t, 2, GroupConfig{Clock: clock}, func(Cycle) {
		if cycles++; cycles == 1 {
			<-quiet // until both clients are there
		}
	})
	peers := f.dialAll(t)
	require.Eventually(t, func() bool {
		return f.servers[0].Stats().Clients == 1 && f.servers[1].Stats().Clients == 1
	}, patience, time.Millisecond)
	close(quiet)
	for range 10 {
		peers[0].frame()
	}
	require.Eventually(t, func() bool { return f.Stats().Missed > 10 }, patience, time.Millisecond)
	require.False(t, f.Stats().Reproducible)
}

func TestAGroupNeedsABodyForEachSocket(t *testing.T) {
	s, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r")})
	require.NoError(t, err)
	defer s.Close()
	err = NewGroup(GroupConfig{}, s).Run(t.Context(), &house{}, nil, nothing)
	require.ErrorContains(t, err, "0 bodies: expected 1, one for each socket")
}
