package naodriver

import (
	"context"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/naoqi/fake"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

// naoqiBench is the node on a bus, between a fake NAOqi and a tester that commands.
type naoqiBench struct {
	robot  *fake.Robot
	tester *ros.Node
	states *ros.Subscription[msgs.RobotState]
	stop   context.CancelFunc
	done   chan error
}

func newNAOqiBench(t *testing.T, walk string) *naoqiBench {
	t.Helper()
	robot, err := fake.Start(fake.Config{TimeScale: 4})
	require.NoError(t, err)
	t.Cleanup(robot.Close)
	bus := inproc.NewBus()
	node := func(name string, parameters any) *ros.Node {
		n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{
			Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler), Parameters: parameters,
		})
		require.NoError(t, err)
		t.Cleanup(func() { n.Close() })
		return n
	}
	b := &naoqiBench{robot: robot, tester: node("tester", nil), done: make(chan error, 1)}
	b.states, err = ros.Subscribe[msgs.RobotState](b.tester, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	cfg := DefaultConfig()
	cfg.Protocol, cfg.RealtimePriority, cfg.LoLA.Safety.StiffnessPerSec = "naoqi", 0, 10
	cfg.NAOqi.Robot.Address, cfg.NAOqi.Walk, cfg.NAOqi.Robot.PostureSpeed = robot.Address(), walk, 1
	require.NoError(t, param.Check(&cfg))
	ctx, cancel := context.WithCancel(context.Background())
	b.stop = cancel
	n := node("nao_driver", &cfg)
	go func() { b.done <- run(ctx, n, cfg, patience) }()
	t.Cleanup(cancel)
	return b
}

