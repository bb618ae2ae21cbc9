package host

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
	"gonao/hfsm/trace"
)

const beforeChange = `
machine: m
variables: {turns: {type: int, initial: 0, max: 100}}
initial: a
states:
  a: {transitions: [{after: 1s, to: b, then: [{set: {turns: turns + 1}}]}]}
  b: {transitions: [{after: 1s, to: a}]}
`

// place is a machine in a file, with a clock.
type place struct {
	*Machine
	t    *testing.T
	file string
	now  time.Duration
}

func newPlace(t *testing.T, text string) *place {
	t.Helper()
	p := &place{t: t, file: filepath.Join(t.TempDir(), "m.yaml")}
	p.write(text)
	cfg := behavior.DefaultConfig()
	robot := behaviortest.Standing()
	var err error
	p.Machine, err = New(Options{Source: p.file, Loader: behavior.Loader{Config: &cfg}, Senses: behavior.NewSenses(cfg, robot), Outputs: robot})
	require.NoError(t, err)
	return p
}

func (p *place) write(text string) { require.NoError(p.t, os.WriteFile(p.file, []byte(text), 0o600)) }

func (p *place) run(d time.Duration) {
	for end := p.now + d; p.now < end; p.now += 100 * time.Millisecond {
		require.NoError(p.t, p.Tick(p.now))
	}
}

func (p *place) path() string {
	path, _, _, _ := p.Debugging().Where(p.now)
	return path
}

func TestAChangedFileIsTakenWhereTheMachineStands(t *testing.T) {
	p := newPlace(t, beforeChange)
	p.run(1500 * time.Millisecond)
	require.Equal(t, "b", p.path())
	said, err := p.Loading().Reload()
	require.NoError(t, err)
	require.Equal(t, "nothing has changed", said)

	p.write(strings.Replace(beforeChange, "{after: 1s, to: a}", "{after: 3s, to: a}", 1))
	_, err = p.Loading().Reload()
	require.NoError(t, err)
	v, _ := p.View(p.now)
	require.Equal(t, "b", v.Path)
	require.EqualValues(t, 2, v.Revision)
	require.EqualValues(t, 1, v.Values[0].Value.Int, "it remembers")
	p.run(2 * time.Second)
	require.Equal(t, "b", p.path(), "entered at 1 s, left after 3 s")
	p.run(time.Second)
	require.Equal(t, "a", p.path())
	lines, _ := p.Lines(0, 0)
	var told []string
	for _, l := range lines {
		told = append(told, l.Kind.String()+" "+l.To)
	}
	require.Equal(t, []string{"start a", "transition b", "reload b", "transition a"}, told)
}

func TestABrokenFileLeavesTheMachineAloneAndSaysWhy(t *testing.T) {
	p := newPlace(t, beforeChange)
	p.run(500 * time.Millisecond)
	p.write(strings.Replace(beforeChange, "to: b", "to: c", 1))
	_, err := p.Loading().Reload()
	require.ErrorContains(t, err, "m.yaml:6:")
	v, _ := p.View(p.now)
	require.Contains(t, v.Refused, "m.yaml:6:")
	require.EqualValues(t, 1, v.Revision)
	p.run(time.Second)
	require.Equal(t, "b", p.path())
	require.Equal(t, []string{p.file}, p.Files(), "it is still watched")
	require.NoError(t, os.Remove(p.file))
	_, err = p.Loading().Reload()
	require.ErrorContains(t, err, "no such file")
	p.write(beforeChange)
	_, err = p.Loading().Reload()
	require.NoError(t, err)
	v, _ = p.View(p.now)
	require.Empty(t, v.Refused)
}

func TestAMachineWaitsAtItsBreakpointsAndIsSteppedOn(t *testing.T) {
	p := newPlace(t, beforeChange)
	require.ErrorContains(t, p.Debugging().SetBreakpoints([]string{"b", "x"}), `no state "x"`)
	require.NoError(t, p.Debugging().SetBreakpoints([]string{"b"}))
	p.run(5 * time.Second)
	v, _ := p.View(p.now)
	require.True(t, v.Paused)
	require.Equal(t, "b", v.Path)
	require.InDelta(t, 1, v.TimeSec, 0.15, "its time stands still")
	require.Equal(t, []string{"b"}, v.Breakpoints)
	require.NoError(t, p.Debugging().Set("turns", "7", Once))
	require.ErrorContains(t, p.Debugging().Set("turns", "many", Once), "expected a value of type int")
	require.ErrorContains(t, p.Debugging().Set("turn", "1", Once), `did you mean "turns"?`)
	require.ErrorContains(t, p.Debugging().Set("turns", "101", Once), "100")
	path, err := p.Debugging().Step(11)
	require.NoError(t, err)
	require.Equal(t, "a", path)
	require.NoError(t, p.Debugging().SetBreakpoints(nil))
	require.NoError(t, p.Debugging().RunTo("b", Entered, p.now))
	p.run(3 * time.Second)
	v, _ = p.View(p.now)
	require.True(t, v.Paused)
	require.Equal(t, "b", v.Path)
	require.EqualValues(t, 8, v.Values[0].Value.Int)
	require.NoError(t, p.Debugging().Resume(p.now))
	_, err = p.Debugging().Step(1)
	require.ErrorContains(t, err, "paused")
	p.run(1200 * time.Millisecond)
	require.Equal(t, "a", p.path())
}

