package walk

// track is the way of one coordinate of the swing foot: in every cycle a new cubic
// from where it is, with the speed it has, to rest at the goal.
type track struct{ at, speed, accel float64 }

// step goes on towards a goal that is to be reached in left seconds.
func (k *track) step(goal, left, dt float64) {
	if left <= dt {
		k.at, k.speed, k.accel = goal, 0, 0
		return
	}
	d := goal - k.at
	// p(u) = at + speed·u + a·u² + b·u³ with p(left) = goal, p'(left) = 0.
	a := (3*d/left - 2*k.speed) / left
	b := (k.speed*left - 2*d) / (left * left * left)
	k.at += dt * (k.speed + dt*(a+dt*b))
	k.speed += dt * (2*a + 3*dt*b)
	k.accel = 2*a + 6*dt*b
}

// height is the swing foot's lift at a phase of 0 to 1, with 1 at its top.
func height(phase float64) float64 {
	if phase <= 0 || phase >= 1 {
		return 0
	}
	// Up within the first part, down within the last one, smoothly.
	const up = 0.4
	u := min(phase, 1-phase) / up
	if u >= 1 {
		return 1
	}
	return u * u * (3 - 2*u)
}
