package simulator

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
	"gonao/ros/param"
	"gonao/sim/world"
)

func TestTeamsStandBesideTheFieldWithJerseys(t *testing.T) {
	ground, err := world.Load("spl")
	require.NoError(t, err)
	cfg := DefaultConfig()
	cfg.Robots.PerTeam = 2
	require.NoError(t, param.Check(&cfg))
	require.NoError(t, cfg.Robots.setTeams(&ground))
	require.Equal(t, []string{"red1", "red2", "blue1", "blue2"}, cfg.Robots.Names)
	require.Len(t, ground.Balls, 1)
	require.Empty(t, ground.Carriers)
	s := cfg.simulation(ground)
	require.Len(t, s.Robots, 4)
	require.Equal(t, "blue", s.Robots[3].Robot.Jersey)
	require.Equal(t, 2, s.Robots[3].Robot.Number)
	for i, r := range s.Robots {
		require.Equal(t, i < 2, r.Robot.XM < 0, "in its own half")
		require.Greater(t, math.Abs(r.Robot.YM), ground.Map.Width/2, "beside the field")
	}
	cfg.Robots.PerTeam, cfg.Robots.Names = 2, []string{"nao1"}
	require.ErrorContains(t, param.Check(&cfg), "robots.per_team 2: expected 0, or no robots.names")
	empty, err := world.Load("empty")
	require.NoError(t, err)
	cfg.Robots.Names = nil
	require.ErrorContains(t, cfg.Robots.setTeams(&empty), "the world has no field or no free ball")
}

func TestContactsReachReferees(t *testing.T) {
	observer, step, _ := startTwo(t)
	all, err := ros.Subscribe[msgs.Contacts](observer, "contacts", ros.SensorData(), ros.Depth(500))
	require.NoError(t, err)
	place, err := ros.NewClient[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](observer, "blue/simulator/place")
	require.NoError(t, err)
	stepUntil(t, func() { step(4) }, func() bool { return len(all.C()) > 0 }, "contacts are noted from the first message on")
	placed := make(chan msgs.PlaceObjectResponse, 1)
	go func() {
		a, err := place.Call(t.Context(), msgs.PlaceObjectRequest{Position: geometrymsgs.Point{X: -1.2, Y: 2}, Yaw: math.Pi})
		if err != nil {
			a.Message = err.Error()
		}
		placed <- a
	}()
	stepUntil(t, func() { step(1) }, func() bool { return len(placed) > 0 }, "blue is placed")
	a := <-placed
	require.True(t, a.Success, a.Message)
	var m msgs.Contacts
	i := -1
	stepUntil(t, func() { step(4) }, func() bool {
		for i < 0 && len(all.C()) > 0 {
			m = <-all.C()
			i = slices.IndexFunc(m.Contacts, func(c msgs.Contact) bool { return c.Other == "blue" })
		}
		return i >= 0
	}, "red touches blue")
	c := m.Contacts[i]
	require.Equal(t, "red", c.Robot)
	require.NotEmpty(t, c.Link)
	require.NotEmpty(t, c.OtherLink)
	require.InDelta(t, 2, c.Point.Y, 0.5)
	require.Len(t, m.Robots, 2)
	require.Equal(t, "red", m.Robots[0].Robot)
	require.Positive(t, m.Robots[0].Stance)
	require.Zero(t, m.Robots[0].BallCover)
}
