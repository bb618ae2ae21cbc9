package walk

import (
	"math"

	"gonao/nao"
)

// bears is the share of the weight with which a foot stands.
const bears = 0.75

// odometry follows the feet: the supporting foot stays where it is, and turns only
// as far as gyroscope and joints disagree, that is, slips.
type odometry struct {
	out      Odometry
	started  bool
	leg      nao.Leg // the standing leg
	sole     place   // support foot in the odometry frame
	torsoYaw float64 // from the gyroscope
	raw, at  place   // of the robot: from the joints, and after subtracting the slip
	away     away    // the heading while something other than the walk moves the legs
}

// place returns where the robot's frame is.
func (o *odometry) place() place { return place{o.out.X, o.out.Y, o.out.Yaw} }

// robotIn returns the robot's frame in that of a foot.
func robotIn(s *estimator, support nao.Leg) place { return s.foot(support).midway() }

// torsoYawIn returns the torso's yaw in the frame of a foot.
func torsoYawIn(s *estimator, support nao.Leg) float64 { return -placeOf(s.soles[support]).yaw }

// step adds a cycle; steps reports that one leg bears the robot.
func (o *odometry) step(s *estimator, c *Config, steps bool, dt float64) {
	// A foot that lands slides until it bears the weight: only then does it stand.
	if o.started && s.share(other(o.leg)) > bears {
		o.sole = o.sole.mul(s.foot(o.leg))
		o.leg = other(o.leg)
	}
	support := o.leg
	r := robotIn(s, support)
	if !o.started {
		o.started = true
		o.at = o.place()
		o.raw = o.at
		o.sole = o.at.mul(r.inverse())
		o.torsoYaw = o.sole.yaw + torsoYawIn(s, support)
	}
	o.torsoYaw += s.yawRate * dt
	o.sole.yaw = o.torsoYaw - torsoYawIn(s, support)
	at := o.sole.mul(r)
	o.slip(at, c)
	if steps {
		o.at = o.at.mul(place{x: c.unseen(o.out.VY) * dt})
	}
	at = o.at
	if dt > 0 {
		d := o.place().inverse().mul(at)
		const smooth = 0.05
		o.out.VX += smooth * (d.x/dt - o.out.VX)
		o.out.VY += smooth * (d.y/dt - o.out.VY)
		o.out.VYaw += smooth * (d.yaw/dt - o.out.VYaw)
	}
	o.out.X, o.out.Y, o.out.Yaw = at.x, at.y, at.yaw
}

// unseen returns the speed ahead that steps make and the joints do not measure, m/s; the less the faster the robot goes aside.
func (c *Config) unseen(aside float64) float64 {
	return c.OdometryStep / c.Period * max(0, 1-math.Abs(aside)/max(c.MaxSide, 1e-9))
}

// slip adds the way since the last cycle, minus the mean slip of the feet.
func (o *odometry) slip(at place, c *Config) {
	d := o.raw.inverse().mul(at)
	o.raw = at
	scale := c.OdometryX
	if o.out.VX < 0 {
		scale = c.OdometryBack
	}
	o.at = o.at.mul(place{scale * d.x, c.OdometryY * d.y, 0})
	o.at.yaw = at.yaw
}
