package lights

import (
	"context"
	"io"
	"log/slog"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/lights.yaml", "/lights", DefaultConfig()))
	cfg := DefaultConfig()
	cfg.RateHz = 100
	require.ErrorContains(t, param.Check(&cfg), "rate_hz: 100.0: expected 1 to 30 Hz")
}

type bench struct {
	bus    *inproc.Bus
	tester *ros.Node
	lights *ros.Subscription[msgs.Lights]
	play   *ros.ActionClient[msgs.PlayLightsGoal, msgs.PlayLightsResult, msgs.PlayLightsFeedback]
	stop   func() // the node
}

func onBus(t *testing.T, test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) {
		b := &bench{bus: inproc.NewBus()}
		node := func(name string) *ros.Node {
			n, err := ros.NewNode(context.Background(), b.bus, name, ros.NodeOptions{
				Namespace: "nao1", Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
			})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, n.Close()) })
			return n
		}
		b.tester = node("tester")
		var err error
		b.lights, err = ros.Subscribe[msgs.Lights](b.tester, "lights", ros.BestEffort(), ros.Depth(1000))
		require.NoError(t, err)
		b.play, err = ros.NewActionClient[msgs.PlayLightsGoal, msgs.PlayLightsResult, msgs.PlayLightsFeedback](b.tester, "play_lights")
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		n := node("lights")
		go func() { ended <- Run(ctx, n, DefaultConfig()) }()
		synctest.Wait()
		stopped := false
		b.stop = func() {
			if !stopped {
				stopped = true
				cancel()
				require.NoError(t, <-ended)
			}
		}
		defer b.stop()
		test(t, b)
	})
}

// pass advances the time and returns the lights published during that time.
func (b *bench) pass(d time.Duration) (shone []msgs.Lights) {
	for ; d > 0; d -= 10 * time.Millisecond {
		b.bus.Advance(10 * time.Millisecond)
		synctest.Wait()
	}
	for len(b.lights.C()) > 0 {
		shone = append(shone, <-b.lights.C())
	}
	return shone
}

func (b *bench) send(t *testing.T, goal msgs.PlayLightsGoal, feedback func(msgs.PlayLightsFeedback)) *ros.GoalHandle[msgs.PlayLightsResult] {
	t.Helper()
	h, err := b.play.Send(t.Context(), goal, feedback)
	require.NoError(t, err)
	synctest.Wait()
	return h
}

func rgb(r, g, b float32) stdmsgs.ColorRGBA { return stdmsgs.ColorRGBA{R: r, G: g, B: b, A: 1} }

func last(shone []msgs.Lights) msgs.Lights { return shone[len(shone)-1] }

func TestNobodyIsDisturbedUntilSomethingIsAskedFor(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		require.Empty(t, b.pass(5*time.Second))
		b.stop()
		require.Empty(t, b.pass(time.Second))
	})
}

func TestAnAnimationRunsAndGivesTheBaseBack(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		chest, err := ros.Advertise[stdmsgs.ColorRGBA](b.tester, "lights/chest")
		require.NoError(t, err)
		require.NoError(t, chest.Publish(rgb(0, 7, 0)))
		synctest.Wait()
		shone := b.pass(2 * time.Second)
		require.Equal(t, rgb(0, 1, 0), last(shone).Chest, "limited")
		require.LessOrEqual(t, len(shone), 3, "once a second while nothing moves")

		var progress []float32
		h := b.send(t, msgs.PlayLightsGoal{Group: "chest,left_eye", Pattern: msgs.PlayLightsGoalFade, Color: rgb(1, 0, 0), Period: 0.5, Repeats: 4},
			func(f msgs.PlayLightsFeedback) { progress = append(progress, f.Progress); require.True(t, f.Shines) })
		shone = b.pass(1900 * time.Millisecond)
		require.InDelta(t, 1.9*30, len(shone), 12, "at most 30 a second")
		require.LessOrEqual(t, len(shone), 57)
		lo, hi := float32(1), float32(0)
		for _, m := range shone[2:] {
			lo, hi = min(lo, m.LeftEye[3].R), max(hi, m.LeftEye[3].R)
			require.Equal(t, m.Chest, m.LeftEye[0])
			require.Zero(t, m.RightEye[0].R)
		}
		require.Less(t, lo, float32(0.05))
		require.Greater(t, hi, float32(0.95))
		shone = b.pass(300 * time.Millisecond)
		result, status, err := h.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusSucceeded, status)
		require.Equal(t, msgs.PlayLightsResult{}, result)
		require.IsIncreasing(t, progress)
		require.InDelta(t, 1, progress[len(progress)-1], 0)
		require.Equal(t, rgb(0, 1, 0), last(shone).Chest)
		require.Equal(t, rgb(0, 0, 0), last(shone).LeftEye[0])
	})
}

