package walk

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// A robot that falls on its belly, is turned there, rolls over its side and sits up knows where it looks: yaw, the angle, is of no use on the way.
func TestARobotThatFellKnowsWhereItLooks(t *testing.T) {
	p := newPuppet(t)
	p.run(100)
	require.NoError(t, p.e.SetVelocity(Velocity{}))
	from := p.e.Odometry().Yaw
	state := p.state
	torso := quat.Number{Real: 1}
	const cycles = 60
	for _, part := range []struct{ about, turn r3.Vec }{
		{turn: r3.Vec{Y: math.Pi / 2}}, // onto the belly
		{about: r3.Vec{Z: 0.9}},        // turned by others
		{turn: r3.Vec{Z: math.Pi / 2}}, // onto the side
		{turn: r3.Vec{Z: math.Pi / 2}}, // onto the back
		{turn: r3.Vec{Y: math.Pi / 2}}, // and up
	} {
		for range cycles {
			state.Time += nao.CyclePeriod
			rate := r3.Rotation(quat.Conj(torso)).Rotate(part.about) // about the vertical, in the torso
			rate = r3.Scale(1/(cycles*nao.CyclePeriod.Seconds()), r3.Add(rate, part.turn))
			torso = turnedBy(torso, r3.Scale(nao.CyclePeriod.Seconds(), rate))
			state.Gyroscope = [3]float64{rate.X, rate.Y, rate.Z}
			state.Angles = [2]float64{1.5, 1.5} // of a robot that lies
			p.e.Away(&state)
		}
	}
	up := r3.Rotation(torso).Rotate(r3.Vec{Z: 1})
	require.InDelta(t, 1, up.Z, 0.01)
	ahead := r3.Rotation(torso).Rotate(r3.Vec{X: 1})
	require.InDelta(t, 0, wrap(math.Atan2(ahead.Y, ahead.X)-(p.e.Odometry().Yaw-from)), 0.02)
}

// A tilt that the gyroscope has drifted to is corrected by the measured one, which does not turn the heading.
func TestALevelTorsoKeepsItsHeading(t *testing.T) {
	a := away{torso: nao.RollPitchYaw(0.1, -0.05, 0.7).Quat()}
	before := headingOf(a.torso)
	for range 1000 {
		a.torso = turnedBy(a.torso, a.level([2]float64{}))
	}
	up := r3.Rotation(a.torso).Rotate(r3.Vec{Z: 1})
	require.InDelta(t, 1, up.Z, 1e-6)
	require.InDelta(t, before, headingOf(a.torso), 0.01)
	require.Zero(t, a.level([2]float64{1.2, 0}))
}
