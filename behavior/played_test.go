package behavior_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
	"gonao/hfsm"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

// pitch is a scripted robot on a field with a ball.
type pitch struct {
	*behaviortest.Robot
	start  plane.Pose
	ballX  float64
	ballY  float64
	belief behavior.Belief
	world  worldmodel.Snapshot
}

// onPitch returns a robot at a pose that knows where it is and sees a ball in map.
func onPitch(t *testing.T, start plane.Pose, ballX, ballY float64) *pitch {
	t.Helper()
	f, err := field.Load("spl")
	require.NoError(t, err)
	p := &pitch{Robot: behaviortest.Standing(), start: start, ballX: ballX, ballY: ballY}
	p.belief = behavior.Belief{Field: f.Map(), Localized: true, World: &p.world}
	p.Field = &p.belief
	p.Motions["kick"] = behaviortest.Motion{Takes: 500 * time.Millisecond}
	p.Motions["save"] = behaviortest.Motion{Takes: 500 * time.Millisecond}
	p.see()
	return p
}

// see updates the belief by where the robot has walked.
func (p *pitch) see() {
	now := p.State.Time
	p.belief.Pose, p.belief.PoseStamp = p.start.Mul(plane.Pose{X: p.At.X, Y: p.At.Y, Theta: p.At.Theta}), now
	x, y := p.belief.Pose.Local(p.ballX, p.ballY)
	p.world.Stamp, p.world.Pose = now, p.belief.Pose
	p.world.Ball = worldmodel.Ball{Known: true, X: x, Y: y, StopsX: x, StopsY: y, MapX: p.ballX, MapY: p.ballY, SeenAt: now}
}

// do has a robot do an action until it ends or for a time, and returns the word of its end.
func do(t *testing.T, p *pitch, action string, atMost time.Duration, each func()) (outcome string, status hfsm.Status) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "does.yaml")
	text := "machine: does\ninputs: {outcome: string}\ninitial: a\nstates:\n  a: {do: {" + action + "}, transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]}\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	cfg := behavior.DefaultConfig()
	model, err := behavior.LoadMachine(file, &cfg)
	require.NoError(t, err)
	b, err := behavior.New(model, cfg, behavior.NewSenses(cfg, p), p)
	require.NoError(t, err)
	_, err = p.Run(b, atMost, func() bool {
		p.see()
		if each != nil {
			each()
		}
		return b.Machine().Status() != hfsm.Running
	})
	require.NoError(t, err)
	slot, ok := model.Slot("outcome")
	require.True(t, ok)
	return b.Machine().Value(slot).String, b.Machine().Status()
}

func TestARobotWithoutATeamPlaysTheBall(t *testing.T) {
	p := onPitch(t, plane.Pose{X: 0.6, Y: 0.4, Theta: 0.5}, 1.5, 0.2)
	outcome, status := do(t, p, "play_ball: {target: far_corner}", 60*time.Second, nil)
	require.Equal(t, hfsm.Final, status, outcome)
	require.Equal(t, "succeeded", outcome)
	require.Len(t, kicks(p), 1, "one kick")
	require.InDelta(t, -0.166, p.belief.Pose.Theta, 0.17, "it looks at the far corner: the ball lies to the left")

	p = onPitch(t, plane.Pose{X: 0.6, Y: 0.2}, 1.5, 0.2)
	outcome, _ = do(t, p, "play_ball: {x: 1.5, y: 3.0, strength: 0.5}", 60*time.Second, nil)
	require.Equal(t, "succeeded", outcome)
	require.InDelta(t, 1.57, p.belief.Pose.Theta, 0.17, "to a point at the left")
	require.Contains(t, kicks(p)[0], "Distance:1.18", "half of the kick's longest way")
}

// kicks returns the kicks that the robot was asked for.
func kicks(p *pitch) (all []string) {
	for _, line := range p.Log {
		if strings.Contains(line, " kick ") {
			all = append(all, line)
		}
	}
	return all
}

