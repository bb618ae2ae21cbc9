package train

import "math"

// ground paints the carpet, and sometimes the area behind the field.
func (c *canvas) ground() {
	level, g := c.between(0.12, 0.55), c.newGrain(c.between(0.8, 6), c.between(0, 0.08), c.between(0, 0.1))
	lean := c.between(-0.1, 0.1)
	c.all(func(u, v float64) (float64, float64) { return level*(1+g.at(u, v)) + lean*v*level, 1 })
	if c.chance(0.12) {
		c.windowLight()
	}
	if c.chance(0.2) {
		c.hall(c.between(-c.half, c.half*0.3))
	}
}

// windowLight paints a hard edge between light and shadow.
func (c *canvas) windowLight() {
	a, at, more := c.between(0, math.Pi), c.between(-1, 1), c.between(1.4, 2.2)
	nu, nv := math.Cos(a), math.Sin(a)
	for j := range c.n {
		for i := range c.n {
			if c.place(i)*nu+c.place(j)*nv > at {
				c.v[j*c.n+i] *= float32(more)
			}
		}
	}
}

// hall paints the area above the end of the field: walls, boards, legs, lamps.
func (c *canvas) hall(end float64) {
	level, g := c.between(0.05, 0.9), c.newGrain(2, c.between(0, 0.2), c.between(0, 0.15))
	c.paint(-c.half, -c.half, c.half, end, func(u, v float64) (float64, float64) {
		if v > end {
			return 0, 0
		}
		return level * (1 + g.at(u, v)), 1
	})
	for range c.rng.IntN(7) {
		u, v, w, h := c.between(-c.half, c.half), c.between(-c.half-1, end), c.between(0.1, 1.2), c.between(0.1, 2)
		tone := c.between(0, 1)
		top, bottom := max(v-h, -c.half), min(v+h, end)
		switch c.rng.IntN(3) {
		case 0:
			c.box(u-w, top, u+w, bottom, tone)
		case 1:
			c.capsule(u, top, u+c.between(-0.3, 0.3), bottom-w*0.4, w*0.4, tone)
		default:
			c.disc(u, min(v, end-w*0.5), w*0.5, w*0.5, tone, c.between(-0.4, 0.4))
		}
	}
}

// box paints a rectangle.
func (c *canvas) box(left, top, right, bottom, level float64) {
	c.paint(left, top, right, bottom, func(u, v float64) (float64, float64) {
		if u < left || u > right || v < top || v > bottom {
			return 0, 0
		}
		return level, 1
	})
}

// disc paints an ellipse whose level falls by shade from its upper to its lower edge.
func (c *canvas) disc(u, v, ru, rv, level, shade float64) {
	c.paint(u-ru, v-rv, u+ru, v+rv, func(x, y float64) (float64, float64) {
		if math.Hypot((x-u)/ru, (y-v)/rv) > 1 {
			return 0, 0
		}
		return level * (1 - shade*(y-v)/rv), 1
	})
}

// capsule paints a thick line, shaded like a cylinder.
func (c *canvas) capsule(u0, v0, u1, v1, radius, level float64) {
	du, dv := u1-u0, v1-v0
	length := du*du + dv*dv + 1e-9
	side, round := c.between(-0.5, 0.5), c.between(0, 0.5)
	c.paint(min(u0, u1)-radius, min(v0, v1)-radius, max(u0, u1)+radius, max(v0, v1)+radius, func(x, y float64) (float64, float64) {
		t := min(max(((x-u0)*du+(y-v0)*dv)/length, 0), 1)
		d := math.Hypot(x-u0-t*du, y-v0-t*dv)
		if d > radius {
			return 0, 0
		}
		s := (x - u0 - t*du) / radius
		return level * (1 + side*s - round*s*s), 1
	})
}

// band paints a straight stripe.
func (c *canvas) band(u, v, angle, half, level, from float64) {
	cos, sin := math.Cos(angle), math.Sin(angle)
	c.all(func(x, y float64) (float64, float64) {
		along, across := (x-u)*cos+(y-v)*sin, -(x-u)*sin+(y-v)*cos
		if along < from || across > half || across < -half {
			return 0, 0
		}
		return level, 1
	})
}

// line paints a field line, a corner or a piece of the circle.
func (c *canvas) line() {
	level, half := c.between(0.55, 1), c.between(0.12, 0.8)
	u, v, a := c.between(-1.8, 1.8), c.between(-1.8, 1.8), c.between(0, 2*math.Pi)
	switch c.rng.IntN(6) {
	case 0, 1: // a corner
		c.band(u, v, a, half, level, -half)
		c.band(u, v, a+c.between(0.6, 2.5), half*c.between(0.5, 1.5), level, -half)
	case 2: // the circle
		r, flat := c.between(4, 15), c.between(0.15, 0.8)
		ou, ov := u+r*math.Cos(a), v+r*flat*math.Sin(a)
		c.all(func(x, y float64) (float64, float64) {
			if d := math.Hypot(x-ou, (y-ov)/flat) - r; d > half || d < -half {
				return 0, 0
			}
			return level, 1
		})
	default:
		c.band(u, v, a, half, level, -100)
	}
}

