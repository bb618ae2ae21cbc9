package walk

import "gonao/nao"

// odometry follows the feet: the supporting foot stays where it is, and turns only
// as far as gyroscope and joints disagree, that is, slips.
type odometry struct {
	out      Odometry
	started  bool
	sole     place   // of the support foot in the frame of the odometry
	torsoYaw float64 // from the gyroscope
	heading  float64 // that is held while no turn is wanted
}

// anchor makes the next step take the feet from where the robot is thought to be.
func (o *odometry) anchor(*estimator) { o.started = false }

// robotIn is the robot's frame in that of a foot.
func robotIn(s *estimator, support nao.Leg) place { return s.foot(support).midway() }

// torsoYawIn is the torso's yaw in the frame of a foot.
func torsoYawIn(s *estimator, support nao.Leg) float64 { return -placeOf(s.soles[support]).yaw }

func (o *odometry) step(s *estimator, support nao.Leg, dt float64) {
	r := robotIn(s, support)
	if !o.started {
		o.started = true
		o.sole = place{o.out.X, o.out.Y, o.out.Yaw}.mul(r.inverse())
		o.torsoYaw = o.sole.yaw + torsoYawIn(s, support)
	}
	o.torsoYaw += s.yawRate * dt
	o.turnSole(s, support, o.torsoYaw-torsoYawIn(s, support))
	at := o.sole.mul(r)
	if dt > 0 {
		d := place{o.out.X, o.out.Y, o.out.Yaw}.inverse().mul(at)
		const smooth = 0.05
		o.out.VX += smooth * (d.x/dt - o.out.VX)
		o.out.VY += smooth * (d.y/dt - o.out.VY)
		o.out.VYaw += smooth * (d.yaw/dt - o.out.VYaw)
	}
	o.out.X, o.out.Y, o.out.Yaw = at.x, at.y, at.yaw
}

// turnSole turns the support foot on the spot.
func (o *odometry) turnSole(_ *estimator, _ nao.Leg, yaw float64) { o.sole.yaw = yaw }

// change makes the other foot the support.
func (o *odometry) change(s *estimator, from nao.Leg) {
	if o.started {
		o.sole = o.sole.mul(s.foot(from))
	}
}
