package walk

import (
	"math"

	"gonao/nao"
)

// balance holds what the feedback filters.
type balance struct {
	gyro [2]float64 // roll and pitch rate, low-passed, rad/s
	over bool       // the pressure is on the swing foot's side
}

// firstOf returns the leg's hip roll; hip pitch, knee, ankle pitch and ankle roll follow it.
func firstOf(leg nao.Leg) nao.Joint {
	if leg == nao.LeftLeg {
		return nao.LHipRoll
	}
	return nao.RHipRoll
}

// balance adds the feedback to the joints and writes the command.
func (e *Engine) balance(out *nao.Command) {
	want := e.out.plain
	if e.stepping() {
		e.bal.step(&e.cfg, &e.est, e.support, e.torso.leanRad, &want)
	} else if e.out.sinceSec >= 0.3 { // the first measurements still show the movement before
		balanceStand(&e.cfg, &e.est, e.support, &want)
	}
	e.out.write(&want, e.cfg.ArmStiffness, e.dt, out)
}

// step turns the bearing leg's ankle against the body's rates, and its hip against the
// trunk's lean.
func (b *balance) step(c *Config, est *estimator, support nao.Leg, leanRad float64, want *nao.Joints) {
	first, keep := firstOf(support), c.GyroFilter
	b.gyro[0] += (1 - keep) * (est.raw[0] - b.gyro[0])
	b.gyro[1] += (1 - keep) * (est.raw[1] - b.gyro[1])
	lean := clamp(est.angles[1]-c.Upright-leanRad, -0.5, 0.5)
	want[first+1] -= c.HipPitch*lean - c.HipGyro*b.gyro[1]
	want[first+3] += c.AnkleGyroPitch * b.gyro[1]
	want[first+4] += c.AnkleGyroRoll * b.gyro[0]
}

// balanceStand presses with both soles where the DCM runs to, and brings the trunk upright.
func balanceStand(c *Config, est *estimator, support nao.Leg, want *nao.Joints) {
	d := est.drift(c, support)
	for leg := range nao.Leg(nao.NumLegs) {
		first := firstOf(leg)
		want[first+3] += c.StandAnklePitch*d.x + c.StandGyroPitch*est.gyro[1]
		want[first+4] += -c.StandAnkleRoll*d.y + c.StandGyroRoll*est.gyro[0]
	}
}

// drift returns how far the DCM is from where the robot stands, in the robot's axes.
func (s *estimator) drift(c *Config, support nao.Leg) vec2 {
	mid := s.foot(support).midway()
	return mid.inverse().apply(s.xi(c.omega())).sub(vec2{c.StandPivotX, 0})
}

// calm reports whether the robot can stand: its body is slow and over its feet.
func (s *estimator) calm(c *Config, support nao.Leg) bool {
	d := s.drift(c, support)
	return math.Abs(d.x) < c.CalmM && math.Abs(d.y) < 1.6*c.CalmM
}

// The tilts of the trunk, forward or back off its mean, from which on steps get shorter, and at which they are made on the spot.
const leastTilt, mostTilt = 0.15, 0.3 // rad

// upright returns the part of the wanted speed that the next step is planned for: 1, and less when the trunk tips.
func (s *estimator) upright(c *Config) float64 {
	tilt := math.Abs(s.pitch - c.Upright)
	return 1 - clamp((tilt-leastTilt)/(mostTilt-leastTilt), 0, 1)
}
