package motion

import "gonao/nao"

// stopSec is how long a joint takes to come to rest after its owner let it go.
const stopSec = 0.1

// rest lets a joint that nobody moves any more run out, so that neither its
// angle nor, much, its speed jumps.
type rest struct {
	moving bool
	speed  float64 // rad/s, now
	brake  float64 // rad/s², against the speed
}

// newRest runs out from a speed in rad/s.
func newRest(speed float64) rest {
	return rest{moving: speed != 0, speed: speed, brake: speed / stopSec}
}

// step gives the joint's next angle.
func (r *rest) step(j nao.Joint, angle, dtSec float64) float64 {
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
