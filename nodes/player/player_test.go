package player

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert"
	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/sim/sight"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/player.yaml", "/player", DefaultConfig()))
}

func TestWrongParametersAreNamed(t *testing.T) {
	for want, edit := range map[string]func(*Config){
		"player 6: expected 1 to 5":                  func(c *Config) { c.Player = 6 },
		`broadcast: "all": expected an IPv4 address`: func(c *Config) { c.Broadcast = "all" },
		`frame_prefix: "/red1/": expected no slash`:  func(c *Config) { c.FramePrefix = "/red1/" },
		`plays: team "nobody": no such team`:         func(c *Config) { c.Plays = "nobody" },
		`rules: rule book "x": no such rule book`:    func(c *Config) { c.Rules = "x" },
		`preset "x": no such preset`:                 func(c *Config) { c.Preset = "x" },
	} {
		cfg := DefaultConfig()
		edit(&cfg)
		err := param.Check(&cfg)
		if err == nil {
			err = cfg.CheckFiles()
		}
		require.ErrorContains(t, err, want)
	}
}

// stage is the node's loops without a body: the test is the body and the eyes.
type stage struct {
	*ros.Node
	t        *testing.T
	bus      *inproc.Bus
	player   *ros.Node
	mind     *mind
	state    nao.State
	eyes     *sight.Eyes
	scene    sight.Scene
	games    *ros.Publisher[msgs.GameState]
	features *ros.Publisher[msgs.FieldFeatures]
	objects  *ros.Publisher[msgs.SeenObjects]
	roles    *ros.Subscription[stdmsgs.String]
	poses    *ros.Subscription[msgs.PoseEstimate]
	models   *ros.Subscription[msgs.WorldModel]
	told     *ros.Subscription[msgs.TeamMessage]
	bodies   *ros.Subscription[msgs.MachineState]
}

// open makes the loops' mind and the topics of the others, each with a backend; the loops do not run yet.
func (s *stage) open(ctx context.Context, player, others ros.Backend, opts ros.NodeOptions, edit func(*Config)) {
	t := s.t
	cfg := DefaultConfig()
	cfg.Hears = 1
	edit(&cfg)
	opts.Namespace, opts.Logger = "/red", slog.New(slog.DiscardHandler)
	var err error
	s.Node, err = ros.NewNode(ctx, others, "others", opts)
	require.NoError(t, err)
	opts.Parameters = &cfg
	s.player, err = ros.NewNode(ctx, player, "player", opts)
	require.NoError(t, err)
	f, err := cfg.files()
	require.NoError(t, err)
	c, err := newControl(s.player, cfg, f.preset)
	require.NoError(t, err)
	s.mind, err = newMind(s.player, cfg, f, c)
	require.NoError(t, err)
	s.eyes = sight.New(f.table, 1, 1)
	s.scene = sight.Scene{Field: f.field.Map(), Robots: make([]sight.Robot, 1), BallX: 1}
	var errs [8]error
	s.games, errs[0] = ros.Advertise[msgs.GameState](s.Node, "game_state", ros.TransientLocal(), ros.Depth(1))
	s.features, errs[1] = ros.Advertise[msgs.FieldFeatures](s.Node, "field_features", ros.SensorData())
	s.objects, errs[2] = ros.Advertise[msgs.SeenObjects](s.Node, "seen_objects", ros.SensorData())
	s.roles, errs[3] = ros.Subscribe[stdmsgs.String](s.Node, "role", ros.TransientLocal(), ros.Depth(100))
	s.poses, errs[4] = ros.Subscribe[msgs.PoseEstimate](s.Node, "pose_estimate", ros.SensorData(), ros.Depth(500))
	s.models, errs[5] = ros.Subscribe[msgs.WorldModel](s.Node, "world_model", ros.SensorData(), ros.Depth(500))
	s.told, errs[6] = ros.Subscribe[msgs.TeamMessage](s.Node, "team_message", ros.Depth(100))
	s.bodies, errs[7] = ros.Subscribe[msgs.MachineState](s.Node, "body/machine_state", ros.TransientLocal(), ros.Depth(500))
	for _, err := range errs {
		require.NoError(t, err)
	}
	s.state = nao.State{Position: nao.StandPosture(), Accelerometer: [3]float64{0, 0, -9.81}}
	for leg := range s.state.FSR {
		s.state.FSR[leg] = 0.6
	}
}

// run runs a test beside the loops, and closes both nodes.
func (s *stage) run(ctx context.Context, test func(s *stage)) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- s.mind.run(ctx) }()
	test(s)
	cancel()
	require.NoError(s.t, <-ended)
	require.NoError(s.t, s.player.Close())
	require.NoError(s.t, s.Close())
}

