package executor

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/behavior/play"
	"gonao/hfsm"
	"gonao/internal/convert"
	"gonao/motion"
	"gonao/msgs"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/robot"
	"gonao/robot/localization"
	"gonao/robot/mover"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
	"gonao/robot/sense"
	"gonao/robot/worldmodel"
	"gonao/ros"
	"gonao/sim/kinematic"
	"gonao/sim/sight"
	"gonao/soccer/game"
	"gonao/soccer/player"
	"gonao/soccer/squad"
)

// everyAction uses the shared actions and inputs: it goes through its states by their outcomes.
const everyAction = `machine: every_action
inputs: {localized: bool, game_ball_known: bool, ball_known: bool, ball_seen_age: float, game_ball_distance: float, choice: string,
  rolls_by: bool, threat: float, game_state: string, best_role: string, fallen: bool, may_play: bool, outcome: string}
rate_hz: 10
initial: look
states:
  look:
    do: {look_around: {times: 1, sweep: 1.0}}
    transitions: [{if: "final and localized and may_play and game_state == 'playing' and best_role == 'striker'", to: go}]
  go:
    do: {go_to_ball: {patience: 0.98}}
    transitions: [{if: "failed and outcome == 'ball_lost' and ball_seen_age > 0.5", to: search}]
  search:
    do: {search_ball: {}}
    transitions: [{if: final and ball_known, to: point}]
  point:
    do: {aim: {target: point, x: 0.0, y: 2.0}}
    transitions: [{if: "choice == 'place'", after: 300ms, to: pass}]
  pass:
    do: {line_up: {target: mate}}
    transitions: [{if: "failed and outcome == 'no_target' and choice == ''", to: place}]
  place:
    do: {position: {place: role}}
    transitions: [{if: rolls_by and threat < 10.0, to: meet}]
  meet:
    do: {intercept_ball: {}}
    transitions: [{if: final and game_ball_distance < 0.3, to: keep}, {if: failed, to: FAILED}]
  keep:
    do: {guard: {}}
    transitions: [{if: ball_seen_age > 5.08 and not fallen, to: stays}]
  stays:
    do: {scan: {}}
    transitions: [{if: ball_seen_age < 0.5, to: FINAL}]
`

// Percepts of the harness: the robot stands where it knows, and sees the ball, no ball, one that rolls to its feet, none, and one again.
const imagePeriod = 100 * time.Millisecond

var stands = plane.Pose{X: -3.5, Y: 0.1}

// ballAt returns where the ball lies, from where the robot stands; false: it is not seen.
func ballAt(at time.Duration) (x, y float64, seen bool) {
	switch {
	case at < 2*time.Second:
		return 1.5, 0.3, true
	case at >= 5*time.Second && at < 7*time.Second:
		return 2, 0, true
	case at >= 22*time.Second && at < 25*time.Second:
		const begins, speed, feet = 2.96, 1.5, 0.15
		return max(begins-speed*(at-22*time.Second).Seconds(), feet), 0, true
	case at >= 32*time.Second:
		return 1, 0, true
	}
	return 0, 0, false
}

// imagesOf returns the images that all hosts get, from a time on.
func imagesOf(t *testing.T, from, lasts time.Duration, f *field.Map) (images []robot.FieldImage) {
	t.Helper()
	table, err := rates.Load("ideal")
	require.NoError(t, err)
	eyes := sight.New(table, 1, 0)
	scene := sight.Scene{Field: f, NoBall: true, Robots: []sight.Robot{{Pose: stands}}}
	for at := time.Duration(0); at < lasts; at += imagePeriod {
		image := eyes.Look(from+at, &scene, 0, 0)
		i := robot.FieldImage{Features: image.Features, Camera: percepts.CameraPose{Rotation: [9]float64{2: -1}}} // it looks back, so that no ball is missed
		i.Features.Points, i.Features.Lines = slices.Clone(image.Features.Points), slices.Clone(image.Features.Lines)
		if x, y, ok := ballAt(at); ok {
			i.Balls = []percepts.SeenBall{{Stamp: from + at, X: x, Y: y, Cov: plane.Cov2{XX: 0.01, YY: 0.01}, Confidence: 1}}
		}
		images = append(images, i)
	}
	return images
}

// A course is the transitions of a machine with their times since its first entry.
type course []string

