package host

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
)

const marching = `
machine: m
rate_hz: 50
initial: a
states:
  a: {do: {walk_to: {x: 1.0, y: 0.0}}, transitions: [{after: 100ms, to: b}]}
  b: {do: {track: {color: red}}, transitions: [{after: 100ms, to: a}]}
`

// Runs under the race detector.
func TestMachinesOfOneRobotMayBeMovedByManyAtOnce(t *testing.T) {
	var lock sync.Mutex
	robot := behaviortest.Standing()
	assignment := Assignment{Outputs: robot}
	cfg := behavior.DefaultConfig()
	file := filepath.Join(t.TempDir(), "m.yaml")
	require.NoError(t, os.WriteFile(file, []byte(marching), 0o600))
	var machines [2]*Machine
	for i := range machines {
		own, err := New(Options{
			Source: file, Loader: behavior.Loader{Config: &cfg}, Robot: &lock, Senses: behavior.NewSenses(cfg, robot), Outputs: assignment.For("m"),
		})
		require.NoError(t, err)
		machines[i] = own
	}
	var others sync.WaitGroup
	stop := make(chan struct{})
	texts := [2]string{marching, strings.ReplaceAll(marching, "100ms", "150ms")}
	for _, m := range machines {
		others.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				_ = m.Debugging().Pause(0)
				_, _ = m.Debugging().Step(20)
				_ = m.Debugging().Resume(0)
				if m == machines[0] && i%10 == 0 {
					_ = os.WriteFile(file, []byte(texts[i/10%2]), 0o600)
					_, _ = m.Loading().Reload()
				}
				m.Tune(cfg)
			}
		})
	}
	for now := time.Duration(0); now < 5*time.Second; now += 20 * time.Millisecond {
		lock.Lock()
		robot.At.Stamp = now // as the loop takes what the robot says
		lock.Unlock()
		for _, m := range machines {
			require.NoError(t, m.Tick(now))
		}
	}
	close(stop)
	others.Wait()
}

func TestAnInputIsHeldAgainstWhatTheRobotWrites(t *testing.T) {
	p := newPlace(t, `
machine: m
inputs: {odom_x: float}
initial: a
states: {a: {transitions: [{if: odom_x > 3, to: b}]}, b: {transitions: [{if: odom_x < 1, to: a}]}}
`)
	p.run(time.Second)
	require.NoError(t, p.Debugging().Set("odom_x", "5", Once))
	p.run(time.Second)
	require.Equal(t, "a", p.path(), "the robot has written it again")
	require.NoError(t, p.Debugging().Set("odom_x", "5", Hold))
	p.run(time.Second)
	require.Equal(t, "b", p.path())
	require.NoError(t, p.Debugging().Set("odom_x", "", Release))
	p.run(time.Second)
	require.Equal(t, "a", p.path())
	require.ErrorContains(t, p.Debugging().Set("odom_y", "1", Hold), "odom_x")
}
