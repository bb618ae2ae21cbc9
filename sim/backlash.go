package sim

import "gonao/nao"

// backlash is the play between a motor and its joint. The encoder is on the motor's side:
// within the play the joint moves freely against its dry friction, and the motor moves
// separately until it meets the other flank of the gear. A motor that meets a flank stops
// there and transfers its momentum to the joint.
//
// One approximation: in the physics the joint carries the rotor's inertia, also while
// the two are apart. docs/decisions/0022-play.md describes what else was tried.
type backlash struct {
	half    float64 // half of the play, rad
	inertia float64 // of the rotor behind the gear, kg m²
	drag    float64 // dry friction of the motor alone, N m

	lag   float64 // the motor's angle less the joint's: −half to half
	speed float64 // of the motor while it is apart, rad/s
	apart bool    // the motor touches neither flank
}

func backlashOf(j nao.Joint, play float64) backlash {
	kind := kindOf(j)
	return backlash{half: play / 2, inertia: kind.rotor * j.GearRatio() * j.GearRatio(), drag: kind.friction, apart: play > 0}
}

// rest puts the motor into the middle of its play.
func (b *backlash) rest() { b.lag, b.speed, b.apart = 0, 0, b.half > 0 }

// motorSpeed returns the motor's speed when the joint's is qd, rad/s.
func (b *backlash) motorSpeed(qd float64) float64 {
	if b.apart {
		return b.speed
	}
	return qd
}

// pass returns the torque that reaches the joint in the next step when the motor has
// some torque, N m.
func (b *backlash) pass(torque, qd, dtSec float64) float64 {
	if b.half == 0 {
		return torque
	}
	if !b.apart {
		if torque*b.lag >= 0 {
			return torque // still on its flank
		}
		b.apart, b.speed = true, qd
	}
	slowing := b.drag * dtSec / b.inertia
	speed := b.speed + torque*dtSec/b.inertia
	speed -= min(max(speed, -slowing), slowing)
	lag := b.lag + (speed-qd)*dtSec
	if lag > -b.half && lag < b.half {
		b.lag, b.speed = lag, speed
		return 0
	}
	b.lag = min(max(lag, -b.half), b.half)
	b.apart = false
	return b.inertia * (speed - qd) / dtSec
}
