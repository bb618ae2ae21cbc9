package nao

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
)

// sdfCycleHz is how often the sensors measure: once in the robot's 12 ms.
const sdfCycleHz = 1 / 0.012

func rateText() string { return fmt.Sprintf("%.17g", sdfCycleHz) }

// sensors writes the sensors of a link.
func (w *sdfWriter) sensors(l Link) {
	w.bumpers(l)
	if l == LinkTorso {
		w.imu()
	}
	switch {
	case w.opts.Blind:
	case l == LinkTorso:
		for s := range Sonar(NumSonars) {
			w.sonar(s)
		}
	case l == LinkHead:
		for c := range Camera(NumCameras) {
			w.camera(c)
		}
	}
}

// imu writes the inertial unit. Gazebo has one place for both parts: the accelerometer's.
func (w *sdfWriter) imu() {
	w.printf(`<sensor name="imu" type="imu">%s`, sdfPose(Translation(AccelerometerInTorso()), ""))
	w.printf(`<topic>%s</topic><update_rate>%s</update_rate><always_on>true</always_on></sensor>`, w.opts.Names.IMU(), rateText())
}

// The number of rays of the sonar's cone in each direction.
const sdfSonarRays = 7

// sdfSonarReach is how far a sonar's rays go, m; beyond it Gazebo reports infinity.
const sdfSonarReach = 5.0

func (w *sdfWriter) sonar(s Sonar) {
	scan := func(name string) string {
		return fmt.Sprintf(`<%s><samples>%d</samples><resolution>1</resolution><min_angle>%s</min_angle><max_angle>%s</max_angle></%s>`,
			name, sdfSonarRays, numText(-SonarFOV/2), numText(SonarFOV/2), name)
	}
	// The robot's own shoulders and arms are nearer than 8 cm.
	w.printf(`<sensor name="%s" type="gpu_lidar">%s<topic>%s</topic><update_rate>10</update_rate>`, s, sdfPose(s.InTorso(), ""), w.opts.Names.Sonar(s))
	w.printf(`<lidar><scan>%s%s</scan><range><min>0.08</min><max>%s</max><resolution>0.001</resolution></range></lidar></sensor>`,
		scan("horizontal"), scan("vertical"), numText(sdfSonarReach))
}

// camera writes a head camera; its frame has the body's axes, x forward.
func (w *sdfWriter) camera(c Camera) {
	o := w.opts.Camera
	w.printf(`<sensor name="%s" type="camera">%s<topic>%s</topic><update_rate>%s</update_rate>`,
		c, sdfPose(c.bodyInHead(), ""), w.opts.Names.Image(c), numText(o.RateHz))
	w.printf(`<camera><horizontal_fov>%s</horizontal_fov><image><width>%d</width><height>%d</height><format>R8G8B8</format></image>`,
		numText(o.FOVX), o.Width, o.Height)
	// Written explicitly: ign-sensors before 6.8 reports another lens in camera_info than it renders with.
	f := float64(o.Width) / 2 / math.Tan(o.FOVX/2)
	w.printf(`<lens><type>gnomonical</type><intrinsics><fx>%s</fx><fy>%s</fy><cx>%s</cx><cy>%s</cy><s>0</s></intrinsics></lens>`,
		numText(f), numText(f), numText(float64(o.Width)/2), numText(float64(o.Height)/2))
	w.printf(`<clip><near>0.01</near><far>20</far></clip><optical_frame_id>%s</optical_frame_id></camera></sensor>`, c.OpticalFrame())
}

// bumpers writes the plates at a foot's toes and their contact sensors.
func (w *sdfWriter) bumpers(l Link) {
	for t := range Touch(NumTouch) {
		place, p := t.Place()
		if place != l || !t.IsBumper() {
			continue
		}
		name := strings.TrimSuffix(t.frame(), "_frame")
		w.collision(name+"_collision", box(l, Grey, p, bumperHalf.X, bumperHalf.Y, bumperHalf.Z))
		w.printf(`<sensor name="%s" type="contact"><topic>%s</topic><update_rate>%s</update_rate>`, name, w.opts.Names.Touch(t), rateText())
		w.printf(`<contact><collision>%s_collision</collision><topic>%s</topic></contact></sensor>`, name, w.opts.Names.Touch(t))
	}
}

// bumperHalf is half a bumper's plate, which is in front of the foot and above the ground.
var bumperHalf = r3.Vec{X: 0.0125, Y: 0.012, Z: 0.008}

// IsBumper reports whether the sensor is one of the four bumpers at the toes.
func (t Touch) IsBumper() bool {
	switch t {
	case LFootBumperLeft, LFootBumperRight, RFootBumperLeft, RFootBumperRight:
		return true
	default:
		return false
	}
}

// padMass is the mass of a pad under the sole, kg; the foot is lighter by it.
const padMass = 0.002

// pad writes one of the four pads a foot stands on: a small link on a fixed joint that measures
// force, with the sole's spheres that are nearest to it.
func (w *sdfWriter) pad(f FSR) {
	leg := LeftLeg
	if f >= RFrontLeft {
		leg = RightLeg
	}
	at := f.InFoot()
	w.printf(`<link name="%s">%s`, f, sdfPose(Translation(at), leg.Foot().String()))
	w.inertial(padBody(r3.Vec{}))
	for i, s := range SoleSpheres(leg) {
		if f.nearest(s.Pose.P) {
			s.Pose.P = r3.Sub(s.Pose.P, at)
			w.collision(fmt.Sprintf("%s_%d", leg.SoleFrame(), i), s)
		}
	}
	w.printf(`</link>`)
	w.printf(`<joint name="%s_fixedjoint" type="fixed"><parent>%s</parent><child>%s</child>`, f, leg.Foot(), f)
	w.printf(`<sensor name="%s" type="force_torque"><topic>%s</topic><update_rate>%s</update_rate><always_on>true</always_on>`,
		f, w.opts.Names.FSR(f), rateText())
	w.printf(`<force_torque><frame>child</frame><measure_direction>parent_to_child</measure_direction></force_torque></sensor></joint>`)
}

// nearest reports whether of the foot's four sensors this one is the nearest to a point of
// the sole.
func (f FSR) nearest(p r3.Vec) bool {
	first, best, bestAway := f/4*4, FSR(0), math.Inf(1)
	for i := first; i < first+4; i++ {
		q := i.InFoot()
		if away := math.Hypot(p.X-q.X, p.Y-q.Y); away < bestAway {
			best, bestAway = i, away
		}
	}
	return best == f
}