func (t *course) add(at time.Duration, from, to string) {
	*t = append(*t, fmt.Sprintf("%.1f %s -> %s", at.Seconds(), from, to))
}

// collect adds the transitions that the executor has told of.
func (t *course) collect(w *world) {
	for {
		select {
		case m := <-w.machine.C():
			if len(*t) == 0 || m.Sequence != w.last.Sequence {
				t.add(time.Duration(m.Time*float64(time.Second)), m.Source, m.Path)
			}
			w.last = m
		default:
			return
		}
	}
}

// playerOf returns a player that plays with a machine as its body, and the game, which is on.
func playerOf(t *testing.T, file string, f field.Field, all *course) (*player.Player, *game.Game) {
	t.Helper()
	team, err := squad.Load("ours")
	require.NoError(t, err)
	team, err = team.On(&f)
	require.NoError(t, err)
	models := maps.Clone(team.Of(1))
	cfg := behavior.DefaultConfig()
	models["body"], err = behavior.LoadMachine(file, &cfg)
	require.NoError(t, err)
	figures, err := preset.Load("physics")
	require.NoError(t, err)
	own := play.DefaultBody()
	own.Sight.WidthRad = 0 // a ball that is not seen is not missed, as with percepts that come without a camera
	p, err := player.New(player.Config{
		Number: 1, Players: 1, Side: game.Home, Field: f.Map(), Plan: team.Plan, Models: models, Body: own, Kick: squad.Kick(figures),
		Localizer: func(m *field.Map) (localization.Localizer, error) {
			return localization.New(m, localization.DefaultConfig())
		},
	})
	require.NoError(t, err)
	p.BeginAt(plane.PositiveX, stands, 0)
	p.Machines().Body.OnTransition = func(t hfsm.Transition) { all.add(t.Time, t.From, t.To) }
	book, err := game.Load("spl2025")
	require.NoError(t, err)
	rules, err := game.NewRules(book, game.Setup{Teams: [2]game.TeamSetup{{Number: 1}, {Number: 2}}, Players: 1, NoDelay: true})
	require.NoError(t, err)
	g := game.NewMatch(rules).Game
	g.State = game.Playing
	return p, &g
}

// inMatch runs a machine as the body of a field player, which moves a body.
func inMatch(t *testing.T, file string, from time.Duration, f field.Field, images []robot.FieldImage, body mover.Mover, step func()) (all course) {
	t.Helper()
	p, g := playerOf(t, file, f, &all)
	for k := range images {
		i := &images[k]
		p.Step(&player.Senses{Now: from + time.Duration(k)*imagePeriod, Features: &i.Features, Balls: i.Balls, Game: g})
		p.Act(body)
		step()
	}
	require.Zero(t, p.Faults)
	return all
}

// joints is a body whose joints are at once where motion commands them.
type joints struct {
	*mover.Motion
	state   nao.State
	command nao.Command
}

// withJoints returns a body that stands.
func withJoints(t *testing.T, figures *preset.Preset) *joints {
	t.Helper()
	library, err := motion.Builtin()
	require.NoError(t, err)
	cfg := motion.DefaultConfig()
	m, err := mover.NewMotion(cfg, library, figures.Kicks.All())
	require.NoError(t, err)
	return &joints{Motion: m, state: nao.State{Position: cfg.Stand, Accelerometer: [3]float64{0, 0, 9.81}, FSR: [nao.NumFSR]float64{7, 7, 7, 7, 7, 7, 7, 7}}}
}

// step moves the body on to the next image.
func (j *joints) step() {
	for range imagePeriod / nao.CyclePeriod {
		j.state.Time += nao.CyclePeriod
		j.state.Cycle++
		j.Step(&j.state, &j.command)
		j.state.Position, j.state.Stiffness = j.command.Position, j.command.Stiffness
	}
}

// still is a body that is asked for everything and stays where it is.
type still struct{ mover.Mover }

func (still) Odometry() motion.Odometry { return motion.Odometry{} }

