package host

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior/history"
	"gonao/hfsm"
	"gonao/hfsm/trace"
)

// busy is a machine with regions, a ghost, variables and an activity.
const busy = `
machine: busy
rate_hz: 50
history: resume
variables: {turns: {type: int, initial: 0, max: 1000000}}
initial: work
states:
  work:
    regions:
      legs:
        initial: left
        states:
          left: {transitions: [{after: 130ms, to: right}]}
          right: {transitions: [{after: 90ms, to: left, then: [{set: {turns: turns + 1}}]}]}
      arms:
        initial: up
        states:
          up: {do: [{search: {color: red}}], transitions: [{after: 310ms, to: down}]}
          down: {transitions: [{after: 170ms, to: up}]}
    transitions: [{after: 1.7s, to: rest}]
  rest: {transitions: [{after: 400ms, to: work}]}
`

// remembering is a machine whose history is kept.
type remembering struct {
	*place
	history *History
	dir     string
}

func newRemembering(t *testing.T, text string, bytes int64) *remembering {
	t.Helper()
	r := &remembering{place: newPlace(t, text), dir: t.TempDir()}
	var err error
	r.history, err = r.KeepHistory(history.Options{Dir: r.dir, Bytes: bytes})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.EndHistory()) })
	return r
}

// step ticks once, 20 ms later.
func (r *remembering) step() {
	r.t.Helper()
	r.now += 20 * time.Millisecond
	require.NoError(r.t, r.Tick(r.now))
}

// look returns the view now, as a moment has it.
func (r *remembering) look() View {
	v, ok := r.View(r.now)
	require.True(r.t, ok)
	return comparable(v)
}

// comparable leaves out what a moment does not have: the state of the debugger, and what a machine remembers
// of its transitions.
func comparable(v View) View {
	v.Breakpoints, v.Recording, v.Passed, v.Paused, v.Refused, v.Revision = nil, "", nil, false, "", 0
	return v
}

