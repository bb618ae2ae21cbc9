package host

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
	"gonao/behavior/skills"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/trace"
)

const pacing = `
machine: pace
level: skill
rate_hz: 50
initial: walking
states: {walking: {do: {walk: {x: 0.1}}, transitions: [{after: 2s, to: FINAL}]}}
`

// crew is a skillRunner with its robot, its clock and a directory of skills.
type crew struct {
	*SkillRunner
	t     *testing.T
	robot *behaviortest.Robot
	file  string
	opts  skills.Options
	now   time.Duration
}

func newCrew(t *testing.T) *crew {
	t.Helper()
	c := &crew{t: t, robot: behaviortest.Standing()}
	cfg := behavior.DefaultConfig()
	dir := t.TempDir()
	c.file = filepath.Join(dir, "pace.yaml")
	c.write(pacing)
	c.opts = skills.Options{Directories: []string{dir}, Words: cfg.Vocabulary()}
	place, err := New(Options{Loader: behavior.Loader{Config: &cfg}, Senses: behavior.NewSenses(cfg, c.robot), Outputs: c.robot, Robot: &sync.Mutex{}})
	require.NoError(t, err)
	c.SkillRunner = NewSkillRunner(place, c.library())
	return c
}

func (c *crew) write(text string) { require.NoError(c.t, os.WriteFile(c.file, []byte(text), 0o600)) }

func (c *crew) library() *skills.Library {
	l, err := skills.Load(c.opts)
	require.NoError(c.t, err)
	return l
}

func (c *crew) run(d time.Duration) {
	for end := c.now + d; c.now < end; c.now += 20 * time.Millisecond {
		require.NoError(c.t, c.Tick(c.now))
	}
}

func (c *crew) begin(call string) *Goal {
	g, err := c.Begin(call)
	require.NoError(c.t, err)
	return g
}

func TestHowACallEndedIsSeenUntilTheNextBegins(t *testing.T) {
	c := newCrew(t)
	feed := NewFeed(c.machine)
	_, _, ok := feed.Delta(c.now)
	require.False(t, ok, "nothing has run")
	g := c.begin("pace()")
	c.run(time.Second)
	_, _, ok = feed.Delta(c.now)
	require.True(t, ok)
	c.run(2 * time.Second)
	<-g.Done()
	require.NoError(t, g.Err())
	d, _, ok := feed.Delta(c.now)
	require.True(t, ok, "who looks on learns of the end")
	require.True(t, d.Idle)
	require.Equal(t, hfsm.Final, d.Status)
	require.Empty(t, d.Path)
	for _, s := range d.States {
		require.False(t, s.Active, s.Path)
	}
	require.Equal(t, hfsm.RecordTransition, d.Lines[len(d.Lines)-1].Kind, "and of all that led to it")
	require.Empty(t, d.Lines[len(d.Lines)-1].To)
	c.run(time.Second)
	_, _, ok = feed.Delta(c.now)
	require.False(t, ok, "nothing is new")
	require.ErrorIs(t, c.machine.Debugging().Pause(c.now), ErrIdle)
	require.ErrorIs(t, c.machine.Record(filepath.Join(t.TempDir(), "x")), ErrIdle)
	require.Nil(t, c.machine.Model())

	g = c.begin("pace()")
	c.run(100 * time.Millisecond)
	g.Cancel()
	c.run(100 * time.Millisecond)
	require.ErrorIs(t, g.Err(), ErrCancelled)
	d, _, _ = feed.Delta(c.now)
	require.Equal(t, hfsm.Failed, d.Status)
	require.Equal(t, "the call was cancelled", d.Cause)
}

func TestACallThatIsPausedCanBeCancelled(t *testing.T) {
	c := newCrew(t)
	g := c.begin("pace()")
	c.run(500 * time.Millisecond)
	require.InDelta(t, 0.1, c.robot.Velocity.X, 1e-9)
	require.NoError(t, c.machine.Debugging().Pause(c.now))
	c.run(time.Second)
	g.Cancel()
	c.run(100 * time.Millisecond)
	<-g.Done()
	require.ErrorIs(t, g.Err(), ErrCancelled)
	require.Zero(t, c.robot.Velocity, "it stands")
	c.begin("pace()")
	c.run(3 * time.Second)
}

func TestTheTraceOfACallReplaysWithTheMachineBesideIt(t *testing.T) {
	c := newCrew(t)
	traceFile := filepath.Join(t.TempDir(), "call.trace")
	c.begin("pace()")
	c.run(100 * time.Millisecond)
	require.NoError(t, c.machine.Record(traceFile))
	c.run(3 * time.Second)
	require.NoError(t, c.machine.EndRecord())
	src, err := os.ReadFile(traceFile + ".yaml")
	require.NoError(t, err)
	words := *c.opts.Words
	words.Machines = func(string) (*chart.Machine, error) {
		pace, _ := chart.ReadYAML("pace.yaml", []byte(pacing))
		return pace, nil
	}
	model, err := hfsm.Load("call.yaml", src, &words)
	require.NoError(t, err)
	text, err := os.ReadFile(traceFile)
	require.NoError(t, err)
	reader, err := trace.NewReader(traceFile, bytes.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, reader.Hash, model.Hash())
	out, err := trace.Replay(reader, model, trace.ReplayOptions{})
	require.NoError(t, err)
	require.Nil(t, out.Difference)
}

func TestASkillWhoseFileIsWrongGoesOnAndItsViewSaysWhy(t *testing.T) {
	c := newCrew(t)
	g := c.begin("pace()")
	c.run(time.Second)
	c.write("machine: pace\nlevel: skill\ninitial: nowhere\nstates: {walking: {}}\n")
	require.Error(t, c.Reload(c.library()))
	v, _ := c.machine.View(c.now)
	require.Contains(t, v.Refused, "nowhere")
	require.Equal(t, "pace/walking", v.Path)
	c.write(pacing)
	require.NoError(t, c.Reload(c.library()))
	v, _ = c.machine.View(c.now)
	require.Empty(t, v.Refused)
	c.run(2 * time.Second)
	<-g.Done()
	require.NoError(t, g.Err())
}
