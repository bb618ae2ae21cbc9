package lua

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// nao is what the robot of the skills' tests offers.
func nao() *hfsm.Vocabulary {
	one := chart.FloatValue(1)
	return &hfsm.Vocabulary{
		Inputs: map[string]chart.Type{"accel_x": chart.Float, "ball_x": chart.Float, "ball_age": chart.Float},
		Activities: []hfsm.Kind{
			{Name: "standup", Params: []hfsm.Param{{Name: "from", Type: chart.String, Check: func(v chart.Value) string {
				if v.String == "back" || v.String == "front" {
					return ""
				}
				return "back or front"
			}}}},
			{Name: "rise", Params: []hfsm.Param{{Name: "speed", Type: chart.Float, Default: &one}}},
			{Name: "walk", Params: []hfsm.Param{{Name: "x", Type: chart.Float}, {Name: "y", Type: chart.Float, Default: &one}}},
		},
		Interfaces: map[string]hfsm.Interface{
			"HumanoidMotionInterface": {
				Activities: []string{"standup", "rise", "walk"},
				Constants:  map[string]chart.Value{"STANDUP_BACK": chart.StringValue("back")},
			},
			"NaoHardwareInterface": {Inputs: []string{"accel_x"}},
			"BallInterface":        {Inputs: []string{"ball_x", "ball_age"}},
		},
		Languages: map[string]hfsm.Language{Name: New(Options{})},
		Readers:   map[string]hfsm.Reader{".lua": Reader(Options{})},
	}
}

// robot plays activities: each takes a number of steps, and writes down what happens.
type robot struct {
	log   []string
	takes int
	fails map[string]bool
}

func (r *robot) Activity(_ *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	return &played{robot: r, name: name, args: args}, nil
}

func (r *robot) Log(_ *hfsm.Machine, _ string, v any) { r.log = append(r.log, fmt.Sprint("log ", v)) }

type played struct {
	robot *robot
	name  string
	args  hfsm.Args
	steps int
}

func (p *played) Start(_ time.Duration, how hfsm.Entry) {
	p.steps = 0
	text := p.name
	for _, key := range []string{"from", "speed", "x", "y"} {
		if v, ok := p.args[key]; ok {
			text += " " + key + "=" + v.Text()
		}
	}
	p.robot.log = append(p.robot.log, text)
}

func (p *played) Step(time.Duration) (hfsm.Status, error) {
	if p.steps++; p.steps < p.robot.takes {
		return hfsm.Running, nil
	}
	if p.robot.fails[p.name] {
		return hfsm.Failed, nil
	}
	return hfsm.Final, nil
}

func (p *played) Stop(time.Duration) { p.robot.log = append(p.robot.log, "stop "+p.name) }

// skills offers the files of testdata.
func skills(tb testing.TB, words *hfsm.Vocabulary) *hfsm.Vocabulary {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.lua")
	require.NoError(tb, err)
	texts := map[string]string{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(tb, err)
		texts[strings.TrimSuffix(filepath.Base(file), ".lua")] = string(src)
	}
	return offering(words, Options{}, texts)
}

// offering lets machines call the skills with these texts.
func offering(words *hfsm.Vocabulary, opts Options, texts map[string]string) *hfsm.Vocabulary {
	words.Machines = func(name string) (*chart.Machine, error) {
		c, findings := Read(name+".lua", []byte(texts[name]), words, opts)
		if c == nil {
			return nil, findings
		}
		return c, nil
	}
	return words
}

func model(tb testing.TB, file, text string, words *hfsm.Vocabulary) *hfsm.Model {
	tb.Helper()
	m, err := hfsm.Load(file, []byte(text), words)
	require.NoError(tb, err)
	return m
}

// start begins a machine and gives a function that ticks it once more, 100 ms later.
func start(tb testing.TB, m *hfsm.Model, host hfsm.Host) (*hfsm.Machine, func(n int)) {
	tb.Helper()
	machine, err := hfsm.New(m, host)
	require.NoError(tb, err)
	tb.Cleanup(machine.Close)
	now := time.Duration(0)
	return machine, func(n int) {
		for range n {
			require.NoError(tb, machine.Tick(now))
			now += 100 * time.Millisecond
		}
	}
}

func set(tb testing.TB, m *hfsm.Machine, input string, v float64) {
	tb.Helper()
	in, ok := m.Model().Input(input)
	require.True(tb, ok, input)
	m.SetFloat(in, v)
}

func standup(tb testing.TB) *hfsm.Model {
	tb.Helper()
	src, err := os.ReadFile("testdata/standup.lua")
	require.NoError(tb, err)
	return model(tb, "standup.lua", string(src), skills(tb, nao()))
}

func TestThePapersListingStandsUp(t *testing.T) {
	for name, row := range map[string]struct {
		accel float64
		want  []string
	}{
		"from the back":   {-60, []string{"standup from=\"back\"", "stop standup", "rise speed=1", "stop rise"}},
		"from the front":  {60, []string{"standup from=\"front\"", "stop standup", "rise speed=1", "stop rise"}},
		"from the bottom": {3, []string{"rise speed=1", "stop rise"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := &robot{takes: 3}
			m, tick := start(t, standup(t), r)
			set(t, m, "accel_x", row.accel)
			tick(10)
			require.NoError(t, m.Cause())
			require.Equal(t, hfsm.Final, m.Status(), m.Path())
			require.Equal(t, row.want, r.log)
		})
	}
}

func TestASkillIsNotWrittenAsYAML(t *testing.T) {
	c, err := skills(t, nao()).Machines("standup")
	require.NoError(t, err)
	require.EqualError(t, c.WriteYAML(io.Discard), "write standup: it is written in lua itself, not as YAML")
}

func TestThePapersListingFailsWithItsSubSkill(t *testing.T) {
	r := &robot{takes: 2, fails: map[string]bool{"rise": true}}
	m, tick := start(t, standup(t), r)
	set(t, m, "accel_x", 0)
	tick(1)
	require.Equal(t, "GETUP/RISE", m.Path())
	tick(5)
	require.Equal(t, hfsm.Failed, m.Status())
	require.Equal(t, []string{"rise speed=1", "stop rise"}, r.log)
}
