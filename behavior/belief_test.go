package behavior

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

// onField returns a belief: the robot at a pose, a ball and two robots.
func onField(t *testing.T, pose plane.Pose) *Belief {
	t.Helper()
	f, err := field.Load("spl")
	require.NoError(t, err)
	s := &worldmodel.Snapshot{Stamp: 2 * time.Second, Pose: pose, Count: 2}
	x, y := pose.Local(1, 0.5)
	s.Ball = worldmodel.Ball{
		Known: true, X: x, Y: y, VX: 0.3, VY: 0.4, MapX: 1, MapY: 0.5, StopsX: x, StopsY: y, SeenAt: 1500 * time.Millisecond,
		Cov: plane.Cov2{XX: 0.01, YY: 0.04},
	}
	s.TeamBall = worldmodel.TeamBall{Known: true, X: 1, Y: 0.5, Dev: 0.3}
	s.MatesBall = s.TeamBall
	s.Robots[0] = worldmodel.Robot{X: 3, Y: 1}
	s.Robots[1] = worldmodel.Robot{X: 0.6, Y: -0.8, Side: percepts.OpponentSide, Fallen: true}
	return &Belief{
		PoseStamp: 2 * time.Second, Pose: pose, Cov: plane.Cov3{XX: 0.0009, YY: 0.0004, TT: 0.01}, Localized: true, Fit: 0.8, World: s, Field: f.Map(),
		Features: &percepts.FieldFeatures{
			Stamp: 2 * time.Second, Points: []percepts.FieldPoint{{Kind: field.CornerL}, {Kind: field.CrossX}, {Kind: field.Post}}, Lines: make([]percepts.FieldLine, 3),
		},
	}
}

// load writes and loads a machine.
func load(t *testing.T, name, text string) (*hfsm.Model, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	cfg := DefaultConfig()
	return LoadMachine(file, &cfg)
}

const seesField = `machine: sees
inputs:
  {localized: bool, pose_x: float, pose_y: float, pose_theta: float, pose_deviation: float, goal_bearing: float, goal_distance: float,
  own_goal_bearing: float, own_goal_distance: float, ball_known: bool, ball_seen_age: float, ball_speed: float, ball_deviation: float, ball_x: float, ball_y: float,
  robots_known: int, obstacle_distance: float, obstacle_opponent: bool, obstacle_fallen: bool, lines_seen: int, corners_seen: int, posts_seen: int, team_ball_known: bool, mates_ball_known: bool, team_ball_x: float, team_ball_field_x: float, team_ball_deviation: float}
variables: {x: float, y: float, back_x: float, back_y: float, b: float, d: float}
initial: a
states:
  a:
    transitions:
      - if: localized
        to: there
        then: [{set: {x: "to_field_x(ball_x, ball_y)", y: "to_field_y(ball_x, ball_y)", back_x: "to_robot_x(1.0, 0.5)", back_y: "to_robot_y(1.0, 0.5)",
          b: "bearing_to(1.0, 0.5)", d: "distance_to(1.0, 0.5)"}}]
  there: {}
`

