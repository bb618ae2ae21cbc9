package batch

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"gonao/soccer/match/bundle"
)

// attack queues a job of a hostile coordinator, has a worker play it, and returns what the worker records as the error.
func attack(t *testing.T, cache string, change func(c *Coordinator, s *Spec)) string {
	t.Helper()
	c := openStore(t, "", "127.0.0.1:0")
	r := short(t, 1)
	spec, err := c.spec(t.Context(), r)
	require.NoError(t, err)
	change(c, &spec)
	j := Job{Run: spec.run(), Spec: spec, Seed: 1}
	require.NoError(t, c.q.createConsumer(t.Context(), r.Identity))
	require.NoError(t, c.queueJob(t.Context(), j))
	require.NoError(t, c.q.setCurrent(t.Context(), current{Run: j.Run, Spec: spec}))
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Worker{Identity: r.Identity, Cache: cache, Notice: func(text string) { t.Log(text) }}.Work(ctx, c.Line, "")
	}()
	defer func() { end(); <-ended }()
	watcher, err := c.q.results.Watch(t.Context(), j.key())
	require.NoError(t, err)
	defer func() { _ = watcher.Stop() }()
	for {
		select {
		case entry := <-watcher.Updates():
			if entry == nil {
				continue
			}
			record, _, err := c.q.record(t.Context(), j.key())
			require.NoError(t, err)
			return record.Error
		case err := <-ended:
			ended <- err
			t.Fatal(err)
		}
	}
}

// putRaw stores bytes under their hash.
func putRaw(t *testing.T, c *Coordinator, archive []byte) string {
	t.Helper()
	sum := sha256.Sum256(archive)
	_, err := c.q.bundles.PutBytes(t.Context(), hex.EncodeToString(sum[:]), archive)
	require.NoError(t, err)
	return hex.EncodeToString(sum[:])
}

// What a coordinator names, a worker does not look up on its disk, and no error has the content of a file.
func TestAWorkerReadsNoFileForItsCoordinator(t *testing.T) {
	dir := t.TempDir()
	cache := filepath.Join(dir, "deep", "cache")
	const secret = "root:x:0:0"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "passwd"), []byte(secret+" [\n"), 0o600))
	team := func(machines string) func(c *Coordinator, s *Spec) {
		return func(c *Coordinator, s *Spec) {
			b, err := bundle.OfTeam("ours")
			require.NoError(t, err)
			b[bundle.TeamFile] = bytes.Replace(b[bundle.TeamFile], []byte("./body.yaml"), []byte(machines), 1)
			s.A = putRaw(t, c, b.Pack())
		}
	}
	archive := func(headers ...tar.Header) func(c *Coordinator, s *Spec) {
		return func(c *Coordinator, s *Spec) {
			var out bytes.Buffer
			w := tar.NewWriter(&out)
			for _, h := range headers {
				require.NoError(t, w.WriteHeader(&h))
			}
			require.NoError(t, w.Close())
			s.A = putRaw(t, c, out.Bytes())
		}
	}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "evil"), 0o700))
	for name, row := range map[string]struct {
		change func(c *Coordinator, s *Spec)
		want   string
	}{
		"a machine outside the bundle":       {team("./../../../passwd"), "expected a file of the bundle"},
		"a machine by its absolute path":     {team(filepath.Join(dir, "passwd")), "expected a file of the bundle"},
		"a machine of the program":           {team("body"), "expected a file of the bundle"},
		"a bundle outside the cache":         {func(_ *Coordinator, s *Spec) { s.A = "../../evil" }, `Spec.A: "../../ev": expected 64 hexadecimal digits`},
		"a world outside the cache":          {func(_ *Coordinator, s *Spec) { s.World = dir }, "Spec.World: "},
		"a link":                             {archive(tar.Header{Typeflag: tar.TypeSymlink, Name: bundle.TeamFile, Linkname: filepath.Join(dir, "passwd")}), "expected a file without a directory"},
		"a name outside":                     {archive(tar.Header{Typeflag: tar.TypeReg, Name: "../team.yaml"}), "expected a file without a directory"},
		"a file twice":                       {archive(tar.Header{Typeflag: tar.TypeReg, Name: "a"}, tar.Header{Typeflag: tar.TypeReg, Name: "a"}), "each once"},
		"a bundle larger than a bundle's":    {func(c *Coordinator, s *Spec) { s.A = putRaw(t, c, make([]byte, bundle.Most+1)) }, "expected at most"},
		"a world of physics by its own path": {func(_ *Coordinator, s *Spec) { s.Kind, s.World = "physics", s.A }, "expected a file rules.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			got := attack(t, cache, row.change)
			require.Contains(t, got, row.want)
			require.NotContains(t, got, secret)
		})
	}
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, found, 3, "nothing is written beside the cache")
}

