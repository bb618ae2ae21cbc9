package nao

import (
	"cmp"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/wording"
)

// Gazebo is a generation of Gazebo. Generations differ in the names of systems and types.
type Gazebo uint8

// The generations an SDF can be written for.
const (
	Fortress Gazebo = iota // Gazebo 6, called Ignition; 6.16 or newer
	Harmonic               // Gazebo 8, called Gz
)

// ParseGazebo returns a generation by its name.
func ParseGazebo(name string) (Gazebo, error) {
	switch name {
	case "fortress":
		return Fortress, nil
	case "harmonic":
		return Harmonic, nil
	}
	return 0, fmt.Errorf("Gazebo %q: no such generation; want fortress or harmonic%s", name, wording.DidYouMean(name, []string{"fortress", "harmonic"}))
}

// String returns the generation's name.
func (g Gazebo) String() string {
	if g == Harmonic {
		return "harmonic"
	}
	return "fortress"
}

// System returns the file and the class of a system that comes with Gazebo, as a plugin
// element's attributes: System("forcetorque", "ForceTorque").
func (g Gazebo) System(file, class string) string {
	if g == Harmonic {
		return fmt.Sprintf(`filename="gz-sim-%s-system" name="gz::sim::systems::%s"`, file, class)
	}
	return fmt.Sprintf(`filename="ignition-gazebo-%s-system" name="ignition::gazebo::systems::%s"`, file, class)
}

// SDFOptions holds the options of SDF. The zero value is a rounded blue robot for Fortress that stands at the origin and
// has the names of DefaultGazeboNames.
type SDFOptions struct {
	Gazebo    Gazebo
	Names     GazeboNames // DefaultGazeboNames when the model has no name
	Look      Look
	Accent    RGBA      // colour of the coloured parts; Blue when alpha is 0
	Waistband RGBA      // colour of a team band round the waist; none when alpha is 0
	Base      *Pose     // X_WT, the torso in the world at the start; nil stands at the origin
	Fixed     bool      // hold the torso in the air: a test stand
	Camera    SDFCamera // the zero value is the V6's
	Blind     bool      // no cameras, no sonars: nothing to render
}

// SDFCamera holds the properties of both head cameras.
type SDFCamera struct {
	Width, Height int     // pixels; 640 × 480 when 0
	RateHz        float64 // 30 when 0
	FOVX          float64 // rad; CameraFOVX when 0. Pixels are square.
}

// SDF returns the robot as an SDF document with one model. See SDFModel.
func SDF(opts SDFOptions) string {
	return "<?xml version=\"1.0\"?>\n<sdf version=\"1.9\">\n" + SDFModel(opts) + "</sdf>\n"
}

// SDFModel returns the robot as a model element, for an SDF's world or alone. It needs only plugins
// that come with Gazebo; the world must have the systems of its sensors. Links, joints and frames are
// named as in nao_description, topics as in GazeboNames.
//
// Each joint has a position controller that commands speeds up to the joint's own: it holds its
// target stiffly and cannot go limp. The hips have two; the right one must get the left one's angle.
// The stops lie SDFStopAway beyond the ranges. Each foot stands on four pads, which are links on fixed
// joints that measure force. The limbs pass through each other.
func SDFModel(opts SDFOptions) string {
	if opts.Names.Model == "" {
		opts.Names = DefaultGazeboNames()
	}
	if opts.Accent[3] == 0 {
		opts.Accent = Blue()
	}
	if opts.Camera.Width == 0 || opts.Camera.Height == 0 {
		opts.Camera.Width, opts.Camera.Height = 640, 480
	}
	opts.Camera.RateHz = cmp.Or(opts.Camera.RateHz, 30)
	opts.Camera.FOVX = cmp.Or(opts.Camera.FOVX, CameraFOVX)
	w := &sdfWriter{opts: opts, visuals: Shapes(opts.Look), solids: Collisions()}
	if opts.Waistband[3] != 0 {
		w.visuals = append(w.visuals, waistband(opts.Look))
		w.band = len(w.visuals)
	}
	w.model()
	return w.out.String()
}

type sdfWriter struct {
	opts            SDFOptions
	visuals, solids []Shape
	band            int // the waistband among visuals, counted from 1; 0: none
	out             strings.Builder
}

func (w *sdfWriter) printf(format string, args ...any) { writeLine(&w.out, "", format, args...) }

func (w *sdfWriter) model() {
	base := Translation(r3.Vec{Z: StandHeight})
	if w.opts.Base != nil {
		base = *w.opts.Base
	}
	w.printf(`<model name="%s" canonical_link="torso">`, w.opts.Names.Model)
	w.printf(`%s`, sdfPose(base, ""))
	w.printf(`<self_collide>false</self_collide>`)
	if w.opts.Fixed {
		w.printf(`<joint name="test_stand" type="fixed"><parent>world</parent><child>torso</child></joint>`)
	}
	for l := range Link(NumLinks) {
		w.link(l)
	}
	for f := range FSR(NumFSR) {
		w.pad(f)
	}
	w.frames()
	w.controllers()
	w.printf(`</model>`)
}

