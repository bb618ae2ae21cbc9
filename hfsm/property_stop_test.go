package hfsm

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/internal/fuzzn"
)

// hesitant is an activity that takes some asks to stop.
type hesitant struct {
	watched
	left *rapid.T
	asks int
}

func (h *hesitant) Start(now time.Duration, how Entry) {
	require.Zero(h.w, h.asks, "%s is started while it stops", h.path())
	require.False(h.w, h.w.running[h.path()], "%s is started twice", h.path())
	h.w.running[h.path()] = true
}

func (h *hesitant) Step(now time.Duration) (Status, error) {
	require.Zero(h.w, h.asks, "%s is stepped while it stops", h.path())
	return h.watched.Step(now)
}

func (h *hesitant) Stopping(time.Duration) bool {
	require.True(h.w, h.w.running[h.path()], "%s does not run", h.path())
	if h.asks == 0 {
		h.asks = 1 + rapid.IntRange(0, 12).Draw(h.left, "asks")
	}
	if h.asks--; h.asks > 0 {
		return false
	}
	delete(h.w.running, h.path())
	return true
}

func (h *hesitant) Stop(time.Duration) {
	require.True(h.w, h.w.running[h.path()], "%s does not run", h.path())
	h.asks = 0
	delete(h.w.running, h.path())
}

// hesitantHost makes all activities hesitant.
type hesitantHost struct{ *watcher }

func (w hesitantHost) Activity(m *Machine, _ string, args Args) (Activity, error) {
	id, ok := m.model.Find(args.String("path"))
	require.True(w, ok)
	return &hesitant{watched{w.watcher, id}, w.T, 0}, nil
}

func TestRandomMachinesWaitForWhatStopsSlowly(t *testing.T) {
	waits := 0
	fuzzn.Draw(t, 4, func(t *rapid.T) {
		g := &maker{T: t}
		c := g.machine()
		for _, s := range g.states {
			s.StopWithin = 80 * time.Millisecond
		}
		model, found := Compile(c, nil)
		require.Empty(t, found.Errors())
		w := &watcher{maker: g, running: map[string]bool{}}
		m, err := New(model, hesitantHost{w})
		require.NoError(t, err)
		w.m = m
		x, _ := model.Input("x")
		type wait struct{ number, began uint64 }
		since := map[int]wait{}
		for tick := range rapid.IntRange(1, 60).Draw(t, "ticks") {
			m.SetInt(x, int64(rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 99}).Draw(t, "x")))
			now := time.Duration(tick) * 10 * time.Millisecond
			_ = m.Tick(now)
			for a := range m.tree.autos {
				if m.tree.autos[a].waiting == nil {
					delete(since, a)
					continue
				}
				waits++
				if w, ok := since[a]; !ok || w.number != m.Sequence() {
					since[a] = wait{m.Sequence(), uint64(tick)}
				}
				require.Less(t, uint64(tick)-since[a].began, uint64(20), "each waits no longer than twice its time and a period")
			}
			for id := range m.model.states {
				s := &m.model.states[id]
				if w.running[s.path] {
					require.True(t, m.tree.on[id], "%s runs", s.path)
				}
			}
		}
		m.Stop(time.Hour)
		require.Empty(t, w.running)
	})
	require.Greater(t, waits, 100)
}
