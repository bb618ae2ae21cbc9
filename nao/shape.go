package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// ShapeKind is the kind of a primitive body.
type ShapeKind uint8

// The primitives. Cylinders and capsules lie along their z axis.
const (
	Box       ShapeKind = iota // Size: half lengths along x, y, z
	Ellipsoid                  // Size: half axes along x, y, z
	Sphere                     // Size[0]: radius
	Cylinder                   // Size[0]: radius, Size[1]: half length
	Capsule                    // Size[0]: radius, Size[1]: half length of the cylinder between the caps
)

// Shape is one primitive of a link's skin or of its colliding geometry.
type Shape struct {
	Link     Link
	Kind     ShapeKind
	Size     [3]float64 // m, see ShapeKind
	Pose     Pose       // X_LS in the link's frame
	Material Material
	LED      LED // the LED that lights it
}

// Look is the style of the robot's skin.
type Look uint8

// The looks.
const (
	Rounded Look = iota // rounded skin, like the robot
	Blocks              // plain blocks and a sphere for a head, as in the papers
)

// Material is the appearance of a shape's surface.
type Material uint8

// The materials.
const (
	White  Material = iota
	Grey            // joints and covers
	Black           // lenses, pupils
	Accent          // the coloured parts of shoulder, chest and shin
	Eye             // shines
	Button          // the chest button

	NumMaterials = 6
)

// RGBA is a colour, each part from 0 to 1.
type RGBA [4]float64

// materialFacts is one row of the material table.
type materialFacts struct {
	name     string
	color    RGBA
	specular float64
	emission float64
}

// The accent's colour is the user's choice; Blue by default.
var materials = [NumMaterials]materialFacts{
	White:  {"white", RGBA{0.88, 0.88, 0.88, 1}, 0.3, 0},
	Grey:   {"grey", RGBA{0.30, 0.30, 0.32, 1}, 0.2, 0},
	Black:  {"black", RGBA{0.03, 0.03, 0.03, 1}, 0.4, 0},
	Accent: {"accent", Blue(), 0.2, 0},
	Eye:    {"eye", RGBA{0.45, 0.75, 1, 1}, 0.2, 0.6},
	Button: {"button", RGBA{0.75, 0.80, 0.85, 1}, 0.2, 0.3},
}

// String returns the material's name.
func (m Material) String() string { return materials[m].name }

// Appearance returns a material's colour, and how much it reflects and shines, 0 to 1.
func (m Material) Appearance() (color RGBA, specular, emission float64) {
	f := &materials[m]
	return f.color, f.specular, f.emission
}

// Blue is the default colour of the robot's coloured parts.
func Blue() RGBA { return RGBA{0.10, 0.25, 0.75, 1} }

// Red is the other colour the robot is sold in.
func Red() RGBA { return RGBA{0.80, 0.10, 0.10, 1} }

// Shapes returns the primitives of a look. Both looks have the same colliding geometry; see
// Collisions.
func Shapes(look Look) []Shape {
	if look == Blocks {
		return bothSides(blockShapes())
	}
	return bothSides(roundedShapes())
}

// Collisions returns the primitives of the colliding geometry. The spheres under the soles carry the
// robot, see SoleSpheres; the boxes of the feet lie 2 mm above the ground and only kick.
func Collisions() []Shape { return bothSides(collisionShapes()) }

func collisionShapes() []Shape {
	return []Shape{
		box(LinkTorso, White, at(0, 0, 0.03), 0.045, 0.055, 0.085),
		ball(LinkHead, White, at(0, 0, 0.055), 0.062),
		pill(LinkLBicep, White, at(0.01, 0.005, 0), at(0.09, 0.012, 0), 0.028),
		pill(LinkLWrist, White, at(-0.04, 0, 0), at(0.06, 0, 0), 0.024),
		pill(LinkLThigh, White, at(0.005, 0, -0.02), at(0.002, 0, -0.08), 0.036),
		pill(LinkLTibia, White, at(0.002, 0, -0.025), at(0, 0, -0.075), 0.034),
		box(LinkLFoot, White, at(0.0245, 0.004, 0.012-FootHeight), 0.07, 0.038, 0.010),
	}
}