func TestAViewHasTheArgumentsOfActivities(t *testing.T) {
	p := newPlace(t, `
machine: m
variables: {far: {type: float, initial: 0.5}}
initial: a
states:
  a: {do: [{track: {color: red}}, {look_ahead: {yaw: 0.25, pitch: =far}}]}
`)
	p.run(100 * time.Millisecond)
	v, _ := p.View(p.now)
	require.Equal(t, `{color: "red"}`, v.Activities[0].Arguments)
	require.Equal(t, "{pitch: 0.5, yaw: 0.25}", v.Activities[1].Arguments)
}

// onlooker keeps a view by deltas alone.
type onlooker struct {
	view   View
	number uint64
	lines  []trace.Line
}

func (o *onlooker) take(t *testing.T, d Delta, number uint64) {
	t.Helper()
	require.Equal(t, o.number+1, number, "nothing was missed")
	old := o.view
	o.view, o.number = d.View, number
	o.lines = append(o.lines, d.Lines...)
	if d.Whole {
		return
	}
	o.view.States, o.view.Values, o.view.Activities = old.States, old.Values, old.Activities
	for _, s := range d.States {
		for i := range o.view.States {
			if o.view.States[i].Path == s.Path {
				o.view.States[i] = s
			}
		}
	}
	for _, s := range d.Values {
		for i := range o.view.Values {
			if o.view.Values[i].Name == s.Name {
				o.view.Values[i] = s
			}
		}
	}
}

func TestASnapshotAndTheDeltasAfterItAreTheMachine(t *testing.T) {
	p := newPlace(t, beforeChange)
	feed := NewFeed(p.Machine)
	_, _, ok := feed.View()
	require.False(t, ok)
	early, late := &onlooker{}, &onlooker{}
	for i := range 60 {
		p.run(100 * time.Millisecond)
		if i == 40 {
			p.write(strings.Replace(beforeChange, "after: 1s, to: a", "after: 2s, to: a", 1))
			_, err := p.Loading().Reload()
			require.NoError(t, err)
		}
		if i%3 != 0 {
			continue
		}
		if d, number, ok := feed.Delta(p.now); ok {
			early.take(t, d, number)
			if late.number > 0 {
				late.take(t, d, number)
			}
		}
		if i == 30 {
			late.view, late.number, _ = feed.View()
		}
		want, _ := p.View(p.now)
		require.Equal(t, want.States, early.view.States)
		require.Equal(t, want.Values, early.view.Values)
		require.Equal(t, want.Path, early.view.Path)
		if late.number > 0 {
			require.Equal(t, want.States, late.view.States)
			require.Equal(t, want.Values, late.view.Values)
		}
	}
	require.NotEmpty(t, late.lines)
	for i := 1; i < len(early.lines); i++ {
		require.Greater(t, early.lines[i].Sequence, early.lines[i-1].Sequence, "each line is told once")
	}
}

func TestARecordedTraceReplays(t *testing.T) {
	p := newPlace(t, beforeChange)
	p.run(700 * time.Millisecond)
	file := filepath.Join(t.TempDir(), "m.trace")
	require.NoError(t, p.Record(file))
	require.Equal(t, file, p.Recording())
	p.run(3 * time.Second)
	require.NoError(t, p.Drain())
	p.run(3 * time.Second)
	require.NoError(t, p.EndRecord())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	reader, err := trace.NewReader(file, bytes.NewReader(text))
	require.NoError(t, err)
	_, err = trace.Replay(reader, p.Model(), trace.ReplayOptions{})
	require.NoError(t, err)
	require.Greater(t, bytes.Count(text, []byte(`"transition"`)), 5)
	require.ErrorContains(t, p.Record(filepath.Join(t.TempDir(), "none", "x")), "no such file")
}

func TestManyMayLookOnAtOnce(t *testing.T) {
	p := newPlace(t, beforeChange)
	feed := NewFeed(p.Machine)
	var others sync.WaitGroup
	stop := make(chan struct{})
	for _, do := range []func(){
		func() { feed.Delta(time.Second) },
		func() { p.View(time.Second) },
		func() { p.Lines(0, 0) },
		func() { _, _ = p.Loading().Reload() },
		func() { _ = p.Debugging().Set("turns", "3", Once) },
		func() { _ = p.Drain() },
		func() { _, _ = p.Chart("dot") },
	} {
		others.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					do()
				}
			}
		})
	}
	p.run(20 * time.Second)
	close(stop)
	others.Wait()
	require.Equal(t, "b", p.path())
}
