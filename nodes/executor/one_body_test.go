package executor

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/behavior"
	"gonao/behavior/behaviortest"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/robot"
	"gonao/robot/mover"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
	"gonao/sim"
	"gonao/sim/kinematic"
	"gonao/sim/sight"
	"gonao/soccer/game"
	"gonao/soccer/match"
	"gonao/soccer/player"
)

// When the robot is pushed over, how long a body with joints lies, and how long the machine runs.
const (
	pushedAt  = 30 * time.Second
	liesFor   = 8 * time.Second
	deedsLast = 55 * time.Second
	roundTime = 8 * nao.CyclePeriod // between two images
)

// limbs is a body whose joints are at once where motion commands them.
type limbs struct {
	state   nao.State
	command nao.Command
}

// upright returns a body that stands.
func upright() limbs {
	return limbs{state: nao.State{Position: motion.DefaultConfig().Stand, FSR: [nao.NumFSR]float64{7, 7, 7, 7, 7, 7, 7, 7}}}
}

// cycle steps the body and what moves it. The time is that since the machine began.
func (l *limbs) cycle(at time.Duration, step func(*nao.State, *nao.Command)) {
	tilt := 0.0
	if at >= pushedAt && at < pushedAt+liesFor {
		tilt = math.Pi / 2
	}
	sin, cos := math.Sincos(tilt)
	s := &l.state
	s.Angles, s.Accelerometer = [2]float64{0, tilt}, [3]float64{-9.81 * sin, 0, 9.81 * cos}
	s.Time += nao.CyclePeriod
	s.Cycle++
	step(s, &l.command)
	s.Position, s.Stiffness = l.command.Position, l.command.Stiffness
}

// rounds calls one for each image, and then steps the body until the next one.
func rounds(l *limbs, step func(*nao.State, *nao.Command), image func(at time.Duration)) {
	const before = 4 * time.Second // in which the robot stands up
	for at := -before; at < deedsLast; at += roundTime {
		if at >= 0 {
			image(at)
		}
		for c := range roundTime / nao.CyclePeriod {
			l.cycle(at+c*nao.CyclePeriod, step)
		}
	}
}

// down reports whether a body falls, lies or gets up.
func down(m mover.Mover) bool {
	s := m.State()
	return s == motion.Falling || s == motion.Fallen || s == motion.GettingUp
}

// deedsInMatch runs the machine as the body of a player that moves a body with joints.
func deedsInMatch(t *testing.T, file string, from time.Duration, f field.Field) (all course) {
	t.Helper()
	p, g := playerOf(t, file, f, &all)
	figures, err := preset.Load("physics")
	require.NoError(t, err)
	library, err := motion.Builtin()
	require.NoError(t, err)
	m, err := mover.NewMotion(motion.DefaultConfig(), library, figures.Kicks.All())
	require.NoError(t, err)
	body := upright()
	rounds(&body, m.Step, func(at time.Duration) {
		p.Step(&player.Senses{Now: from + at, Fallen: down(m), Body: &body.state, Game: g})
		p.Act(m)
	})
	require.Zero(t, p.Faults)
	return all
}

// deedsOnTheGround runs the machine as the body of a player that moves a robot of a world without physics.
func deedsOnTheGround(t *testing.T, file string, from time.Duration, f field.Field) (all course) {
	t.Helper()
	p, g := playerOf(t, file, f, &all)
	figures, err := preset.Load("physics")
	require.NoError(t, err)
	w, err := kinematic.New(figures, f, 1, 1)
	require.NoError(t, err)
	w.Place(0, plane.Pose{})
	m := kinematic.Mover{Robot: &w.Robots[0]}
	for at := time.Duration(0); at < deedsLast; at += roundTime {
		if at >= pushedAt && at < pushedAt+roundTime {
			w.Robots[0].Posture = kinematic.Fallen
		}
		p.Step(&player.Senses{Now: from + at, Fallen: down(m), Game: g})
		p.Act(m)
		for range roundTime / nao.CyclePeriod {
			w.Step(nao.CyclePeriod)
		}
	}
	return all
}

