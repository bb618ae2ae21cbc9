package nao

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// MJCFOptions holds the options of MJCF. The zero value is a rounded blue robot with lossless motors that stands at the
// origin, and names without prefix.
type MJCFOptions struct {
	Prefix    string  // put before every name, such as "nao1/"; no XML specials
	Look      Look    //
	Accent    RGBA    // colour of the coloured parts; Blue when alpha is 0
	Waistband RGBA    // colour of a team band round the waist; none when alpha is 0
	Jersey    RGBA    // colour of a jersey over torso and upper arms; none when alpha is 0
	Number    int     // on the jersey, 1 to 99; 0: none
	Base      *Pose   // X_WT, the torso in the world at the start; nil stands at the origin
	Fixed     bool    // hold the torso in the air: a test stand
	FOVY      float64 // vertical opening of both cameras, rad; CameraFOVY when 0

	// TwoHipMotors selects the robot of the RoboCup 3-D simulator: a motor "RHipYawPitch" for the right hip alone, and
	// limbs that pass through each other.
	TwoHipMotors  bool
	NoSelfContact bool

	// ContactGroup is a number up to 29, different for each robot with NoSelfContact: robots of different groups touch
	// each other.
	ContactGroup int

	// Motor returns each joint's motor, as the simulator models it; nil is Joint.LosslessMotor.
	Motor func(Joint) Motor
}

// MJCFParts holds the parts of one robot for a MuJoCo model; the caller puts each into the element
// of the same name of a world.
//
// They assume angle="radian", and carry every attribute themselves. Names, each
// after the prefix: bodies as the links (torso, l_ankle …), joints as the motors
// and RHipYawPitch, the free joint "root", motors as the joints, cameras
// "CameraTop_optical_frame" and "CameraBottom_optical_frame" (MuJoCo's camera
// looks along −z with y up), sites and sensors "accelerometer", "gyroscope",
// FSR.String, Sonar.String, sites also Touch.String.
//
// A motor's control is its torque in N m; the joint's damping is the back-EMF, so
// a servo need not add it.
// Visible geoms are in group 1, colliding ones in group 3.
type MJCFParts struct {
	Asset    string // materials
	Body     string // the torso with all below it, for worldbody
	Contact  string // pairs that never collide
	Equality string // RHipYawPitch follows LHipYawPitch, unless it has a motor
	Actuator string // 25 torque motors
	Sensor   string // inertial unit, force sensors, sonars

	Files map[string][]byte // pictures that Asset refers to, by name; may be nil
}

// MJCF returns one robot for MuJoCo.
func MJCF(opts MJCFOptions) MJCFParts {
	if opts.Accent[3] == 0 {
		opts.Accent = Blue()
	}
	opts.FOVY = cmp.Or(opts.FOVY, CameraFOVY)
	if opts.Motor == nil {
		opts.Motor = Joint.LosslessMotor
	}
	w := &mjcfWriter{opts: opts, visuals: Shapes(opts.Look), solids: Collisions()}
	w.body(LinkTorso)
	asset := w.assets()
	return MJCFParts{
		Asset: asset, Body: w.out.String(), Contact: w.contacts(),
		Equality: w.equality(), Actuator: w.actuators(), Sensor: w.sensors(), Files: w.files,
	}
}

type mjcfWriter struct {
	opts            MJCFOptions
	visuals, solids []Shape
	out             strings.Builder
	files           map[string][]byte // pictures
}

// printf writes one line; %n in the format is the name prefix.
func (w *mjcfWriter) printf(format string, args ...any) {
	writeLine(&w.out, w.opts.Prefix, format, args...)
}

func writeLine(out *strings.Builder, prefix, format string, args ...any) {
	fmt.Fprintf(out, strings.ReplaceAll(format, "%n", prefix)+"\n", args...)
}

// body writes a link and all links below it.
func (w *mjcfWriter) body(l Link) {
	f := &links[l]
	if l == LinkTorso {
		w.torso()
	} else {
		w.printf(`<body name="%n%s" pos="%s">`, f.name, vecText(f.origin))
		w.joint(l)
	}
	w.printf(`<inertial mass="%s" pos="%s" fullinertia="%s"/>`, numText(f.mass), vecText(f.com), numsText(f.inertia[:]))
	for _, s := range w.solids {
		if s.Link == l {
			w.printf(`<geom %s group="3" %s condim="3" friction="%s" solref="0.005 1" rgba="1 0 0 0.3"/>`, geomText(s), w.meets(), shellFriction)
		}
	}
	for _, s := range w.visuals {
		if s.Link == l {
			name := ""
			if s.LED != NoLED {
				name = fmt.Sprintf(`name="%s%s" `, w.opts.Prefix, s.LED)
			}
			w.printf(`<geom %s%s group="1" contype="0" conaffinity="0" material="%n%s"/>`, name, geomText(s), materials[s.Material].name)
		}
	}
	w.extras(l)
	for child := l + 1; child < NumLinks; child++ {
		if links[child].parent == l {
			w.body(child)
		}
	}
	w.printf(`</body>`)
}

func (w *mjcfWriter) torso() {
	base := Translation(r3.Vec{Z: StandHeight})
	if w.opts.Base != nil {
		base = *w.opts.Base
	}
	w.printf(`<body name="%ntorso" pos="%s" quat="%s">`, vecText(base.P), quatText(base))
	if !w.opts.Fixed {
		w.printf(`<freejoint name="%nroot"/>`)
	}
}

