package walk

import (
	"gonao/internal/si"
	"gonao/nao"
)

// output builds the command: from the posture that Begin found to the gait's.
type output struct {
	from      nao.Joints // joints at Begin
	fromStiff nao.Joints
	sinceSec  float64    // since Begin
	plain     nao.Joints // legs and arms without feedback
	sent      nao.Joints // in the last cycle
	stiff     float64    // stiffness of the legs
}

// newOutput begins at a command.
func newOutput(command *nao.Command, stiff float64) output {
	q := command.Position
	return output{from: q, fromStiff: command.Stiffness, plain: q, sent: q, stiff: stiff}
}

// blendSec is the time from the posture that Begin found to the engine's own.
const blendSec = 0.6

// write blends from the posture found, limits angles and speeds, and writes.
func (o *output) write(want *nao.Joints, armStiffness, dt float64, out *nao.Command) {
	s := clamp(o.sinceSec/blendSec, 0, 1)
	s = s * s * (3 - 2*s)
	for j := nao.LShoulderPitch; j <= nao.RWristYaw; j++ {
		q := o.from[j] + s*(want[j]-o.from[j])
		if !si.IsFinite(q) {
			q = o.sent[j]
		}
		o.sent[j] = j.Clamp(toward(o.sent[j], q, 0.98*j.MaxSpeed()*dt))
		out.Position[j] = o.sent[j]
		stiff := o.stiff
		if !j.IsLeg() {
			stiff = armStiffness
		}
		out.Stiffness[j] = o.fromStiff[j] + s*(stiff-o.fromStiff[j])
	}
}

// swingArms moves the arms with the feet of the other side.
func (o *output) swingArms(c *Config, feet *gait, dt float64) {
	j, step := &o.plain, 4*dt
	swing := clamp(c.ArmSwing*(feet.x[nao.LeftLeg]-feet.x[nao.RightLeg])/2, -0.6, 0.6)
	set := func(joint nao.Joint, to float64) { j[joint] = toward(j[joint], joint.Clamp(to), step) }
	set(nao.LShoulderPitch, c.ArmPitch+swing)
	set(nao.RShoulderPitch, c.ArmPitch-swing)
	set(nao.LShoulderRoll, c.ArmRoll)
	set(nao.RShoulderRoll, -c.ArmRoll)
	set(nao.LElbowYaw, -1.2)
	set(nao.RElbowYaw, 1.2)
	set(nao.LElbowRoll, -0.4)
	set(nao.RElbowRoll, 0.4)
	set(nao.LWristYaw, 0)
	set(nao.RWristYaw, 0)
}

// torso is where the torso is commanded over the feet.
type torso struct {
	heightM float64 // over the soles
	comM    float64 // ahead of the feet's middle
	leanRad float64 // forward
}

// newTorso returns the torso's place in a posture.
func newTorso(q *nao.Joints, highest float64) torso {
	left, right := nao.SoleInTorso(nao.LeftLeg, q), nao.SoleInTorso(nao.RightLeg, q)
	return torso{
		heightM: clamp(-(left.P.Z+right.P.Z)/2, 0.25, highest),
		comM:    clamp(-(left.P.X+right.P.X)/2, -0.05, 0.05),
	}
}

// settle moves the torso's height, place and lean, and the legs' stiffness, to where the
// phase wants them.
func (e *Engine) settle() {
	c, x := &e.cfg, &e.torso
	height, com, lean, stiff := c.WalkHeight, c.ComX+c.ComXForward*e.speed.X, c.Lean+c.LeanForward*e.speed.X, c.WalkStiffness
	if e.phase == Standing {
		height, com, lean, stiff = c.StandHeight, c.StandComX, 0, c.StandStiffness
	}
	x.heightM = toward(x.heightM, height, c.SinkSpeed*e.dt)
	x.comM = toward(x.comM, com, 0.05*e.dt)
	x.leanRad = toward(x.leanRad, lean, 0.3*e.dt)
	e.out.stiff = toward(e.out.stiff, stiff, 2*e.dt)
}