// link writes a link with its sensors, and the joint that moves it.
func (w *sdfWriter) link(l Link) {
	f := &links[l]
	w.printf(`<link name="%s">`, l.SDFName())
	if l != LinkTorso {
		w.printf(`<pose relative_to="%s"/>`, f.jointName)
	}
	w.inertial(sdfMass(l))
	for i, s := range w.visuals {
		if s.Link != l {
			continue
		}
		color := materials[s.Material].color
		switch {
		case i+1 == w.band:
			color = w.opts.Waistband
		case s.Material == Accent:
			color = w.opts.Accent
		}
		w.visual(fmt.Sprintf("%s_visual_%d", f.name, i), s, color)
	}
	for i, s := range w.solids {
		if s.Link == l {
			w.collision(fmt.Sprintf("%s_collision_%d", f.name, i), s)
		}
	}
	w.sensors(l)
	w.printf(`</link>`)
	if l != LinkTorso {
		w.joint(l)
	}
}

func (w *sdfWriter) inertial(m rigidBody) {
	in := m.inertia
	w.printf(`<inertial><pose>%s 0 0 0</pose><mass>%s</mass>`, vecText(m.com), numText(m.mass))
	w.printf(`<inertia><ixx>%s</ixx><iyy>%s</iyy><izz>%s</izz><ixy>%s</ixy><ixz>%s</ixz><iyz>%s</iyz></inertia></inertial>`,
		numText(in[0]), numText(in[1]), numText(in[2]), numText(in[3]), numText(in[4]), numText(in[5]))
}

// SDFStopAway is how far beyond a joint's range its stops lie in the SDF, rad. In Gazebo's physics
// (DART 6.12) no controller moves a joint that is at its stop or beyond, and all joints start at 0,
// which is outside some ranges. Commands keep to the ranges.
const SDFStopAway = 0.2

func (w *sdfWriter) joint(l Link) {
	f := &links[l]
	low, high := f.joint.Range()
	w.printf(`<joint name="%s" type="revolute">`, f.jointName)
	w.printf(`%s<parent>%s</parent><child>%s</child>`, sdfPose(Translation(f.origin), f.parent.SDFName()), f.parent.SDFName(), l.SDFName())
	w.printf(`<axis><xyz>%s</xyz><limit><lower>%s</lower><upper>%s</upper><effort>%s</effort><velocity>%s</velocity></limit></axis>`,
		vecText(f.axis), numText(low-SDFStopAway), numText(high+SDFStopAway), numText(sdfEffort(f.joint)), numText(f.joint.MaxSpeed()))
	w.printf(`</joint>`)
}

// SDFLegEffort is the share of a leg motor's stall torque that its joint has in the SDF. Joints and ground are rigid in
// Gazebo: with the full torque, a landing foot throws the robot into the air, where it turns; with a fifth of it, the
// robot falls.
const SDFLegEffort = 0.35

// sdfEffort is a joint's greatest torque, N m.
func sdfEffort(j Joint) float64 {
	if j >= LHipYawPitch && j <= RAnkleRoll {
		return SDFLegEffort * j.StallTorque()
	}
	return j.StallTorque()
}

// frames writes the frames without a link: soles, cameras, sensors.
func (w *sdfWriter) frames() {
	frame := func(link Link, name string, x Pose) {
		w.printf(`<frame name="%s" attached_to="%s">%s</frame>`, name, link, sdfPose(x, ""))
	}
	for leg := range Leg(NumLegs) {
		frame(leg.Foot(), leg.SoleFrame(), Translation(r3.Vec{Z: -FootHeight}))
	}
	for c := range Camera(NumCameras) {
		frame(LinkHead, c.String()+"_frame", c.bodyInHead())
		frame(LinkHead, c.OpticalFrame(), c.InHead())
	}
	frame(LinkTorso, AccelerometerFrame, Translation(AccelerometerInTorso()))
	frame(LinkTorso, GyroscopeFrame, Translation(GyroscopeInTorso()))
	for s := range Sonar(NumSonars) {
		frame(LinkTorso, s.String()+"_frame", s.InTorso())
	}
}

// controllers writes the systems that move the joints and publish them.
func (w *sdfWriter) controllers() {
	state := w.opts.Gazebo.System("joint-state-publisher", "JointStatePublisher")
	w.printf(`<plugin %s>`, state)
	w.eachJoint(func(name string, _ Joint) { w.printf(`<joint_name>%s</joint_name>`, name) })
	w.printf(`</plugin>`)
	position := w.opts.Gazebo.System("joint-position-controller", "JointPositionController")
	w.eachJoint(func(name string, j Joint) {
		w.printf(`<plugin %s>`, position)
		w.printf(`<joint_name>%s</joint_name><use_velocity_commands>true</use_velocity_commands>`, name)
		w.printf(`<cmd_max>%s</cmd_max><cmd_min>%s</cmd_min><initial_position>%s</initial_position>`,
			numText(j.MaxSpeed()), numText(-j.MaxSpeed()), numText(j.Clamp(0)))
		w.printf(`</plugin>`)
	})
}

// SDFName returns the link's name in an SDF. It differs from the joint's name, because SDF names links and joints in one
// list.
func (l Link) SDFName() string {
	if f := &links[l]; f.name != f.jointName {
		return f.name
	}
	return links[l].name + "_link"
}

// eachJoint visits the 26 joints, named as in the model.
func (w *sdfWriter) eachJoint(visit func(name string, j Joint)) {
	for l := range Link(NumLinks) {
		if l != LinkTorso {
			visit(links[l].jointName, links[l].joint)
		}
	}
}