// joint writes the joint that moves a link. One motor turns both hips, so its
// damping, friction and inertia are split over the two.
func (w *mjcfWriter) joint(l Link) {
	f := &links[l]
	m := w.opts.Motor(f.joint)
	share := 1.0
	if f.joint == LHipYawPitch && !w.opts.TwoHipMotors {
		share = 0.5
	}
	low, high := f.joint.Range()
	w.printf(`<joint name="%n%s" type="hinge" axis="%s" limited="true" range="%s" damping="%s" armature="%s" frictionloss="%s"/>`,
		f.jointName, vecText(f.axis), numsText([]float64{low, high}),
		numText(share*m.Damping), numText(share*m.Armature), numText(share*m.Friction))
}

// meets returns what a shape of the robot collides with: everything, or everything except the robot.
func (w *mjcfWriter) meets() string {
	if w.opts.NoSelfContact {
		own := 2 << w.opts.ContactGroup
		return fmt.Sprintf(`contype="%d" conaffinity="%d"`, own, math.MaxInt32&^own)
	}
	return `contype="1" conaffinity="1"`
}

// Friction of the soles and of the shell: sliding, turning, rolling. In a contact the larger one of the two counts.
const (
	soleFriction  = "0.65 0.005 0.0001"
	shellFriction = "0.3 0.005 0.0001" // smooth plastic
)

// extras writes the elements that are not in the table of shapes: soles, cameras, sensor sites, the waistband.
func (w *mjcfWriter) extras(l Link) {
	switch l {
	case LinkTorso:
		w.jersey(l)
		w.site("accelerometer", Translation(AccelerometerInTorso()))
		w.site("gyroscope", Translation(GyroscopeInTorso()))
		for s := range Sonar(NumSonars) {
			w.site(s.String(), s.InTorso().Mul(Rotation(r3.Vec{Y: 1}, halfTurn/2))) // z along the beam
		}
		if band := w.opts.Waistband; band[3] != 0 {
			s := waistband(w.opts.Look)
			w.printf(`<geom %s group="1" contype="0" conaffinity="0" rgba="%s"/>`, geomText(s), numsText(band[:]))
		}
	case LinkHead:
		for cam := range Camera(NumCameras) {
			x := cam.InHead().Mul(Rotation(r3.Vec{X: 1}, halfTurn))
			w.printf(`<camera name="%n%s" pos="%s" quat="%s" fovy="%s"/>`,
				cam.OpticalFrame(), vecText(x.P), quatText(x), numText(w.opts.FOVY*180/halfTurn))
		}
	case LinkLBicep, LinkRBicep:
		w.jersey(l)
	case LinkLFoot:
		w.sole(LeftLeg)
	case LinkRFoot:
		w.sole(RightLeg)
	default:
	}
	for t := range Touch(NumTouch) {
		if link, p := t.Place(); link == l {
			w.site(t.String(), Translation(p))
		}
	}
}

// SoleContact is the bit of what soles touch, in a MuJoCo geom's conaffinity: the ground and balls. The rest of a robot
// meets the shell of a foot, which slides along it.
const SoleContact = 2

// sole writes the spheres that carry the robot and a zone around each force sensor;
// every sphere touches the ground in exactly one zone.
func (w *mjcfWriter) sole(leg Leg) {
	meets := fmt.Sprintf(`contype="%d" conaffinity="0"`, SoleContact)
	if w.opts.NoSelfContact {
		meets = w.meets()
	}
	for i, s := range SoleSpheres(leg) {
		w.printf(`<geom name="%n%s_%d" %s group="3" %s condim="3" friction="%s" solref="0.005 1"/>`,
			leg.SoleFrame(), i, geomText(s), meets, soleFriction)
	}
	middle := 0.004
	if leg == RightLeg {
		middle = -middle
	}
	const half, middleX = 0.05, 0.02
	for i := range FSR(4) {
		f := FSR(4*leg) + i
		x, y := middleX+half, middle+half
		if i >= 2 {
			x = middleX - half
		}
		if i%2 == 1 {
			y = middle - half
		}
		w.printf(`<site name="%n%s" group="4" type="box" pos="%s" size="%s"/>`,
			f, vecText(at(x, y, -FootHeight)), numsText([]float64{half, half, 0.01}))
	}
}

func (w *mjcfWriter) site(name string, x Pose) {
	w.printf(`<site name="%n%s" group="4" size="0.004" pos="%s" quat="%s"/>`, name, vecText(x.P), quatText(x))
}

// geomText writes a shape's geometry in its link's frame.
func geomText(s Shape) string {
	var kind string
	n := 3
	switch s.Kind {
	case Box:
		kind = "box"
	case Ellipsoid:
		kind = "ellipsoid"
	case Sphere:
		kind, n = "sphere", 1
	case Cylinder:
		kind, n = "cylinder", 2
	case Capsule:
		kind, n = "capsule", 2
	}
	text := fmt.Sprintf(`type="%s" size="%s" pos="%s"`, kind, numsText(s.Size[:n]), vecText(s.Pose.P))
	if s.Pose.R != Identity().R {
		text += fmt.Sprintf(` quat="%s"`, quatText(s.Pose))
	}
	return text
}

// numText returns a number with nine digits, and zero for a rounding error.
func numText(v float64) string {
	if v < 1e-12 && v > -1e-12 {
		return "0"
	}
	return strconv.FormatFloat(v, 'g', 9, 64)
}

func numsText(v []float64) string {
	var b strings.Builder
	for i, x := range v {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(numText(x))
	}
	return b.String()
}

func vecText(v r3.Vec) string { return numsText([]float64{v.X, v.Y, v.Z}) }

func quatText(x Pose) string {
	q := x.Quat()
	return numsText([]float64{q.Real, q.Imag, q.Jmag, q.Kmag})
}
