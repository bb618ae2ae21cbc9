package behavior

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior/track"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/internal/declared"
	"gonao/nao"
	"gonao/robot/goals"
	"gonao/robot/percepts"
)

// scripted is a robot whose motions reach a position every 0.8 s and have four,
// and which sees what the test says.
type scripted struct {
	now      time.Duration
	image    *percepts.Image
	commands []nao.HeadCommand
	log      []string
	motions  []*scriptedMotion
	refuse   bool
	body     nao.State
	walks    bool // has odometry
	belief   *Belief
	odometry percepts.Odometry
	velocity Velocity
	trace    []hfsm.Transition // of the machine
	t        *testing.T
}

// stands is a robot that stands and looks a little to the left and down.
func stands() *scripted {
	r := &scripted{}
	r.body.Position[nao.HeadYaw], r.body.Position[nao.HeadPitch] = 0.1, 0.2
	r.body.Accelerometer = [3]float64{0, 0, 9.81}
	return r
}

func (r *scripted) Image() (*percepts.Image, bool)      { return r.image, r.image != nil }
func (r *scripted) Body() (*nao.State, bool)            { return &r.body, true }
func (r *scripted) Belief() (*Belief, bool)             { return r.belief, r.belief != nil }
func (*scripted) Fallen() bool                          { return false }
func (r *scripted) Odometry() (percepts.Odometry, bool) { return r.odometry, r.walks }

type acting struct{ *scripted }

func (r acting) CommandHead(c nao.HeadCommand, _ bool) { r.commands = append(r.commands, c) }

func (r acting) Walk(v Velocity) { r.velocity = v }

// Open opens any port.
func (r acting) Open(port Port, feedback []string) (Caller, error) {
	if len(feedback) > 0 && port.Name == "play_motion" {
		require.Equal(r.t, []string{"positions_reached"}, feedback)
	}
	return &scriptedPort{r.scripted, port}, nil
}

// Subscribe subscribes to nothing.
func (r acting) Subscribe(port Port, _ string, _ hfsm.Type) (Source, error) {
	return nil, fmt.Errorf("no topic %s", port.Name)
}

// scriptedPort is a port of the robot.
type scriptedPort struct {
	robot *scripted
	port  Port
}

// Begin begins a motion, of any port.
func (p *scriptedPort) Begin(goal any) Task {
	r, name := p.robot, p.port.Name
	if motion, ok := goal.(*goals.PlayMotion); ok {
		name = motion.Name
	}
	r.log = append(r.log, fmt.Sprintf("%.1f play %s", r.now.Seconds(), name))
	m := &scriptedMotion{robot: r, name: name, began: r.now, status: hfsm.Running}
	if r.refuse {
		m.status = hfsm.Failed
	}
	r.motions = append(r.motions, m)
	return m
}

type scriptedMotion struct {
	robot  *scripted
	name   string
	began  time.Duration
	status hfsm.Status
}

func (m *scriptedMotion) reached() int {
	return int((m.robot.now - m.began) / (800 * time.Millisecond))
}

// Report returns how the motion stands: it ends after four positions.
func (m *scriptedMotion) Report() Report {
	if m.status == hfsm.Running && m.reached() >= 4 {
		m.status = hfsm.Final
	}
	words := map[hfsm.Status]string{hfsm.Final: vocabulary.Succeeded, hfsm.Failed: vocabulary.NoServer}
	return Report{Status: m.status, Outcome: words[m.status]}
}

// Feedback returns the positions.
func (m *scriptedMotion) Feedback(int) (hfsm.Value, bool) {
	m.Report()
	return hfsm.IntValue(int64(min(m.reached(), 4))), m.status != hfsm.Failed
}

func (m *scriptedMotion) Cancel() {
	m.robot.log = append(m.robot.log, fmt.Sprintf("%.1f cancel %s", m.robot.now.Seconds(), m.name))
	m.status = hfsm.Failed
}

// defaults is a configuration that is right.
func defaults() Config {
	return Config{
		Controller: "predictive", Colors: []string{"red", "green"},
		Track: track.Defaults(),
	}
}

func newBrain(t *testing.T, machine string, cfg Config) (*Brain, *scripted) {
	t.Helper()
	model, err := LoadMachine(machine, &cfg)
	require.NoError(t, err)
	robot := stands()
	robot.t = t
	b, err := New(model, cfg, NewSenses(cfg, robot), acting{robot})
	require.NoError(t, err)
	b.Machine().OnTransition = func(tr hfsm.Transition) { robot.trace = append(robot.trace, tr) }
	return b, robot
}

// run ticks every 20 ms until a time, s.
func run(t *testing.T, b *Brain, robot *scripted, untilSec float64) {
	t.Helper()
	for ; robot.now.Seconds() <= untilSec; robot.now += 20 * time.Millisecond {
		require.NoError(t, b.Tick(robot.now))
	}
}