func TestAnyRememberedMomentIsAsItWas(t *testing.T) {
	text := strings.Replace(busy, "{do: [{search: {color: red}}], transitions", "{transitions", 1)
	r := newRemembering(t, text, 1<<20)
	type was struct {
		part uint32
		at   float64
		view View
	}
	var all []was
	part := uint32(1)
	note := func() {
		v := r.look()
		all = append(all, was{part, v.TimeSec, v})
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 4000 {
		if i == 1500 { // the clock continues, the machine begins again
			r.Reset(r.now)
			part++
		}
		if i == 2500 { // another text of the machine is taken over
			r.write(strings.Replace(text, "90ms", "70ms", 1))
			_, err := r.Loading().Reload()
			require.NoError(t, err)
		}
		r.step()
		note()
		if rng.IntN(7) == 0 {
			require.NoError(t, r.history.Drain())
		}
	}
	require.NoError(t, r.history.Drain())
	require.Greater(t, len(r.history.ring.Files()), 3, "the ring has turned to new files")
	shown := r.history.Show(history.Query{})
	require.Len(t, shown.Parts, 2)
	require.Zero(t, shown.Lost)

	for range 200 {
		w := all[rng.IntN(len(all))]
		p, err := r.history.At(history.Moment{Part: w.part, Time: w.at}, Question{})
		require.NoError(t, err)
		w.view.Runs = p.Runs
		require.Equal(t, w.view, comparable(p.View), "part %d at %g s", w.part, w.at)
	}

	// The lanes say the same.
	for range 200 {
		w := all[rng.IntN(len(all))]
		active := map[string]bool{}
		for _, lane := range shown.Lanes {
			for _, v := range lane.Intervals {
				if v.Part == w.part && v.Begin <= w.at+1e-9 && (w.at+1e-9 < v.End || v.Open) {
					active[v.State] = true
				}
			}
		}
		for _, s := range w.view.States {
			if s.Path != "work/legs" && s.Path != "work/arms" {
				require.Equal(t, s.Active, active[s.Path], "%s at %g s", s.Path, w.at)
			}
		}
	}

	// An event is a moment too.
	for _, e := range shown.Events {
		if e.Line.Kind != hfsm.RecordTransition || rng.IntN(40) != 0 {
			continue
		}
		p, err := r.history.At(history.Moment{Part: e.Part, Sequence: e.Line.Sequence, BySequence: true}, Question{})
		require.NoError(t, err)
		at := map[string]bool{}
		for _, s := range p.States {
			at[s.Path] = s.Active
		}
		require.True(t, at[e.Line.Target] || p.TimeSec < e.Tick, "%s is entered at %g s", e.Line.Target, e.Tick)
	}
	_, err := r.history.At(history.Moment{Part: 7}, Question{})
	require.ErrorIs(t, err, history.ErrGone)
}

func TestWhyATransitionWasNotTakenThen(t *testing.T) {
	r := newRemembering(t, busy, 1<<20)
	for range 100 {
		r.step()
	}
	require.NoError(t, r.history.Drain())
	p, err := r.history.At(history.Moment{Time: 0.8}, Question{true, "work"})
	require.NoError(t, err)
	require.Len(t, p.Why, 1)
	require.Equal(t, "rest", p.Why[0].Target)
	require.InDelta(t, 0.9, p.Why[0].Remaining.Seconds(), 0.021, "of 1.7 s")
	_, err = r.history.At(history.Moment{Time: 0.8}, Question{true, "nowhere"})
	require.ErrorContains(t, err, "nowhere")
}

// An hour in small: the ring holds its size, its index is bounded by it, and what is over is said so.
func TestTheRingHoldsItsSize(t *testing.T) {
	const limit = 256 << 10
	r := newRemembering(t, busy, limit)
	for i := range 20_000 {
		r.step()
		if i%5 == 0 {
			require.NoError(t, r.history.Drain())
			require.LessOrEqual(t, r.history.ring.Size(), int64(limit)+leastRoom)
		}
	}
	onDisk := int64(0)
	files, err := filepath.Glob(filepath.Join(r.dir, "*"))
	require.NoError(t, err)
	for _, f := range files {
		info, err := os.Stat(f)
		require.NoError(t, err)
		onDisk += info.Size()
	}
	require.LessOrEqual(t, onDisk, int64(limit)+leastRoom)
	shown := r.history.Show(history.Query{})
	begin := shown.Parts[0].Begin
	require.Greater(t, begin, 1.0, "the oldest is forgotten")
	require.Less(t, begin, 390.0)
	for _, lane := range shown.Lanes {
		require.GreaterOrEqual(t, lane.Intervals[0].End, begin)
	}
	require.GreaterOrEqual(t, shown.Events[0].Tick, begin)
	_, err = r.history.At(history.Moment{Part: 1, Time: begin - 0.5}, Question{})
	require.ErrorIs(t, err, history.ErrGone)
	p, err := r.history.At(history.Moment{Part: 1, Time: begin}, Question{})
	require.NoError(t, err)
	require.InDelta(t, begin, p.TimeSec, 1e-9)

	some := r.history.Show(history.Query{Part: 1, From: begin + 1, To: begin + 3})
	require.NotEmpty(t, some.Events)
	for _, e := range some.Events {
		require.True(t, e.Tick >= begin+1 && e.Tick <= begin+3)
	}
	few := r.history.Show(history.Query{Limit: 10})
	require.True(t, few.Cut)
	require.Len(t, few.Events, 10)
	require.Equal(t, shown.Events[len(shown.Events)-1], few.Events[9], "the newest")
}

// leastRoom is by how much the newest file may be larger than its size: what is drained at once.
const leastRoom = 32 << 10

// Who is killed leaves files that can be read to the last complete record, at any byte.
func TestWhatWasWrittenBeforeAKillIsReplayed(t *testing.T) {
	r := newRemembering(t, busy, 1<<20)
	for i := range 900 {
		r.step()
		if i%11 == 0 {
			require.NoError(t, r.history.Drain())
		}
	}
	files := r.history.ring.Files()
	text, err := os.ReadFile(files[len(files)-1])
	require.NoError(t, err)
	model := r.Model()
	for cut := range 300 {
		if len(text)-cut < 20_000 {
			break
		}
		reader, err := trace.NewReader("killed.trace", strings.NewReader(string(text[:len(text)-cut])))
		require.NoError(t, err)
		reader.AllowCut()
		done, err := trace.Replay(reader, model, trace.ReplayOptions{})
		require.NoError(t, err)
		if d := done.Difference; d != nil { // the tick that was cut ends early; nothing before it differs
			require.Greater(t, d.Line, strings.Count(string(text[:len(text)-cut]), "\n")-12)
		}
		require.Greater(t, done.Ticks, 10)
	}

	// The next process begins behind them, and deletes them when it needs the room.
	_, err = history.Open(history.Options{Dir: r.dir, Bytes: 1 << 20})
	require.ErrorContains(t, err, "another process stores its history there")
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(r.dir)))
	next, err := history.Open(history.Options{Dir: dir, Bytes: 1 << 20})
	require.NoError(t, err)
	require.Equal(t, r.history.ring.Size(), next.Size())
	require.NoError(t, next.Begin(model, 1, 1, nil))
	require.NotContains(t, files, filepath.Join(r.dir, filepath.Base(next.Files()[0])))
	require.NoError(t, next.Close())
}

