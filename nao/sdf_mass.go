package nao

import "gonum.org/v1/gonum/spatial/r3"

// body is a rigid body's mass, its centre, and its inertia about that centre (xx yy zz
// xy xz yz).
type body struct {
	mass    float64
	com     r3.Vec
	inertia [6]float64
}

// sdfMass returns a link's mass as the SDF has it: the table's, less what hangs on it as a
// link of its own there.
func sdfMass(l Link) body {
	f := &links[l]
	b := body{f.mass, f.com, f.inertia}
	switch l {
	case LinkLFoot, LinkRFoot:
		first := LFrontLeft
		if l == LinkRFoot {
			first = RFrontLeft
		}
		for i := range FSR(4) {
			b = b.without(padBody((first + i).InFoot()))
		}
	default:
	}
	return b
}

// padBody is a pad at p, as heavy to turn as a ball of 1 cm radius.
func padBody(p r3.Vec) body {
	i := 0.4 * padMass * 0.01 * 0.01
	return body{padMass, p, [6]float64{i, i, i, 0, 0, 0}}
}

// without takes a part out of a body.
func (b body) without(part body) body {
	left := body{mass: b.mass - part.mass}
	left.com = r3.Scale(1/left.mass, r3.Sub(r3.Scale(b.mass, b.com), r3.Scale(part.mass, part.com)))
	whole, removed, rest := b.aboutOrigin(), part.aboutOrigin(), body{mass: left.mass, com: left.com}.aboutOrigin()
	for i := range left.inertia {
		left.inertia[i] = whole[i] - removed[i] - rest[i]
	}
	return left
}

// aboutOrigin returns the inertia about the frame's origin (Steiner).
func (b body) aboutOrigin() [6]float64 {
	m, c, in := b.mass, b.com, b.inertia
	in[0] += m * (c.Y*c.Y + c.Z*c.Z)
	in[1] += m * (c.X*c.X + c.Z*c.Z)
	in[2] += m * (c.X*c.X + c.Y*c.Y)
	in[3] -= m * c.X * c.Y
	in[4] -= m * c.X * c.Z
	in[5] -= m * c.Y * c.Z
	return in
}
