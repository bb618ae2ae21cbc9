package motion

import (
	"math"
	"time"

	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// riseSpeed is the mean speed at which the joint furthest from the stand goes there when
// motion begins, rad/s: slow enough not to fall on the way.
const riseSpeed = 0.6

// start is the way to the stand: from where the joints are to the stand's angles and full
// stiffness.
type start struct {
	begun         time.Duration
	length        time.Duration // duration of the movement
	stiffensInSec float64       // time from limp to full stiffness
	from          nao.Joints    // rad
	stiff         nao.Joints    // 0 to 1
	first         bool          // the body began with it: it may be found lying or seated
}

// begin plans the way from where the joints are commanded; arms and head that an owner has
// moved stay.
func (s *start) begin(now time.Duration, cfg *Config, a *joints) {
	far := 0.0
	for _, j := range groups[Legs] {
		a.moved[j] = false
	}
	for j := range nao.Joint(nao.NumJoints) {
		if !a.moved[j] {
			far = max(far, math.Abs(cfg.Stand[j]-a.command.Position[j]))
		}
	}
	sec := max(cfg.StandSec, far/riseSpeed)
	*s = start{
		begun: now, length: si.Seconds(sec), stiffensInSec: cfg.StiffnessSec,
		from: a.command.Position, stiff: a.command.Stiffness,
	}
}

// step moves the joints without an owner towards the stand, raises the stiffness of all, and reports whether the stand is
// reached.
func (s *start) step(now time.Duration, a *joints, stand *nao.Joints) bool {
	past := now - s.begun
	share := slot.Ease(float64(past) / float64(s.length))
	stiff := min(past.Seconds()/s.stiffensInSec, 1)
	for j := range a.owners {
		a.command.Stiffness[j] = max(s.stiff[j], stiff)
		if a.owners[j] == hold && !a.coasting[j].moving && !a.moved[j] {
			a.command.Position[j] = s.from[j] + share*(stand[j]-s.from[j])
		}
	}
	return past >= s.length && stiff >= 1
}

// wasStiff reports whether the joints had torque when the start began: a program moved this
// body a moment before.
func (s *start) wasStiff() bool {
	sum := 0.0
	for _, stiff := range s.stiff {
		sum += stiff
	}
	return sum > 0.05*nao.NumJoints
}
