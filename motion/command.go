package motion

import (
	"time"

	"gonao/internal/si"
	"gonao/nao"
)

// longestStep limits how far a joint moves in one step: the distance at top speed in three cycles. After lost states it
// catches up without a jump.
const longestStep = 3 * nao.CyclePeriod

// stopSec is the time in which a joint comes to rest after its owner released it.
const stopSec = 0.1

// coast is the movement of a joint that was released while moving: it slows down to rest, without a jump of its angle and
// with little jump of its speed.
type coast struct {
	moving bool
	speed  float64 // rad/s, now
	brake  float64 // rad/s², against the speed
}

// newCoast slows down from a speed in rad/s.
func newCoast(speed float64) coast {
	return coast{moving: speed != 0, speed: speed, brake: speed / stopSec}
}

// step returns the joint's next angle.
func (r *coast) step(j nao.Joint, angle, dtSec float64) float64 {
	if !r.moving {
		return angle
	}
	before := r.speed
	r.speed -= r.brake * dtSec
	if r.speed*before <= 0 {
		r.speed, r.moving = 0, false
	}
	return j.Clamp(angle + (before+r.speed)/2*dtSec)
}

// coastFree advances the joints without an owner.
func (a *joints) coastFree(dtSec float64) {
	for j := range nao.Joint(nao.NumJoints) {
		if a.owners[j] == hold {
			a.command.Position[j] = a.coasting[j].step(j, a.command.Position[j], dtSec)
		}
	}
}

// coastHeld brings the joints to rest that the start moves and that have no owner.
func (a *joints) coastHeld() {
	for j := range a.coasting {
		if a.owners[j] == hold {
			a.coasting[j] = newCoast(a.speed[j])
		}
	}
}

// followLimp returns which joints have no torque; their command may have any angle. The command of joints without an
// owner follows the measured angle, so that an owner that stiffens them finds the command where the joint is.
func (a *joints) followLimp(measured *nao.Joints) (limp [nao.NumJoints]bool) {
	for j := range nao.Joint(nao.NumJoints) {
		limp[j] = a.command.Stiffness[j] <= 0
		if limp[j] && a.owners[j] == hold && si.IsFinite(measured[j]) {
			a.command.Position[j] = measured[j]
			a.coasting[j].moving = false
		}
	}
	return limp
}

// meetLimp sets the command of every limp joint to where the joint is.
func (a *joints) meetLimp(state *nao.State) {
	for j := range nao.Joint(nao.NumJoints) {
		if a.command.Stiffness[j] > 0 || state.Stiffness[j] > 0 {
			continue
		}
		if q := j.Clamp(state.Position[j]); si.IsFinite(q) {
			a.command.Position[j] = q
		}
	}
}

// bound keeps every joint of the command within its range and speed; a limp one may go
// anywhere. before is the command of the cycle before, step the time since then.
func (a *joints) bound(before *nao.Joints, limp *[nao.NumJoints]bool, step time.Duration) {
	command, stepSec := &a.command.Position, step.Seconds()
	for j := range nao.Joint(nao.NumJoints) {
		if command[j] = j.Clamp(command[j]); !si.IsFinite(command[j]) {
			command[j] = before[j] // NaN reaches no motor
		}
		if stiff := &a.command.Stiffness[j]; !(*stiff >= 0 && *stiff <= 1) {
			*stiff = min(max(*stiff, 0), 1)
			if !si.IsFinite(*stiff) {
				*stiff = 0
			}
		}
		if reach := j.MaxSpeed() * stepSec; !limp[j] {
			command[j] = min(max(command[j], before[j]-reach), before[j]+reach)
		}
		if limp[j] {
			a.speed[j] = 0
		} else if stepSec > 0 { // the same state again holds no speed
			a.speed[j] = (command[j] - before[j]) / stepSec
		}
	}
}
