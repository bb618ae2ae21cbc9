package studio

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/built"
	"gonao/studio/foxglove/foxglovetest"
)

// newMatchStage starts a studio that plays matches, with files in its directory.
func newMatchStage(t *testing.T, files map[string]string) *stage {
	t.Helper()
	return newStage(t, func(c *Config) {
		c.MatchProgram = built.Program(t, "match")
		for name, text := range files {
			require.NoError(t, os.WriteFile(filepath.Join(c.Directory, name), []byte(text), 0o600))
		}
	})
}

// dialMatch connects to the match that the studio plays.
func (s *stage) dialMatch(t *testing.T, token string) *foxglovetest.Client {
	t.Helper()
	c, err := foxglovetest.Dial(t.Context(), s.url("ws")+"/ws?match", http.Header{"Authorization": {"Bearer " + token}})
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// nextMatch returns the next state of the match.
func nextMatch(t *testing.T, c *foxglovetest.Client) (m Match) {
	t.Helper()
	got, err := c.Next(t.Context(), "studio/match")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(got.Data, &m))
	return m
}

var oneMatch = MatchRequest{Op: StartMatch, Red: "ours", Blue: "luar", Seed: 3, World: "kinematic", Speed: 20}

func TestAMatchIsPassedThroughWithTheRolesOfTheStudio(t *testing.T) {
	s := newMatchStage(t, nil)
	driver := s.dial(t, s.keys.Driver)
	_, err := driver.Subscribe(t.Context(), "studio/match")
	require.NoError(t, err)
	require.Equal(t, NoMatch, nextMatch(t, driver).State)
	_, err = foxglovetest.Dial(t.Context(), s.url("ws")+"/ws?match", http.Header{"Authorization": {"Bearer " + s.keys.Driver}})
	require.ErrorContains(t, err, "503")
	require.False(t, s.dial(t, s.keys.Viewer).HasService("studio/play"))
	var said Said
	require.NoError(t, driver.CallJSON(t.Context(), "studio/play", oneMatch, &said))
	require.Equal(t, MatchPlaying, nextMatch(t, driver).State)

	_, err = foxglovetest.Dial(t.Context(), s.url("ws")+"/ws?match", http.Header{"Authorization": {"Bearer wrong"}})
	require.Error(t, err)
	watches, plays := s.dialMatch(t, s.keys.Viewer), s.dialMatch(t, s.keys.Driver)
	for _, c := range []*foxglovetest.Client{watches, plays} { // two people see one match
		_, err := c.Subscribe(t.Context(), "match/about")
		require.NoError(t, err)
		about, err := c.Next(t.Context(), "match/about")
		require.NoError(t, err)
		require.Contains(t, string(about.Data), `"seed":"3"`)
	}
	_, err = plays.Service(t.Context(), "match/control")
	require.NoError(t, err)
	require.False(t, watches.HasService("match/control"))

	// The machines of a robot have the services of an executor's.
	var machines struct{ Namespaces []string }
	require.NoError(t, watches.CallJSON(t.Context(), "match/machines", map[string]int{"robot": 6}, &machines))
	require.Equal(t, []string{"/match/blue2/game", "/match/blue2/role", "/match/blue2/body", "/match/blue2/head"}, machines.Namespaces)
	_, err = watches.Channel(t.Context(), "/match/blue2/body/machine/snapshot")
	require.NoError(t, err)
	_, err = watches.Service(t.Context(), "/match/blue2/body/machine/why_not")
	require.NoError(t, err)
	require.False(t, watches.HasService("/match/blue2/body/machine/pause"))
	_, err = plays.Service(t.Context(), "/match/blue2/body/machine/pause")
	require.NoError(t, err)

	// The program ends with its input: also when the studio is killed.
	require.NoError(t, driver.CallJSON(t.Context(), "studio/play", MatchRequest{Op: StopMatch}, &said))
	require.Equal(t, MatchEnded, nextMatch(t, driver).State)
	<-watches.Done()
}