// mark paints a penalty mark: a disc or a cross on the ground, seen from the side.
func (c *canvas) mark(u, v float64) {
	level, flat, size := c.between(0.6, 1), c.between(0.15, 1), c.between(0.7, 1.3)
	if c.chance(0.6) {
		c.disc(u, v, size, size*flat, level, 0)
		return
	}
	arm, a := size*c.between(0.2, 0.4), c.between(0, math.Pi)
	cos, sin := math.Cos(a), math.Sin(a)
	c.all(func(x, y float64) (float64, float64) {
		p, q := (x-u)*cos+(y-v)/flat*sin, -(x-u)*sin+(y-v)/flat*cos
		p, q = math.Abs(p), math.Abs(q)
		if p > size || q > size || p > arm && q > arm {
			return 0, 0
		}
		return level, 1
	})
}

// post paints a goal post that stands at a place, or the corner of a goal.
func (c *canvas) post(u, v float64) {
	r, level := c.between(0.7, 1.3), c.between(0.6, 1)
	c.capsule(u, -c.half-2, u, v-r*0.3, r, level)
	if c.chance(0.3) { // the net
		step, fine := c.between(0.3, 0.8), c.between(0.03, 0.1)
		side := 1.0
		if c.chance(0.5) {
			side = -1
		}
		c.all(func(x, y float64) (float64, float64) {
			if (x-u)*side < r || y > v {
				return 0, 0
			}
			if math.Mod(x+50, step) < fine || math.Mod(y+50, step) < fine {
				return level * 0.9, 1
			}
			return 0, 0
		})
	}
}

// boot paints a robot's foot at a place, with its leg.
func (c *canvas) boot(u, v float64) {
	level := c.between(0.25, 1)
	ru, rv := c.between(0.7, 1.7), c.between(0.35, 0.9)
	c.disc(u, v+rv*0.9, ru*1.1, rv*0.5, 0.03, 0) // shadow
	if c.chance(0.8) {
		lean := c.between(-0.4, 0.4)
		c.capsule(u, v-rv*0.5, u+lean, v-c.between(1, 3.5), ru*c.between(0.45, 0.8), level*c.between(0.6, 1.1))
	}
	c.disc(u, v, ru, rv, level, c.between(0, 0.5))
	for range c.rng.IntN(3) { // joints, screws, seams
		c.disc(u+c.between(-ru, ru)*0.8, v-c.between(0, 2), c.between(0.1, 0.5), c.between(0.08, 0.5), c.between(0, 0.3), 0)
	}
	if c.chance(0.3) {
		c.box(u-ru, v+rv*0.3, u+ru, v+rv*0.5, c.between(0, 0.3))
	}
}

// parts paints pieces of a robot: arms, hands, a trunk, a head.
func (c *canvas) parts() {
	for range 1 + c.rng.IntN(4) {
		u, v := c.between(-c.half, c.half), c.between(-c.half, c.half)
		level := c.between(0.05, 1)
		if c.chance(0.6) {
			c.capsule(u, v, u+c.between(-2, 2), v+c.between(-2, 2), c.between(0.2, 1), level)
		} else {
			c.disc(u, v, c.between(0.3, 1.4), c.between(0.3, 1.4), level, c.between(-0.3, 0.6))
		}
	}
	for range c.rng.IntN(4) {
		c.disc(c.between(-1.5, 1.5), c.between(-1.5, 1.5), c.between(0.08, 0.4), c.between(0.08, 0.4), c.between(0, 0.3), 0)
	}
}

// clutter paints shapes of all kinds.
func (c *canvas) clutter() {
	for range 2 + c.rng.IntN(8) {
		u, v, level := c.between(-c.half, c.half), c.between(-c.half, c.half), c.between(0, 1)
		switch c.rng.IntN(4) {
		case 0:
			c.box(u, v, u+c.between(0.1, 2), v+c.between(0.1, 2), level)
		case 1:
			c.disc(u, v, c.between(0.1, 1.2), c.between(0.1, 1.2), level, c.between(-0.5, 0.5))
		case 2:
			c.capsule(u, v, u+c.between(-2, 2), v+c.between(-2, 2), c.between(0.05, 0.6), level)
		default:
			c.band(u, v, c.between(0, math.Pi), c.between(0.05, 0.5), level, -100)
		}
	}
}
