package robot

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/hfsm"
)

// file writes a machine and returns its path.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "m.yaml")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

const kicker = `machine: kicker
rate_hz: 50
inputs: {outcome: string, kick_hit: bool, near: {type: float, from: {topic: sonar/left, type: sensor_msgs/msg/Range, field: range}}}
initial: stand
states:
  stand: {transitions: [{event: whistle, to: gait}]}
  gait: {do: {set_gait: {gait: tfs}}, transitions: [{if: final, to: back}, {if: failed, to: lost}]}
  back: {do: {set_gait: {gait: walk}}, transitions: [{if: final, to: look}, {if: failed, to: lost}]}
  look: {do: {look_at: {x: 1.0, y: 0.3, z: 0.0}}, transitions: [{if: final, to: lamp}]}
  lamp:
    do: {call: {service: lamp, type: std_srvs/srv/SetBool, request: {data: true}}}
    transitions: [{if: "failed and outcome == 'no_server' and near > 1", to: speak}]
  speak: {do: {say: {text: hello}}, transitions: [{if: "failed and outcome == 'unsupported'", to: kick}]}
  kick: {do: {kick: {foot: left}}, transitions: [{if: "final and kick_hit", to: sit}, {if: failed, to: lost}]}
  sit: {do: {set_posture: {posture: sit}}, transitions: [{if: final, to: there}, {if: failed, to: lost}]}
  there: {}
  lost: {}
`

func TestMachinesReachActionsInTheSameProcess(t *testing.T) {
	cfg := small(file(t, kicker))
	cfg.Stubs = behavior.Stubs{
		Tasks:  map[string]behavior.Stub{"service lamp": {Outcome: "no_server", Error: "no lamp", After: 100 * time.Millisecond}},
		Values: map[string]hfsm.Value{"topic sonar/left range": hfsm.FloatValue(2)},
	}
	r := run(t, cfg, time.Second)
	require.Equal(t, "stand", r.Machine())
	require.True(t, r.Post(hfsm.Event{Name: "whistle"}))
	for range 40 {
		if path := r.Machine(); path == "there" || path == "lost" {
			break
		}
		require.NoError(t, r.Run(t.Context(), 500*time.Millisecond))
	}
	require.Equal(t, "there", r.Machine(), "%v", cause(r.Robot))
}

func TestARobotInOneProcessNeedsStubs(t *testing.T) {
	for want, stubs := range map[string]behavior.Stubs{
		`input near: topic sonar/left: no ROS here; expected a stub for it, "topic sonar/left range"`: {},
		`service lamp: no ROS here; expected a stub for it, "service lamp"`: {
			Values: map[string]hfsm.Value{"topic sonar/left range": hfsm.FloatValue(2)},
		},
	} {
		cfg := small(file(t, kicker))
		cfg.Stubs = stubs
		_, err := New(cfg)
		require.ErrorContains(t, err, want)
	}
}