func TestWhatIsWrongWithAMatchIsSaidWithItsPlace(t *testing.T) {
	s := newMatchStage(t, map[string]string{
		"bad.yaml":  "machine: bad\ninitial: a\nstates:\n  a:\n    do: fly\n",
		"team.yaml": "team: mine\nmachines: {game: game, body: ../../secret.yaml, head: head, role: role}\n",
	})
	c := s.dial(t, s.keys.Driver)
	_, err := c.Subscribe(t.Context(), "studio/match")
	require.NoError(t, err)
	nextMatch(t, c)
	for red, want := range map[string]string{
		"nobody":         "nobody",
		"../other.yaml":  "not a name of a file here",
		"/etc/team.yaml": "not a name of a file here",
		"missing.yaml":   "missing.yaml",
		"team.yaml":      "team.yaml",
	} {
		q := oneMatch
		q.Red = red
		require.ErrorContains(t, c.CallJSON(t.Context(), "studio/play", q, &Said{}), want, red)
	}
	q := oneMatch
	q.World = "flat"
	require.ErrorContains(t, c.CallJSON(t.Context(), "studio/play", q, &Said{}), `world "flat": expected kinematic or physics`)

	q = oneMatch
	q.Red = "bad.yaml"
	require.NoError(t, c.CallJSON(t.Context(), "studio/play", q, &Said{}))
	for m := nextMatch(t, c); ; m = nextMatch(t, c) {
		if m.State == MatchEnded {
			require.Contains(t, m.Problem, "bad.yaml:5:")
			require.Contains(t, m.Problem, "fly")
			break
		}
	}
}

// sec is the time of a match that a message has, s.
func sec(t *testing.T, m foxglovetest.Message) float64 {
	t.Helper()
	var at struct{ Sec float64 }
	require.NoError(t, json.Unmarshal(m.Data, &at))
	return at.Sec
}

// TestABrowserThatReadsNothingDoesNotHoldTheMatch has a viewer subscribe to all moments of a match and read none of them, until the
// match is far beyond what the sockets hold for it.
func TestABrowserThatReadsNothingDoesNotHoldTheMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays two minutes of a match: without -short")
	}
	s := newMatchStage(t, nil)
	var said Said
	require.NoError(t, s.dial(t, s.keys.Driver).CallJSON(t.Context(), "studio/play", oneMatch, &said))
	watches := s.dialMatch(t, s.keys.Viewer)
	slow := s.dialMatch(t, s.keys.Viewer)
	for _, c := range []*foxglovetest.Client{watches, slow} {
		_, err := c.Subscribe(t.Context(), "match/moment")
		require.NoError(t, err)
	}
	release := slow.Hold()
	defer release()
	first, last, moments := -1.0, 0.0, 0
	for last < first+120 {
		m, err := watches.Next(t.Context(), "match/moment")
		require.NoError(t, err)
		if last = sec(t, m); first < 0 {
			first = last
		}
		moments++
	}
	release()
	got, at := 0, 0.0
	for ; at < last; got++ {
		m, err := slow.Next(t.Context(), "match/moment")
		require.NoError(t, err)
		at = sec(t, m)
	}
	require.Less(t, got, moments, "it has missed none: the sockets have held all of them, and the test shows nothing")
}

func TestAMatchWithBodiesIsStarted(t *testing.T) {
	if testing.Short() {
		t.Skip("ten simulated bodies: without -short")
	}
	s := newMatchStage(t, nil)
	q := oneMatch
	q.World = "physics"
	require.NoError(t, s.dial(t, s.keys.Driver).CallJSON(t.Context(), "studio/play", q, &Said{}))
	c := s.dialMatch(t, s.keys.Viewer)
	_, err := c.Subscribe(t.Context(), "match/moment")
	require.NoError(t, err)
	for at := 0.0; at < 1; {
		m, err := c.Next(t.Context(), "match/moment")
		require.NoError(t, err)
		at = sec(t, m)
	}
}