// Each topic's message shows its signal, and the next one ends it.
func TestTheRobotsStateIsVisible(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		body, err := ros.Advertise[msgs.RobotState](b.tester, "robot_state", ros.BestEffort(), ros.Depth(1))
		require.NoError(t, err)
		motion, err := ros.Advertise[msgs.MotionState](b.tester, "motion_state", ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, err)
		phase, err := ros.Advertise[msgs.GamePhase](b.tester, "game_phase", ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, err)
		state, err := ros.Advertise[msgs.GameState](b.tester, "game_state", ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, err)
		blobs, err := ros.Advertise[msgs.ColorBlobArray](b.tester, "color_blobs", ros.SensorData())
		require.NoError(t, err)
		role, err := ros.Advertise[stdmsgs.String](b.tester, "role")
		require.NoError(t, err)
		health, err := ros.Advertise[diagnosticmsgs.DiagnosticArray](b.tester, "/diagnostics")
		require.NoError(t, err)
		good := msgs.RobotState{Capabilities: msgs.RobotStateCapabilityBattery | msgs.RobotStateCapabilityTemperature, BatteryCharge: 0.8}
		diagnose := func(name string) diagnosticmsgs.DiagnosticArray {
			return diagnosticmsgs.DiagnosticArray{Status: []diagnosticmsgs.DiagnosticStatus{{Level: diagnosticmsgs.DiagnosticStatusError, Name: name}}}
		}
		shown := func() msgs.Lights { return last(b.pass(time.Second)) }
		publish := func(err error) { t.Helper(); require.NoError(t, err); synctest.Wait() }

		publish(body.Publish(good))
		require.Empty(t, b.pass(time.Second), "nothing to show")
		publish(role.Publish(stdmsgs.String{Data: "keeper"}))
		require.Equal(t, rgb(0, 1, 1), shown().RightEye[0])
		publish(role.Publish(stdmsgs.String{Data: "goat"}))
		require.Equal(t, rgb(0, 1, 1), shown().RightEye[0], "refused")

		publish(blobs.Publish(msgs.ColorBlobArray{Blobs: make([]msgs.ColorBlob, 1)}))
		seen := b.pass(300 * time.Millisecond)
		require.Equal(t, rgb(0, 1, 0), last(seen).LeftEye[0])
		require.Equal(t, rgb(0, 0, 0), shown().LeftEye[0], "it was seen a second ago")

		publish(motion.Publish(msgs.MotionState{State: msgs.MotionStateFallen}))
		require.Equal(t, rgb(1, 0, 0), shown().RightEye[0])
		publish(motion.Publish(msgs.MotionState{State: msgs.MotionStateStanding}))
		require.Equal(t, rgb(0, 1, 1), shown().RightEye[0])

		publish(phase.Publish(msgs.GamePhase{Phase: msgs.GamePhasePhasePenalized}))
		require.Equal(t, rgb(1, 0, 0), shown().Chest)
		publish(health.Publish(diagnose("/nao2/nao_driver: motors")))
		require.Equal(t, rgb(1, 0, 0), shown().Chest, "another robot's")
		publish(health.Publish(diagnose("/nao1/nao_driver: motors")))
		magenta := 0
		for _, m := range b.pass(2 * time.Second) {
			if m.Chest == rgb(1, 0, 1) {
				magenta++
			}
		}
		require.Greater(t, magenta, 20, "it blinks")
		b.pass(3 * time.Second)
		require.Equal(t, rgb(1, 0, 0), shown().Chest, "the fault is over")
		publish(phase.Publish(msgs.GamePhase{Phase: msgs.GamePhasePhasePlaying}))
		require.Equal(t, rgb(0, 1, 0), shown().Chest)
		publish(state.Publish(msgs.GameState{Kicking: msgs.GameStateKickingHome, Home: msgs.GameTeam{FieldColor: 1}}))
		game := shown()
		require.Equal(t, rgb(1, 0, 0), game.LeftFoot, "the team's colour")
		require.Equal(t, rgb(1, 1, 1), game.RightFoot, "it kicks off")
		publish(phase.Publish(msgs.GamePhase{Phase: msgs.GamePhasePhaseInitial}))
		require.Equal(t, rgb(0, 0, 0), shown().Chest)

		bad := good
		bad.BatteryCharge, bad.Temperature[3] = 0.1, 76
		publish(body.Publish(bad))
		skull, ear := float32(0), float32(0)
		for _, m := range b.pass(2 * time.Second) {
			skull, ear = max(skull, m.Skull[0]), max(ear, m.LeftEar[0])
		}
		require.InDelta(t, 1, skull, 0)
		require.InDelta(t, 1, ear, 0)
		publish(body.Publish(good))
		require.Zero(t, shown().Skull[0])
	})
}