// inOneProcess runs a machine in the robot in one process.
func inOneProcess(t *testing.T, file string, from time.Duration, f field.Field, images []robot.FieldImage, body mover.Mover) (all course) {
	t.Helper()
	next := 0
	cfg := robot.Config{Machine: file, Behavior: behavior.DefaultConfig()}
	cfg.OnTransition = func(_ *hfsm.Machine, _ uint32, t hfsm.Transition) { all.add(t.Time, t.From, t.To) }
	const late = 48 * time.Millisecond // as the images of this robot are
	cfg.Field = &robot.FieldConfig{Map: f.Map(), Every: imagePeriod, Start: localization.At(stands, 0.1, 0.1), Look: func(now time.Duration, i *robot.FieldImage) (bool, error) {
		*i = images[next]
		i.Features.Stamp = now - late
		i.Balls = slices.Clone(i.Balls)
		for b := range i.Balls {
			i.Balls[b].Stamp = now - late
		}
		next++
		return true, nil
	}}
	a, err := robot.New(cfg, still{body})
	require.NoError(t, err)
	var state nao.State
	for k := range images {
		state.Time = from + time.Duration(k)*imagePeriod
		require.NoError(t, a.Step(state.Time, &state))
		a.Follow()
	}
	return all
}

// inExecutor runs a machine in the executor, whose world gets what localization and world_model make of the images.
func inExecutor(t *testing.T, w *world, file string, from time.Duration, f field.Field, images []robot.FieldImage) (all course) {
	t.Helper()
	poses, err := ros.Advertise[msgs.PoseEstimate](w.robot, "pose_estimate")
	require.NoError(t, err)
	worlds, err := ros.Advertise[msgs.WorldModel](w.robot, "world_model")
	require.NoError(t, err)
	s, err := sense.New(sense.Config{Fields: []*field.Map{f.Map()}, Localizer: func(m *field.Map) (localization.Localizer, error) {
		return localization.New(m, localization.DefaultConfig())
	}})
	require.NoError(t, err)
	s.Start(localization.At(stands, 0.1, 0.1))
	cfg := DefaultConfig()
	cfg.HotReload, cfg.Machine, cfg.Field = false, file, "spl"
	e, stop := w.open(cfg)
	defer stop()
	var snapshot worldmodel.Snapshot
	for k := range images {
		i, now := &images[k], from+time.Duration(k)*imagePeriod
		s.Step(now, plane.Pose{}, &i.Features, &worldmodel.Input{Image: true, Balls: i.Balls}, &snapshot)
		estimate, _ := s.Estimate()
		var pose msgs.PoseEstimate
		var model msgs.WorldModel
		pose.Header.Stamp = ros.EpochStamp(now)
		convert.SetEstimate(&pose, estimate, plane.Pose{})
		convert.SetModel(&model, &snapshot, plane.Pose{}, estimate.Localized)
		require.NoError(t, poses.Publish(pose))
		require.NoError(t, worlds.Publish(model))
		require.NoError(t, w.state.Publish(msgs.RobotState{Stamp: ros.EpochStamp(now)}))
		require.NoError(t, w.blobs.Publish(msgs.ColorBlobArray{}))
		synctest.Wait()
		e.round(w.bus.Clock().Now())
		w.bus.Advance(imagePeriod)
		synctest.Wait()
		all.collect(w)
	}
	return all
}

// TestAMachineDoesTheSameInEveryHost runs one file in the executor, in the robot in one process, and as the body of a player with a
// kinematic body and with the motion of a body with joints. All get the same images at the same times.
func TestAMachineDoesTheSameInEveryHost(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		f, err := field.Load("spl")
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "every_action.yaml")
		require.NoError(t, os.WriteFile(file, []byte(everyAction), 0o600))
		from := clockTime(w.bus.Clock().Now())
		images := imagesOf(t, from, 34*time.Second, f.Map())
		figures, err := preset.Load("physics")
		require.NoError(t, err)
		plain, err := kinematic.New(figures, f, 2, 1)
		require.NoError(t, err)
		want := inMatch(t, file, from, f, images, kinematic.Mover{Robot: &plain.Robots[0]}, func() {})
		require.Len(t, want, 10, "every state: %v", want)
		jointed := withJoints(t, figures)
		require.Equal(t, want, inMatch(t, file, from, f, images, jointed, jointed.step), "in a match with joints")
		require.Equal(t, want, inOneProcess(t, file, from, f, images, kinematic.Mover{Robot: &plain.Robots[1]}), "in one process")
		require.Equal(t, want, inExecutor(t, w, file, from, f, images), "in the executor")
	})
}
