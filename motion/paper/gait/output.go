package gait

import "gonao/nao"

// takeOver is the time in which a walk fades over from the commanded posture, s.
const takeOver = 0.6

// Output writes a walk's postures: from the posture commanded before the walk began it
// fades over, and it keeps the joints' ranges and top speeds.
type Output struct {
	from    nao.Joints
	last    nao.Joints
	elapsed float64 // s since Begin
}

// Begin starts from the last commanded posture.
func (o *Output) Begin(command *nao.Command) {
	*o = Output{from: command.Position, last: command.Position}
}

// TakenOver reports whether the walk's own posture is commanded by now.
func (o *Output) TakenOver() bool { return o.elapsed >= takeOver }

// Owns reports whether a walk moves the joint: legs and arms without hands.
func Owns(j nao.Joint) bool { return j >= nao.LShoulderPitch && j <= nao.RWristYaw }

// Stiffness of the legs and the arms in a walk.
const (
	legStiffness = 1
	armStiffness = 0.6
)

// Write commands the posture that the walk wants dtSec after the last one, of legs and arms.
func (o *Output) Write(dtSec float64, wanted *nao.Joints, out *nao.Command) {
	share := o.share(dtSec)
	for j := nao.LShoulderPitch; j <= nao.RWristYaw; j++ {
		o.move(j, share, dtSec, wanted, out)
	}
}

// WriteSome is [Output.Write] for the joints that are chosen.
func (o *Output) WriteSome(dtSec float64, wanted *nao.Joints, chosen *[nao.NumJoints]bool, out *nao.Command) {
	share := o.share(dtSec)
	for j := range nao.Joint(nao.NumJoints) {
		if chosen[j] {
			o.move(j, share, dtSec, wanted, out)
		}
	}
}

// share returns how much of the walk's posture is commanded by now.
func (o *Output) share(dtSec float64) float64 {
	o.elapsed += dtSec
	return Ease(o.elapsed / takeOver)
}

func (o *Output) move(j nao.Joint, share, dtSec float64, wanted *nao.Joints, out *nao.Command) {
	target := j.Clamp(o.from[j] + share*(wanted[j]-o.from[j]))
	most := j.MaxSpeed() * dtSec
	o.last[j] += min(max(target-o.last[j], -most), most)
	out.Position[j] = o.last[j]
	out.Stiffness[j] = armStiffness
	if j >= nao.LHipYawPitch && j <= nao.RAnkleRoll {
		out.Stiffness[j] = legStiffness
	}
}

// Arms puts the arms at the body's sides, swinging by an angle in rad: positive moves
// the left hand ahead and the right one back.
func Arms(q *nao.Joints, swing float64) {
	stand := nao.StandPosture()
	for j := nao.LShoulderPitch; j <= nao.LWristYaw; j++ {
		q[j] = stand[j]
	}
	for j := nao.RShoulderPitch; j <= nao.RWristYaw; j++ {
		q[j] = stand[j]
	}
	q[nao.LShoulderPitch] -= swing
	q[nao.RShoulderPitch] += swing
}
