package gameclient

import (
	"context"
	"fmt"
	"math"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	hsl "gonao/msgs/game_controller_hsl_interfaces"
	spl "gonao/msgs/game_controller_spl_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/soccer/game"
	"gonao/soccer/game/udp"
	"gonao/soccer/game/wire"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/game_client.yaml", "/game_client", DefaultConfig()))
	cfg := DefaultConfig()
	cfg.Player = 21
	require.ErrorContains(t, param.Check(&cfg), "player: 21: expected 1 to 20")
	cfg = DefaultConfig()
	cfg.Color = "reed"
	require.ErrorContains(t, param.Check(&cfg), `color: colour "reed": expected one of blue, red,`)
}

// robot is the node's neighbours on a bus.
type robot struct {
	*ros.Node
	states *ros.Subscription[msgs.GameState]
	phases *ros.Subscription[msgs.GamePhase]
	spl    *ros.Subscription[spl.RCGCD15]
	hsl    *ros.Subscription[hsl.GameState]
}

func newRobot(t *testing.T, ctx context.Context, b ros.Backend) *robot {
	t.Helper()
	n, err := ros.NewNode(ctx, b, "robot", ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	r := &robot{Node: n}
	r.states, err = ros.Subscribe[msgs.GameState](n, "game_state", ros.TransientLocal(), ros.Depth(50))
	require.NoError(t, err)
	r.phases, err = ros.Subscribe[msgs.GamePhase](n, "game_phase", ros.TransientLocal(), ros.Depth(50))
	require.NoError(t, err)
	r.spl, err = ros.Subscribe[spl.RCGCD15](n, "gc/data", ros.Depth(50))
	require.NoError(t, err)
	r.hsl, err = ros.Subscribe[hsl.GameState](n, "gamestate", ros.Depth(50))
	require.NoError(t, err)
	return r
}

func TestButtonsLeadThroughAGameWithoutAController(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(t.Context())
		cfg := DefaultConfig()
		cfg.UDP, cfg.Color, cfg.Role = false, "yellow", "keeper"
		n, err := ros.NewNode(ctx, bus, "game_client", ros.NodeOptions{Namespace: "/nao1", Parameters: &cfg})
		require.NoError(t, err)
		defer n.Close()
		r := newRobot(t, ctx, bus)
		buttons, err := ros.Advertise[msgs.ButtonEvent](r.Node, "button_events", ros.Depth(50))
		require.NoError(t, err)
		roles, err := ros.Subscribe[stdmsgs.String](r.Node, "role", ros.TransientLocal())
		require.NoError(t, err)
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, n, cfg) }()
		synctest.Wait()
		press := func(button, event uint8) {
			require.NoError(t, buttons.Publish(msgs.ButtonEvent{Button: button, Event: event}))
			synctest.Wait()
		}
		press(msgs.ButtonEventButtonRightFootLeft, msgs.ButtonEventEventSingle)
		press(msgs.ButtonEventButtonLeftFootRight, msgs.ButtonEventEventSingle)
		press(msgs.ButtonEventButtonChest, msgs.ButtonEventEventPressed)
		press(msgs.ButtonEventButtonChest, msgs.ButtonEventEventReleased)
		for range 4 {
			press(msgs.ButtonEventButtonChest, msgs.ButtonEventEventSingle)
		}
		press(msgs.ButtonEventButtonHeadFront, msgs.ButtonEventEventSingle)
		press(msgs.ButtonEventButtonChest, msgs.ButtonEventEventTriple)
		var phases []uint8
		for range len(r.phases.C()) {
			phases = append(phases, (<-r.phases.C()).Phase)
		}
		require.Equal(t, []uint8{
			msgs.GamePhasePhaseInitial, msgs.GamePhasePhaseReady, msgs.GamePhasePhaseSet, msgs.GamePhasePhasePlaying,
			msgs.GamePhasePhasePenalized, msgs.GamePhasePhaseInitial,
		}, phases)
		require.Len(t, r.states.C(), 8, "the first, and one for each press that means something")
		require.EqualValues(t, 2, (<-r.states.C()).Home.FieldColor, "yellow, before the bumper")
		for range 2 {
			<-r.states.C()
		}
		ready := <-r.states.C()
		require.Equal(t, msgs.GameStateKickingHome, ready.Kicking)
		require.EqualValues(t, 0, ready.Home.FieldColor)
		require.Equal(t, msgs.GameStateSetPlayKickOff, ready.SetPlay)
		require.Equal(t, "keeper", (<-roles.C()).Data)
		cancel()
		require.NoError(t, <-ended)
	})
}

