package batch

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/seeds"
	"gonao/soccer/match"
	"gonao/soccer/match/bundle"
	"gonao/soccer/match/rating"
)

// short returns a run of short matches of one robot against one.
func short(t *testing.T, n int) *Run {
	t.Helper()
	r := &Run{Players: 1, Half: 5 * time.Second, Loss: 0.02, Seeds: seeds.Range(1, n), Workers: 2, Notice: func(text string) { t.Log(text) }}
	var err error
	r.A, err = bundle.OfTeam("ours")
	require.NoError(t, err)
	r.B, err = bundle.OfTeam("luar")
	require.NoError(t, err)
	r.World, err = bundle.OfWorld("spl2025", "nao", "measured")
	require.NoError(t, err)
	r.Identity, err = Identify()
	require.NoError(t, err)
	return r
}

func openStore(t *testing.T, dir, listen string) *Coordinator {
	t.Helper()
	c, err := Open(t.Context(), dir, listen, "", "")
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// A run over the queue returns what the same matches return without one.
func TestARunReturnsWhatItsMatchesReturn(t *testing.T) {
	c := openStore(t, "", "")
	r := short(t, 3)
	calls := 0
	r.Each = func(p *Progress) { calls++ }
	p, err := c.Play(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, 6, p.Done())
	require.GreaterOrEqual(t, calls, 6)
	require.Equal(t, 1, p.Checked, "the first match is played twice")
	require.Empty(t, p.Differ)
	jobs := match.Jobs(match.Config{Players: 1, Half: 5 * time.Second}, "ours", "luar", 1, 3)
	for i, j := range jobs {
		m, err := match.New(j)
		require.NoError(t, err)
		want, err := m.Run(context.Background())
		require.NoError(t, err)
		require.Equal(t, want, p.Series().Results[i])
	}
	log, err := c.Log(t.Context(), p.Worst(1)[0])
	require.NoError(t, err)
	require.Contains(t, string(log), p.Worst(1)[0].Result.Digest)
	table, err := c.Elo(t.Context())
	require.NoError(t, err)
	require.Len(t, table, 2)
	require.Equal(t, 6, table[0].Games)
}

// In a knock-out series a shoot-out follows each draw. It is another run than the same matches without.
func TestDrawsOfAKnockOutSeriesGoOn(t *testing.T) {
	c := openStore(t, "", "")
	r := short(t, 1)
	plain, err := c.Play(t.Context(), r)
	require.NoError(t, err)
	r.Knockout = true
	p, err := c.Play(t.Context(), r)
	require.NoError(t, err)
	require.Zero(t, p.Stored)
	drawn := 0
	for i, before := range plain.Series().Results {
		after := p.Series().Results[i]
		if before.Score[0] != before.Score[1] {
			require.Equal(t, before, after)
			continue
		}
		drawn++
		require.Greater(t, after.Time, before.Time+time.Minute, "seed %d: shots follow", after.Seed)
	}
	require.NotZero(t, drawn, "halves of five seconds end in a draw")
}

// The same line continues where an earlier one ended, also with more seeds.
func TestWhatIsStoredIsNotPlayedAgain(t *testing.T) {
	dir := t.TempDir()
	first := openStore(t, dir, "")
	p, err := first.Play(t.Context(), short(t, 2))
	require.NoError(t, err)
	require.Zero(t, p.Stored)
	first.Close()
	second := openStore(t, dir, "")
	more := short(t, 4)
	p, err = second.Play(t.Context(), more)
	require.NoError(t, err)
	require.Equal(t, 4, p.Stored)
	require.Equal(t, 8, p.Done())
	other := short(t, 2)
	other.Half = 6 * time.Second
	p, err = second.Play(t.Context(), other)
	require.NoError(t, err)
	require.Zero(t, p.Stored, "another half is another run")
}

// Two versions of a team play each other by the hashes of their bundles.
func TestTwoVersionsOfATeamPlayEachOther(t *testing.T) {
	c := openStore(t, "", "")
	r := short(t, 1)
	_, err := c.Play(t.Context(), r)
	require.NoError(t, err)
	older, err := c.Team(t.Context(), "ours@"+bundle.Short(r.A.Hash()))
	require.NoError(t, err)
	require.Equal(t, r.A, older)
	newer := bundle.Bundle{}
	for name, text := range older {
		newer[name] = text
	}
	newer[bundle.TeamFile] = append(append([]byte{}, newer[bundle.TeamFile]...), "# another version\n"...)
	r.A, r.B = older, newer
	p, err := c.Play(t.Context(), r)
	require.NoError(t, err)
	require.NotEqual(t, p.Series().A, p.Series().B, "their names have their hashes")
	require.Contains(t, p.Series().A, "ours@")
	for _, name := range []string{"ours@1", "ours@ffffffff", "@" + r.World.Hash()} {
		_, err = c.Team(t.Context(), name)
		require.Error(t, err, name)
	}
}

// A sequential test ends a run, and its result holds the pairs that it has read.
func TestASequentialTestEndsARun(t *testing.T) {
	c := openStore(t, "", "")
	r := short(t, 30)
	r.Until = rating.Sequential{Sigmas: 2, Least: 3}
	p := newProgress(Spec{A: "a", NameA: "a", B: "b", NameB: "b"}, r)
	for i := range p.records {
		p.records[i] = &Record{}
		p.records[i].Result.Score[i%2] = 9
	}
	n, decided := p.Decided()
	require.True(t, decided)
	require.Equal(t, 3, n)
	require.True(t, p.complete())
	require.Len(t, p.Series().Results, 6)
	p.records[3] = nil
	_, decided = p.Decided()
	require.False(t, decided, "results after a gap are not read")
	r.Seeds = seeds.Range(1, 2)
	played, err := c.Play(t.Context(), r)
	require.NoError(t, err)
	_, decided = played.Decided()
	require.False(t, decided)
	require.Equal(t, 4, played.Done())
}
