package walk

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/nao/sensors"
)

// estimator estimates where the body is over the supporting foot, from the measured
// joints, the inertial unit and the soles.
type estimator struct {
	started     bool
	learnPerSec float64    // for the centre of mass
	roll, pitch float64    // angles of the torso, rad
	yawRate     float64    // about the vertical, rad/s, without the gyroscope's bias
	gyro        [3]float64 // low-passed, rad/s
	raw         [3]float64 // as measured, rad/s
	angles      [2]float64 // the body's own roll and pitch, rad
	lateral     float64    // centre of the pressure under both soles, to the left of the middle of feet side by side, m
	bias        float64    // of the yaw gyroscope, learnt while both feet stand
	learntSec   float64    // time of learning, weighted

	c, v   vec2        // centre of mass in S
	cop    vec2        // centre of pressure in S
	off    vec2        // offset of the centre of mass from the model's, in the torso's heading
	load   [2]float64  // N on each foot
	soles  [2]nao.Pose // in the upright frame at the torso's origin
	com    r3.Vec      // the same
	links  [nao.NumLinks]nao.Pose
	joints nao.Joints // as measured, rad

	weighed   bool // force cells measure the load
	cells     sensors.Cells
	gyroscope sensors.Gyroscope
}

// soleMiddleM is the distance of a sole's middle ahead of its ankle, m.
const soleMiddleM = 0.02

// hipYM is how far the hips are from the middle, m.
const hipYM = 0.05

// Gains of the observer for one cycle of the robot; after a cycle that was lost, more of the measurement counts.
const (
	angleGain      = 0.02 // towards the body's own angles
	angleGainAlone = 0.5  // the same, without a gyroscope
	positionGain   = 0.5
	velocityGain   = 0.12
	gyroGain       = 0.5
)

// gainIn returns the gain of a time step, from that of one cycle.
func gainIn(perCycle, dtSec float64) float64 {
	cycleSec := nao.CyclePeriod.Seconds()
	if dtSec == cycleSec {
		return perCycle // as nearly always
	}
	return 1 - math.Pow(1-perCycle, dtSec/cycleSec)
}

func (s *estimator) share(leg nao.Leg) float64 {
	total := s.load[0] + s.load[1]
	if total < 5 {
		return 0
	}
	return s.load[leg] / total
}

// step adds a cycle's measurements; S is the sole of the support leg.
func (s *estimator) step(state *nao.State, support nao.Leg, omega, dt float64) {
	s.cells.Step(state)
	s.gyroscope.Step(state)
	s.readTilt(state, dt)
	s.readJoints(&state.Position)
	s.readSoles(support)
	x_S := placeOf(s.soles[support])
	c := x_S.inverse().apply(vec2{s.com.X, s.com.Y}.add(s.off))
	if !s.started {
		s.started, s.c, s.v = true, c, vec2{}
		return
	}
	if dt <= 0 {
		return
	}
	s.weigh(c, x_S.yaw, dt)
	// The pendulum on the measured pivot, corrected by the joints.
	acc := s.c.sub(s.cop).scale(omega * omega)
	if s.load[0]+s.load[1] < 5 {
		acc = vec2{}
	}
	s.c = s.c.add(s.v.scale(dt)).add(acc.scale(dt * dt / 2))
	s.v = s.v.add(acc.scale(dt))
	d := c.sub(s.c)
	s.c = s.c.add(d.scale(gainIn(positionGain, dt)))
	s.v = s.v.add(d.scale(gainIn(velocityGain, dt) / dt))
}

// weigh learns the difference between the true centre of mass and the model's, which has small
// errors in masses, joints and level. In the mean the pressure lies under the true one.
func (s *estimator) weigh(c vec2, yaw, dt float64) {
	if !s.weighed || s.load[0]+s.load[1] < 20 || math.Abs(s.roll) > 0.4 || math.Abs(s.pitch) > 0.4 {
		return
	}
	const most = 0.03
	d := s.cop.sub(c).turned(yaw).scale(s.learnPerSec * dt)
	s.off = vec2{clamp(s.off.x+d.x, -most, most), clamp(s.off.y+d.y, -most, most)}
}

func (s *estimator) readTilt(state *nao.State, dt float64) {
	for i, w := range state.Gyroscope {
		if si.IsFinite(w) {
			s.raw[i] = w
		}
	}
	if s.gyroscope.Failed() {
		rate := s.gyroscope.Rate()
		s.raw = [3]float64{rate[0], rate[1], s.bias}
	}
	for i, a := range state.Angles {
		if si.IsFinite(a) {
			s.angles[i] = a
		}
	}
	if !s.started {
		s.roll, s.pitch, s.gyro = s.angles[0], s.angles[1], s.raw
	}
	for i := range s.gyro {
		s.gyro[i] += gainIn(gyroGain, dt) * (s.raw[i] - s.gyro[i])
	}
	g := s.raw
	sr, cr := math.Sincos(s.roll)
	tp := math.Tan(clamp(s.pitch, -1.3, 1.3))
	s.roll = wrap(s.roll + dt*(g[0]+tp*(sr*g[1]+cr*g[2])))
	s.pitch = wrap(s.pitch + dt*(cr*g[1]-sr*g[2]))
	gain := angleGain
	if s.gyroscope.Failed() {
		gain = angleGainAlone
	}
	gain = gainIn(gain, dt)
	s.roll += gain * wrap(s.angles[0]-s.roll)
	s.pitch += gain * wrap(s.angles[1]-s.pitch)
	s.yawRate = (sr*g[1]+cr*g[2])/math.Max(math.Cos(s.pitch), 0.2) - s.bias
}