func TestTheMoreImportantOneShinesUntilItIsCanceled(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		b.send(t, msgs.PlayLightsGoal{Group: "skull", Color: rgb(0.5, 0, 0)}, nil)
		alarm := b.send(t, msgs.PlayLightsGoal{Group: "all", Color: rgb(0, 0, 1), Priority: 1}, nil)
		for range 10 { // the feedback of other goals must not block the node
			b.send(t, msgs.PlayLightsGoal{Group: "chest", Color: rgb(1, 1, 1)}, nil)
			b.pass(20 * time.Millisecond)
		}
		shone := b.pass(3 * time.Second)
		require.InDelta(t, 3, len(shone), 2, "nothing moves")
		require.InDelta(t, 1, last(shone).Skull[5], 0)
		require.NoError(t, alarm.Cancel(t.Context()))
		result, status, err := alarm.Result(t.Context())
		require.NoError(t, err)
		require.Equal(t, ros.StatusCanceled, status)
		require.Equal(t, msgs.PlayLightsResultCanceled, result.ErrorCode)
		shone = b.pass(100 * time.Millisecond)
		require.InDelta(t, 0.5, last(shone).Skull[5], 0)
		require.Equal(t, rgb(1, 1, 1), last(shone).Chest)

		b.stop() // the lights of the base, which are off, remain
		require.Zero(t, last(b.pass(100 * time.Millisecond)).Skull[5])
	})
}

func TestAWrongGoalIsRefusedWithItsReason(t *testing.T) {
	onBus(t, func(t *testing.T, b *bench) {
		for want, goal := range map[string]msgs.PlayLightsGoal{
			`group "": expected all, eyes, left_eye`: {},
			"pattern 4: expected 0 (colour)":         {Group: "all", Pattern: 4},
			"color {0 3 0}: expected parts from 0":   {Group: "all", Color: rgb(0, 3, 0)},
			"period: NaN: expected seconds":          {Group: "all", Period: float32(math.NaN())},
			"period 62.5ms: expected 100ms to 24h0m": {Group: "all", Period: 0.0625},
			"duration -1s: expected 0 to 24h0m0s":    {Group: "all", Duration: -1},
		} {
			result, status, err := b.send(t, goal, nil).Result(t.Context())
			require.NoError(t, err)
			require.Equal(t, ros.StatusAborted, status)
			require.Equal(t, msgs.PlayLightsResultBadGoal, result.ErrorCode)
			require.Contains(t, result.ErrorMsg, want)
		}
		require.Empty(t, b.pass(2*time.Second))
	})
}
