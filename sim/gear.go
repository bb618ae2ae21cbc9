package sim

import "gonao/nao"

// gear is the play between a motor and its joint. The encoder sits on the motor's side:
// within the play the joint moves freely against its dry friction, and the motor
// runs for itself until it meets the other flank. A motor that meets a flank stops
// there and hands its momentum over.
//
// One approximation: the joint carries the rotor's inertia in the physics, also while
// the two are apart. What was tried besides is in docs/decisions/0022-play.md.
type gear struct {
	half    float64 // of the play, rad
	inertia float64 // of the rotor behind the gear, kg m²
	drag    float64 // dry friction of the motor alone, N m

	lag   float64 // the motor's angle less the joint's: −half to half
	speed float64 // the motor's, while it runs for itself, rad/s
	apart bool    // the motor pushes neither flank
}

func gearOf(j nao.Joint, play float64) gear {
	kind := kindOf(j)
	return gear{half: play / 2, inertia: kind.rotor * j.GearRatio() * j.GearRatio(), drag: kind.friction, apart: play > 0}
}

// rest puts the motor into the middle of its play.
func (g *gear) rest() { g.lag, g.speed, g.apart = 0, 0, g.half > 0 }

// motorSpeed gives the motor's speed, rad/s, when the joint's is qd.
func (g *gear) motorSpeed(qd float64) float64 {
	if g.apart {
		return g.speed
	}
	return qd
}

// pass gives the torque that reaches the joint in the next step when the motor has some, N m.
func (g *gear) pass(torque, qd, dtSec float64) float64 {
	if g.half == 0 {
		return torque
	}
	if !g.apart {
		if torque*g.lag >= 0 {
			return torque // still on its flank
		}
		g.apart, g.speed = true, qd
	}
	slowing := g.drag * dtSec / g.inertia
	speed := g.speed + torque*dtSec/g.inertia
	speed -= min(max(speed, -slowing), slowing)
	lag := g.lag + (speed-qd)*dtSec
	if lag > -g.half && lag < g.half {
		g.lag, g.speed = lag, speed
		return 0
	}
	g.lag = min(max(lag, -g.half), g.half)
	g.apart = false
	return g.inertia * (speed - qd) / dtSec
}
