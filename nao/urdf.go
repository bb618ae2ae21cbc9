package nao

import (
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// URDFOptions holds the options of URDF. The zero value is plain blocks and blue.
type URDFOptions struct {
	Accent RGBA   // colour of the coloured parts; Blue when alpha is 0
	Meshes string // URL of the directory of the links' meshes (package skin), such as package://gonao_bringup/meshes; empty: blocks
}

// URDF returns the robot as a URDF document. Links, joints and frames are named as
// in nao_description: base_link, torso, l_sole, CameraTop_optical_frame and so on;
// RHipYawPitch mimics LHipYawPitch. URDF has no capsules, so colliding ones are a cylinder and two spheres.
func URDF(opts URDFOptions) string {
	if opts.Accent[3] == 0 {
		opts.Accent = Blue()
	}
	w := &urdfWriter{visuals: Shapes(Blocks), solids: Collisions(), accent: opts.Accent, meshes: strings.TrimRight(opts.Meshes, "/")}
	w.printf(`<?xml version="1.0"?>`)
	w.printf(`<robot name="nao">`)
	for m := range Material(NumMaterials) {
		w.printf(`%s`, w.material(m))
	}
	w.printf(`<link name="base_link"/>`)
	w.fixed("base_link", "torso", Identity())
	for l := range Link(NumLinks) {
		w.link(l)
	}
	w.frames()
	w.printf(`</robot>`)
	return w.out.String()
}

type urdfWriter struct {
	visuals, solids []Shape
	accent          RGBA
	meshes          string
	out             strings.Builder
}

func (w *urdfWriter) printf(format string, args ...any) { writeLine(&w.out, "", format, args...) }

// link writes a link, and the joint that moves it.
func (w *urdfWriter) link(l Link) {
	f := &links[l]
	w.printf(`<link name="%s">`, f.name)
	w.printf(`  <inertial><origin xyz="%s"/><mass value="%s"/>`, vecText(f.com), numText(f.mass))
	in := f.inertia
	w.printf(`    <inertia ixx="%s" iyy="%s" izz="%s" ixy="%s" ixz="%s" iyz="%s"/></inertial>`,
		numText(in[0]), numText(in[1]), numText(in[2]), numText(in[3]), numText(in[4]), numText(in[5]))
	if w.meshes != "" {
		w.mesh(l)
	} else {
		for _, s := range w.visuals {
			if s.Link == l {
				w.shape("visual", s)
			}
		}
	}
	for _, s := range w.solids {
		if s.Link == l {
			w.shape("collision", s)
		}
	}
	switch l {
	case LinkLFoot:
		w.soles(LeftLeg)
	case LinkRFoot:
		w.soles(RightLeg)
	default:
	}
	w.printf(`</link>`)
	if l != LinkTorso {
		w.joint(l)
	}
}

func (w *urdfWriter) soles(leg Leg) {
	for _, s := range SoleSpheres(leg) {
		w.shape("collision", s)
	}
}

func (w *urdfWriter) joint(l Link) {
	f := &links[l]
	low, high := f.joint.Range()
	w.printf(`<joint name="%s" type="revolute">`, f.jointName)
	w.printf(`  <parent link="%s"/><child link="%s"/>`, f.parent, f.name)
	w.printf(`  <origin xyz="%s" rpy="0 0 0"/><axis xyz="%s"/>`, vecText(f.origin), vecText(f.axis))
	w.printf(`  <limit lower="%s" upper="%s" velocity="%s" effort="%s"/>`,
		numText(low), numText(high), numText(f.joint.MaxSpeed()), numText(f.joint.StallTorque()))
	if f.jointName != f.joint.String() {
		w.printf(`  <mimic joint="%s" multiplier="1" offset="0"/>`, f.joint)
	}
	w.printf(`</joint>`)
}

// fixed writes a joint that holds a frame at X in its parent.
func (w *urdfWriter) fixed(parent, child string, x Pose) {
	w.printf(`<joint name="%s_fixedjoint" type="fixed"><parent link="%s"/><child link="%s"/>%s</joint>`,
		child, parent, child, originText(x))
}

func (w *urdfWriter) frame(parent Link, name string, x Pose) {
	w.printf(`<link name="%s"/>`, name)
	w.fixed(parent.String(), name, x)
}

// frames writes the massless links: soles, cameras, sensors.
func (w *urdfWriter) frames() {
	for _, leg := range [...]Leg{LeftLeg, RightLeg} {
		w.frame(leg.Foot(), leg.SoleFrame(), Translation(r3.Vec{Z: -FootHeight}))
	}
	for cam := range Camera(NumCameras) {
		w.frame(LinkHead, cam.String()+"_frame", cam.bodyInHead())
		w.frame(LinkHead, cam.OpticalFrame(), cam.InHead())
	}
	w.frame(LinkTorso, AccelerometerFrame, Translation(AccelerometerInTorso()))
	w.frame(LinkTorso, GyroscopeFrame, Translation(GyroscopeInTorso()))
	for s := range Sonar(NumSonars) {
		w.frame(LinkTorso, s.String()+"_frame", s.InTorso())
	}
	for f := range FSR(NumFSR) {
		foot := LinkLFoot
		if f >= RFrontLeft {
			foot = LinkRFoot
		}
		w.frame(foot, f.String()+"_frame", Translation(f.InFoot()))
	}
	for t := range Touch(NumTouch) {
		link, p := t.Place()
		w.frame(link, t.frame(), Translation(p))
	}
}

// Frames of the inertial unit as in nao_description; their axes are the torso's.
const (
	AccelerometerFrame = "ImuTorsoAccelerometer_frame"
	GyroscopeFrame     = "ImuTorsoGyrometer_frame"
)

func originText(x Pose) string {
	roll, pitch, yaw := x.RollPitchYaw()
	return `<origin xyz="` + vecText(x.P) + `" rpy="` + numsText([]float64{roll, pitch, yaw}) + `"/>`
}

// material returns a material with its colour: viewers that read a visual alone need no definition elsewhere.
func (w *urdfWriter) material(m Material) string {
	color := materials[m].color
	if m == Accent {
		color = w.accent
	}
	return `<material name="` + materials[m].name + `"><color rgba="` + numsText(color[:]) + `"/></material>`
}

// mesh writes the mesh of a link. Its file holds its colours; the one here is for viewers that do not read them.
func (w *urdfWriter) mesh(l Link) {
	w.printf(`  <visual><origin xyz="0 0 0" rpy="0 0 0"/><geometry><mesh filename="%s/%s"/></geometry>%s</visual>`, w.meshes, l.MeshFile(), w.material(White))
}

// shape writes a primitive as an element of that name, visual or collision.
func (w *urdfWriter) shape(element string, s Shape) {
	for _, part := range urdfParts(s) {
		var geometry string
		switch part.Kind {
		case Box:
			size := part.Size
			for i := range size {
				size[i] *= 2
			}
			geometry = `<box size="` + numsText(size[:]) + `"/>`
		case Cylinder:
			geometry = `<cylinder radius="` + numText(part.Size[0]) + `" length="` + numText(2*part.Size[1]) + `"/>`
		default:
			geometry = `<sphere radius="` + numText(part.Size[0]) + `"/>`
		}
		material := ""
		if element == "visual" {
			material = w.material(s.Material)
		}
		w.printf(`  <%s>%s<geometry>%s</geometry>%s</%s>`, element, originText(part.Pose), geometry, material, element)
	}
}

// urdfParts returns a shape as shapes that URDF has.
func urdfParts(s Shape) []Shape {
	if s.Kind != Capsule {
		return []Shape{s}
	}
	piece := func(kind ShapeKind, size [3]float64, z float64) Shape {
		return Shape{s.Link, kind, size, s.Pose.Mul(Translation(r3.Vec{Z: z})), s.Material, s.LED}
	}
	r, half := s.Size[0], s.Size[1]
	return []Shape{piece(Cylinder, s.Size, 0), piece(Sphere, [3]float64{r}, half), piece(Sphere, [3]float64{r}, -half)}
}
