package studiotest

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert/matchview"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/soccer/match/show"
)

// matchOfNodes publishes what the nodes of a match publish, with one robot a side, until the test ends. Red 1 stands at
// (-2, 1) and looks forward, blue 1 at (2, 0.5) and looks back. The ball rolls from x = -1 at 0.1 m/s. It returns the
// requests that the simulator receives.
func (s *Stage) matchOfNodes() <-chan bool {
	s.t.Helper()
	game, err := ros.Advertise[msgs.GameState](s.Robot, "/game_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(s.t, err)
	calls, err := ros.Advertise[msgs.RefereeCall](s.Robot, "/referee_calls", ros.Reliable(), ros.Depth(10))
	require.NoError(s.t, err)
	paused := make(chan bool, 10)
	_, err = ros.Serve(s.Robot, "/simulator/pause", func(_ context.Context, q stdsrvs.SetBoolRequest) (stdsrvs.SetBoolResponse, error) {
		paused <- q.Data
		return stdsrvs.SetBoolResponse{Success: true}, nil
	})
	require.NoError(s.t, err)
	red, blue := s.player("red1"), s.player("blue1")
	s.t.Cleanup(goes(func(done <-chan struct{}) {
		beat := time.NewTicker(cycle)
		defer beat.Stop()
		begin := s.Bus.Clock().Now()
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case <-beat.C:
			}
			now := s.Bus.Clock().Now()
			ball := show.Ball{X: -1 + 0.1*now.Sub(begin).Seconds(), Z: 0.05}
			red.publish(now, &show.Robot{X: -2, Y: 1, Posture: "upright"}, &ball, geometrymsgs.Pose2D{X: -1.9, Y: 1})
			// Its map is the world turned by 180°.
			blue.publish(now, &show.Robot{X: 2, Y: 0.5, Theta: math.Pi, Posture: "fallen"}, &ball, geometrymsgs.Pose2D{X: -2, Y: -0.5})
			if n%20 == 0 {
				g := msgs.GameState{Rules: "spl2025", Phase: msgs.GameStatePhaseSecondHalf, State: msgs.GameStateStatePlaying, HomeOnLeft: true, Remaining: 61}
				g.Home.Name, g.Home.Score, g.Away.Name = "reds", 2, "blues"
				g.Home.Players, g.Away.Players = make([]msgs.GamePlayer, 20), make([]msgs.GamePlayer, 20)
				g.Home.Players[0] = msgs.GamePlayer{Penalty: msgs.GamePlayerPenaltyPushing, PenaltyLeft: 30}
				game.Publish(g)
			}
			if n%400 == 100 {
				calls.Publish(msgs.RefereeCall{
					Stamp: ros.Stamp(now), Rule: "pushing", Call: "penalize pushing home 1", Evidence: "into away 1", Source: "pushing.push_speed 0.2", Performed: true,
				})
			}
			s.Bus.Advance(cycle)
		}
	}))
	return paused
}

// player holds the publishers of one player.
type player struct {
	truth *ros.Publisher[msgs.GroundTruth]
	pose  *ros.Publisher[geometrymsgs.PoseWithCovarianceStamped]
	model *ros.Publisher[msgs.WorldModel]
	role  *ros.Publisher[stdmsgs.String]
	body  *ros.Publisher[msgs.MachineState]
}

func (s *Stage) player(name string) *player {
	s.t.Helper()
	n := s.node("player", "/"+name, nil)
	p, errs := &player{}, [5]error{}
	p.truth, errs[0] = ros.Advertise[msgs.GroundTruth](n, "ground_truth", ros.SensorData())
	p.pose, errs[1] = ros.Advertise[geometrymsgs.PoseWithCovarianceStamped](n, "pose")
	p.model, errs[2] = ros.Advertise[msgs.WorldModel](n, "world_model")
	p.role, errs[3] = ros.Advertise[stdmsgs.String](n, "role", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	p.body, errs[4] = ros.Advertise[msgs.MachineState](n, "body/machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	for _, err := range errs {
		require.NoError(s.t, err)
	}
	require.NoError(s.t, p.role.Publish(stdmsgs.String{Data: "striker"}))
	require.NoError(s.t, p.body.Publish(msgs.MachineState{Machine: "body", Path: "play/attack"}))
	return p
}

// publish publishes truth and belief; at is the robot's pose in its map.
func (p *player) publish(now time.Time, r *show.Robot, ball *show.Ball, at geometrymsgs.Pose2D) {
	stamp := ros.Stamp(now)
	p.truth.Publish(matchview.Truth(stamp, r, ball))
	m := geometrymsgs.PoseWithCovarianceStamped{}
	m.Header.Stamp, m.Header.FrameId = stamp, "map"
	m.Pose.Pose.Position, m.Pose.Pose.Orientation.W = geometrymsgs.Point{X: at.X, Y: at.Y}, 1
	m.Pose.Covariance[0], m.Pose.Covariance[7] = 0.01, 0.04
	p.pose.Publish(m)
	w := msgs.WorldModel{Localized: true}
	w.Header.Stamp = stamp
	w.Ball = msgs.ModelBall{Known: true, MapX: 0.5, MapY: 0.25, Seen: stamp}
	p.model.Publish(w)
}

func TestAMatchOfNodesIsShownByItsTopics(t *testing.T) {
	s := NewStage(t, Options{NoBody: true})
	paused := s.matchOfNodes()
	p := s.Open("#match")
	p.Wait(`document.querySelectorAll(".match-players button").length === 2`)
	p.WaitText("reds")
	p.Wait(`document.querySelector(".match-score").textContent === "2 : 0"`)
	p.WaitText("pushing 30 s")
	p.Wait(`document.querySelector(".match-banner")?.dataset.rule === "pushing"`)
	p.WaitText("penalize pushing red 1")

	// A robot's beliefs are transformed from its map to the world.
	p.Do(`document.querySelector(".blue-player").click()`)
	p.Wait(`document.querySelector(".match-robot h2")?.textContent.trim() === "blue 1"`)
	p.WaitText("0 cm and 0° off")
	p.WaitText("play/attack")
	r := matchState + `.shown.robots[1]`
	p.Wait(`Math.abs(` + r + `.belief.ball.x + 0.5) < 1e-6 && Math.abs(` + r + `.belief.ball.y + 0.25) < 1e-6`)
	require.Equal(t, "fallen", Eval[string](p, r+".posture"))
	require.Equal(t, "striker", Eval[string](p, r+".role"))
	require.InDelta(t, 0.1, Eval[float64](p, `Math.abs(`+matchState+`.shown.robots[0].belief.x + 2)`), 1e-6)

	// At an earlier time the ball was farther back, according to its speed.
	p.Wait(matchState + `.newest.sec > 4`)
	p.Do(`const i = document.querySelector(".match-slider input"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(i, 2); i.dispatchEvent(new Event("input", {bubbles: true}))`)
	p.Wait(`Math.abs(` + matchState + `.shown.sec - 2) < 0.2`)
	require.InDelta(t, 0, Eval[float64](p, `(s => s.newest.ball.x - s.shown.ball.x - 0.1 * (s.newest.sec - s.shown.sec))(`+matchState+`)`), 0.03)
	p.Key("Escape")
	p.Wait(matchState + `.live`)
	p.Do(`document.querySelector(".match-time button.primary").click()`)
	require.True(t, <-paused, "the simulator is paused")
	p.pictures("match of nodes")
	require.Empty(t, p.Problems())
}