// deedsInOneProcess runs the machine in the robot in one process.
func deedsInOneProcess(t *testing.T, file string, from time.Duration) (all course) {
	t.Helper()
	library, err := motion.Builtin()
	require.NoError(t, err)
	m, err := motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	cfg := robot.Config{Machine: file, Behavior: behavior.DefaultConfig()}
	cfg.OnTransition = func(_ *hfsm.Machine, _ uint32, t hfsm.Transition) { all.add(t.Time, t.From, t.To) }
	a, err := robot.New(cfg, m)
	require.NoError(t, err)
	a.See(&percepts.Image{})
	body := upright()
	step := func(s *nao.State, c *nao.Command) {
		m.Step(s, c)
		a.Follow()
	}
	rounds(&body, step, func(at time.Duration) { require.NoError(t, a.Step(from+at, &body.state)) })
	return all
}

// deedsInTheMatch runs the machine as the body of a robot of a match that is played with its referee, in one of the worlds. It ends before
// the first kick-off. fall makes the robot fall.
func deedsInTheMatch(t *testing.T, file, world string, fall func(m *match.Match)) (all course) {
	t.Helper()
	cfg := behavior.DefaultConfig()
	model, err := behavior.LoadMachine(file, &cfg)
	require.NoError(t, err)
	m, err := match.New(match.Config{
		WorldKind: world, Preset: "physics", Players: 1, Body: sim.Ideal,
		Player: func(c *player.Config) {
			if c.Side == game.Home {
				c.Models = maps.Clone(c.Models)
				c.Models["body"] = model
			}
		},
		Observe: func(m *match.Match) {
			if before := pushedAt - roundTime; m.Now() >= before && m.Now() < before+roundTime {
				fall(m)
			}
		},
	})
	require.NoError(t, err)
	defer m.Close()
	red := m.Players[0]
	red.Machines().Body.OnTransition = func(t hfsm.Transition) { all.add(t.Time, t.From, t.To) }
	for m.Now() < deedsLast && red.Machines().Body.Status() == hfsm.Running {
		m.Step()
	}
	require.Zero(t, red.Faults)
	return all
}

// steps returns the transitions without their times, and how long each took, s.
func (t course) steps(test *testing.T) (names []string, lasted []float64) {
	before := 0.0
	for _, line := range t {
		date, name, _ := strings.Cut(line, " ")
		at, err := strconv.ParseFloat(date, 64)
		require.NoError(test, err)
		names, lasted = append(names, name), append(lasted, at-before)
		before = at
	}
	return names, lasted
}

// TestABodyDoesTheSameInEveryHost has a body with joints kick, block, walk to a place and get up in the robot in one process and as a
// player, and one without joints as a player. A player reads how a goal stands once per image, so that each state may last some rounds
// longer. A body without ground under it gets no nearer to the place, and is blocked; one of a world without physics arrives, and has
// times of its own.
func TestABodyDoesTheSameInEveryHost(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "every_deed.yaml")
	require.NoError(t, os.WriteFile(file, []byte(behaviortest.EveryDeed), 0o600))
	const from = time.Hour
	want, lasted := deedsInOneProcess(t, file, from).steps(t)
	require.Len(t, want, 9, "every state: %v", want)
	got := deedsInMatch(t, file, from, f)
	names, times := got.steps(t)
	require.Equal(t, want, names, "in a match: %v", got)
	require.InDeltaSlice(t, lasted, times, 3*roundTime.Seconds()+0.06, "%v", got) // dates are printed to 0.1 s, and a way is judged at times of its own
	names, lasted = deedsOnTheGround(t, file, from, f).steps(t)
	require.Equal(t, want, names, "in a match without physics")
	got = deedsInTheMatch(t, file, match.Kinematic, func(m *match.Match) { m.World.Robots[0].Posture = kinematic.Fallen })
	names, times = got.steps(t)
	require.Equal(t, want, names, "in match.Match: %v", got)
	require.InDeltaSlice(t, lasted, times, roundTime.Seconds()+0.06, "%v", got)
}

