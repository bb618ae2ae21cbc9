package walk

import (
	"math"
	"time"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
)

// away follows the torso's rotation while something else moves the legs. Roll, pitch and yaw are not sufficient: a robot
// on its belly has no yaw, and a robot that rolls over to get up comes to rest with another heading.
type away struct {
	began   bool
	now     time.Duration
	torso   quat.Number // in a frame with z up, in which the heading was 0 at the start
	heading float64     // rad, in that frame
}

// Away keeps the odometry's heading while the walk does not move the legs: during a fall, a get-up, a kick, a motion from
// a file. Call it instead of Step, once a cycle, until the next Begin. It does not measure where the robot is carried or
// slides to.
func (e *Engine) Away(state *nao.State) {
	a := &e.odo.away
	if !a.began {
		roll, pitch := e.est.angles[0], e.est.angles[1]
		*a = away{began: true, now: e.now, torso: nao.RollPitchYaw(roll, pitch, 0).Quat()}
		a.heading = headingOf(a.torso)
		e.odo.out.VX, e.odo.out.VY, e.odo.out.VYaw = 0, 0, 0
	}
	dt := clamp((state.Time - a.now).Seconds(), 0, 3*nao.CyclePeriod.Seconds())
	a.now = state.Time
	e.est.gyroscope.Step(state)
	if e.est.gyroscope.Failed() {
		return
	}
	g := state.Gyroscope
	turned := r3.Scale(dt, r3.Vec{X: g[0], Y: g[1], Z: g[2] - e.est.bias})
	if !si.IsFinite(turned.X + turned.Y + turned.Z) {
		return
	}
	a.torso = turnedBy(a.torso, r3.Add(turned, a.level(state.Angles)))
	heading := headingOf(a.torso)
	e.odo.out.Yaw += wrap(heading - a.heading)
	a.heading = heading
}

// level returns a small rotation that brings the torso's tilt nearer to the measured one; it does not turn the heading. Of a robot that lies the measured
// angles are not of use.
func (a *away) level(angles [2]float64) r3.Vec {
	const gain, most = 0.01, 0.5
	if !(math.Abs(angles[0]) < most && math.Abs(angles[1]) < most) {
		return r3.Vec{}
	}
	sr, cr := math.Sincos(angles[0])
	sp, cp := math.Sincos(angles[1])
	measured := r3.Vec{X: -sp, Y: cp * sr, Z: cp * cr} // the vertical, in the torso
	believed := r3.Rotation(quat.Conj(a.torso)).Rotate(r3.Vec{Z: 1})
	return r3.Scale(gain, r3.Cross(measured, believed))
}

// turnedBy returns a rotation followed by a small one about an axis of the body; v is the axis times the angle, rad.
func turnedBy(q quat.Number, v r3.Vec) quat.Number {
	q = quat.Mul(q, quat.Number{Real: 1, Imag: v.X / 2, Jmag: v.Y / 2, Kmag: v.Z / 2})
	return quat.Scale(1/quat.Abs(q), q)
}

// headingOf returns the part of a rotation about the vertical, rad: the rest after the torso was brought upright the
// shortest way.
func headingOf(q quat.Number) float64 { return 2 * math.Atan2(q.Kmag, q.Real) }
