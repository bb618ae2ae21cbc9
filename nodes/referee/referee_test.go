package referee

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert/gamestate"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/soccer/game"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/referee.yaml", "/referee", DefaultConfig()))
}

func TestRobotsThatAreWrongAreNamed(t *testing.T) {
	for want, robots := range map[string][]string{
		`robots "nao1": expected a namespace, a team and a number`: {"nao1"},
		`robots "nao1=red 1": team "red": expected home or away`:   {"nao1=red 1"},
		`robots "nao1=home 21": number 21: expected 1 to 20`:       {"nao1=home 21"},
		`robots "b=home 1": home 1 is a already`:                   {"a=home 1", "b=home 1"},
	} {
		cfg := DefaultConfig()
		cfg.Robots = robots
		require.ErrorContains(t, cfg.Validate(), want)
	}
}

// held is a game with game_controller's topic and services.
type held struct {
	mu    sync.Mutex
	match game.Match
	clock *ros.Clock
	out   *ros.Publisher[msgs.GameState]
}

func hold(t *testing.T, n *ros.Node) *held {
	t.Helper()
	b, err := game.Load("spl2025")
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 1}, {Number: 2}}, NoDelay: true})
	require.NoError(t, err)
	h := &held{match: game.NewMatch(r), clock: n.Clock}
	h.out, err = ros.Advertise[msgs.GameState](n, "/game_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	for i, name := range game.Kinds() {
		_, err := ros.Serve(n, "/game_controller/"+name, func(_ context.Context, q msgs.RefereeActionRequest) (msgs.RefereeActionResponse, error) {
			a, err := gamestate.Action(game.Kind(i+1), &q)
			if err == nil {
				err = h.apply(a)
			}
			if err != nil {
				return msgs.RefereeActionResponse{Message: err.Error()}, nil
			}
			return msgs.RefereeActionResponse{Success: true}, nil
		})
		require.NoError(t, err)
	}
	return h
}

func (h *held) apply(a game.Action) (err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.match, err = h.match.Apply(a); err != nil {
		return err
	}
	return h.out.Publish(gamestate.FromMatch(ros.Stamp(h.clock.Now().Add(time.Millisecond)), &h.match))
}

// The node beside a game and truth on one bus: calls are performed and reported with their reasons.
func TestAGoalIsCalledByTruth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(t.Context())
		open := func(name string, cfg any) *ros.Node {
			n, err := ros.NewNode(ctx, bus, name, ros.NodeOptions{Parameters: cfg})
			require.NoError(t, err)
			return n
		}
		judges := DefaultConfig()
		judges.Robots = []string{"red1=home 2"}
		referee, world := open("referee", &judges), open("world", nil)
		truth, err := ros.Advertise[msgs.GroundTruth](world, "/red1/ground_truth", ros.SensorData())
		require.NoError(t, err)
		calls, err := ros.Subscribe[msgs.RefereeCall](world, "/referee_calls", ros.Reliable(), ros.Depth(20))
		require.NoError(t, err)
		drawn, err := ros.Subscribe[visualizationmsgs.MarkerArray](world, "/match/markers", ros.Depth(500))
		require.NoError(t, err)
		player := publishPlayer(t, world, "/red1/")
		h := hold(t, world)
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, referee, judges) }()
		synctest.Wait()
		require.NoError(t, h.apply(game.Action{Kind: game.WaitForReady}))
		require.NoError(t, h.apply(game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: game.Home}))
		ball := 0.0
		pass := func(d time.Duration, speed float64) (rules []string) {
			for ; d > 0; d -= 50 * time.Millisecond {
				ball += speed * 0.05
				m := msgs.GroundTruth{Names: []string{"torso", "ball"}, Poses: []geometrymsgs.Pose{
					{Position: geometrymsgs.Point{X: -0.2, Z: 0.3}, Orientation: geometrymsgs.Quaternion{W: 1}}, {Position: geometrymsgs.Point{X: ball, Z: 0.05}},
				}}
				require.NoError(t, truth.Publish(m))
				bus.Advance(50 * time.Millisecond)
				synctest.Wait()
			}
			for len(calls.C()) > 0 {
				c := <-calls.C()
				require.NotEmpty(t, c.Evidence)
				require.NotEmpty(t, c.Source)
				require.True(t, c.Performed, c.Refused)
				rules = append(rules, c.Call)
			}
			return rules
		}
		require.Equal(t, []string{"set", "playing"}, pass(8*time.Second, 0), "nobody moves; then the whistle")
		require.Equal(t, []string{"ball_free", "goal_kick away ball 3.90 1.10"}, pass(3500*time.Millisecond, 1.5), "one robot alone has played it since the kick-off")
		require.Equal(t, game.GoalKick, h.match.Game.SetPlay)
		player.publish(t)
		pass(300*time.Millisecond, 0)
		player.requireDrawn(t, drawn)
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, referee.Close())
		require.NoError(t, world.Close())
	})
}