func TestARobotWithTheMakersFirmwareIsDrivenByTheSameTopics(t *testing.T) {
	b := newNAOqiBench(t, "motion")
	orders, err := ros.Advertise[msgs.JointCommand](b.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	cmd := standing()
	cmd.Position[nao.HeadYaw] = 0.3
	last := uint64(0)
	for deadline := time.Now().Add(patience); ; {
		state := receive(t, b.states.C())
		require.Greater(t, state.Cycle, last)
		last = state.Cycle
		require.NotZero(t, state.Capabilities&msgs.RobotStateCapabilitySpeak)
		require.Zero(t, state.Capabilities&msgs.RobotStateCapabilityEveryCycle, "nobody may balance by these")
		require.InDelta(t, 9.81, state.Accelerometer[2], 1e-4)
		if math.Abs(float64(state.Position[nao.HeadYaw])-0.3) < 1e-3 {
			break
		}
		require.True(t, time.Now().Before(deadline), "the head does not arrive")
		cmd.Cycle = state.Cycle
		require.NoError(t, orders.Publish(*cmd))
	}
	b.stop()
	require.NoError(t, receive(t, b.done))
	require.True(t, b.robot.Body().Limp())
}

func TestNAOqiWalksAndTakesPosturesByTopicAndAction(t *testing.T) {
	b := newNAOqiBench(t, "naoqi")
	speeds, err := ros.Advertise[geometrymsgs.Twist](b.tester, "cmd_vel", ros.Depth(1))
	require.NoError(t, err)
	receive(t, b.states.C())
	for deadline := time.Now().Add(patience); b.robot.Body().Look().Walking[0] == 0; {
		require.True(t, time.Now().Before(deadline), "it does not walk")
		require.NoError(t, speeds.Publish(geometrymsgs.Twist{
			Linear: geometrymsgs.Vector3{X: 0.08}, Angular: geometrymsgs.Vector3{Z: 0.2},
		}))
		receive(t, b.states.C())
	}
	require.InDelta(t, 0.2, b.robot.Body().Look().Walking[2], 1e-6)

	postures, err := ros.NewActionClient[msgs.SetPostureGoal, msgs.SetPostureResult, msgs.SetPostureFeedback](b.tester, "set_posture")
	require.NoError(t, err)
	take := func(name string) msgs.SetPostureResult {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		goal, err := postures.Send(ctx, msgs.SetPostureGoal{Posture: name}, nil)
		require.NoError(t, err)
		result, _, err := goal.Result(ctx)
		require.NoError(t, err)
		return result
	}
	require.Empty(t, take("Crouch").ErrorMsg, "NAOqi's own name")
	require.Zero(t, b.robot.Body().Look().Walking)
	require.Empty(t, take("stand").ErrorMsg, "ours")
	unknown := take("handstand")
	require.Equal(t, msgs.SetPostureResultUnknownPosture, unknown.ErrorCode)
	require.Contains(t, unknown.ErrorMsg, "Crouch")
	require.Empty(t, take("rest").ErrorMsg)
	require.True(t, b.robot.Body().Limp())
	b.stop()
	require.NoError(t, receive(t, b.done))
}

func TestTheRobotSpeaksByTopicAndAction(t *testing.T) {
	b := newNAOqiBench(t, "motion")
	texts, err := ros.Advertise[stdmsgs.String](b.tester, "speech")
	require.NoError(t, err)
	client, err := ros.NewActionClient[msgs.SayGoal, msgs.SayResult, msgs.SayFeedback](b.tester, "say")
	require.NoError(t, err)
	receive(t, b.states.C())
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	say := func(goal msgs.SayGoal, feedback func(msgs.SayFeedback)) msgs.SayResult {
		t.Helper()
		h, err := client.Send(ctx, goal, feedback)
		require.NoError(t, err)
		result, _, err := h.Result(ctx)
		require.NoError(t, err)
		return result
	}
	require.NoError(t, texts.Publish(stdmsgs.String{Data: "first"}))
	for len(b.robot.Spoken()) < 1 {
		receive(t, b.states.C())
	}
	heard := make(chan float32, 8)
	result := say(msgs.SayGoal{Text: "hello", Language: "en", Volume: 0.5}, func(f msgs.SayFeedback) { heard <- f.Spoken })
	require.Empty(t, result.ErrorMsg)
	require.Zero(t, receive(t, heard))
	require.InDelta(t, 1, receive(t, heard), 0)
	require.Equal(t, []string{"first", "hello"}, b.robot.Spoken())
	require.Equal(t, 1, b.robot.Calls("ALTextToSpeech.setLanguage"))
	require.Equal(t, 1, b.robot.Calls("ALTextToSpeech.setVolume"))

	result = say(msgs.SayGoal{Text: "bonjour", Language: "fr"}, nil)
	require.Equal(t, msgs.SayResultUnknownLanguage, result.ErrorCode)
	require.Equal(t, `language "fr": the robot does not speak this language; expected one of English`, result.ErrorMsg)
	require.Equal(t, msgs.SayResultBadGoal, say(msgs.SayGoal{Text: " "}, nil).ErrorCode)
	require.Equal(t, msgs.SayResultBadGoal, say(msgs.SayGoal{Text: "a", Volume: 7}, nil).ErrorCode)
	b.robot.Set("ALTextToSpeech.say", fake.Fault{Error: "hoarse"})
	result = say(msgs.SayGoal{Text: "a"}, nil)
	require.Equal(t, msgs.SayResultEngineFailed, result.ErrorCode)
	require.Contains(t, result.ErrorMsg, "hoarse")
	b.robot.Set("ALTextToSpeech.say", fake.Fault{})

	story, err := client.Send(ctx, msgs.SayGoal{Text: strings.Repeat("a very long story ", 500)}, func(f msgs.SayFeedback) { heard <- f.Spoken })
	require.NoError(t, err)
	receive(t, heard)
	require.NoError(t, story.Cancel(ctx))
	result, status, err := story.Result(ctx)
	require.NoError(t, err)
	require.Equal(t, ros.StatusCanceled, status)
	require.Equal(t, msgs.SayResultCanceled, result.ErrorCode)
	require.Len(t, b.robot.Spoken(), 2)
	b.stop()
	require.NoError(t, receive(t, b.done))
}

func TestARobotWithoutAVoiceSaysSo(t *testing.T) {
	require.Equal(t, msgs.SayResultNoEngine, speaker{}.Code(naoqi.ErrNoSpeech))
	require.Zero(t, speaker{}.Code(context.Canceled), "the line's to tell")
}

func TestTheAddressOfARobotIsLookedAtBeforeItIsDriven(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Protocol, cfg.NAOqi.Robot.Address = "naoqi", "http://nao.local"
	require.ErrorContains(t, param.Check(&cfg), `naoqi.address: address "http://nao.local"`)
	cfg.Protocol = "telepathy"
	require.ErrorContains(t, param.Check(&cfg), "protocol")
}