// controller is a GameController on free ports of this machine.
type controller struct {
	*udp.Server
	ports ports
	match game.Match
}

func newController(t *testing.T, book string, version uint8) *controller {
	t.Helper()
	free, err := net.ListenPacket("udp4", "127.255.255.255:0")
	require.NoError(t, err)
	c := &controller{ports: ports{listen: netip.AddrPortFrom(udp.Loopback.Addr(), free.LocalAddr().(*net.UDPAddr).AddrPort().Port())}}
	require.NoError(t, free.Close())
	c.Server, err = udp.Listen(context.Background(), udp.Config{Target: c.ports.listen, Version: version})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	c.ports.status = c.StatusAddress().Port()
	b, err := game.Load(book)
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 24}, {Number: 1, FieldColor: 9}}})
	require.NoError(t, err)
	c.match = game.NewMatch(r)
	c.match.Game.State = game.Playing
	return c
}

// start runs the node beside a controller on the machine's clock.
func start(t *testing.T, at ports, edit func(*Config)) *robot {
	t.Helper()
	bus := inproc.NewBus()
	ctx, cancel := context.WithCancel(context.Background())
	cfg := DefaultConfig()
	cfg.Player, cfg.ReportHz = 2, 2
	edit(&cfg)
	n, err := ros.NewNode(ctx, bus, "game_client", ros.NodeOptions{Namespace: "/nao1", Parameters: &cfg})
	require.NoError(t, err)
	r := newRobot(t, ctx, bus)
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, n, cfg, at) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, n.Close())
	})
	<-r.phases.C() // its socket is open
	<-r.states.C()
	return r
}

func TestAControlMessageReachesAllTopicsAndIsAnswered(t *testing.T) {
	c := newController(t, "spl2025", 18)
	r := start(t, c.ports, func(*Config) {})
	c.match.Game.Player(game.Away, 2).Penalty = game.Pushing
	require.NoError(t, c.Send(0, &c.match))
	s := <-r.states.C()
	require.Equal(t, msgs.GameStateStatePlaying, s.State)
	require.EqualValues(t, 1, s.Home.Number, "the own team is home")
	require.EqualValues(t, 9, s.Home.FieldColor)
	require.Equal(t, msgs.GamePlayerPenaltyPushing, s.Home.Players[1].Penalty)
	require.Equal(t, msgs.GamePhasePhasePenalized, (<-r.phases.C()).Phase)
	require.Equal(t, spl.RCGCD15StatePlaying, (<-r.spl.C()).State)

	other, err := ros.Advertise[spl.RCGCRD4](r.Node, "gc/return_data", ros.TransientLocal())
	require.NoError(t, err)
	require.NoError(t, other.Publish(spl.RCGCRD4{PlayerNum: 2, TeamNum: 1, Pose: [3]float32{100, 200, 0.5}, BallAge: 2, Ball: [2]float32{300, 0}}))
	for e := range c.Events() { // the node's own ones may come first, once the bus's time continues
		if e.Status != nil && e.Status.BallAge == 2 {
			require.Equal(t, [3]float32{100, 200, 0.5}, e.Status.Pose)
			require.EqualValues(t, 1, e.Status.Team)
			break
		}
	}
}

func TestTheHumanoidLeaguesControllerIsHeardToo(t *testing.T) {
	c := newController(t, "hsl2026", 20)
	r := start(t, c.ports, func(*Config) {})
	require.NoError(t, c.Send(0, &c.match))
	require.Equal(t, msgs.GamePhasePhasePlaying, (<-r.phases.C()).Phase)
	require.EqualValues(t, 9, (<-r.hsl.C()).OwnPlayerColor)
	require.Empty(t, r.spl.C())
}

func TestASecondControllerAndOtherTeamsAreLeft(t *testing.T) {
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "game_client", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	c := newController(t, "spl2025", 18)
	first, second := netip.MustParseAddrPort("127.0.0.1:9"), netip.MustParseAddrPort("127.0.0.1:10")
	r := start(t, c.ports, func(cfg *Config) { cfg.UDP = false })
	k := newBare(t, n)
	playing, other := wire.FromGame(&c.match, 18, 1, false), wire.FromGame(&c.match, 18, 1, false)
	other.State, other.Teams[1].Score = 4, 77
	require.NoError(t, k.control(udp.Control{From: first, Message: playing}))
	require.NoError(t, k.control(udp.Control{From: second, Message: other}))
	require.Zero(t, k.client.View().Control.Teams[1].Score, "the first one is obeyed")
	other.Teams[1].Number = 3
	require.NoError(t, k.control(udp.Control{From: first, Message: other}))
	require.Zero(t, k.client.View().Control.Teams[1].Score, "of another game")
	require.Empty(t, r.states.C())
}