func TestThePapersMachinesLeaveTheirGoldenTraces(t *testing.T) {
	for _, machine := range []string{"dance", "follow_and_dance", "follow_ball"} {
		t.Run(machine, func(t *testing.T) {
			b, robot := newBrain(t, machine, defaults())
			run(t, b, robot, 60)
			golden(t, machine+".trace", traceText(robot))
		})
	}
}

// traceText returns the trace of the robot's machine, a line for each transition.
func traceText(robot *scripted) string {
	var out strings.Builder
	for _, tr := range robot.trace {
		fmt.Fprintf(&out, "%6.1f  %-18s %-18s %s\n", tr.Time.Seconds(), tr.From, tr.To, tr.Name)
	}
	return out.String()
}

// golden compares with a file; GOLDEN=1 writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("GOLDEN") != "" {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	require.Equal(t, readGolden(t, name), got)
}

func readGolden(t *testing.T, name string) string {
	t.Helper()
	want, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return string(want)
}

func TestTheArmGoesOnDancingAndItsCountSurvivesAnInterruption(t *testing.T) {
	b, robot := newBrain(t, "follow_and_dance", defaults())
	run(t, b, robot, 40)
	// The right arm reaches ten positions in 8 s and a bit, the left arm gets a
	// few until 20 s, and needs only the rest of its ten when it is resumed at 30 s.
	require.True(t, strings.HasPrefix(robot.log[0], "10.0 play dance_right"), "%v", robot.log)
	var lefts, cancels int
	var path string
	for tr := range b.Machine().Trace(0) {
		if tr.Time >= 30*time.Second && tr.From == "dance/left" {
			path = fmt.Sprintf("%.1f", tr.Time.Seconds())
		}
	}
	require.NotEmpty(t, path)
	require.Less(t, path, "38", "fewer than ten positions were left")
	for _, line := range robot.log {
		if strings.HasSuffix(line, "dance_left") {
			lefts++
		}
		if strings.Contains(line, "20.0 cancel") {
			cancels++
		}
	}
	require.GreaterOrEqual(t, lefts, 2)
	require.Equal(t, 1, cancels)
}

func TestAMotionThatCannotBePlayedIsTriedAgainOnceASecond(t *testing.T) {
	b, robot := newBrain(t, "dance", defaults())
	robot.refuse = true
	run(t, b, robot, 5)
	require.InDelta(t, 5, len(robot.motions), 1)
	require.Equal(t, "right", b.Machine().Path())
	robot.refuse = false
	run(t, b, robot, 20)
	require.Equal(t, "left", b.Machine().Path())
}

func TestTheHeadFollowsTheColourOfTheStateAndRestsAfterwards(t *testing.T) {
	b, robot := newBrain(t, "follow_and_dance", defaults())
	see := func() {
		robot.image = &percepts.Image{Stamp: robot.now, Blobs: []percepts.Blob{
			{Color: "red", Bearing: percepts.Bearing{Azimuth: -0.4, ImageAzimuth: 0.4}, AngularRadius: 0.030, Confidence: 1},
			{Color: "green", Bearing: percepts.Bearing{Azimuth: 0.4, ImageAzimuth: -0.4}, AngularRadius: 0.030, Confidence: 1},
			{Color: "red", Bearing: percepts.Bearing{Azimuth: 1}, AngularRadius: 0.005, Confidence: 1},
		}}
		require.NoError(t, b.Tick(robot.now))
		robot.now += 20 * time.Millisecond
	}
	for robot.now < 2*time.Second {
		see()
	}
	last := robot.commands[len(robot.commands)-1]
	require.InDelta(t, -0.4, last.Yaw, 0.05, "red, right of the robot")
	for robot.now < 9*time.Second {
		see()
	}
	last = robot.commands[len(robot.commands)-1]
	require.InDelta(t, 0.4, last.Yaw, 0.05, "green, left of it")
	for robot.now < 12*time.Second {
		see()
	}
	last = robot.commands[len(robot.commands)-1]
	require.Equal(t, nao.HeadCommand{Stamp: 10 * time.Second, Mode: nao.HeadSpeed}, last)
}

func TestTheHeadRestsWithoutImagesAndSearchesWithoutABall(t *testing.T) {
	for _, controller := range []string{"predictive", "proportional"} {
		cfg := defaults()
		cfg.Controller = controller
		b, robot := newBrain(t, "follow_ball", cfg)
		robot.image = &percepts.Image{Blobs: []percepts.Blob{{Color: "red", Bearing: percepts.Bearing{Azimuth: -0.4}, AngularRadius: 0.030, Confidence: 1}}}
		run(t, b, robot, 3)
		last := robot.commands[len(robot.commands)-1]
		require.Equal(t, nao.HeadSpeed, last.Mode, "the camera is gone")
		require.Zero(t, last.YawRate)
		robot.image = &percepts.Image{Stamp: robot.now}
		run(t, b, robot, 5)
		last = robot.commands[len(robot.commands)-1]
		require.Equal(t, nao.HeadPosition, last.Mode, "the ball is gone")
		require.NotZero(t, last.YawRate)
	}
}