func TestMachinesSeeWhatTheRobotBelieves(t *testing.T) {
	model, err := load(t, "sees.yaml", seesField)
	require.NoError(t, err)
	robot := stands()
	b, err := New(model, DefaultConfig(), NewSenses(DefaultConfig(), robot), acting{robot})
	require.NoError(t, err)
	require.NoError(t, b.Tick(time.Second))
	require.Equal(t, "a", b.Machine().Path(), "nothing is believed yet")

	robot.belief = onField(t, plane.Pose{X: -1, Y: 1, Theta: 0.7})
	require.NoError(t, b.Tick(2100*time.Millisecond))
	require.NoError(t, b.Tick(2200*time.Millisecond))
	require.Equal(t, "there", b.Machine().Path())
	read := func(name string) hfsm.Value {
		slot, ok := model.Slot(name)
		require.True(t, ok, name)
		return b.Machine().Value(slot)
	}
	for name, want := range map[string]float64{
		"pose_x": -1, "pose_y": 1, "pose_theta": 0.7, "pose_deviation": 0.03, "goal_distance": math.Hypot(5.5, 1), "own_goal_distance": math.Hypot(3.5, 1),
		"goal_bearing": math.Atan2(-1, 5.5) - 0.7, "own_goal_bearing": math.Atan2(-1, -3.5) - 0.7 + 2*math.Pi,
		"ball_seen_age": 0.5, "ball_speed": 0.5, "ball_deviation": 0.2, "obstacle_distance": 1,
		"x": 1, "y": 0.5, "back_x": robot.belief.World.Ball.X, "back_y": robot.belief.World.Ball.Y,
		"b": math.Atan2(robot.belief.World.Ball.Y, robot.belief.World.Ball.X), "d": math.Hypot(2, 0.5),
	} {
		require.InDelta(t, want, read(name).Float, 1e-9, name)
	}
	require.InDelta(t, robot.belief.World.Ball.X, read("team_ball_x").Float, 1e-9, "in base_footprint")
	require.InDelta(t, 1, read("team_ball_field_x").Float, 1e-9)
	require.InDelta(t, 0.3, read("team_ball_deviation").Float, 1e-9)
	require.True(t, read("team_ball_known").Bool)
	require.True(t, read("mates_ball_known").Bool)
	require.True(t, read("ball_known").Bool)
	require.True(t, read("obstacle_opponent").Bool)
	require.True(t, read("obstacle_fallen").Bool)
	for name, want := range map[string]int64{"robots_known": 2, "lines_seen": 3, "corners_seen": 2, "posts_seen": 1} {
		require.Equal(t, want, read(name).Int, name)
	}
}

func TestScriptsSeeWhatTheRobotBelieves(t *testing.T) {
	model, err := load(t, "sees.lua", `documentation = "walks"
fsm = SkillHSM:new{name = "sees", start = "A"}
depends_interfaces = {{v = "field", type = "field"}}
variables = {x = "float", y = "float", r = "float", b = "float"}
fsm:new_jump_state("A")
fsm:new_jump_state("B")
A:add_transition(B, "field:localized() and distance_to(1, 0.5) < 3", "knows its place")
function B:init()
  x, y = to_field(field:ball_x(), field:ball_y())
  r = to_robot(1, 0.5)
  b = bearing_to(1, 0.5)
end
`)
	require.NoError(t, err)
	robot := stands()
	robot.belief = onField(t, plane.Pose{X: -1, Y: 1, Theta: 0.7})
	b, err := New(model, DefaultConfig(), NewSenses(DefaultConfig(), robot), acting{robot})
	require.NoError(t, err)
	for k := range 5 {
		require.NoError(t, b.Tick(2*time.Second+time.Duration(k)*100*time.Millisecond))
	}
	require.Equal(t, "B", b.Machine().Path(), "%v", b.Machine().Cause())
	ball := &robot.belief.World.Ball
	for name, want := range map[string]float64{"x": 1, "y": 0.5, "r": ball.X, "b": math.Atan2(ball.Y, ball.X)} {
		slot, ok := model.Slot(name)
		require.True(t, ok, name)
		require.InDelta(t, want, b.Machine().Value(slot).Float, 1e-9, name)
	}
}

func TestAFunctionOfTheFieldNeedsThePose(t *testing.T) {
	_, err := load(t, "m.yaml", "machine: m\ninputs: {pose_x: float, pose_y: float}\ninitial: a\nstates:\n  a: {transitions: [{if: \"to_field_x(1.0, 0.0) > 2.0\", to: b}]}\n  b: {}\n")
	require.ErrorContains(t, err, "to_field_x reads the input pose_theta, which is not known here; expected it among the machine's inputs")
}
