package batch

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/seeds"
	"gonao/soccer/match/bundle"
)

// serving returns a coordinator that plays a run which only others play.
func serving(t *testing.T, listen string) (*Coordinator, *Run, <-chan error) {
	t.Helper()
	c := openStore(t, t.TempDir(), listen)
	r := short(t, 2)
	r.Workers = 0
	_, err := c.spec(t.Context(), r)
	require.NoError(t, err)
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, err := c.Play(ctx, r)
		ended <- err
	}()
	t.Cleanup(cancel)
	return c, r, ended
}

// A worker of another build or another class is refused, in words.
func TestAnotherBuildAndAnotherClassAreRefused(t *testing.T) {
	c, r, _ := serving(t, "127.0.0.1:0")
	require.Regexp(t, `^nats://worker:[A-Z2-7]{26}@127\.0\.0\.1:\d+$`, c.Line, "loopback needs the secret too")
	for want, id := range map[string]Identity{
		"copy the program match from the coordinator's computer": {Build: "0123456789abcdef", Class: r.Identity.Class},
		"this machine is of class linux-arm64":                   {Build: r.Identity.Build, Class: "linux-arm64"},
	} {
		err := Worker{Identity: id}.Work(t.Context(), c.Line, "")
		var refused *RefusedError
		require.ErrorAs(t, err, &refused)
		require.ErrorContains(t, err, want)
	}
}

// Beyond loopback a worker needs the secret and the fingerprint; with them it plays, and ends with the run.
func TestBeyondLoopbackASecretAndAFingerprintAreNeeded(t *testing.T) {
	c, r, ended := serving(t, "0.0.0.0:0")
	line, print, ok := strings.Cut(c.Line, " --fingerprint ")
	require.True(t, ok)
	u, err := url.Parse(line)
	require.NoError(t, err)
	require.Equal(t, "worker", u.User.Username())
	u.Host = "127.0.0.1:" + u.Port()
	w := Worker{Identity: r.Identity}
	right := *u
	wrong := *u
	wrong.User = url.UserPassword("worker", "guess")
	plain := *u
	plain.Scheme = "nats"
	other := *u
	for want, try := range map[string]struct {
		u     *url.URL
		print string
	}{
		"the secret is wrong":           {&wrong, print},
		"expected --fingerprint":        {&plain, ""},
		"coordinator's fingerprint is":  {&other, strings.Repeat("0", 64)},
		"expected 64 hexadecimal":       {&other, "12"},
		"expected nats://HOST:PORT or ": {&url.URL{Scheme: "http", Host: "here"}, ""},
	} {
		require.ErrorContains(t, w.Work(t.Context(), try.u.String(), try.print), want)
	}
	require.NoError(t, w.Work(t.Context(), right.String(), print), "it ends when all is played")
	require.NoError(t, <-ended)
}

func TestASecretIsNotSentInTheClear(t *testing.T) {
	_, err := checkURL("nats://worker:hidden@192.0.2.1:4222", "")
	require.ErrorContains(t, err, "in the clear")
	require.NotContains(t, err.Error(), "hidden")
	_, err = checkURL("nats://127.0.0.1:4222", "")
	require.NoError(t, err)
}

func TestNobodyThereIsSaid(t *testing.T) {
	err := Worker{}.Work(t.Context(), "nats://127.0.0.1:1", "")
	require.ErrorContains(t, err, "no coordinator runs there")
}

// The certificate and the secrets of a store stay, so that workers know a coordinator that is started again.
func TestAccessStays(t *testing.T) {
	dir := t.TempDir()
	a, err := loadAccess(dir)
	require.NoError(t, err)
	b, err := loadAccess(dir)
	require.NoError(t, err)
	require.Equal(t, a.secrets, b.secrets)
	require.Equal(t, a.fingerprint, b.fingerprint)
	info, err := os.Stat(dir + "/access.pem")
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.NoError(t, os.WriteFile(dir+"/access.pem", []byte("nothing"), 0o600))
	_, err = loadAccess(dir)
	require.ErrorContains(t, err, "access.pem: expected a certificate")
}

func TestAStoreHasOneCoordinator(t *testing.T) {
	dir := t.TempDir()
	openStore(t, dir, "")
	_, err := Open(t.Context(), dir, "", "", "")
	require.ErrorContains(t, err, "is used by another gonao match")
	for listen, want := range map[string]string{"here": "expected HOST:PORT", "127.0.0.1:x": "port", "127.0.0.1:99999": "port"} {
		_, err := Open(t.Context(), t.TempDir(), listen, "", "")
		require.ErrorContains(t, err, want)
	}
}

// Where a match cannot be made, the run ends before it begins.
func TestAMatchThatCannotBePlayedEndsTheRun(t *testing.T) {
	c := openStore(t, "", "")
	r := short(t, 1)
	r.Players = 99
	_, err := c.Play(t.Context(), r)
	require.ErrorContains(t, err, "players per team: 99")
	r = short(t, 1)
	r.A = bundle.Bundle{}
	_, err = c.Play(t.Context(), r)
	require.ErrorContains(t, err, "team")
}

// The environment for equal bits is added to what is there.
func TestTheEnvironmentForEqualBits(t *testing.T) {
	with, is := EqualBits([]string{"HOME=/", "GODEBUG=gctrace=0"})
	if is {
		t.Skip("only x86-64 needs it")
	}
	require.Contains(t, with, "GODEBUG=gctrace=0,cpu.fma=off")
	require.Contains(t, with, "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX")
	again, is := EqualBits(with)
	require.True(t, is)
	require.Equal(t, with, again)
}

// Two plays of a match with different bytes are reported.
func TestDifferentBytesAreReported(t *testing.T) {
	p := newProgress(Spec{}, &Run{Seeds: seeds.Range(1, 1)})
	j := p.job(0)
	for i, digest := range []string{"aa", "bb"} {
		r := &Record{Job: j, Worker: "w" + digest}
		r.Job.Again = i == 1
		r.Result.Digest = digest
		require.NoError(t, p.add(mustJSON(t, r)))
	}
	require.Zero(t, p.Checked)
	require.Len(t, p.Differ, 1)
	require.Contains(t, p.Differ[0], "seed 1: digest aa on waa, bb on wbb")
	first := *p.records[0]
	r := &Record{Job: j, Worker: "late"}
	require.NoError(t, p.add(mustJSON(t, r)))
	require.Equal(t, first, *p.records[0], "the first one stays")
}

// The second play of a match goes to another worker, where there is one.
func TestTheSecondPlayIsForAnotherWorker(t *testing.T) {
	p := newProgress(Spec{}, &Run{Seeds: seeds.Range(1, 26)})
	r := &Record{Job: p.job(0), Worker: "one"}
	require.NoError(t, p.add(mustJSON(t, r)))
	p.here("one")
	p.here("two")
	again := p.again()
	require.Len(t, again, 1)
	require.Equal(t, "one", again[0].Not)
	require.True(t, again[0].Again)
	require.Empty(t, p.again(), "once")
	r = &Record{Job: p.job(50), Worker: "one"}
	require.NoError(t, p.add(mustJSON(t, r)))
	p.workers["two"] = now().Add(-time.Hour)
	require.Empty(t, p.again()[0].Not, "it is alone now")
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}