// player is what a player publishes of itself.
type player struct {
	pose  *ros.Publisher[geometrymsgs.PoseWithCovarianceStamped]
	model *ros.Publisher[msgs.WorldModel]
	role  *ros.Publisher[stdmsgs.String]
}

func publishPlayer(t *testing.T, n *ros.Node, inside string) (p player) {
	t.Helper()
	var errs [3]error
	p.pose, errs[0] = ros.Advertise[geometrymsgs.PoseWithCovarianceStamped](n, inside+"pose")
	p.model, errs[1] = ros.Advertise[msgs.WorldModel](n, inside+"world_model", ros.SensorData())
	p.role, errs[2] = ros.Advertise[stdmsgs.String](n, inside+"role", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, errors.Join(errs[:]...))
	return p
}

// publish publishes that the robot takes itself to be at (−0.3, 0.1) and the ball at (2, 1), as a striker.
func (p player) publish(t *testing.T) {
	t.Helper()
	var pose geometrymsgs.PoseWithCovarianceStamped
	pose.Pose.Pose = geometrymsgs.Pose{Position: geometrymsgs.Point{X: -0.3, Y: 0.1}, Orientation: geometrymsgs.Quaternion{W: 1}}
	pose.Pose.Covariance[0], pose.Pose.Covariance[7] = 0.04, 0.01
	require.NoError(t, p.pose.Publish(pose))
	require.NoError(t, p.model.Publish(msgs.WorldModel{Ball: msgs.ModelBall{Known: true, MapX: 2, MapY: 1}}))
	require.NoError(t, p.role.Publish(stdmsgs.String{Data: "striker"}))
}

// requireDrawn checks the newest markers: the robot of number 2 at (−0.2, 0), what it believes, the score and the call.
func (player) requireDrawn(t *testing.T, drawn *ros.Subscription[visualizationmsgs.MarkerArray]) {
	t.Helper()
	var array visualizationmsgs.MarkerArray
	require.NotEmpty(t, drawn.C())
	for len(drawn.C()) > 0 {
		array = <-drawn.C()
	}
	by := map[string]visualizationmsgs.Marker{}
	for _, k := range array.Markers {
		require.Equal(t, "world", k.Header.FrameId)
		if k.Action == visualizationmsgs.MarkerAdd {
			by[k.Ns] = k
		}
	}
	require.InDelta(t, -0.2, by["robots"].Pose.Position.X, 1e-3)
	require.Equal(t, "2 striker", by["words"].Text)
	require.InDelta(t, -0.3, by["beliefs"].Pose.Position.X, 1e-3)
	require.InDelta(t, 2*2.4477*0.2, by["beliefs"].Scale.X, 1e-3)
	require.InDelta(t, 2, by["balls_believed"].Pose.Position.X, 1e-3)
	require.InDelta(t, 1, by["balls_believed"].Pose.Position.Y, 1e-3)
	require.Contains(t, by["scoreboard"].Text, "0 : 0")
	require.Contains(t, by["scoreboard"].Text, "goal kick blue")
	require.Equal(t, "goal: goal kick blue ball 3.90 1.10", by["call"].Text)
}