// playOut runs a test beside the loops, on a bus in this process and in its time.
func playOut(t *testing.T, edit func(*Config), test func(s *stage)) {
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, bus: inproc.NewBus()}
		s.open(t.Context(), s.bus, s.bus, ros.NodeOptions{}, edit)
		s.run(t.Context(), test)
	})
}

// after lets time pass: a state every 12 ms, and an image of a robot at a pose in world every 96 ms.
func (s *stage) after(d time.Duration, at plane.Pose) {
	var cmd nao.Command
	for cycle := 0; d > 0; d, cycle = d-nao.CyclePeriod, cycle+1 {
		s.bus.Advance(nao.CyclePeriod)
		now := s.Clock.Now()
		s.state.Cycle++
		s.state.Time += nao.CyclePeriod
		s.mind.control.answer(now, &s.state, &cmd)
		if cycle%8 == 0 {
			s.scene.Robots[0] = sight.Robot{Pose: at, Team: 1, Number: 1}
			image := s.eyes.Look(ros.SinceEpoch(now), &s.scene, 0, 0)
			camera := percepts.CameraPose{Stamp: ros.SinceEpoch(now), Position: [3]float64{2: image.Features.HeightM}, Rotation: nao.Identity().R, TiltVar: image.Features.TiltVar}
			var features msgs.FieldFeatures
			var objects msgs.SeenObjects
			convert.Features("", &features, &camera, &image.Features)
			convert.Objects("", &objects, &camera, image.Balls, image.Robots)
			require.NoError(s.t, s.objects.Publish(objects))
			require.NoError(s.t, s.features.Publish(features))
		}
		synctest.Wait()
	}
}

// newest returns the newest message of a subscription.
func newest[T any](t *testing.T, s *ros.Subscription[T]) (m T) {
	t.Helper()
	require.NotEmpty(t, s.C())
	for len(s.C()) > 0 {
		m = <-s.C()
	}
	return m
}

// playing returns a game of five a side that continues.
func playing(state uint8) msgs.GameState {
	return msgs.GameState{
		State: state, PlayersPerTeam: 5, Remaining: 500, HomeOnLeft: true, Home: msgs.GameTeam{Number: 1, Goalkeeper: 1, Messages: 1200, Players: make([]msgs.GamePlayer, 20)},
		Away: msgs.GameTeam{Number: 2, Players: make([]msgs.GamePlayer, 20)},
	}
}

func TestAPlayerFindsItsPlaceGoesToTheBallAndTellsItsTeam(t *testing.T) {
	playOut(t, func(c *Config) { c.Player = 2 }, func(s *stage) {
		at := plane.Pose{X: -2.25, Y: 3.05, Theta: -1.5707963267948966} // where it waits for a half
		require.NoError(t, s.games.Publish(playing(msgs.GameStateStateReady)))
		s.after(3*time.Second, at)
		require.True(t, newest(t, s.poses).Localized)
		at = plane.Pose{X: 0.2}
		s.mind.player.BeginAt(plane.PositiveX, at, s.mind.stepped)
		require.NoError(t, s.games.Publish(playing(msgs.GameStateStatePlaying)))
		s.after(3*time.Second, at)
		pose, model := newest(t, s.poses), newest(t, s.models)
		require.InDelta(t, 0.2, pose.X, 0.3)
		require.True(t, model.Ball.Known)
		require.InDelta(t, 1, model.Ball.MapX, 0.4)
		require.Equal(t, "striker", newest(t, s.roles).Data)
		require.NotEmpty(t, newest(t, s.bodies).Path)
		m := newest(t, s.told)
		require.EqualValues(t, 2, m.Number)
		require.True(t, m.BallKnown)
		require.NotZero(t, s.mind.control.mover.Asked().X, "it walks to the ball")

		g := playing(msgs.GameStateStatePlaying)
		g.Home.Players[1].Penalty = msgs.GamePlayerPenaltyPushing
		require.NoError(t, s.games.Publish(g))
		s.after(300*time.Millisecond, at)
		require.Zero(t, s.mind.control.mover.Asked().X, "a penalised robot stands still")
	})
}

func TestWithoutImagesThePlayerIsSteppedAllTheSame(t *testing.T) {
	playOut(t, func(*Config) {}, func(s *stage) {
		s.after(nao.CyclePeriod, plane.Pose{})
		var cmd nao.Command
		for range 100 {
			s.bus.Advance(nao.CyclePeriod)
			s.state.Time += nao.CyclePeriod
			s.mind.control.answer(s.Clock.Now(), &s.state, &cmd)
			synctest.Wait()
		}
		require.Greater(t, len(s.models.C()), 2)
		_, err := s.mind.control.sampleAt(0)
		require.ErrorIs(t, err, errNoState)
	})
}
