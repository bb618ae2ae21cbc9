package gamecontroller

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/soccer/game"
	"gonao/soccer/game/udp"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/game_controller.yaml", "/game_controller", DefaultConfig()))
}

func TestWrongParametersAreRefused(t *testing.T) {
	for want, edit := range map[string]func(*Config){
		`rule book "spl": no such rule book`:         func(c *Config) { c.Rules = "spl" },
		"both teams have the number 2":               func(c *Config) { c.Home.Number = 2 },
		"players per team: 11: expected 1 to 7":      func(c *Config) { c.Setup.Players = 11 },
		`broadcast: "all": expected an IPv4 address`: func(c *Config) { c.Broadcast = "all" },
	} {
		cfg := DefaultConfig()
		edit(&cfg)
		require.ErrorContains(t, param.Check(&cfg), want)
	}
}

// referee is somebody who calls the node's services and sees its topic.
type referee struct {
	*ros.Node
	bus    *inproc.Bus
	states *ros.Subscription[msgs.GameState]
}

func (r *referee) call(t *testing.T, name string, q msgs.RefereeActionRequest) string {
	t.Helper()
	c, err := ros.NewClient[msgs.RefereeActionRequest, msgs.RefereeActionResponse](r.Node, "game_controller/"+name)
	require.NoError(t, err)
	defer c.Close()
	a, err := c.Call(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, a.Success, a.Message == "")
	return a.Message
}

// after lets time pass and returns the last state that was published.
func (r *referee) after(d time.Duration) (last msgs.GameState) {
	for ; d > 0; d -= period {
		r.bus.Advance(period)
		synctest.Wait()
		for len(r.states.C()) > 0 {
			last = <-r.states.C()
		}
	}
	return last
}

// onBus runs a test beside the node, without packets.
func onBus(t *testing.T, test func(t *testing.T, r *referee)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(t.Context())
		cfg := DefaultConfig()
		cfg.UDP = false
		n, err := ros.NewNode(ctx, bus, "game_controller", ros.NodeOptions{Parameters: &cfg})
		require.NoError(t, err)
		defer n.Close()
		other, err := ros.NewNode(ctx, bus, "referee", ros.NodeOptions{})
		require.NoError(t, err)
		defer other.Close()
		r := &referee{Node: other, bus: bus}
		r.states, err = ros.Subscribe[msgs.GameState](other, "game_state", ros.TransientLocal(), ros.Depth(50))
		require.NoError(t, err)
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, n, cfg) }()
		synctest.Wait()
		test(t, r)
		cancel()
		require.NoError(t, <-ended)
	})
}

func TestAGameIsRefereedByServices(t *testing.T) {
	onBus(t, func(t *testing.T, r *referee) {
		require.Equal(t, msgs.GameStateStateInitial, r.after(time.Second).State)
		require.Contains(t, r.call(t, "goal", msgs.RefereeActionRequest{Side: 1}), "goal home: expected PLAYING")
		require.Empty(t, r.call(t, "standby", msgs.RefereeActionRequest{}))
		require.Contains(t, r.call(t, "set_play", msgs.RefereeActionRequest{Side: 1, SetPlay: "kickoff"}), `did you mean "kick_off"?`)
		require.Empty(t, r.call(t, "set_play", msgs.RefereeActionRequest{Side: 1, SetPlay: "kick_off"}))
		ready := r.after(time.Second)
		require.Equal(t, msgs.GameStateStateReady, ready.State)
		require.InDelta(t, 44, ready.Delay, 0.6)
		require.Equal(t, msgs.GameStateStateSet, r.after(45*time.Second).State)
		require.Empty(t, r.call(t, "playing", msgs.RefereeActionRequest{}))
		require.Empty(t, r.call(t, "goal", msgs.RefereeActionRequest{Side: 2}))
		require.EqualValues(t, 1, r.after(time.Second).Away.Score)
		require.Empty(t, r.call(t, "undo", msgs.RefereeActionRequest{}))
		back := r.after(time.Second)
		require.Zero(t, back.Away.Score)
		require.Equal(t, msgs.GameStateStatePlaying, back.State)
	})
}

func TestAnotherGameControllerOnTheNetworkStopsTheNode(t *testing.T) {
	c := &node{cfg: DefaultConfig()}
	c.cfg.Broadcast = "10.0.255.255"
	require.ErrorContains(t, c.take(udp.Event{Other: "another GameController sends"}), "this one stops")
}

func TestTeamMessagesCountAgainstTheBudget(t *testing.T) {
	rules, err := DefaultConfig().rules()
	require.NoError(t, err)
	c := &node{cfg: DefaultConfig(), rules: rules, match: game.NewMatch(rules)}
	message := func(port uint16, size int) {
		require.NoError(t, c.take(udp.Event{Team: &udp.TeamMessage{Port: port, Bytes: size}}))
	}
	message(10001, 40)
	require.Equal(t, 1200, c.match.Game.Team(game.Home).Messages, "not before the game")
	require.NoError(t, c.apply(game.Action{Kind: game.WaitForReady}))
	message(10001, 128)
	message(10002, 129)
	require.Equal(t, 1199, c.match.Game.Team(game.Home).Messages)
	require.False(t, c.match.Game.Team(game.Home).IllegalCommunication)
	require.True(t, c.match.Game.Team(game.Away).IllegalCommunication, "one byte too long")
}