// violation returns what the queue refuses of f; "": nothing.
func violation(t *testing.T, conn *nats.Conn, f func() error) string {
	t.Helper()
	before := conn.LastError()
	require.NoError(t, f())
	require.NoError(t, conn.Flush())
	if after := conn.LastError(); after != nil && after != before { //nolint:errorlint // the same value
		return after.Error()
	}
	return ""
}

// An account may use its own subjects alone, on loopback too.
func TestAnAccountHasItsOwnSubjects(t *testing.T) {
	c := openStore(t, t.TempDir(), "127.0.0.1:0")
	_, at, _ := strings.Cut(c.Line, "@")
	for _, name := range []string{"", "worker:guess@", "coordinator:@", "token@"} {
		_, err := connect("nats://"+name+at, "", workerAccount)
		require.ErrorContains(t, err, "expected the line that the coordinator prints", name)
	}
	nobody := []string{
		stopSubject, "gonao.job.b.c.r", "$KV.gonao_runs.current", "$O.gonao_bundles.M.x", "$JS.API.STREAM.DELETE.gonao_jobs", "$JS.API.STREAM.CREATE.x",
		"$JS.API.STREAM.UPDATE.KV_gonao_results", "$JS.API.STREAM.PURGE.KV_gonao_results", "$JS.API.STREAM.MSG.DELETE.KV_gonao_results", "$JS.API.STREAM.NAMES",
		"$JS.API.CONSUMER.CREATE.gonao_jobs.mine", "$JS.API.CONSUMER.DELETE.gonao_jobs.mine", "$JS.API.CONSUMER.CREATE.OBJ_gonao_bundles.mine",
	}
	workers := []string{hereSubject, "$KV.gonao_results.a.b", "$O.gonao_logs.C.x", "$JS.API.CONSUMER.MSG.NEXT.gonao_jobs.w", "$JS.ACK.gonao_jobs.w.1"}
	readers := []string{"$JS.API.DIRECT.GET.KV_gonao_runs.$KV.gonao_runs.current", "$JS.API.STREAM.INFO.gonao_jobs"}
	for _, row := range []struct {
		as                    account
		line                  string
		mayPublish, mayNot    []string
		mayListen, mayNotHear []string
	}{
		{workerAccount, c.Line, append(workers, readers...), nobody, []string{stopSubject, "_INBOX_worker.x"}, []string{">", "_INBOX.>", "_INBOX_viewer.>", hereSubject, "$KV.>", "gonao.job.>"}},
		{viewerAccount, c.ViewLine, readers, append(nobody, workers...), []string{"_INBOX_viewer.x"}, []string{">", "_INBOX.>", "_INBOX_worker.>", stopSubject, "$KV.>"}},
	} {
		conn, err := connect(row.line, "", row.as, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
		require.NoError(t, err)
		t.Cleanup(conn.Close)
		publish := func(subject string) func() error { return func() error { return conn.Publish(subject, nil) } }
		listen := func(subject string) func() error {
			return func() error { _, err := conn.SubscribeSync(subject); return err }
		}
		for _, s := range row.mayPublish {
			require.Empty(t, violation(t, conn, publish(s)), "%s: %s", row.as, s)
		}
		for _, s := range row.mayListen {
			require.Empty(t, violation(t, conn, listen(s)), "%s: %s", row.as, s)
		}
		for _, s := range row.mayNot {
			require.Contains(t, violation(t, conn, publish(s)), "Permissions Violation for Publish", "%s: %s", row.as, s)
		}
		for _, s := range row.mayNotHear {
			require.Contains(t, violation(t, conn, listen(s)), "Permissions Violation for Subscription", "%s: %s", row.as, s)
		}
	}
}

// A viewer reads ratings and reports.
func TestAViewerReadsWhatIsStored(t *testing.T) {
	c := openStore(t, t.TempDir(), "127.0.0.1:0")
	_, err := c.Play(t.Context(), short(t, 1))
	require.NoError(t, err)
	v, err := View(t.Context(), c.ViewLine, "")
	require.NoError(t, err)
	defer v.Close()
	within, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	want, err := c.Elo(within)
	require.NoError(t, err)
	got, err := v.Elo(within)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, 2, got[0].Games)
}

// Physics can be played in a series: its world is one of gonao's by its name, and no file.
func TestPhysicsIsPlayedInASeries(t *testing.T) {
	c := openStore(t, "", "")
	r := short(t, 1)
	r.Kind = "physics"
	spec, err := c.spec(t.Context(), r)
	require.NoError(t, err)
	require.NoError(t, c.try(r, spec))
	r.World[bundle.RulesFile] = bytes.Replace(r.World[bundle.RulesFile], []byte("\nworld: spl"), []byte("\nworld: /etc/passwd"), 1)
	require.ErrorContains(t, c.try(r, spec), `world: "/etc/passwd": expected one of gonao's for physics`)
}
