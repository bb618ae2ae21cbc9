package executor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/internal/convert/definitions"
	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// The table names ports, error codes and feedback; the definitions of the actions have them too.
func TestTheTablesActionsAreThoseOfTheDefinitions(t *testing.T) {
	types := definitions.Compiled()
	cfg := behavior.DefaultConfig()
	ports := 0
	for _, a := range cfg.Table().Actions {
		if a.Port.Kind == vocabulary.NoPort {
			continue
		}
		ports++
		require.NoError(t, types.Known(a.Port.Kind, a.Port.Type), a.Name)
		text, err := types.Definition(a.Port.Type)
		require.NoError(t, err)
		codes := map[string]int{}
		for _, m := range regexp.MustCompile(`(?m)^uint16 ([A-Z_]+)=(\d+)`).FindAllStringSubmatch(text, -1) {
			code, err := strconv.Atoi(m[2])
			require.NoError(t, err)
			if code != 0 {
				codes[strings.ToLower(m[1])] = code
			}
		}
		words := map[string]int{}
		for _, o := range a.Outcomes {
			words[o.Word] = o.Code
		}
		require.Equal(t, codes, words, "%s: the outcomes of %s", a.Name, a.Port.Type)
		if a.Port.Kind != vocabulary.ActionPort {
			require.Empty(t, a.Feedback, a.Name)
			continue
		}
		feedback, err := types.Message(a.Port.Type + "_Feedback")
		require.NoError(t, err)
		for _, f := range a.Feedback {
			v, ok := fieldValue(feedback, f.Field)
			require.True(t, ok, "%s: no feedback %s", a.Name, f.Field)
			require.Equal(t, f.Input.Type, v.Type, "%s: feedback %s", a.Name, f.Field)
		}
	}
	require.Equal(t, 14, ports)
}

// serve serves an action that takes half a second, and returns the goals it has had.
func serve[G, R, F any, PG ros.Goal[G], PR ros.Message[R], PF ros.Message[F]](t *testing.T, w *world, name string) *[]G {
	t.Helper()
	goals := &[]G{}
	_, err := ros.ServeAction[G, R, F, PG, PR, PF](w.robot, name, func(ctx context.Context, g G, _ func(F)) (r R, err error) {
		w.playing.Lock()
		*goals = append(*goals, g)
		w.playing.Unlock()
		return r, w.robot.Clock.Sleep(ctx, 500*time.Millisecond)
	})
	require.NoError(t, err)
	return goals
}

