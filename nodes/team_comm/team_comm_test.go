package teamcomm

import (
	"context"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/soccer/game/udp"
	"gonao/soccer/team"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/team_comm.yaml", "/team_comm", DefaultConfig()))
	cfg := DefaultConfig()
	cfg.Broadcast = "everybody"
	require.ErrorContains(t, param.Check(&cfg), `broadcast: "everybody": expected an IPv4 address, such as 10.0.255.255`)
	cfg = DefaultConfig()
	cfg.Player = 21
	require.ErrorContains(t, param.Check(&cfg), "player: 21: expected 1 to 20")
}

// air carries packets between nodes of one test.
type air struct {
	sent    [][]byte
	packets chan udp.TeamPacket
}

func (a *air) Packets() <-chan udp.TeamPacket { return a.packets }
func (a *air) Send(data []byte) error         { a.sent = append(a.sent, data); return nil }
func (a *air) Close() error                   { return nil }

// stage is the node with its neighbours on a bus.
type stage struct {
	*ros.Node
	bus     *inproc.Bus
	air     *air
	games   *ros.Publisher[msgs.GameState]
	wishes  *ros.Publisher[msgs.TeamMessage]
	poses   *ros.Publisher[msgs.PoseEstimate]
	heard   *ros.Subscription[msgs.TeamMessage]
	reports *ros.Subscription[msgs.TeamReport]
}

// after lets time pass.
func (s *stage) after(d time.Duration) {
	for ; d > 0; d -= period {
		s.bus.Advance(period)
		synctest.Wait()
	}
}

func onBus(t *testing.T, test func(t *testing.T, s *stage)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(t.Context())
		cfg := DefaultConfig()
		n, err := ros.NewNode(ctx, bus, "team_comm", ros.NodeOptions{Namespace: "/red1", Parameters: &cfg})
		require.NoError(t, err)
		defer n.Close()
		other, err := ros.NewNode(ctx, bus, "others", ros.NodeOptions{Namespace: "/red1"})
		require.NoError(t, err)
		defer other.Close()
		s := &stage{Node: other, bus: bus, air: &air{packets: make(chan udp.TeamPacket, 8)}}
		var errs [5]error
		s.games, errs[0] = ros.Advertise[msgs.GameState](other, "game_state", ros.TransientLocal(), ros.Depth(1))
		s.wishes, errs[1] = ros.Advertise[msgs.TeamMessage](other, "team_message")
		s.poses, errs[2] = ros.Advertise[msgs.PoseEstimate](other, "pose_estimate", ros.SensorData())
		s.heard, errs[3] = ros.Subscribe[msgs.TeamMessage](other, "team_messages", ros.SensorData(), ros.Depth(20))
		s.reports, errs[4] = ros.Subscribe[msgs.TeamReport](other, "team_reports", ros.SensorData(), ros.Depth(20))
		for _, err := range errs {
			require.NoError(t, err)
		}
		ended := make(chan error, 1)
		go func() { ended <- run(ctx, n, cfg, s.air) }()
		synctest.Wait()
		test(t, s)
		cancel()
		require.NoError(t, <-ended)
	})
}

// playing returns a game in which the team has messages left.
func playing(left uint16) msgs.GameState {
	return msgs.GameState{
		State: msgs.GameStateStatePlaying, PlayersPerTeam: 5, Remaining: 300,
		Home: msgs.GameTeam{Number: 1, Messages: left, Players: make([]msgs.GamePlayer, 20)},
	}
}

func TestWhatATeammateHasToldIsPublished(t *testing.T) {
	onBus(t, func(t *testing.T, s *stage) {
		s.after(2 * time.Second)
		now := ros.SinceEpoch(s.Clock.Now())
		m := team.Message{Number: 2, Time: 77 * time.Second, Role: team.Striker, HasBall: true, Ball: [2]float64{1, 2}, BallAge: 0.5, Heard: true, Whistle: 76 * time.Second}
		s.air.packets <- udp.TeamPacket{Data: m.Append(nil)}
		synctest.Wait()
		told := <-s.heard.C()
		require.Equal(t, "striker", told.Role)
		require.Equal(t, now, ros.StampSinceEpoch(told.Stamp), "on the clock of the receiver")
		require.Equal(t, now-time.Second, ros.StampSinceEpoch(told.Whistle))
		report := <-s.reports.C()
		require.True(t, report.BallKnown)
		require.EqualValues(t, 2, report.Number)

		m.Number = 1
		s.air.packets <- udp.TeamPacket{Data: m.Append(nil), From: netip.MustParseAddrPort("10.0.1.9:10001")}
		s.air.packets <- udp.TeamPacket{Data: []byte("hello")}
		synctest.Wait()
		require.Empty(t, s.heard.C(), "the robot's own number, and a packet of something else, are refused")
	})
}

func TestWhatThePlayerTellsIsSentWithinTheBudget(t *testing.T) {
	onBus(t, func(t *testing.T, s *stage) {
		wish := msgs.TeamMessage{Number: 9, Role: "keeper", X: -4}
		tell := func(g msgs.GameState) {
			require.NoError(t, s.games.Publish(g))
			synctest.Wait()
			require.NoError(t, s.wishes.Publish(wish))
			synctest.Wait()
		}
		tell(playing(0))
		g := playing(100)
		g.Home.Players[0].Penalty = msgs.GamePlayerPenaltyPushing
		tell(g)
		g = playing(100)
		g.State = msgs.GameStateStateFinished
		tell(g)
		require.Empty(t, s.air.sent, "the budget is used up, the robot is penalised, the half is over")
		tell(playing(100))
		require.Len(t, s.air.sent, 1)
		require.Len(t, s.air.sent[0], team.Size)
		m, err := team.Decode(s.air.sent[0])
		require.NoError(t, err)
		require.Equal(t, 1, m.Number, "the node's player, whatever the topic says")
		require.Equal(t, team.Keeper, m.Role)
		g = playing(100)
		g.State = msgs.GameStateStateStandby
		tell(g)
		require.Len(t, s.air.sent, 2, "who has seen the sign for READY passes it on in STANDBY")
	})
}

func TestWithoutAPlayerTheNodeTellsWhereTheRobotIs(t *testing.T) {
	onBus(t, func(t *testing.T, s *stage) {
		require.NoError(t, s.games.Publish(playing(1000)))
		require.NoError(t, s.poses.Publish(msgs.PoseEstimate{X: 1, Localized: false}))
		s.after(2 * time.Second)
		require.Empty(t, s.air.sent, "it is not localized")
		require.NoError(t, s.poses.Publish(msgs.PoseEstimate{X: 1, Y: 2, Localized: true}))
		s.after(time.Second)
		require.Len(t, s.air.sent, 1)
		s.after(5 * time.Second)
		require.Len(t, s.air.sent, 1, "nothing has changed")
		require.NoError(t, s.poses.Publish(msgs.PoseEstimate{X: 3, Y: 2, Localized: true}))
		s.after(3 * time.Second)
		require.Len(t, s.air.sent, 2)
		m, err := team.Decode(s.air.sent[1])
		require.NoError(t, err)
		require.InDelta(t, 3, m.Pose.X, 1e-9)

		require.NoError(t, s.wishes.Publish(msgs.TeamMessage{}))
		synctest.Wait()
		require.NoError(t, s.poses.Publish(msgs.PoseEstimate{X: -3, Y: 2, Localized: true}))
		s.after(9 * time.Second)
		require.Len(t, s.air.sent, 3, "the player's message alone")
	})
}
