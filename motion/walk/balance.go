package walk

import (
	"math"

	"gonao/internal/si"
	"gonao/nao"
)

// balance is what the feedback keeps.
type balance struct {
	gyro [2]float64 // roll and pitch rate, low-passed, rad/s
	over bool       // the pressure is on the swing foot's side
}

// firstOf is the leg's hip roll; hip pitch, knee, ankle pitch and ankle roll follow.
func firstOf(leg nao.Leg) nao.Joint {
	if leg == nao.LeftLeg {
		return nao.LHipRoll
	}
	return nao.RHipRoll
}

// balance puts the feedback onto the joints and writes the command.
func (e *Engine) balance(out *nao.Command) {
	want := e.plain
	if e.stepping() {
		e.balanceStep(&want)
	} else {
		e.balanceStand(&want)
	}
	e.write(&want, out)
}

// balanceStep turns the bearing leg's ankle against the body's rates, and its hip
// against the trunk's lean.
func (e *Engine) balanceStep(want *nao.Joints) {
	c, first := &e.cfg, firstOf(e.support)
	keep := c.GyroFilter
	e.bal.gyro[0] += (1 - keep) * (e.est.raw[0] - e.bal.gyro[0])
	e.bal.gyro[1] += (1 - keep) * (e.est.raw[1] - e.bal.gyro[1])
	lean := clamp(e.est.angles[1]-c.Upright-e.leanRad, -0.5, 0.5)
	want[first+1] -= c.HipPitch*lean - c.HipGyro*e.bal.gyro[1]
	want[first+3] += c.AnkleGyroPitch * e.bal.gyro[1]
	want[first+4] += c.AnkleGyroRoll * e.bal.gyro[0]
}

// balanceStand presses with both soles where the DCM runs to, and brings the trunk
// upright.
func (e *Engine) balanceStand(want *nao.Joints) {
	c, d := &e.cfg, e.drift()
	if e.sinceSec < 0.3 {
		return // the first measurements are of whoever moved the robot before
	}
	for leg := range nao.Leg(nao.NumLegs) {
		first := firstOf(leg)
		want[first+3] += c.StandAnklePitch*d.x + c.StandGyroPitch*e.est.gyro[1]
		want[first+4] += -c.StandAnkleRoll*d.y + c.StandGyroRoll*e.est.gyro[0]
		want[first+1] -= c.StandHip * clamp(e.est.pitch, -0.5, 0.5)
	}
}

// drift is how far the DCM is from where the robot stands, in the robot's axes.
func (e *Engine) drift() vec2 {
	foot := e.est.foot(e.support)
	mid := foot.midway()
	return mid.inverse().apply(e.est.xi(e.cfg.omega())).sub(vec2{e.cfg.StandPivotX, 0})
}

// calm tells whether the robot can stand: its body is slow and over its feet.
func (e *Engine) calm() bool {
	d := e.drift()
	return math.Abs(d.x) < e.cfg.CalmM && math.Abs(d.y) < 1.6*e.cfg.CalmM
}

// blendSec is how long the engine takes from the posture it found to its own.
const blendSec = 0.6

// write blends from the posture found, limits angles and speeds, and writes.
func (e *Engine) write(want *nao.Joints, out *nao.Command) {
	s := clamp(e.sinceSec/blendSec, 0, 1)
	s = s * s * (3 - 2*s)
	for j := nao.LShoulderPitch; j <= nao.RWristYaw; j++ {
		q := e.from[j] + s*(want[j]-e.from[j])
		if !si.IsFinite(q) {
			q = e.sent[j]
		}
		e.sent[j] = j.Clamp(toward(e.sent[j], q, 0.98*j.MaxSpeed()*e.dt))
		out.Position[j] = e.sent[j]
		stiff := e.stiff
		if j < nao.LHipYawPitch || j > nao.RAnkleRoll {
			stiff = e.cfg.ArmStiffness
		}
		out.Stiffness[j] = e.fromStiff[j] + s*(stiff-e.fromStiff[j])
	}
}
