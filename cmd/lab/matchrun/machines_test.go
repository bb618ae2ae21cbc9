package matchrun

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/match"
	"gonao/soccer/match/scene"
	"gonao/soccer/match/show"
	"gonao/studio/foxglove"
)

// shortMatch is a match of a few seconds.
func shortMatch() match.Config {
	return match.Config{Seed: 3, Red: "ours", Blue: "luar", Players: 2, Half: 5 * time.Second}
}

// newLooked returns a match whose machines are visible.
func newLooked(t *testing.T) (*match.Match, *machines) {
	t.Helper()
	x, err := newMachines(t.Context())
	require.NoError(t, err)
	t.Cleanup(x.close)
	c := shortMatch()
	c.Player = x.look
	m, err := match.New(c)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	return m, x
}

func TestWhoLooksIntoTheMachinesChangesNothing(t *testing.T) {
	plain, err := match.New(shortMatch())
	require.NoError(t, err)
	want, err := plain.Run(t.Context())
	require.NoError(t, err)
	m, x := newLooked(t)
	names, err := x.Open(1)
	require.NoError(t, err)
	require.Equal(t, []string{"/match/red2/game", "/match/red2/role", "/match/red2/body", "/match/red2/head"}, names)
	for !m.Over() {
		now := m.Now()
		x.Begin(now)
		m.Step()
		x.End(now)
	}
	require.Equal(t, want.Digest, m.Result().Digest)
}

// A breakpoint pauses the whole match until somebody resumes it.
func TestAMachineThatIsPausedKeepsTheMatchStanding(t *testing.T) {
	m, x := newLooked(t)
	s := show.New(m, show.Config{Server: foxglove.NewServer(foxglove.Options{}), Speed: 20, Now: time.Now, After: time.After, Machines: x})
	body := x.robots[1][2].place
	require.NoError(t, body.Debugging().SetBreakpoints([]string{"ready"}))
	ended := make(chan error, 1)
	go func() { ended <- s.Run(t.Context()) }()
	standing := func() (sec time.Duration) {
		require.Eventually(t, func() (paused bool) {
			s.Between(func() { paused, sec = x.Paused() != nil, m.Now() })
			return paused
		}, time.Minute, time.Millisecond)
		return sec
	}
	at := standing()
	require.Equal(t, &scene.PausedBy{Robot: 1, Machine: "body", Path: "ready"}, x.Paused())
	for range 100 { // Run has been asked to look each time, and steps nothing
		require.Equal(t, at, standing())
	}
	goOn := func(how func() error) {
		var err error
		s.Between(func() { err = how() })
		require.NoError(t, err)
	}
	goOn(func() error { return x.RunTo(show.RunToRequest{Namespace: "/match/red2/body", Until: scene.Taken}, at) })
	require.Greater(t, standing(), at, "the next transition")
	require.NoError(t, body.Debugging().SetBreakpoints(nil))
	goOn(func() error { x.Resume(0); return nil })
	require.NoError(t, <-ended)
}