func TestActionsThatPlayTheBallEndWithTheirOutcomes(t *testing.T) {
	start := plane.Pose{X: 0.6, Y: 0.2}
	for name, c := range map[string]struct {
		action, want string
		before       func(p *pitch)
		each         func(p *pitch)
	}{
		"nobody to pass to":         {"kick_to: {target: mate}", "no_target", nil, nil},
		"the other half":            {"line_up: {target: clear}", "no_target", nil, nil},
		"a way without a target":    {"go_to_ball: {target: mate}", "no_target", nil, nil},
		"play without a target":     {"play_ball: {target: mate}", "no_target", nil, nil},
		"no ball to kick":           {"kick_to: {}", "ball_lost", (*pitch).hide, (*pitch).hide},
		"no ball to line up for":    {"line_up: {}", "ball_lost", (*pitch).hide, (*pitch).hide},
		"no ball to dribble":        {"dribble: {}", "ball_lost", (*pitch).hide, (*pitch).hide},
		"no ball to keep off":       {"keep_off: {}", "ball_lost", (*pitch).hide, (*pitch).hide},
		"no ball to go to":          {"go_to_ball: {patience: 1.0}", "ball_lost", (*pitch).hide, (*pitch).hide},
		"no ball to play":           {"play_ball: {}", "ball_lost", (*pitch).hide, (*pitch).hide},
		"no belief":                 {"position: {}", "no_belief", func(p *pitch) { p.Field = nil }, nil},
		"no field":                  {"guard: {}", "no_field", func(p *pitch) { p.belief.Field = nil }, nil},
		"no place":                  {"position: {place: point, x: 1.0}", "not_localized", func(p *pitch) { p.belief.Localized = false }, nil},
		"a dive before no ball":     {"dive: {}", "missed", nil, nil},
		"a dive":                    {"dive: {side: left}", "succeeded", nil, nil},
		"a ball that is in view":    {"search_ball: {}", "succeeded", nil, nil},
		"on the field":              {"return_to_field: {}", "succeeded", nil, nil},
		"a way that is not walked":  {"return_to_field: {}", "blocked", func(p *pitch) { p.start.Y = 3; p.see() }, func(p *pitch) { p.Velocity = behavior.Velocity{} }},
		"a body without such kicks": {"kick_to: {}", "no_server", func(p *pitch) { delete(p.Motions, "kick") }, nil},
	} {
		p := onPitch(t, start, 1.5, 0.2)
		if c.before != nil {
			c.before(p)
		}
		outcome, _ := do(t, p, c.action, 20*time.Second, func() {
			if c.each != nil {
				c.each(p)
			}
		})
		require.Equal(t, c.want, outcome, name)
	}
}

// hide hides the ball.
func (p *pitch) hide() { p.world.Ball = worldmodel.Ball{} }

func TestAnArgumentWithoutEffectIsAnError(t *testing.T) {
	cfg := behavior.DefaultConfig()
	for action, want := range map[string]string{
		"kick_to: {target: goal, x: 1.0}":          "no effect with target: goal; expected target: point",
		"position: {x: 1.0}":                       "no effect with place: role; expected place: point",
		"position: {facing: ball, theta: 1.0}":     "no effect with facing: ball; expected facing: heading",
		"dribble: {y: 1.0}":                        "no effect with towards: plan; expected towards: point",
		"go_to_ball: {distance: 0.5, behind: 0.2}": "no effect beside a distance",
		"go_to_ball: {aside: -0.5}":                "expected 0 to 0.15 m, or -1",
		"aim: {target: corner}":                    "expected one of plan, goal, near_corner, far_corner, mate, clear, point",
	} {
		file := filepath.Join(t.TempDir(), "does.yaml")
		require.NoError(t, os.WriteFile(file, []byte("machine: does\ninitial: a\nstates:\n  a: {do: {"+action+"}}\n"), 0o600))
		_, err := behavior.LoadMachine(file, &cfg)
		require.ErrorContains(t, err, want, action)
	}
}

func TestAnInnerStateWinsOverAnOuterOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "does.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`machine: does
inputs: {choice: string, game_ball_known: bool}
initial: out
states:
  out:
    do: {aim: {target: point, x: 3.0, y: 1.0}}
    initial: a
    states:
      a: {do: {line_up: {target: goal}}, transitions: [{after: 200ms, to: b}]}
      b: {transitions: [{after: 200ms, to: end}]}
  end: {}
`), 0o600))
	cfg := behavior.DefaultConfig()
	model, err := behavior.LoadMachine(file, &cfg)
	require.NoError(t, err)
	p := onPitch(t, plane.Pose{X: 0.6, Y: 0.2}, 1.5, 0.2)
	b, err := behavior.New(model, cfg, behavior.NewSenses(cfg, p), p)
	require.NoError(t, err)
	slot, _ := model.Slot("choice")
	said := map[string]string{}
	_, err = p.Run(b, time.Second, func() bool {
		p.see()
		said[b.Machine().Path()] = b.Machine().Value(slot).String
		return false
	})
	require.NoError(t, err)
	require.Equal(t, map[string]string{"out/a": "shoot", "out/b": "place", "end": "shoot"}, said)
}