// TestSimulatedBodiesDoTheSameInAMatch plays the same file in a match with simulated bodies.
func TestSimulatedBodiesDoTheSameInAMatch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "every_deed.yaml")
	require.NoError(t, os.WriteFile(file, []byte(behaviortest.EveryDeed), 0o600))
	want, _ := deedsInOneProcess(t, file, time.Hour).steps(t)
	got := deedsInTheMatch(t, file, match.Physics, func(m *match.Match) {
		require.NoError(t, m.Bodies.Simulator().PushObject("red1", r3.Vec{X: 4}, 100*time.Millisecond))
	})
	names, _ := got.steps(t)
	require.Equal(t, want, names, "%v", got)
}

// looksFrom returns what a robot sees of the field from a pose.
func looksFrom(t *testing.T, f *field.Map) func(now time.Duration, at plane.Pose) *percepts.FieldFeatures {
	t.Helper()
	table, err := rates.Load(rates.Measured)
	require.NoError(t, err)
	eyes := sight.New(table, 1, 0)
	scene := sight.Scene{Field: f, NoBall: true, Robots: make([]sight.Robot, 1)}
	return func(now time.Duration, at plane.Pose) *percepts.FieldFeatures {
		scene.Robots[0].Pose = at
		return &eyes.Look(now, &scene, 0, 0).Features
	}
}

// TestAMachineOfAMatchHasTheBodyDoWhatItCan has a player walk to places, and use what a body with joints alone can do. What one
// without joints cannot do ends as unsupported, and the machine continues. The team's machine for the head takes it from look_at. Joints without ground under them get nowhere.
func TestAMachineOfAMatchHasTheBodyDoWhatItCan(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "every_limb.yaml")
	require.NoError(t, os.WriteFile(file, []byte(behaviortest.EveryLimb), 0o600))
	figures, err := preset.Load("physics")
	require.NoError(t, err)
	const from, lasts = time.Hour, 90 * time.Second

	var all course
	p, g := playerOf(t, file, f, &all)
	look, jointed := looksFrom(t, f.Map()), withJoints(t, figures)
	for at := -4 * time.Second; at < lasts; at += imagePeriod { // it stands up first
		if at >= 0 {
			p.Step(&player.Senses{Now: from + at, Features: look(from+at, stands), Body: &jointed.state, Game: g})
			p.Act(jointed)
		}
		jointed.step()
	}
	require.Zero(t, p.Faults)
	names, _ := all.steps(t)
	require.Equal(t, []string{
		" -> begin", "begin -> walk", "walk -> go", "go -> blocked", "blocked -> look", "look -> taken", "taken -> arm", "arm -> wave", "wave -> sit",
		"sit -> stand", "stand -> ",
	}, names, "with joints: %v, %v", all, p.Machines().Body.Cause())

	all = nil
	p, g = playerOf(t, file, f, &all)
	w, err := kinematic.New(figures, f, 1, 1)
	require.NoError(t, err)
	w.Place(0, stands)
	look = looksFrom(t, f.Map())
	r := &w.Robots[0]
	for at := time.Duration(0); at < lasts; at += roundTime {
		p.Step(&player.Senses{Now: from + at, Features: look(from+at, r.Pose), Odometry: r.Odometry, Game: g})
		p.Act(kinematic.Mover{Robot: r})
		for range roundTime / nao.CyclePeriod {
			w.Step(nao.CyclePeriod)
		}
	}
	names, _ = all.steps(t)
	require.Equal(t, []string{
		" -> begin", "begin -> walk", "walk -> go", "go -> look", "look -> no_look", "no_look -> arm", "arm -> no_arm", "no_arm -> wave", "wave -> no_wave",
		"no_wave -> sit", "sit -> no_sit", "no_sit -> stand", "stand -> ", // it stands already
	}, names, "without joints: %v, %v, at %v of %v", all, p.Machines().Body.Cause(), r.Pose, p.View.Estimate.Pose)
	require.InDelta(t, 0, r.Pose.Distance(plane.Pose{X: -3, Y: 0.3}), 0.2, "where go_to went")
}