// waistband returns the team's band around the waist, in the torso's frame.
func waistband(look Look) Shape {
	if look == Blocks {
		return box(LinkTorso, White, at(0, 0, -0.015), 0.048, 0.067, 0.016)
	}
	return rod(LinkTorso, White, at(0, 0, -0.045), at(0, 0, -0.010), 0.056)
}

// SoleSphereRadius is the radius of the spheres that carry the robot, m.
const SoleSphereRadius = 0.005

// SoleSpheres returns spheres inside the sole's outline, in the frame of the foot:
// their lowest points lie in the sole's plane and span its convex hull to 4 mm.
func SoleSpheres(leg Leg) []Shape {
	outline := SoleOutline(leg)
	corners := [...]int{2, 4, 7, 9, 14, 15, 16, 17}
	shapes := make([]Shape, 0, len(corners))
	for _, i := range corners {
		p := at(outline[i][0], outline[i][1], SoleSphereRadius-FootHeight)
		shapes = append(shapes, ball(leg.Foot(), Grey, p, SoleSphereRadius))
	}
	return shapes
}

// bothSides appends the right arm, leg and hand, the mirror images of the left.
func bothSides(shapes []Shape) []Shape {
	for _, s := range shapes {
		if right, ok := s.Link.Right(); ok {
			s.Link = right
			s.Pose = mirrored(s.Pose)
			shapes = append(shapes, s)
		}
	}
	return shapes
}

// Right returns the right link that mirrors a left one; ok is false for other links.
func (l Link) Right() (right Link, ok bool) {
	switch {
	case l >= LinkLShoulder && l <= LinkLWrist:
		return l - LinkLShoulder + LinkRShoulder, true
	case l >= LinkLPelvis && l <= LinkLFoot:
		return l - LinkLPelvis + LinkRPelvis, true
	case l == LinkLHand:
		return LinkRHand, true
	}
	return l, false
}

// mirrored reflects a pose about the x-z plane; the primitive's own mirror
// symmetry makes it a rotation again: M·R·M with M = diag(1, -1, 1).
func mirrored(x Pose) Pose {
	for _, i := range [...]int{1, 3, 5, 7} {
		x.R[i] = -x.R[i]
	}
	x.P.Y = -x.P.Y
	return x
}

// Constructors for the shape tables.

func at(x, y, z float64) r3.Vec { return r3.Vec{X: x, Y: y, Z: z} }

func box(l Link, m Material, p r3.Vec, x, y, z float64) Shape {
	return Shape{l, Box, [3]float64{x, y, z}, Translation(p), m, NoLED}
}

func egg(l Link, m Material, p r3.Vec, x, y, z float64) Shape {
	return Shape{l, Ellipsoid, [3]float64{x, y, z}, Translation(p), m, NoLED}
}

func ball(l Link, m Material, p r3.Vec, radius float64) Shape {
	return Shape{l, Sphere, [3]float64{radius}, Translation(p), m, NoLED}
}

// lit returns a shape that an LED lights.
func lit(by LED, s Shape) Shape {
	s.LED = by
	return s
}

func rod(l Link, m Material, from, to r3.Vec, radius float64) Shape {
	x, half := along(from, to)
	return Shape{l, Cylinder, [3]float64{radius, half}, x, m, NoLED}
}

func pill(l Link, m Material, from, to r3.Vec, radius float64) Shape {
	x, half := along(from, to)
	return Shape{l, Capsule, [3]float64{radius, half}, x, m, NoLED}
}

// pitched returns a shape tilted about its own y axis, front down.
func pitched(s Shape, rad float64) Shape {
	s.Pose = s.Pose.Mul(Rotation(r3.Vec{Y: 1}, rad))
	return s
}

// along returns the pose between two points with z along them, and half their distance.
func along(from, to r3.Vec) (Pose, float64) {
	d := r3.Sub(to, from)
	length := r3.Norm(d)
	turn := r3.Cross(r3.Vec{Z: 1}, d)
	x := Identity()
	if sin := r3.Norm(turn); sin > 1e-12 {
		x = Rotation(r3.Scale(1/sin, turn), math.Atan2(sin, d.Z))
	}
	x.P = r3.Scale(0.5, r3.Add(from, to))
	return x, length / 2
}
