package udp_test

import (
	"context"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/soccer/game/udp"
)

func TestRobotsOfATeamOnOneMachineHearEachOther(t *testing.T) {
	to := target(t)
	robots := make([]*udp.Team, 3)
	for i := range robots {
		var err error
		robots[i], err = udp.DialTeam(context.Background(), to)
		require.NoError(t, err)
		defer func() { require.NoError(t, robots[i].Close()) }()
	}
	s := start(t, udp.Config{Target: target(t), Version: 18, TeamPorts: []uint16{to.Port()}})
	require.NoError(t, robots[0].Send([]byte("first")))
	require.NoError(t, robots[1].Send([]byte("second")))
	require.Equal(t, "second", string((<-robots[0].Packets()).Data), "not its own")
	require.Equal(t, "first", string((<-robots[1].Packets()).Data))
	require.Equal(t, "first", string((<-robots[2].Packets()).Data))
	require.Equal(t, "second", string((<-robots[2].Packets()).Data))
	e := <-s.Events()
	require.Equal(t, &udp.TeamMessage{Port: to.Port(), Bytes: len("first")}, e.Team, "the GameController counts it")
	require.Equal(t, "127.255.255.255:10024", udp.TeamAddress(24, netip.Addr{}).String())
	require.Equal(t, "10.0.255.255:10024", udp.TeamAddress(24, netip.MustParseAddr("10.0.255.255")).String())
}
