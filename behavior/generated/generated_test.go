package generated

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior/generated/dance"
	"gonao/behavior/generated/followanddance"
	"gonao/behavior/generated/followball"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/embedded"
	"gonao/hfsm/generate"
)

func TestTheGeneratedMachinesAreUpToDate(t *testing.T) {
	for machine, dir := range map[string]string{"dance": "dance", "follow_ball": "followball", "follow_and_dance": "followanddance"} {
		file := filepath.Join("..", "machines", machine+".yaml")
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		c, findings := chart.ReadYAML(file, src)
		require.Empty(t, findings.Errors())
		if os.Getenv("GENERATE") != "" {
			_, _, err := generate.Dir(dir, c, generate.Options{})
			require.NoError(t, err)
		}
		result, err := generate.Package(c, generate.Options{})
		require.NoError(t, err)
		require.Equal(t, dir, result.Package)
		for _, f := range result.Files {
			text, err := os.ReadFile(filepath.Join(dir, f.Name))
			require.NoError(t, err, "make generate writes it")
			require.Equal(t, string(text), string(f.Text), "%s/%s: make generate writes it anew", dir, f.Name)
		}
	}
}

// played plays a motion again and again: it reaches a position every 0.8 s and has
// four of them. The count continues when its state is resumed.
type played struct {
	tell          func(positions int64)
	began         time.Duration
	plays         bool
	reached, past int64
}

func (p *played) Start(_ time.Duration, how hfsm.Entry) {
	if how == hfsm.Anew {
		p.past = 0
	}
	p.plays, p.reached = false, 0
	p.tell(p.past)
}

func (p *played) Step(now time.Duration) (hfsm.Status, error) {
	if !p.plays {
		p.plays, p.began = true, now
	}
	p.reached = min(4, int64((now-p.began)/(800*time.Millisecond)))
	p.tell(p.past + p.reached)
	if p.reached == 4 {
		p.past, p.reached, p.plays = p.past+4, 0, false
	}
	return hfsm.Running, nil
}

func (p *played) Stop(now time.Duration) {
	if p.plays {
		p.past += min(4, int64((now-p.began)/(800*time.Millisecond)))
	}
	p.plays, p.reached = false, 0
}

// The robots make the activities of each machine.
type (
	dancer   struct{}
	follower struct{}
	both     struct{}
)

func (dancer) Play(m *dance.Machine, _ dance.PlayArgs) (hfsm.Activity, error) {
	return &played{tell: m.SetPositionsReached}, nil
}

func (follower) Track(*followball.Machine, followball.TrackArgs) (hfsm.Activity, error) {
	return embedded.Nothing{}, nil
}

func (both) Track(*followanddance.Machine, followanddance.TrackArgs) (hfsm.Activity, error) {
	return embedded.Nothing{}, nil
}

func (both) Play(m *followanddance.Machine, _ followanddance.PlayArgs) (hfsm.Activity, error) {
	return &played{tell: m.SetPositionsReached}, nil
}

type machine interface {
	Tick(now time.Duration) error
	Trace(from uint64) iter.Seq[hfsm.Transition]
}

func TestThePapersMachinesAsGoLeaveTheirGoldenTraces(t *testing.T) {
	machines := map[string]func() (machine, error){
		"dance":            func() (machine, error) { return dance.NewMachine(dancer{}) },
		"follow_ball":      func() (machine, error) { return followball.NewMachine(follower{}) },
		"follow_and_dance": func() (machine, error) { return followanddance.NewMachine(both{}) },
	}
	for name, build := range machines {
		m, err := build()
		require.NoError(t, err)
		for now := time.Duration(0); now <= 60*time.Second; now += 20 * time.Millisecond {
			require.NoError(t, m.Tick(now))
		}
		var out strings.Builder
		for tr := range m.Trace(0) {
			fmt.Fprintf(&out, "%6.1f  %-18s %-18s %s\n", tr.Time.Seconds(), tr.From, tr.To, tr.Name)
		}
		want, err := os.ReadFile(filepath.Join("..", "testdata", name+".trace"))
		require.NoError(t, err)
		require.Equal(t, string(want), out.String(), name)
	}
}

func TestATickOfAGeneratedMachineAllocatesNothing(t *testing.T) {
	m, err := followanddance.NewMachine(both{})
	require.NoError(t, err)
	now := time.Duration(0)
	require.NoError(t, m.Tick(now))
	require.Zero(t, testing.AllocsPerRun(2000, func() {
		now += 20 * time.Millisecond
		if err := m.Tick(now); err != nil {
			panic(err)
		}
	}))
}
