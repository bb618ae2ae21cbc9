package studio

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/studio"
	"gonao/studio/foxglove/foxglovetest"
)

// Two browsers change one state: the second one's command was made for an older text, is refused with the new one, and is
// sent again. Each undoes its own, also when the other one changed the state during that time.
func TestTwoBrowsersEditTheSameState(t *testing.T) {
	s := newEditing(t)
	ann, ben := s.dial(t, s.keys.Editor), s.dial(t, s.keys.Editor)
	start := open(t, ann)
	apply := func(c *foxglovetest.Client, revision int, command studio.Command) studio.Outcome {
		var o studio.Outcome
		require.NoError(t, c.CallJSON(t.Context(), "studio/apply", studio.ApplyRequest{ID: start.ID, Revision: revision, Command: command}, &o))
		require.NotNil(t, o.Snapshot)
		return o
	}
	first := apply(ann, start.Revision, studio.Command{Op: studio.Set, State: "red", Key: "description", Text: "Ann's"})
	require.Nil(t, first.Refused)
	stale := apply(ben, start.Revision, studio.Command{Op: studio.Set, State: "red", Key: "rate_hz", Text: "50"})
	require.NotNil(t, stale.Refused)
	require.Equal(t, studio.Stale, stale.Refused.Code)
	require.Contains(t, stale.Snapshot.Text, "Ann's", "it is answered with the new text")
	again := apply(ben, stale.Snapshot.Revision, studio.Command{Op: studio.Set, State: "red", Key: "rate_hz", Text: "50"})
	require.Nil(t, again.Refused)
	require.Contains(t, again.Snapshot.Text, "Ann's")
	require.Contains(t, again.Snapshot.Text, "rate_hz: 50")

	var o studio.Outcome
	require.NoError(t, ann.CallJSON(t.Context(), "studio/undo", studio.HistoryRequest{ID: start.ID}, &o))
	require.Nil(t, o.Refused)
	require.NotContains(t, o.Snapshot.Text, "Ann's")
	require.Contains(t, o.Snapshot.Text, "rate_hz: 50", "what Ben did stays")
	require.NoError(t, ben.CallJSON(t.Context(), "studio/undo", studio.HistoryRequest{ID: start.ID}, &o))
	require.Nil(t, o.Refused)
	require.Equal(t, greet, o.Snapshot.Text)
}

func TestAPageOfAnotherOriginHasNoSocket(t *testing.T) {
	s := newStage(t, func(c *Config) { c.AllowedOrigins = []string{"http://localhost:8080"} })
	dial := func(origin, query string, header http.Header) error {
		header.Set("Origin", origin)
		c, err := foxglovetest.Dial(t.Context(), s.url("ws")+"/ws"+query, header)
		if err == nil {
			c.Close()
		}
		return err
	}
	key := func() http.Header { return http.Header{"Authorization": {"Bearer " + s.keys.Driver}} }
	viewers := "?token=" + s.keys.Viewer
	for _, origin := range []string{"https://evil.example", "null", s.url("http") + ".evil.example", "http://localhost:8081"} {
		require.ErrorContains(t, dial(origin, "", key()), "status 403", origin)
		require.ErrorContains(t, dial(origin, viewers, http.Header{}), "status 403", origin)
	}
	require.NoError(t, dial("http://localhost:8080", viewers, http.Header{}), "it is listed")
	require.ErrorContains(t, dial("http://localhost:8080", "", http.Header{}), "status 40", "and needs a token all the same")
}

// A text of five megabytes comes through the socket and is refused in words; the session continues, and so does the text.
func TestATextOfFiveMegabytesIsRefusedAndNothingIsLost(t *testing.T) {
	s := newEditing(t)
	c := s.dial(t, s.keys.Editor)
	start := open(t, c)
	var o studio.Outcome
	require.NoError(t, c.CallJSON(t.Context(), "studio/apply", studio.ApplyRequest{
		ID: start.ID, Revision: start.Revision, Command: studio.Command{Op: studio.ReplaceText, Text: strings.Repeat("# long\n", 5<<20/7)},
	}, &o))
	require.NotNil(t, o.Refused)
	require.Equal(t, studio.TooLarge, o.Refused.Code)
	require.Equal(t, greet, o.Snapshot.Text)
}

// FuzzRequestsOfABrowser calls every JSON service of a studio as a driver with whatever bytes: each is answered, or refused
// in words, and the studio continues.
func FuzzRequestsOfABrowser(f *testing.F) {
	s := newStage(f, func(c *Config) {
		c.ServiceTimeoutSec = 0.1
		if err := os.WriteFile(filepath.Join(c.Directory, "greet.yaml"), []byte(greet), 0o644); err != nil {
			f.Fatal(err)
		}
	})
	c, err := foxglovetest.Dial(context.Background(), s.url("ws")+"/ws", http.Header{"Authorization": {"Bearer " + s.keys.Driver}})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(c.Close)
	go func() { // nobody waits for these
		for {
			select {
			case <-c.Events:
			case <-c.Messages:
			case <-c.Times:
			case <-c.Done():
				return
			}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var ids []uint32
	for _, name := range []string{
		"open", "apply", "undo", "redo", "save", "list", "check", "copy", "export", "complete", "resolve", "import", "close", "breakpoints", "files",
		"test", "action", "drive", "twist", "stop", "let_down", "vocabulary",
	} {
		service, err := c.Service(ctx, "studio/"+name)
		if err != nil {
			f.Fatal(err)
		}
		ids = append(ids, service.ID)
	}
	for i, text := range []string{
		`{"path":"greet.yaml"}`, `{"id":"1","revision":-1,"command":{"op":"nest","states":[null]}}`, `{"id":1}`, `[]`, `null`, `{"path":"../../x"}`,
		`{"path":"a\u0000.yaml","new":true}`, `{"command":{"x":1e999}}`, "{\"a\":" + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "}", `{}{}`, "\xff\xfe",
		`{"op":"send","action":"/nao1/walk_to","goal":{"x":[]}}`, `{"robot":"/nao1","x":1e308}`, `{"op":"write","path":"/etc/x.xml","text":"x"}`,
	} {
		f.Add(uint8(i), []byte(text))
		f.Add(uint8(i+5), []byte(text))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		answer, err := c.CallID(ctx, ids[int(which)%len(ids)], "json", data)
		require.NoError(t, ctx.Err(), "no answer")
		require.True(t, err != nil || json.Valid(answer))
		select {
		case <-c.Done():
			require.NoError(t, c.Err(), "the session has ended")
		default:
		}
		require.False(t, slices.Contains([]string{"", "EOF"}, text(err)))
	})
}

// text returns an error's words, or something for none.
func text(err error) string {
	if err == nil {
		return "answered"
	}
	return err.Error()
}
