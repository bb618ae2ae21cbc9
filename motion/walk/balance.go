package walk

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// balance is the feedback onto the joints.
type balance struct {
	err, ahead vec2                 // of the DCM: as measured, and as expected when a command acts
	load       [nao.NumLegs]float64 // share of the weight that is expected on each leg
	trim       [2]float64           // roll, pitch put onto the hips against a lasting tilt, rad
	tilt       [2]float64           // of the torso against what is commanded, rad
	links      [nao.NumLinks]nao.Pose
}

// blendSec is how long the engine takes from the posture it found to its own.
const blendSec = 0.6

// balance adds the feedback to the plain joints and writes the command.
func (e *Engine) balance(out *nao.Command) {
	b, c := &e.bal, &e.cfg
	roll, pitch, _ := e.torso.RollPitchYaw()
	b.tilt = [2]float64{clamp(e.est.roll-roll, -0.5, 0.5), clamp(e.est.pitch-pitch, -0.5, 0.5)}
	b.trim[0] = clamp(b.trim[0]+c.TiltGainRoll*b.tilt[0]*e.dt, -0.1, 0.1)
	b.trim[1] = clamp(b.trim[1]+c.TiltGainPitch*b.tilt[1]*e.dt, -0.1, 0.1)
	e.spread()
	want := e.plain
	e.lead(&want)
	e.level(&want)
	sag := e.cfg.SagPerNm
	err := b.err.turned(-e.foot().yaw / 2)
	ankleX, ankleY, gyroX, gyroY := c.AnkleX, c.AnkleY, c.GyroX, c.GyroY
	if e.phase == Standing {
		ankleX, ankleY, gyroX, gyroY = c.StandAnkleX, c.StandAnkleY, c.StandGyroX, c.StandGyroY
	}
	for leg := range nao.Leg(nao.NumLegs) {
		first, load := firstOf(leg), b.load[leg]
		e.bear(leg, sag*load, &want)
		// Ankles: the foot presses where the DCM runs to.
		want[first+3] += load * (ankleX*err.x + gyroY*e.est.gyro[1])
		want[first+4] += load * (-ankleY*err.y + gyroX*e.est.gyro[0])
		// Hips: the torso comes upright again.
		want[first+1] += load * (c.HipY*b.tilt[1] + b.trim[1])
		want[first] += load * (c.HipX*b.tilt[0] + b.trim[0])
	}
	if e.phase == Walking || e.phase == Stopping {
		give := clamp(c.SwingHip*e.swing[0].accel, -0.1, 0.1)
		want[firstOf(e.support)+1] += give
		want[firstOf(other(e.support))+1] -= give
	}
	e.write(&want, out)
}

// level keeps the foot in the air where it shall be over the ground although the torso
// tilts: the leg is turned back about the torso.
func (e *Engine) level(want *nao.Joints) {
	leg := other(e.support)
	share := (1 - e.bal.load[leg]) * e.cfg.SwingLevel
	if e.bal.load[leg] >= 0.5 || share == 0 {
		return
	}
	share = e.cfg.SwingLevel * (1 - 2*e.bal.load[leg])
	back := nao.RollPitchYaw(-share*e.bal.tilt[0], -share*e.bal.tilt[1], 0)
	soles := e.soles
	soles[leg] = back.Mul(soles[leg])
	_, legs, _ := legsTo(&soles)
	var turned, plain nao.Joints
	legs[leg].put(leg, &turned)
	_, legs, _ = legsTo(&e.soles)
	legs[leg].put(leg, &plain)
	first := firstOf(leg)
	for j := first; j < first+5; j++ {
		want[j] += turned[j] - plain[j]
	}
}

// lead puts moving leg joints ahead of where they shall be: a motor lags behind by its
// back-EMF over the gain of its position loop.
func (e *Engine) lead(want *nao.Joints) {
	if e.dt <= 0 {
		return
	}
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		want[j] += clamp(e.cfg.LeadSec/e.dt*(e.plain[j]-e.last[j]), -0.15, 0.15)
	}
}

// spread guesses how the weight lies on the feet when this cycle's command acts.
func (e *Engine) spread() {
	b := &e.bal
	to := [nao.NumLegs]float64{0.5, 0.5}
	if e.phase == Walking || e.phase == Stopping {
		if e.t <= e.swingSec {
			to[e.support], to[other(e.support)] = 1, 0
		}
	}
	for leg := range to {
		b.load[leg] = toward(b.load[leg], to[leg], e.dt/0.06)
	}
}

// bear adds to a leg's joints what they will give way under its part of the weight:
// the ground's force acts at the pivot along the pendulum, and a joint's torque is its
// moment about the axis.
func (e *Engine) bear(leg nao.Leg, sag float64, want *nao.Joints) {
	if sag == 0 {
		return
	}
	x := &e.bal.links
	lean := e.ref.c.sub(e.pivot).scale(1 / e.cfg.PendulumM)
	up := e.torso.Inverse().Rotate(r3.Scale(nao.TotalMass()*9.81, r3.Vec{X: lean.x, Y: lean.y, Z: 1}))
	p := x[leg.Foot()].Apply(r3.Vec{X: e.cfg.PivotX, Z: -nao.FootHeight})
	first := nao.LinkLPelvis
	if leg == nao.RightLeg {
		first = nao.LinkRPelvis
	}
	for i := range nao.Link(5) {
		l := first + 1 + i
		f := l.Facts()
		axis := x[l].Rotate(f.Axis)
		want[f.Joint] -= sag * r3.Dot(axis, r3.Cross(r3.Sub(p, x[l].P), up))
	}
}

// write blends from the posture found, limits angles and speeds, and writes.
func (e *Engine) write(want *nao.Joints, out *nao.Command) {
	s := clamp(e.sinceSec/blendSec, 0, 1)
	s = s * s * (3 - 2*s)
	for j := nao.LShoulderPitch; j <= nao.RWristYaw; j++ {
		q := e.from[j] + s*(want[j]-e.from[j])
		if !finite(q) {
			q = e.sent[j]
		}
		reach := 0.98 * j.MaxSpeed() * e.dt
		e.sent[j] = j.Clamp(toward(e.sent[j], q, reach))
		out.Position[j] = e.sent[j]
		stiff := e.stiff
		if j < nao.LHipYawPitch || j > nao.RAnkleRoll {
			stiff = e.cfg.ArmStiffness
		}
		out.Stiffness[j] = e.fromStif[j] + s*(stiff-e.fromStif[j])
	}
}