// After a silence a sender from another address is not obeyed before the game ends, or a person releases the robot.
func TestTheAddressOfAGameIsObeyedUntilItEnds(t *testing.T) {
	bus := inproc.NewBus()
	n, err := ros.NewNode(t.Context(), bus, "game_client", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	b, err := game.Load("spl2025")
	require.NoError(t, err)
	rules, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 24}, {Number: 1}}})
	require.NoError(t, err)
	g := game.NewMatch(rules)
	k := newBare(t, n)
	ours, ourNew, other := netip.MustParseAddrPort("10.0.0.1:9"), netip.MustParseAddrPort("10.0.0.1:10"), netip.MustParseAddrPort("10.0.0.2:9")
	packet := uint8(0)
	obeys := func(from netip.AddrPort, state game.State, firstHalf bool) bool {
		packet++
		bus.Advance(6 * time.Second) // the one before is silent
		g.Game.State = state
		m := wire.FromGame(&g, 18, packet, false)
		m.FirstHalf = firstHalf
		require.NoError(t, k.control(udp.Control{From: from, Message: m}))
		return k.client.View().Control.Packet == packet
	}
	require.True(t, obeys(other, game.Initial, true), "no game yet")
	require.True(t, obeys(ours, game.Playing, true))
	require.False(t, obeys(other, game.Finished, false))
	require.True(t, obeys(ourNew, game.Finished, true), "half-time, after a restart on the same computer")
	require.False(t, obeys(other, game.Initial, true))
	var d ros.Diagnosis
	k.health.diagnose(&d)
	require.Contains(t, fmt.Sprint(d), "no other address than 10.0.0.1 is obeyed")
	k.client.SetLock(false)
	require.True(t, obeys(other, game.Playing, false), "released")
	k.client.SetLock(true)
	require.False(t, obeys(ours, game.Playing, false), "locked to the next one")
	require.True(t, obeys(other, game.Finished, false))
	require.True(t, obeys(ours, game.Ready, true), "the next game")
}

// newBare returns a node that does not run.
func newBare(t *testing.T, n *ros.Node) *node {
	t.Helper()
	cfg := DefaultConfig()
	cfg.UDP = false
	k := newNode(n, cfg, ports{})
	require.NoError(t, k.out.open(n, cfg))
	require.NoError(t, ros.Open(n, &k.in))
	return k
}

func TestPressesOfOtherButtonsMeanNothing(t *testing.T) {
	for _, m := range []msgs.ButtonEvent{
		{Button: msgs.ButtonEventButtonHeadRear, Event: msgs.ButtonEventEventSingle},
		{Button: msgs.ButtonEventButtonChest, Event: msgs.ButtonEventEventLong},
		{Button: msgs.ButtonEventButtonLeftFootLeft, Event: msgs.ButtonEventEventTriple},
		{Button: 99},
	} {
		_, ok := pressOf(&m)
		require.False(t, ok)
	}
}

// The bus's clock stands still outside a synctest bubble, so that no report is ever due: the report is asked for.
func TestTheBallOfTheWorldModelIsReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n, err := ros.NewNode(t.Context(), bus, "game_client", ros.NodeOptions{})
		require.NoError(t, err)
		defer n.Close()
		other, err := ros.NewNode(t.Context(), bus, "robot", ros.NodeOptions{})
		require.NoError(t, err)
		defer other.Close()
		models, err := ros.Advertise[msgs.WorldModel](other, "world_model", ros.SensorData())
		require.NoError(t, err)
		k := newBare(t, n)
		now := n.Clock.Now()
		require.InDelta(t, -1, statusOf(k, now).BallAge, 0, "no ball was seen")

		var m msgs.WorldModel
		m.Ball = msgs.ModelBall{Known: true, X: 1.5, Y: -0.25, Seen: ros.Stamp(now.Add(-2 * time.Second))}
		require.NoError(t, models.Publish(m))
		synctest.Wait()
		s := statusOf(k, now)
		require.InDelta(t, 2, s.BallAge, 1e-3)
		require.Equal(t, [2]float32{1500, -250}, s.Ball)

		m.Ball.X = math.NaN()
		require.NoError(t, models.Publish(m))
		synctest.Wait()
		require.InDelta(t, -1, statusOf(k, now).BallAge, 0, "a place that is not finite is none")
	})
}
