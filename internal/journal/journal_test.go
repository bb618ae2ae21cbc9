package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// open opens a file and closes it with the test.
func open(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := Open(path)
	require.NoError(t, err)
	t.Cleanup(j.Close)
	return j
}

// seeds returns n keys of a name.
func seeds(name string, n int) (keys []Key) {
	for i := range n {
		keys = append(keys, Key{Name: name, Seed: uint64(i + 1), Settings: "fast"})
	}
	return keys
}

func TestALineThatWasCutOffIsDropped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.jsonl")
	j := open(t, path)
	for _, k := range seeds("walk", 2) {
		require.NoError(t, j.Put(k, []int{int(k.Seed)}))
	}
	j.Close()
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	first := bytes.IndexByte(whole, '\n') + 1
	for cut := first; cut < len(whole); cut++ { // a kill while the second line was written
		require.NoError(t, os.WriteFile(path, whole[:cut], 0o600))
		j := open(t, path)
		var got []int
		ok, err := j.Get(seeds("walk", 1)[0], &got)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, []int{1}, got)
		second := seeds("walk", 2)[1]
		ok, err = j.Get(second, &got)
		require.NoError(t, err)
		require.False(t, ok)
		require.NoError(t, j.Put(second, []int{2}))
		j.Close()
		again, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(whole), string(again))
	}
}

func TestARunIsKnownByAllOfItsKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.jsonl")
	j := open(t, path)
	k := Key{Name: "walk", Seed: 1, Settings: "fast"}
	require.NoError(t, j.Put(k, 1))
	for _, other := range []Key{{Name: "turn", Seed: 1, Settings: "fast"}, {Name: "walk", Seed: 2, Settings: "fast"}, {Name: "walk", Seed: 1, Settings: "slow"}} {
		ok, err := j.Get(other, new(int))
		require.NoError(t, err)
		require.False(t, ok)
	}
	j.program = "another build"
	ok, err := j.Get(k, new(int))
	require.NoError(t, err)
	require.False(t, ok)
}

func TestOnlyAJournalIsOpenedAndByOneProcess(t *testing.T) {
	letter := filepath.Join(t.TempDir(), "letter.txt")
	require.NoError(t, os.WriteFile(letter, []byte("Dear all\n"), 0o600))
	_, err := Open(letter)
	require.ErrorContains(t, err, "letter.txt: line 1: not a run")
	text, err := os.ReadFile(letter)
	require.NoError(t, err)
	require.Equal(t, "Dear all\n", string(text))

	path := filepath.Join(t.TempDir(), "runs.jsonl")
	open(t, path)
	_, err = Open(path)
	require.ErrorContains(t, err, "another process uses it")
}

func TestNumbersThatJSONDoesNotHaveComeBack(t *testing.T) {
	j := open(t, "")
	want := []Number{1.0 / 3, Number(math.Inf(1)), Number(math.Inf(-1)), Number(math.NaN())}
	require.NoError(t, j.Put(Key{}, want))
	var got []Number
	ok, err := j.Get(Key{}, &got)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, want[:3], got[:3])
	require.True(t, math.IsNaN(float64(got[3])))
}

// An experiment that is interrupted after its first run and started again makes each run once, and its file and results are those of one that was not.
func TestAnInterruptedExperimentGoesOn(t *testing.T) {
	dir := t.TempDir()
	square := func(made *[]int) func(context.Context, int) (int, error) {
		return func(_ context.Context, i int) (int, error) { *made = append(*made, i); return i * i, nil }
	}
	one := Options{Workers: 1}
	var made []int
	whole, err := Run(t.Context(), open(t, filepath.Join(dir, "whole")), seeds("walk", 3), one, square(&made), nil)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 4}, whole)

	path := filepath.Join(dir, "parts")
	ctx, cancel := context.WithCancel(t.Context())
	j := open(t, path)
	made = nil
	_, err = Run(ctx, j, seeds("walk", 3), one, square(&made), func(int, int) { cancel() })
	require.EqualError(t, err, "interrupted: 2 of 3 runs missing: walk, seeds 2 to 3; the same command goes on with what is in "+path)
	require.NotErrorIs(t, err, context.Canceled)
	j.Close()

	var log strings.Builder
	var heard []int
	got, err := Run(t.Context(), open(t, path), seeds("walk", 3), Options{Workers: 1, Log: &log}, square(&made), func(i, _ int) { heard = append(heard, i) })
	require.NoError(t, err)
	require.Equal(t, whole, got)
	require.Equal(t, []int{0, 1, 2}, made)
	require.Equal(t, []int{0, 1, 2}, heard)
	require.Contains(t, log.String(), "1 of 3 runs taken from "+path+"\n2 of 3: walk, seed 2; ")
	a, err := os.ReadFile(filepath.Join(dir, "whole"))
	require.NoError(t, err)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(a), string(b))
}

func TestARunThatDoesNotEndIsNotWaitedFor(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	never := make(chan struct{})
	_, err := Run(ctx, open(t, ""), seeds("walk", 1), Options{}, func(context.Context, int) (int, error) { cancel(); <-never; return 0, nil }, nil)
	require.EqualError(t, err, "interrupted: 1 of 1 run missing: walk, seed 1")
}

func TestARunThatFailsDoesNotEndTheOthers(t *testing.T) {
	bad := errors.New("it fell")
	for _, workers := range []int{1, 3} {
		j := open(t, "")
		got, err := Run(t.Context(), j, seeds("walk", 20), Options{Workers: workers}, func(_ context.Context, i int) (int, error) {
			if i == 3 || i == 4 || i == 9 {
				return 0, bad
			}
			return i * i, nil
		}, nil)
		require.EqualError(t, err, "3 of 20 runs missing: walk, seeds 4 to 5, 10; walk, seed 4: it fell")
		require.ErrorIs(t, err, bad)
		require.Equal(t, 361, got[19], fmt.Sprint(workers))
		ok, err := j.Get(seeds("walk", 4)[3], new(int))
		require.NoError(t, err)
		require.False(t, ok, "it starts again")
	}
}
