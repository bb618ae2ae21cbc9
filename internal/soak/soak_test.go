package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// minutes is how long the run of the tests lasts.
const minutes = 480

// filled returns a table of one program that uses what the function use returns, sampled once a minute. A new process
// replaces it after every `lives` minutes.
func filled(lives int, use func(minute int) usage) *table {
	t := &table{readings: map[string][]reading{}}
	for i := range minutes + 1 {
		t.add("node", reading{time.Duration(i) * time.Minute, i / lives, use(i)})
	}
	return t
}

// steady returns the use of a program that does not grow.
var steady = usage{memoryKB: 100 << 10, threads: 9, sockets: 3, descriptors: 12}

func TestWhatGrowsIsNoticed(t *testing.T) {
	for name, c := range map[string]struct {
		flat bool
		use  func(minute int, u *usage)
	}{
		"nothing":                         {true, func(int, *usage) {}},
		"memory, 4 % in the run":          {true, func(i int, u *usage) { u.memoryKB *= 1 + 0.04*float64(i)/minutes }},
		"memory, 8 % in the run":          {false, func(i int, u *usage) { u.memoryKB *= 1 + 0.08*float64(i)/minutes }},
		"memory that shrinks":             {true, func(i int, u *usage) { u.memoryKB *= 1 - 0.5*float64(i)/minutes }},
		"memory that grows once":          {false, func(i int, u *usage) { u.memoryKB += float64(i/240) * 8192 }},
		"a heap under garbage collection": {true, func(i int, u *usage) { u.memoryKB += float64(i%17) * 1024 }},
		"a thread an hour":                {false, func(i int, u *usage) { u.threads += float64(i / 60) }},
		"two threads at a busy moment":    {true, func(i int, u *usage) { u.threads += 2 * float64(min(i/200, 1)) }},
		"a descriptor in two hours":       {false, func(i int, u *usage) { u.descriptors += float64(i / 120) }},
		"one socket more, then one less":  {true, func(i int, u *usage) { u.sockets += float64(i % 2) }},
	} {
		t.Run(name, func(t *testing.T) {
			rows := filled(minutes+1, func(i int) usage { u := steady; c.use(i, &u); return u }).rows()
			require.Len(t, rows, 1)
			require.Equal(t, c.flat, flat(rows), "%+v", rows[0])
		})
	}
	require.False(t, flat(nil), "nothing was measured")
}

func TestALeakIsNoticedThroughKills(t *testing.T) {
	leaking := func(i int) usage { u := steady; u.memoryKB += float64(i%120) * 64; return u } // 64 kB a minute: 30 MB in the run
	require.False(t, flat(filled(120, leaking).rows()), "each process starts small and grows")
	require.True(t, flat(filled(120, func(int) usage { return steady }).rows()))
	require.False(t, flat(filled(10, func(int) usage { return steady }).rows()), "no process lived long enough to be measured")
}

func TestTheTableIsReadBackAndPrinted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "samples.csv")
	written, err := newTable(file)
	require.NoError(t, err)
	for i := range 60 {
		written.add("node", reading{time.Duration(i) * time.Minute, 7, usage{memoryKB: 100*1024 + float64(i)*1024, threads: 9, sockets: 3, descriptors: 12}})
	}
	written.close()
	read, err := readTable(file)
	require.NoError(t, err)
	require.Equal(t, written.rows(), read.rows())
	text := render(read.rows(), read.length())
	require.Contains(t, text, "| node | 111 → 156 (+59.0) **grew** | 9 → 9 (+0.0) | 3 → 3 (+0.0) | 12 → 12 (+0.0) |")
	require.Contains(t, text, "growth in 59m0s")
	require.Contains(t, text, "not flat")

	_, err = readTable(file + "x")
	require.Error(t, err)
	require.NoError(t, os.WriteFile(file, []byte("a,b\n"), 0o644))
	_, err = readTable(file)
	require.ErrorContains(t, err, "samples.csv:1: expected the columns")
	require.NoError(t, os.WriteFile(file, []byte("at_s,program,pid,memory_kb,threads,sockets,descriptors\n1,node,x,1,1,1,1\n"), 0o644))
	_, err = readTable(file)
	require.ErrorContains(t, err, "samples.csv:2: expected numbers")
}

func TestAProgramThatEndedIsNoRow(t *testing.T) {
	table := filled(minutes+1, func(int) usage { return steady })
	table.add("short", reading{10 * time.Minute, 1, usage{memoryKB: 1}})
	require.Len(t, table.rows(), 1)
}

func TestVictimsAreKilledInTurnAndThoseThatAreNotThereArePassedOver(t *testing.T) {
	k := killer{next: time.Minute, until: time.Hour, every: 10 * time.Minute, lost: map[string]string{}}
	gone := 1 << 30 // No process has this pid: the kill fails, and its error shows which victim was chosen.
	seen := func() map[string]int { return map[string]int{"executor": gone, "studio": gone} }
	require.NoError(t, k.step(30*time.Second, seen()), "too early")
	require.ErrorIs(t, k.step(time.Minute, seen()), syscall.ESRCH)
	require.Contains(t, k.lost, "executor")
	require.NoError(t, k.step(2*time.Minute, map[string]int{}), "the next kill is not due yet")
	require.ErrorIs(t, k.step(11*time.Minute, seen()), syscall.ESRCH)
	require.Equal(t, map[string]string{"studio": "killed at 11m0s"}, k.lost, "the other program is back")
	require.NoError(t, k.step(30*time.Minute, map[string]int{}), "nothing runs")
	require.NoError(t, k.step(2*time.Hour, seen()), "too late")
	require.Equal(t, 2, k.killed)
}

func TestAProcessIsMeasured(t *testing.T) {
	u, ok := usageOf(os.Getpid())
	require.True(t, ok)
	require.Greater(t, u.memoryKB, 100.0)
	require.GreaterOrEqual(t, u.threads, 2.0)
	require.Greater(t, u.descriptors, 2.0)
	all, err := children(os.Getppid())
	require.NoError(t, err)
	require.Contains(t, all, os.Getpid())
	require.NotEmpty(t, programOf(os.Getpid()))
	_, ok = usageOf(1 << 30)
	require.False(t, ok)
}

func TestKillsComeAsOftenAsAskedFor(t *testing.T) {
	require.Equal(t, 12*time.Minute, options{length: 8 * time.Hour}.betweenKills())
	require.Equal(t, 15*time.Second, options{length: 2 * time.Minute}.betweenKills(), "a node needs some time to come back")
	require.Equal(t, 5*time.Second, options{length: 8 * time.Hour, killEvery: 5 * time.Second}.betweenKills())
}