func TestMachinesMayAskForTheBall(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`machine: m
inputs: {ball_age: float, ball_azimuth: float, ball_elevation: float}
rate_hz: 50
initial: look
states:
  look:
    do: {track: {color: red}}
    transitions: [{if: ball_age < 1 and ball_azimuth > 0.2 and ball_elevation < 0.2, to: found}]
  found:
`), 0o600))
	b, robot := newBrain(t, file, defaults())
	run(t, b, robot, 1)
	require.Equal(t, "look", b.Machine().Path())
	robot.image = &percepts.Image{Stamp: robot.now, Blobs: []percepts.Blob{{Color: "red", Bearing: percepts.Bearing{Azimuth: 0.3}, AngularRadius: 0.020, Confidence: 1}}}
	run(t, b, robot, 1.1)
	require.Equal(t, "found", b.Machine().Path())
}

func TestAnInputThatNoActionOfTheMachineSetsIsNoted(t *testing.T) {
	const machine = "machine: m\ninputs: {ball_age: float, walk_to_progress: float, battery: float}\ninitial: a\n" +
		"states: {a: {do: DO, transitions: [{if: ball_age < walk_to_progress + battery, to: b}]}, b: {}}\n"
	cfg := defaults()
	l := Loader{Config: &cfg}
	for do, want := range map[string]string{
		"{look_at: {x: 1, y: 0, z: 0}}": "m.yaml:2:10: note: inputs.ball_age: never written: the machine does not have track or search, which would set it",
		"{track: {color: red}}":         "m.yaml:2:27: note: inputs.walk_to_progress: never written: the machine does not have walk_to, which would set it",
	} {
		_, found, err := l.CheckText("m.yaml", []byte(strings.Replace(machine, "DO", do, 1)))
		require.NoError(t, err)
		require.Contains(t, found.Error(), want)
		require.NotContains(t, found.Error(), "inputs.battery")
		require.Equal(t, strings.Contains(do, "look_at"), strings.Contains(found.Error(), "inputs.ball_age"))
	}
}

func TestWrongMachinesAndFiguresAreRefused(t *testing.T) {
	cfg := defaults()
	_, err := LoadMachine("danse", &cfg)
	require.EqualError(t, err, `machine "danse": no such machine; expected dance, follow_and_dance, follow_ball, play_on_field, or the path of a file (did you mean "dance"?)`)
	_, err = LoadMachine("./nowhere.yaml", &cfg)
	require.ErrorContains(t, err, `machine "./nowhere.yaml": open`)
	_, err = LoadMachine("goto", &cfg)
	require.EqualError(t, err, `machine "goto": no default for x, y: it cannot run by itself; expected another machine, or execute_skill, to call it`)
	cfg.Colors = []string{"blue"}
	_, err = LoadMachine("follow_ball", &cfg)
	require.ErrorContains(t, err, `follow_ball.yaml:10:25: states.red.do.track.color: "red"; expected one of vision's colours: blue`)
	for _, spoil := range []func(*Config){
		func(c *Config) { c.Controller = "magic" },
		func(c *Config) { c.Colors = nil },
		func(c *Config) { c.MinConfidence = 2 },
		func(c *Config) { c.Track.SigmaRad = 0 },
		func(c *Config) { c.Track.SearchYawRad = math.NaN() },
	} {
		cfg := defaults()
		spoil(&cfg)
		require.Error(t, declared.Check(&cfg))
	}
}

func TestATickOfTheBrainAllocatesNothing(t *testing.T) {
	b, robot := newBrain(t, "follow_ball", defaults())
	robot.commands = make([]nao.HeadCommand, 0, 100_000)
	image := percepts.Image{Blobs: []percepts.Blob{{Color: "red", AngularRadius: 0.03, Confidence: 1}}}
	robot.image = &image
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		image.Stamp = robot.now
		if err := b.Tick(robot.now); err != nil {
			panic(err)
		}
		robot.now += 20 * time.Millisecond
	}))
}

func TestAMachineThatBeginsLaterFollowsTheBallThatAnotherHasSeen(t *testing.T) {
	first, robot := newBrain(t, "follow_ball", defaults())
	robot.image = &percepts.Image{Stamp: time.Millisecond, Blobs: []percepts.Blob{{Color: "red", Bearing: percepts.Bearing{Azimuth: 0.3}, AngularRadius: 0.020, Confidence: 1}}}
	run(t, first, robot, 0.1)
	robot.image = &percepts.Image{Stamp: 100 * time.Millisecond}
	later, err := New(first.Machine().Model(), defaults(), first.senses, acting{robot})
	require.NoError(t, err)
	require.NoError(t, later.Tick(robot.now))
	require.NotNil(t, later.followed)
	seen, ok := later.followed.Seen()
	require.True(t, ok, "it is in no image since")
	require.Equal(t, time.Millisecond, seen)
}
