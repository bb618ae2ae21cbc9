package executor

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/hfsm/trace"
	"gonao/internal/convert/definitions"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// bell uses topics, a service and an action that no table has.
const bell = `machine: bell
rate_hz: 20
inputs:
  distance: {type: float, unit: m, from: {topic: sonar/left, type: sensor_msgs/msg/Range, field: range}}
  outcome: string
initial: wait
states:
  wait: {transitions: [{if: distance > 0.1 and distance < 0.5, to: ring}]}
  ring:
    entry: {publish: {topic: doorbell, type: std_msgs/msg/String, message: {data: somebody is there}}}
    do: {call: {service: lamp/set, type: std_srvs/srv/SetBool, request: {data: true}}}
    transitions: [{if: final, to: move}, {if: "failed and outcome == 'no_server'", to: dark}, {if: failed, to: FAILED}]
  dark: {}
  move:
    do: {publish: {topic: drive, type: geometry_msgs/msg/TwistStamped, message: {twist: {linear: {x: =distance}}}}}
    transitions: [{if: final, to: speak}]
  speak:
    do: {goal: {action: announce, type: gonao_msgs/action/Say, goal: {text: hello, volume: 0.5}}}
    transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]
`

// loadMachine loads a machine as the executor does.
func loadMachine(t *testing.T, cfg Config) *hfsm.Model {
	t.Helper()
	own := cfg.Behavior
	own.Types = definitions.Compiled()
	model, err := behavior.LoadMachine(cfg.Machine, &own)
	require.NoError(t, err)
	return model
}

// replay replays the trace of the machine of a configuration, without ROS.
func replay(t *testing.T, cfg Config, text []byte) {
	t.Helper()
	reader, err := trace.NewReader("m.trace", bytes.NewReader(text))
	require.NoError(t, err)
	result, err := trace.Replay(reader, loadMachine(t, cfg), trace.ReplayOptions{})
	require.NoError(t, err)
	require.Nil(t, result.Difference)
	require.NotZero(t, result.Ticks)
}

func TestAMachineUsesAnyTopicServiceAndAction(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		sonar, err := ros.Advertise[sensormsgs.Range](w.robot, "sonar/left")
		require.NoError(t, err)
		rings, err := ros.Watch[stdmsgs.String](w.robot, "doorbell")
		require.NoError(t, err)
		drives, err := ros.Watch[geometrymsgs.TwistStamped](w.robot, "drive")
		require.NoError(t, err)
		var lamp []bool
		_, err = ros.Serve(w.robot, "lamp/set", func(_ context.Context, q stdsrvs.SetBoolRequest) (stdsrvs.SetBoolResponse, error) {
			lamp = append(lamp, q.Data)
			return stdsrvs.SetBoolResponse{Success: true}, nil
		})
		require.NoError(t, err)
		says := serve[msgs.SayGoal, msgs.SayResult, msgs.SayFeedback](t, w, "announce")
		cfg := DefaultConfig()
		cfg.TraceDir = t.TempDir()
		cfg.Machine = w.file("bell.yaml", bell)
		stop := w.start(cfg)
		w.run(200 * time.Millisecond)
		started := ask[msgs.RecordTraceRequest, msgs.RecordTraceResponse](t, w, "machine/record_trace", msgs.RecordTraceRequest{Record: true, Name: "m.trace"})
		require.True(t, started.Success, started.Message)
		require.NoError(t, sonar.Publish(sensormsgs.Range{Range: 2}))
		w.run(300 * time.Millisecond)
		require.Equal(t, "wait", w.last.Path)
		require.NoError(t, sonar.Publish(sensormsgs.Range{Range: 0.25}))
		w.run(2 * time.Second)
		require.Empty(t, w.last.Path, "%v", w.trace)
		ring, _ := rings.Get()
		require.Equal(t, "somebody is there", ring.Data)
		drive, _ := drives.Get()
		require.InDelta(t, 0.25, drive.Twist.Linear.X, 1e-6)
		require.NotZero(t, drive.Header.Stamp, "a header that is not named has the time of now")
		require.Equal(t, []bool{true}, lamp)
		require.Equal(t, "hello", (*says)[0].Text)
		require.NoError(t, stop())
		text, err := os.ReadFile(filepath.Join(cfg.TraceDir, "m.trace"))
		require.NoError(t, err)
		replay(t, cfg, text)
		require.NoError(t, w.robot.Close())
	})
}

func TestAServiceThatIsNotThereIsAnOutcome(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		sonar, err := ros.Advertise[sensormsgs.Range](w.robot, "sonar/left")
		require.NoError(t, err)
		cfg := DefaultConfig()
		cfg.Machine = w.file("bell.yaml", bell)
		stop := w.start(cfg)
		w.run(200 * time.Millisecond)
		require.NoError(t, sonar.Publish(sensormsgs.Range{Range: 0.25}))
		w.run(500 * time.Millisecond)
		require.Equal(t, "ring", w.last.Path, "it is waited for, for a while")
		w.run(1500 * time.Millisecond)
		require.Equal(t, "dark", w.last.Path)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestAMachineWithAWrongTypeOrFieldIsRefused(t *testing.T) {
	for want, change := range map[string][2]string{
		`bell.yaml:4:42: inputs.distance.from: sensor_msgs/msg/Range has no field "rang" (did you mean "range"?)`: {"field: range", "field: rang"},
		`inputs.distance: float; this input is a string`:                                                          {"field: range", "field: header.frame_id"},
		`states.ring.entry.publish.type: "std_msgs/msg/Strin"; expected a known type`:                             {"type: std_msgs/msg/String", "type: std_msgs/msg/Strin"},
		`states.ring.do.call.request.data: "1"; expected a value of type bool`:                                    {"request: {data: true}", "request: {data: 1}"},
		`states.speak.do.goal.goal.txt: gonao_msgs/action/Say_Goal has no field "txt"`:                            {"goal: {text: hello", "goal: {txt: hello"},
		`states.move.do.publish.message.twist.linear.w: geometry_msgs/msg/Vector3 has no fie`:                     {"linear: {x:", "linear: {w:"},
	} {
		inBubble(t, func(t *testing.T, w *world) {
			cfg := DefaultConfig()
			text := bytes.ReplaceAll([]byte(bell), []byte(change[0]), []byte(change[1]))
			cfg.Machine = w.file("bell.yaml", string(text))
			require.ErrorContains(t, w.start(cfg)(), want)
			require.NoError(t, w.robot.Close())
		})
	}
}
