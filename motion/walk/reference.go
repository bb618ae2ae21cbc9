package walk

import "math"

// reference is the pendulum that the commanded body follows. It runs ahead of the
// measured one by the body's latency.
type reference struct {
	xi, c vec2
}

// rest sets the reference at rest.
func (r *reference) rest(c vec2) {
	r.xi, r.c = c, c
}

// step moves on over the pivot p.
func (r *reference) step(p vec2, omega, dt float64) {
	next := p.add(r.xi.sub(p).scale(math.Exp(omega * dt)))
	mid := r.xi.add(next).scale(0.5)
	r.c = r.c.add(mid.sub(r.c).scale(1 - math.Exp(-omega*dt)))
	r.xi = next
}

// into changes the frame: x is the new S in the old one.
func (r *reference) into(x place) {
	inv := x.inverse()
	r.xi, r.c = inv.apply(r.xi), inv.apply(r.c)
}
