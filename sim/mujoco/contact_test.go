package mujoco

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheFloorCarriesTheBoxesWeight(t *testing.T) {
	m, d := load(t, smallWorld)
	floor, err := m.ID(Geom, "floor")
	require.NoError(t, err)
	cube, err := m.ID(Geom, "cube")
	require.NoError(t, err)
	box, err := m.ID(Body, "box")
	require.NoError(t, err)
	require.Equal(t, int32(box), m.GeomBodies()[cube])

	buffer := make([]Contact, 16)
	require.Zero(t, d.ReadContacts(buffer), "in the air")
	require.NoError(t, d.Step(2000))
	n := d.ReadContacts(buffer)
	require.Equal(t, 4, n)
	up := 0.0
	for _, c := range buffer[:n] {
		require.Equal(t, [2]int32{int32(floor), int32(cube)}, c.Geom)
		require.InDelta(t, 0.0, c.Position[2], 0.01)
		up += c.Force[2]
	}
	require.InDelta(t, 2*9.81, up, 0.01)
	require.Equal(t, 2, d.ReadContacts(buffer[:2]), "as many as fit")
	require.Zero(t, d.ReadContacts(nil))
	require.Zero(t, testing.AllocsPerRun(10, func() { d.ReadContacts(buffer) }))
}

func TestARayMeasuresTheWayToTheNextThing(t *testing.T) {
	m, d := load(t, smallWorld)
	require.NoError(t, d.Forward())
	box, err := m.ID(Body, "box")
	require.NoError(t, err)
	down := [3]float64{0, 0, -1}
	require.InDelta(t, 0.9, d.Ray([3]float64{0, 0, 2}, down, 1, -1), 1e-9)
	require.InDelta(t, 2.0, d.Ray([3]float64{0, 0, 2}, down, 1, box), 1e-9, "through the box to the floor")
	require.InDelta(t, -1, d.Ray([3]float64{0, 0, 2}, down, 0, -1), 0, "no group, nothing to hit")
	require.InDelta(t, -1, d.Ray([3]float64{0, 0, 2}, [3]float64{0, 0, 1}, 1, -1), 0)
}

func TestGravityAndFrictionCanBeTuned(t *testing.T) {
	m, d := load(t, smallWorld)
	m.Gravity()[2] = 0
	require.NoError(t, d.Step(100))
	require.InDelta(t, 1.0, d.QPos[2], 1e-12)
	require.Len(t, m.DofFriction(), 7)
}
