package executor

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/motion"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/robot"
	"gonao/robot/mover"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/soccer/player"
)

// everyDeed has the body do what it can by itself. The robot is pushed over while it stands.
const everyDeed = `machine: every_deed
inputs: {outcome: string, fallen: bool}
rate_hz: 10
initial: kick
states:
  kick:
    do: {kick: {foot: left}}
    transitions: [{if: final, to: block}]
  block:
    do: {save: {kind: block}}
    transitions: [{if: final, to: walk}]
  walk:
    do: {walk_to: {x: 0.1, y: 0.0}}
    transitions: [{if: "final or failed and outcome == 'blocked'", to: stand}]
  stand:
    transitions: [{if: fallen, to: lie}]
  lie:
    do: {kick: {}}
    transitions: [{if: "failed and outcome == 'fallen'", to: up}, {if: "failed and outcome == 'not_ready'", to: up}]
  up:
    do: {get_up: {}}
    transitions: [{if: final, to: again}, {if: failed, to: FAILED}]
  again:
    do: {get_up: {}}
    transitions: [{if: final, to: FINAL}]
`

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
// player, and one without joints as a player. A player reads how a goal stands once per image, so that each state may last two rounds
// longer. A body without ground under it gets no nearer to the place, and is blocked; one of a world without physics arrives, and has
// times of its own.
func TestABodyDoesTheSameInEveryHost(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "every_deed.yaml")
	require.NoError(t, os.WriteFile(file, []byte(everyDeed), 0o600))
	const from = time.Hour
	want, lasted := deedsInOneProcess(t, file, from).steps(t)
	require.Len(t, want, 8, "every state: %v", want)
	got := deedsInMatch(t, file, from, f)
	names, times := got.steps(t)
	require.Equal(t, want, names, "in a match: %v", got)
	require.InDeltaSlice(t, lasted, times, 2*roundTime.Seconds()+0.06, "%v", got) // dates are printed to 0.1 s
	names, _ = deedsOnTheGround(t, file, from, f).steps(t)
	require.Equal(t, want, names, "in a match without physics")
}
