package walk

import "math"

// memory is how many cycles back the reference is remembered.
const memory = 16

// reference is the pendulum that the commanded body follows. It runs ahead of the
// measured one by the body's latency.
type reference struct {
	xi, c vec2
	past  [memory]vec2 // xi of the last cycles, newest first
}

// rest sets the reference at rest.
func (r *reference) rest(c vec2) {
	r.xi, r.c = c, c
	for i := range r.past {
		r.past[i] = c
	}
}

// step moves on over the pivot p.
func (r *reference) step(p vec2, omega, dt float64) {
	copy(r.past[1:], r.past[:memory-1])
	r.past[0] = r.xi
	next := p.add(r.xi.sub(p).scale(math.Exp(omega * dt)))
	mid := r.xi.add(next).scale(0.5)
	r.c = r.c.add(mid.sub(r.c).scale(1 - math.Exp(-omega*dt)))
	r.xi = next
}

// before gives xi as it was commanded some cycles ago.
func (r *reference) before(cycles float64) vec2 {
	i := min(int(cycles), memory-2)
	f := clamp(cycles-float64(i), 0, 1)
	return r.past[i].scale(1 - f).add(r.past[i+1].scale(f))
}

// shift moves the reference by d now, and the past by what grew to d since.
func (r *reference) shift(d vec2, omega, dt float64) {
	r.xi = r.xi.add(d)
	shrink := math.Exp(-omega * dt)
	for i := range r.past {
		d = d.scale(shrink)
		r.past[i] = r.past[i].add(d)
	}
}

// into changes the frame: x is the new S in the old one.
func (r *reference) into(x place) {
	inv := x.inverse()
	r.xi, r.c = inv.apply(r.xi), inv.apply(r.c)
	for i := range r.past {
		r.past[i] = inv.apply(r.past[i])
	}
}