// The directory of the history is away for a while, as is the room of a full disk.
func TestAHistoryGoesOnWhenItCanBeWrittenAgain(t *testing.T) {
	r := newRemembering(t, busy, 1<<20)
	for range 200 {
		r.step()
	}
	require.NoError(t, r.history.Drain())
	require.NoError(t, os.RemoveAll(r.dir)) // no file can be made any more
	var err error
	for i := 0; err == nil && i < 200_000; i++ {
		r.step()
		if i%50 == 0 {
			err = r.history.Drain()
		}
	}
	require.ErrorContains(t, err, "the history is not written now: ")
	require.NoError(t, r.history.Drain(), "it is said once")
	for range 100 {
		r.step()
	}
	require.Contains(t, r.history.Show(history.Query{}).Stopped, "no such file")
	_, err = r.history.At(history.Moment{Time: 1}, Question{})
	require.ErrorIs(t, err, history.ErrGone)

	require.NoError(t, os.Mkdir(r.dir, 0o700))
	before := r.now
	err = r.history.Drain()
	require.ErrorContains(t, err, "the history is written now, and ")
	require.NotZero(t, r.history.Show(history.Query{}).Lost)
	for range 6 {
		r.step()
		require.NoError(t, r.history.Drain())
	}
	require.Empty(t, r.history.Show(history.Query{}).Stopped)
	want := r.look()
	p, err := r.history.At(history.Moment{Time: want.TimeSec}, Question{})
	require.NoError(t, err)
	want.Runs = p.Runs
	require.Equal(t, want, comparable(p.View))
	_, err = r.history.At(history.Moment{Time: before.Seconds()}, Question{})
	require.NoError(t, err, "only what was before it is lost")
}

// A timeline has a bounded number of entries, and so the executor a bounded memory.
func TestTheTimelinesMemoryIsBounded(t *testing.T) {
	r := newRemembering(t, strings.Replace(chatter, "rate_hz: 1000", "rate_hz: 50", 1), 64<<20)
	for i := range 30_000 {
		r.step()
		if i%100 == 0 {
			require.NoError(t, r.history.Drain())
		}
	}
	require.NoError(t, r.history.Drain())
	shown := r.history.Show(history.Query{})
	require.Less(t, len(shown.Events), 10_000)
	require.Less(t, len(shown.Lanes[0].Intervals), 10_000)
	require.Greater(t, len(shown.Events), 4_000)
	p, err := r.history.At(history.Moment{Time: 1}, Question{})
	require.NoError(t, err, "a moment before its entries is found all the same")
	require.InDelta(t, 1, p.TimeSec, 0.02)
}

// Nobody drains, as with a disk that hangs: the machine ticks on, and what is lost is counted. The next file
// begins with the whole state.
func TestASlowDiskLosesRecordsAndHoldsUpNobody(t *testing.T) {
	r := newRemembering(t, strings.Replace(chatter, "rate_hz: 1000", "rate_hz: 50", 1), 1<<20)
	r.step()
	require.NoError(t, r.history.Drain())
	for range 3 * historyQueue {
		r.step()
	}
	require.NoError(t, r.history.Drain())
	require.NotZero(t, r.history.Show(history.Query{}).Lost)
	want := r.look()
	for range 10 {
		r.step()
	}
	require.NoError(t, r.history.Drain())
	p, err := r.history.At(history.Moment{Time: want.TimeSec}, Question{})
	require.NoError(t, err)
	want.Runs = p.Runs
	require.Equal(t, want, comparable(p.View))
}

// What runs again has parts of its own.
func TestAnotherRunIsAnotherPart(t *testing.T) {
	r := newRemembering(t, busy, 1<<20)
	for range 100 {
		r.step()
	}
	first := r.look()
	require.NoError(t, r.Run(r.Model()))
	for range 50 {
		r.step()
	}
	require.NoError(t, r.history.Drain())
	shown := r.history.Show(history.Query{})
	require.Len(t, shown.Parts, 2)
	require.Equal(t, []uint32{1, 2}, []uint32{shown.Parts[0].Run, shown.Parts[1].Run})
	p, err := r.history.At(history.Moment{Part: 1, Time: first.TimeSec}, Question{})
	require.NoError(t, err)
	require.Equal(t, first, comparable(p.View))
}

func TestAHistoryWithoutRoomIsRefused(t *testing.T) {
	p := newPlace(t, busy)
	_, err := p.KeepHistory(history.Options{Dir: t.TempDir(), Bytes: 1000})
	require.ErrorContains(t, err, "expected at least")
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = p.KeepHistory(history.Options{Dir: filepath.Join(file, "dir"), Bytes: 1 << 20})
	require.Error(t, err)
	require.Contains(t, fmt.Sprint(err), "history: ")
}
