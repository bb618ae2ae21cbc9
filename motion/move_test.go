package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/slot"
	"gonao/nao"
)

func TestJointsGoWhereTheyAreToldAtTheSpeedAskedFor(t *testing.T) {
	m, b := newStanding(t)
	_, high := nao.RShoulderPitch.Range()
	from := b.command.Position[nao.LShoulderPitch]
	p, err := m.Move([]slot.Target{{Joint: nao.LShoulderPitch, Angle: 0.2}, {Joint: nao.RShoulderPitch, Angle: high}}, 0.25)
	require.NoError(t, err)
	fastest, cycles := 0.0, 0
	for m.Progress(p).Outcome == Playing {
		b.run(m, 1, smooth(t))
		fastest = max(fastest, math.Abs(m.core.joints.speed[nao.LShoulderPitch]))
		cycles++
		require.Less(t, cycles, 500)
	}
	require.Equal(t, Finished, m.Progress(p).Outcome)
	require.InDelta(t, 0.2, b.command.Position[nao.LShoulderPitch], 1e-9)
	require.InDelta(t, high, b.command.Position[nao.RShoulderPitch], 1e-9)
	require.Greater(t, from, 1.0, "it had a way to go")
	require.InDelta(t, 0.25*nao.LShoulderPitch.MaxSpeed(), fastest, 0.02*nao.LShoulderPitch.MaxSpeed())

	b.run(m, 50, smooth(t)) // and stays there
	require.InDelta(t, 0.2, b.command.Position[nao.LShoulderPitch], 1e-9)
}

func TestACanceledMoveComesToRestOnItsWay(t *testing.T) {
	m, b := newStanding(t)
	p, err := m.Move([]slot.Target{{Joint: nao.HeadYaw, Angle: 1}}, 0.3)
	require.NoError(t, err)
	b.run(m, 15, smooth(t))
	m.Cancel(p)
	b.run(m, 50, smooth(t))
	at := b.command.Position[nao.HeadYaw]
	require.Greater(t, at, 0.01)
	require.Less(t, at, 0.9)
	b.run(m, 1, smooth(t))
	require.InDelta(t, at, b.command.Position[nao.HeadYaw], 1e-9)
}

func TestMovesThatMakeNoSenseAreRefused(t *testing.T) {
	m, _ := newStanding(t)
	yaw := func(rad float64) slot.Target { return slot.Target{Joint: nao.HeadYaw, Angle: rad} }
	for name, c := range map[string]struct {
		targets []slot.Target
		speed   float64
		want    string
	}{
		"no joint":      {nil, 0.2, "no joint; expected at least one"},
		"a joint twice": {[]slot.Target{yaw(0), yaw(1)}, 0.2, "joint HeadYaw is there twice"},
		"too far":       {[]slot.Target{yaw(3)}, 0.2, "joint HeadYaw to 3; expected -2.086 to 2.086 rad"},
		"no angle":      {[]slot.Target{yaw(math.NaN())}, 0.2, "joint HeadYaw to NaN"},
		"standing":      {[]slot.Target{yaw(0)}, 0, "speed 0: expected above 0, up to 1"},
		"too fast":      {[]slot.Target{yaw(0)}, 1.1, "speed 1.1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := m.Move(c.targets, c.speed)
			require.ErrorIs(t, err, ErrBadMove)
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := m.Play("dance_right")
	require.NoError(t, err)
	var taken *TakenError
	_, err = m.Move([]slot.Target{{Joint: nao.RShoulderPitch, Angle: 1}}, 0.2)
	require.ErrorAs(t, err, &taken)
}