func (s *estimator) readJoints(joints *nao.Joints) {
	for j, q := range joints {
		if si.IsFinite(q) {
			s.joints[j] = q
		}
	}
	nao.LinkPoses(&s.joints, &s.links)
	upright := nao.RollPitchYaw(s.roll, s.pitch, 0)
	for leg := range nao.Leg(nao.NumLegs) {
		s.soles[leg] = upright.Mul(s.links[leg.Foot()].Mul(nao.Translation(r3.Vec{Z: -nao.FootHeight})))
	}
	s.com = upright.Rotate(comOf(&s.links))
}

func (s *estimator) readSoles(support nao.Leg) {
	forces := s.cells.Forces()
	s.weighed = s.cells.Weighs()
	toS := placeOf(s.soles[support]).inverse()
	var moment vec2
	total, across := 0.0, 0.0
	s.load = [2]float64{}
	for i := range nao.FSR(nao.NumFSR) {
		leg := nao.LeftLeg
		if i >= nao.RFrontLeft {
			leg = nao.RightLeg
		}
		f := forces[i]
		p := s.soles[leg].Apply(r3.Add(i.InFoot(), r3.Vec{Z: nao.FootHeight}))
		moment = moment.add(toS.apply(vec2{p.X, p.Y}).scale(f))
		total += f
		across += f * (i.InFoot().Y + side(leg)*hipYM)
		s.load[leg] += f
	}
	s.lateral = 0
	if total > 5 {
		s.cop, s.lateral = moment.scale(1/total), across/total
	}
	if !s.weighed { // one leg bears, at its middle
		s.cop = vec2{soleMiddleM, 0}
	}
}

// xi returns the measured DCM in S.
func (s *estimator) xi(omega float64) vec2 { return s.c.add(s.v.scale(1 / omega)) }

// foot returns where the other foot is in the frame of a foot, as measured.
func (s *estimator) foot(support nao.Leg) place {
	p := placeOf(s.soles[support]).inverse().mul(placeOf(s.soles[other(support)]))
	p.yaw = wrap(p.yaw)
	return p
}

// height returns the height of a sole in the upright frame, m.
func (s *estimator) height(leg nao.Leg) float64 { return s.soles[leg].P.Z }

// quiet reports whether the gyroscope measures only its own bias.
func (s *estimator) quiet() bool {
	const most = 0.06 // rad/s
	return math.Abs(s.gyro[0]) < most && math.Abs(s.gyro[1]) < most && math.Abs(s.gyro[2]) < most
}

// learn averages the yaw gyroscope while both feet stand and keep the robot from turning: over the time of standing, at
// most its last ten seconds. stoodSec is the time since this stand began. A robot that has just come to a stand turns by
// up to 0.3°/s for some seconds, while its feet slide apart on soft ground, which looks like a bias: its first seconds
// count little, so that a short stop does not spoil what a long one taught.
func (s *estimator) learn(stoodSec, dt float64) {
	const mostTurn, mostTilt = 0.06, 0.4 // rad/s
	if s.load[0]+s.load[1] < 20 || math.Abs(s.gyro[2]) > mostTurn || math.Abs(s.gyro[0]) > mostTilt || math.Abs(s.gyro[1]) > mostTilt {
		return
	}
	const trusted, longest = 0.00006, 10 // s: weight of the assumption that there is no bias
	const leastWeight, restsSec = 0.001, 6
	rested := stoodSec / restsSec
	w := clamp(rested*rested*rested, leastWeight, 1) * dt
	s.learntSec = min(s.learntSec+w, longest)
	s.bias += w / (trusted + s.learntSec) * s.yawRate
	s.yawRate = 0
}

// comOf returns the centre of mass of the links, m.
func comOf(x *[nao.NumLinks]nao.Pose) r3.Vec {
	var moment r3.Vec
	mass := 0.0
	for l := range nao.Link(nao.NumLinks) {
		m, com := linkMass[l], linkCoM[l]
		moment = r3.Add(moment, r3.Scale(m, x[l].Apply(com)))
		mass += m
	}
	return r3.Scale(1/mass, moment)
}

var linkMass, linkCoM = massesOf()

func massesOf() (m [nao.NumLinks]float64, com [nao.NumLinks]r3.Vec) {
	for l := range nao.Link(nao.NumLinks) {
		f := l.Facts()
		m[l], com[l] = f.Mass, f.CoM
	}
	return m, com
}
