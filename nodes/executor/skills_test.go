package executor

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

// skillFiles are the skills of the tests.
var skillFiles = map[string]string{
	"wave.yaml": `
machine: wave
description: waves with an arm until it has reached some positions
level: skill
parameters: {positions: {type: int, default: 4, min: 1, max: 40}}
inputs: {positions_reached: int}
initial: waving
states:
  waving:
    do: {play: {motion: dance_right}}
    transitions: [{if: positions_reached >= positions, to: FINAL}]
`,
	"stumble.yaml": "machine: stumble\nlevel: skill\ninitial: a\nstates: {a: {transitions: [{after: 1s, to: FAILED}]}}\n",
	"swim.yaml":    "machine: swim\nlevel: skill\nspaces: [{platform: fish}]\ninitial: a\nstates: {a: {}}\n",
}

// skillClient calls execute_skill.
type skillClient = ros.ActionClient[msgs.ExecuteSkillGoal, msgs.ExecuteSkillResult, msgs.ExecuteSkillFeedback]

// skillWorld is a world with skills, and a client of them.
func skillWorld(t *testing.T, w *world) (Config, *skillClient) {
	dir := t.TempDir()
	for name, text := range skillFiles {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	cfg := DefaultConfig()
	cfg.Machine, cfg.Skills = "", []string{dir}
	client, err := ros.NewActionClient[msgs.ExecuteSkillGoal, msgs.ExecuteSkillResult, msgs.ExecuteSkillFeedback](w.robot, "execute_skill")
	require.NoError(t, err)
	return cfg, client
}

// ended is how a goal ended.
type ended struct {
	result msgs.ExecuteSkillResult
	status ros.Status
	err    error
}

// send sends a goal whose end is told in a channel.
func send(t *testing.T, client *skillClient, call string, feedback func(msgs.ExecuteSkillFeedback)) (*ros.GoalHandle[msgs.ExecuteSkillResult], <-chan ended) {
	t.Helper()
	goal, err := client.Send(t.Context(), msgs.ExecuteSkillGoal{Call: call}, feedback)
	require.NoError(t, err)
	done := make(chan ended, 1)
	go func() {
		var e ended
		e.result, e.status, e.err = goal.Result(context.Background())
		done <- e
	}()
	return goal, done
}

func TestSkillsAreExecutedByAnyProgramThatSendsTheAction(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.serveMotion(w.robot)
		cfg, client := skillWorld(t, w)
		list, err := ros.Watch[msgs.SkillArray](w.robot, "skills", ros.TransientLocal())
		require.NoError(t, err)
		state := w.states("skill/machine_state")
		stop := w.start(cfg)
		w.run(time.Second)
		offered, _ := list.Get()
		require.Greater(t, len(offered.Skills), 3, "those that come with gonao, too")
		for _, s := range offered.Skills {
			require.Equal(t, s.Name != "swim", s.Offered, s.Name)
			if s.Name == "wave" {
				require.Equal(t, []string{"positions: int = 4"}, s.Parameters)
			}
		}

		var heard []msgs.ExecuteSkillFeedback
		_, done := send(t, client, "wave{positions=2}; wave()", func(f msgs.ExecuteSkillFeedback) { heard = append(heard, f) })
		w.run(8 * time.Second)
		e := <-done
		require.NoError(t, e.err)
		require.Equal(t, ros.StatusSucceeded, e.status)
		require.Equal(t, msgs.ExecuteSkillResultFinal, e.result.Outcome)
		require.Equal(t, "wave/waving", heard[0].Path)
		last := heard[len(heard)-1]
		require.Equal(t, "wave_2", last.Skill)
		require.Equal(t, []uint32{1, 2}, []uint32{last.Index, last.Count})
		require.Equal(t, []string{"dance_right", "dance_right"}, w.played)
		told, n := lastOf(state)
		require.Greater(t, n, 3)
		require.Equal(t, "call", told.Machine)

		_, done = send(t, client, "stumble(); wave()", nil)
		w.run(3 * time.Second)
		e = <-done
		require.Equal(t, ros.StatusAborted, e.status)
		require.Equal(t, msgs.ExecuteSkillResultSkillFailed, e.result.ErrorCode)
		require.Equal(t, "stumble ended as FAILED", e.result.ErrorMsg)
		require.Equal(t, "stumble/a", e.result.Path)
		require.Len(t, w.played, 2, "what comes behind it is not begun")
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

func TestACallThatCannotRunSaysWhy(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg, client := skillWorld(t, w)
		cfg.AllowedSkills = []string{"wave"}
		w.blind = true
		stop := w.start(cfg)
		w.run(time.Second)
		for _, row := range []struct {
			call, want string
			code       uint16
		}{
			{"wave()", "start its driver", msgs.ExecuteSkillResultNotReady},
			{"wave(", "expected )", msgs.ExecuteSkillResultInvalidCall},
			{"wave{positions=50}", "1 to 40", msgs.ExecuteSkillResultInvalidCall},
			{"wafe()", `did you mean "wave"?`, msgs.ExecuteSkillResultUnknownSkill},
			{"stumble()", "allowed_skills", msgs.ExecuteSkillResultNotOffered},
		} {
			_, done := send(t, client, row.call, nil)
			w.run(100 * time.Millisecond)
			e := <-done
			require.Equal(t, ros.StatusAborted, e.status)
			require.Equal(t, row.code, e.result.ErrorCode, "%s: %s", row.call, e.result.ErrorMsg)
			require.Contains(t, e.result.ErrorMsg, row.want)
			w.blind = false
			w.run(100 * time.Millisecond)
		}
		_, first := send(t, client, "wave()", nil)
		w.run(100 * time.Millisecond)
		_, second := send(t, client, "wave()", nil)
		w.run(200 * time.Millisecond)
		require.Equal(t, msgs.ExecuteSkillResultBusy, (<-second).result.ErrorCode)
		require.NoError(t, stop())
		synctest.Wait()
		require.Equal(t, msgs.ExecuteSkillResultCanceled, (<-first).result.ErrorCode, "the node ended")
		require.NoError(t, w.robot.Close())
	})
}

func TestACancelledCallEndsWhenTheRobotIsSafe(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		// This motion takes half a second to stop.
		_, err := ros.ServeAction(w.robot, "play_motion", func(ctx context.Context, _ msgs.PlayMotionGoal, _ func(msgs.PlayMotionFeedback)) (msgs.PlayMotionResult, error) {
			<-ctx.Done()
			require.NoError(t, w.robot.Clock.Sleep(context.Background(), 500*time.Millisecond))
			w.cancelled++
			return msgs.PlayMotionResult{ErrorCode: msgs.PlayMotionResultCanceled}, ctx.Err()
		})
		require.NoError(t, err)
		cfg, client := skillWorld(t, w)
		stop := w.start(cfg)
		w.run(time.Second)
		goal, done := send(t, client, "wave()", nil)
		w.run(time.Second)
		require.NoError(t, goal.Cancel(t.Context()))
		w.run(400 * time.Millisecond)
		require.Empty(t, done, "the arm still moves")
		w.run(400 * time.Millisecond)
		require.Equal(t, 1, w.cancelled)
		e := <-done
		require.Equal(t, ros.StatusCanceled, e.status)
		require.Equal(t, msgs.ExecuteSkillResultCanceled, e.result.ErrorCode)
		require.Equal(t, "wave/waving", e.result.Path)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}
