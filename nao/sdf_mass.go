package nao

import "gonum.org/v1/gonum/spatial/r3"

// rigidBody is a rigid body's mass, its centre, and its inertia about that centre (xx yy zz
// xy xz yz).
type rigidBody struct {
	mass    float64
	com     r3.Vec
	inertia [6]float64
}

// sdfMass returns a link's mass in the SDF: the table's, less the parts that are links of their own
// there.
func sdfMass(l Link) rigidBody {
	f := &links[l]
	b := rigidBody{f.mass, f.com, f.inertia}
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

// padBody returns a pad at p, with the inertia of a ball of 1 cm radius.
func padBody(p r3.Vec) rigidBody {
	i := 0.4 * padMass * 0.01 * 0.01
	return rigidBody{padMass, p, [6]float64{i, i, i, 0, 0, 0}}
}

// without returns a body without one of its parts.
func (b rigidBody) without(part rigidBody) rigidBody {
	left := rigidBody{mass: b.mass - part.mass}
	left.com = r3.Scale(1/left.mass, r3.Sub(r3.Scale(b.mass, b.com), r3.Scale(part.mass, part.com)))
	whole, removed, rest := b.aboutOrigin(), part.aboutOrigin(), rigidBody{mass: left.mass, com: left.com}.aboutOrigin()
	for i := range left.inertia {
		left.inertia[i] = whole[i] - removed[i] - rest[i]
	}
	return left
}

// aboutOrigin returns the inertia about the frame's origin (Steiner).
func (b rigidBody) aboutOrigin() [6]float64 {
	m, c, in := b.mass, b.com, b.inertia
	in[0] += m * (c.Y*c.Y + c.Z*c.Z)
	in[1] += m * (c.X*c.X + c.Z*c.Z)
	in[2] += m * (c.X*c.X + c.Y*c.Y)
	in[3] -= m * c.X * c.Y
	in[4] -= m * c.X * c.Z
	in[5] -= m * c.Y * c.Z
	return in
}
