package udp_test

import (
	"context"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/game"
	"gonao/soccer/game/udp"
	"gonao/soccer/game/wire"
)

func newMatch(t *testing.T) game.Match {
	t.Helper()
	b, err := game.Load("spl2025")
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 24}, {Number: 5}}})
	require.NoError(t, err)
	m, err := game.NewMatch(r).Apply(game.Action{Kind: game.WaitForReady})
	require.NoError(t, err)
	m, err = m.Apply(game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: game.Home})
	require.NoError(t, err)
	return m
}

// freePort returns a UDP port that nobody has at the moment.
func freePort(t *testing.T) uint16 {
	t.Helper()
	c, err := net.ListenPacket("udp4", "127.255.255.255:0")
	require.NoError(t, err)
	defer c.Close()
	return c.LocalAddr().(*net.UDPAddr).AddrPort().Port()
}

func target(t *testing.T) netip.AddrPort {
	return netip.AddrPortFrom(udp.Loopback.Addr(), freePort(t))
}

func start(t *testing.T, c udp.Config) *udp.Server {
	t.Helper()
	s, err := udp.Listen(context.Background(), c)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func dial(t *testing.T, at netip.AddrPort) *udp.Client {
	t.Helper()
	c, err := udp.Dial(context.Background(), at)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func TestRobotsAndMonitorsOfOneMachineAllReceive(t *testing.T) {
	at, m := target(t), newMatch(t)
	s := start(t, udp.Config{Target: at, Version: 18})
	robots := []*udp.Client{dial(t, at), dial(t, at)}
	require.NoError(t, s.Send(0, &m))
	for _, r := range robots {
		c := <-r.Controls()
		require.Equal(t, uint8(18), c.Message.Version)
		state, _ := c.Message.GameState()
		require.Equal(t, game.Standby, state, "what robots are to see")
	}

	monitors := make([]*net.UDPConn, 2)
	for i := range monitors {
		c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		require.NoError(t, err)
		defer c.Close()
		monitors[i] = c
		_, err = c.WriteToUDPAddrPort(wire.MonitorRequest(), s.MonitorAddress())
		require.NoError(t, err)
	}
	_, err := monitors[0].WriteToUDPAddrPort([]byte("RGTr\x07"), s.MonitorAddress())
	require.NoError(t, err)
	require.ErrorContains(t, (<-s.Events()).Err, "monitor request", "the last of the three packets")
	require.NoError(t, s.Send(time.Second, &m))
	buffer := make([]byte, 1000)
	for _, c := range monitors {
		n, _, err := c.ReadFromUDPAddrPort(buffer)
		require.NoError(t, err)
		truth, err := wire.ParseControl(buffer[:n])
		require.NoError(t, err)
		require.True(t, truth.ToMonitor)
		state, _ := truth.GameState()
		require.Equal(t, game.Ready, state, "the truth, on the host that robots run on")
	}

	require.NoError(t, robots[1].Report(s.StatusAddress(), wire.Status{Player: 2, Team: 24}))
	e := <-s.Events()
	require.Equal(t, uint8(2), e.Status.Player)
	for _, c := range monitors {
		n, _, err := c.ReadFromUDPAddrPort(buffer)
		require.NoError(t, err)
		from, status, err := wire.ParseForwarded(buffer[:n])
		require.NoError(t, err)
		require.Equal(t, netip.MustParseAddr("127.0.0.1"), from)
		require.Equal(t, uint8(24), status.Team)
	}
	require.NoError(t, s.Send(12*time.Second, &m), "both monitors are forgotten")
	// Nothing comes before what is sent now.
	_, err = monitors[1].WriteTo([]byte("end"), monitors[0].LocalAddr())
	require.NoError(t, err)
	n, _, err := monitors[0].ReadFromUDPAddrPort(buffer)
	require.NoError(t, err)
	require.Equal(t, "end", string(buffer[:n]))
}

func TestAnotherGameControllerIsHeard(t *testing.T) {
	at, m := target(t), newMatch(t)
	first := start(t, udp.Config{Target: at, Version: 18})
	second := start(t, udp.Config{Target: at, Version: 20})
	require.NoError(t, second.Send(0, &m))
	require.Contains(t, (<-first.Events()).Other, "teams 24 and 5, version 20")
}

func TestTeamMessagesAreSeenWithTheirSize(t *testing.T) {
	port := freePort(t)
	s := start(t, udp.Config{Target: target(t), Version: 18, TeamPorts: []uint16{port}})
	c := dial(t, target(t))
	require.NoError(t, c.Report(netip.AddrPortFrom(udp.Loopback.Addr(), port), wire.Status{Player: 1}))
	require.Equal(t, &udp.TeamMessage{Port: port, Bytes: 32}, (<-s.Events()).Team)
}

func TestBadPacketsOfRobotsAreReported(t *testing.T) {
	s := start(t, udp.Config{Target: target(t), Version: 18})
	c := dial(t, target(t))
	require.NoError(t, c.Report(s.StatusAddress(), wire.Status{Player: 21}))
	require.ErrorContains(t, (<-s.Events()).Err, "player 21: expected 1 to 20")
}

func TestASecondServerOnTheSamePortsIsRefused(t *testing.T) {
	first := start(t, udp.Config{Target: target(t), Version: 18})
	_, err := udp.Listen(t.Context(), udp.Config{Target: target(t), Version: 18, StatusPort: first.StatusAddress().Port()})
	require.ErrorContains(t, err, "does another GameController run here?")
	_, err = udp.Listen(t.Context(), udp.Config{Target: target(t), Version: 21})
	require.ErrorContains(t, err, "version 21: expected 14 to 20")
}

func TestPacketsThatAreNoControlMessagesAreNamed(t *testing.T) {
	at := target(t)
	c := dial(t, at)
	sender := dial(t, target(t))
	require.NoError(t, sender.Report(at, wire.Status{Player: 2, Team: 24}))
	require.ErrorContains(t, (<-c.Refused()).Err, `header "RGrt": expected RGme or RGTD`)
}