func TestMachinesReachTheActionsOfMotionSpeechAndLights(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		kicks := serve[msgs.KickGoal, msgs.KickResult, msgs.KickFeedback](t, w, "kick")
		ups := serve[msgs.GetUpGoal, msgs.GetUpResult, msgs.GetUpFeedback](t, w, "get_up")
		looks := serve[msgs.LookAtGoal, msgs.LookAtResult, msgs.LookAtFeedback](t, w, "look_at")
		postures := serve[msgs.SetPostureGoal, msgs.SetPostureResult, msgs.SetPostureFeedback](t, w, "set_posture")
		moves := serve[msgs.MoveJointsGoal, msgs.MoveJointsResult, msgs.MoveJointsFeedback](t, w, "move_joints")
		says := serve[msgs.SayGoal, msgs.SayResult, msgs.SayFeedback](t, w, "say")
		lights := serve[msgs.PlayLightsGoal, msgs.PlayLightsResult, msgs.PlayLightsFeedback](t, w, "play_lights")
		var gaits []string
		_, err := ros.Serve[msgs.SetGaitRequest](w.robot, "set_gait", func(_ context.Context, q msgs.SetGaitRequest) (msgs.SetGaitResponse, error) {
			gaits = append(gaits, q.Gait)
			return msgs.SetGaitResponse{Success: q.Gait == "tfs", Message: "it walks"}, nil
		})
		require.NoError(t, err)
		cfg := DefaultConfig()
		cfg.Machine = w.file("all.yaml", `machine: all
rate_hz: 20
inputs: {outcome: string, head_yaw: float}
initial: kick
states:
  kick: {do: {kick: {x: 0.15, y: 0.05, direction: 0.3, foot: left}}, transitions: [{if: final, to: up}, {if: failed, to: FAILED}]}
  up: {do: get_up, transitions: [{if: final, to: look}]}
  look: {do: {look_at: {x: 1.0, y: =head_yaw + 0.5, frame: odom, camera: bottom}}, transitions: [{if: final, to: sit}]}
  sit: {do: {set_posture: {posture: sit}}, transitions: [{if: final, to: arms}]}
  arms: {do: {move_joints: {joints: {RElbowRoll: 0.5, LElbowRoll: -0.5}, speed: 0.3}}, transitions: [{if: final, to: speak}]}
  speak: {do: {say: {text: hello, language: en}}, transitions: [{if: final, to: shine}]}
  shine: {do: {play_lights: {color: "#ff8000", pattern: blink, repeats: 3}}, transitions: [{if: "final and outcome == 'succeeded'", to: gait}]}
  gait: {do: {set_gait: {gait: tfs}}, transitions: [{if: final, to: refused}]}
  refused: {do: {set_gait: {gait: omni}}, transitions: [{if: "failed and outcome == 'failed'", to: FINAL}]}
`)
		stop := w.start(cfg)
		w.run(6 * time.Second)
		require.Empty(t, w.last.Path, "%v", w.trace)
		require.Equal(t, msgs.KickGoal{BallKnown: true, BallX: 0.15, BallY: 0.05, Direction: 0.3, Foot: msgs.KickGoalLeftFoot}, (*kicks)[0])
		require.Len(t, *ups, 1)
		look := (*looks)[0]
		require.Equal(t, "odom", look.Target.Header.FrameId)
		require.InDelta(t, 0.5, look.Target.Point.Y, 1e-9, "evaluated at the entry")
		require.Equal(t, msgs.LookAtGoalBottomCamera, look.Camera)
		require.Equal(t, "sit", (*postures)[0].Posture)
		require.Equal(t, msgs.MoveJointsGoal{Names: []string{"LElbowRoll", "RElbowRoll"}, Positions: []float64{-0.5, 0.5}, Speed: 0.3}, (*moves)[0])
		require.Equal(t, msgs.SayGoal{Text: "hello", Language: "en"}, (*says)[0])
		light := (*lights)[0]
		require.Equal(t, msgs.PlayLightsGoalBlink, light.Pattern)
		require.InDelta(t, 0.502, light.Color.G, 1e-3)
		require.EqualValues(t, 3, light.Repeats)
		require.Equal(t, []string{"tfs", "omni"}, gaits)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestAnActionsEndIsAnOutcome(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		_, err := ros.ServeAction(w.robot, "kick", func(ctx context.Context, _ msgs.KickGoal, say func(msgs.KickFeedback)) (msgs.KickResult, error) {
			say(msgs.KickFeedback{Progress: 0.25, Hit: true})
			require.NoError(t, w.robot.Clock.Sleep(ctx, 100*time.Millisecond))
			return msgs.KickResult{ErrorCode: msgs.KickResultFallen, ErrorMsg: "it fell", Hit: true}, context.DeadlineExceeded
		})
		require.NoError(t, err)
		cfg := DefaultConfig()
		cfg.Machine = w.file("m.yaml", `machine: m
inputs: {outcome: string, kick_hit: bool, kick_progress: float}
initial: kick
states:
  kick: {do: kick, transitions: [{if: "failed and outcome == 'fallen' and kick_hit and kick_progress > 0.2", to: up}]}
  up: {do: get_up, transitions: [{if: "failed and outcome == 'no_server'", to: there}]}
  there: {}
`)
		stop := w.start(cfg)
		w.run(2 * time.Second)
		require.Equal(t, "there", w.last.Path, "%v", w.trace)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestLeavingAStateWaitsUntilTheRobotIsSafe(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		safe := false
		_, err := ros.ServeAction(w.robot, "kick", func(ctx context.Context, _ msgs.KickGoal, _ func(msgs.KickFeedback)) (msgs.KickResult, error) {
			<-ctx.Done()
			require.NoError(t, w.robot.Clock.Sleep(context.Background(), 400*time.Millisecond))
			safe = true // the foot is on the ground
			return msgs.KickResult{ErrorCode: msgs.KickResultCanceled}, ctx.Err()
		})
		require.NoError(t, err)
		cfg := DefaultConfig()
		cfg.Machine = w.file("m.yaml", "machine: m\nrate_hz: 50\ninitial: a\nstates: {a: {do: kick, transitions: [{after: 1s, to: b}]}, b: {}}\n")
		stop := w.start(cfg)
		w.run(1300 * time.Millisecond)
		require.Equal(t, "a", w.last.Path, "it waits for the foot")
		require.False(t, safe)
		w.run(400 * time.Millisecond)
		require.Equal(t, "b", w.last.Path)
		require.True(t, safe)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestEventsComeFromOutsideAndAreInTheTrace(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.TraceDir = t.TempDir()
		cfg.Machine = w.file("m.yaml", "machine: m\ninitial: a\nstates: {a: {transitions: [{event: whistle, to: b}]}, b: {transitions: [{event: whistle.long, to: FINAL}]}}\n")
		stop := w.start(cfg)
		w.run(200 * time.Millisecond)
		started := ask[msgs.RecordTraceRequest, msgs.RecordTraceResponse](t, w, "machine/record_trace", msgs.RecordTraceRequest{Record: true, Name: "m.trace"})
		require.True(t, started.Success, started.Message)
		posted := ask[msgs.PostEventRequest, msgs.PostEventResponse](t, w, "machine/post_event", msgs.PostEventRequest{Name: "whistle.short", Data: "{by: referee, times: 2}"})
		require.True(t, posted.Success, posted.Message)
		w.run(200 * time.Millisecond)
		require.Equal(t, "b", w.last.Path)
		for name, data := range map[string]string{"": "", "a b": "", "*": "", "whistle": "{"} {
			refused := ask[msgs.PostEventRequest, msgs.PostEventResponse](t, w, "machine/post_event", msgs.PostEventRequest{Name: name, Data: data})
			require.False(t, refused.Success, name)
			require.NotEmpty(t, refused.Message)
		}
		w.run(200 * time.Millisecond)
		require.NoError(t, stop())
		text, err := os.ReadFile(filepath.Join(cfg.TraceDir, "m.trace"))
		require.NoError(t, err)
		require.Contains(t, string(text), `"whistle.short"`)
		require.Contains(t, string(text), `"referee"`)
		replay(t, cfg, text)
		require.NoError(t, w.robot.Close())
	})
}

func TestALateRoundLooksAtEventsWhereTheyCame(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.HotReload = false
		cfg.Machine = w.file("m.yaml", `
machine: m
initial: a
states:
  a: {transitions: [{event: whistle, to: b}]}
  b: {transitions: [{event: button, to: c}]}
  c: {transitions: [{event: button, to: d}]}
  d: {}
`)
		e, stop := w.open(cfg)
		post := func(name string) {
			posted := ask[msgs.PostEventRequest, msgs.PostEventResponse](t, w, "machine/post_event", msgs.PostEventRequest{Name: name})
			require.True(t, posted.Success, posted.Message)
		}
		round := func() {
			require.NoError(t, w.state.Publish(msgs.RobotState{Stamp: ros.Stamp(w.bus.Clock().Now())}))
			synctest.Wait()
			e.round(w.bus.Clock().Now())
		}
		round()
		w.bus.Advance(250 * time.Millisecond) // and no round
		post("whistle")
		w.bus.Advance(100 * time.Millisecond)
		post("button")
		w.bus.Advance(650 * time.Millisecond)
		round()
		paused := ask[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](t, w, "machine/pause", stdsrvs.TriggerRequest{})
		require.True(t, paused.Success, paused.Message)
		w.bus.Advance(50 * time.Millisecond)
		post("button") // the next step sees it
		stepped := ask[msgs.StepMachineRequest, msgs.StepMachineResponse](t, w, "machine/step", msgs.StepMachineRequest{Ticks: 1})
		require.True(t, stepped.Success, stepped.Message)
		require.Equal(t, "d", stepped.Path)
		var taken []string
		e.machines.Members()[0].Machine.Look(func(m *hfsm.Machine, _ uint32) {
			for tr := range m.Trace(1) {
				taken = append(taken, fmt.Sprint(tr.Time, " ", tr.Target))
			}
		})
		require.Equal(t, []string{"300ms b", "400ms c", "1.1s d"}, taken)
		stop()
		require.NoError(t, w.robot.Close())
	})
}
