package walk

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// pose computes the joints of legs and arms.
func (e *Engine) pose() {
	var soles [nao.NumLegs]nao.Pose
	back := nao.Rotation(r3.Vec{Y: 1}, -e.torso.leanRad)
	swing := other(e.support)
	for leg := range nao.Leg(nao.NumLegs) {
		x := nao.Rotation(r3.Vec{Z: 1}, side(leg)*e.feet.turn)
		x.P = r3.Vec{X: e.feet.x[leg] - e.torso.comM, Y: side(leg)*e.cfg.Width/2 + e.feet.y[leg], Z: -e.torso.heightM}
		if leg == swing && e.stepping() {
			x.P.Z += e.feet.lift
			x = e.cfg.level(x, &e.est, e.torso.leanRad, min(4*e.t/e.period, 1))
		}
		soles[leg] = back.Mul(e.tilt.turn(x, e.torso.heightM))
	}
	legs, _ := nao.LegsIK(soles[nao.LeftLeg], soles[nao.RightLeg])
	legs.Put(&e.out.plain)
	e.out.swingArms(&e.cfg, &e.feet, e.dt)
}

// level turns the foot in the air back to the ground when the trunk tips, so that it lands
// with the whole sole: a foot on its edge bears, but does not hold the robot from turning.
// begun goes from 0 to 1 with the first quarter of the step.
func (c *Config) level(foot nao.Pose, est *estimator, leanRad, begun float64) nao.Pose {
	tip := clamp(est.pitch-leanRad, -0.4, 0.4)
	roll := clamp(est.roll, -0.2, 0.2)
	foot = nao.Rotation(r3.Vec{Y: 1}, -c.SwingLevel*begun*tip).Mul(foot)
	p := foot.P
	foot = nao.Rotation(r3.Vec{X: 1}, -c.SwingRoll*begun*roll).Mul(foot)
	foot.P = p // the body rolls over the bearing foot anyway
	return foot
}

// parabola goes from 0 to 1 with its steepest in the middle; nothing happens in the
// share dead, half of it at either end.
func parabola(u, dead float64) float64 {
	v := clamp((u-dead/2)/(1-dead), 0, 1)
	if v < 0.5 {
		return 2 * v * v
	}
	return 1 - 2*(1-v)*(1-v)
}

// hump goes from 0 up to 1 and back, and is steep at the ends: the foot clears the
// ground at once.
func hump(u float64) float64 {
	u = min(u, 1-u)
	switch {
	case u <= 0:
		return 0
	case u < 0.25:
		return 12 * u * u
	default:
		return 1 - 4*(0.5-u)*(0.5-u)
	}
}
