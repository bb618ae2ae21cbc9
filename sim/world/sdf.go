package world

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// SDFOptions describes the Gazebo for which a world is written.
type SDFOptions struct {
	Gazebo nao.Gazebo
	Names  nao.GazeboNames // DefaultGazeboNames when the world has no name
	Camera nao.SDFCamera   // of the robot's head; the zero value is the V6's
	Blind  bool            // no cameras, no sonars: nothing to render
}

// gazeboStepSec is the step of Gazebo's physics: the robot's cycle. Gazebo's position
// controllers reach a target within one step; with shorter ones, joints would jerk and stand
// still in every cycle, and the robot would jump along.
const gazeboStepSec = 0.012

// SDF writes the world with its robot for Gazebo: physics, the systems that serve the
// robot's sensors, light, ground, goals, balls. Lines are thin boxes, so that the
// document needs no other file. A carried ball is a model of its name with the joints
// nao.CarrierTurn and nao.CarrierLift.
//
// It differs from the MuJoCo world: carpet and hall are plain, nets are not drawn, a free
// ball rolls without end, and joints start at zero, so that a carried ball first moves to
// its place.
func (w *World) SDF(opts SDFOptions) (string, error) {
	if err := w.Validate(); err != nil {
		return "", fmt.Errorf("write world: %w", err)
	}
	if opts.Names.World == "" {
		opts.Names = nao.DefaultGazeboNames()
	}
	b := &sdfBuilder{opts: opts}
	b.printf(`<?xml version="1.0"?>`)
	b.printf(`<sdf version="1.9">`)
	b.printf(`<world name="%s">`, opts.Names.World)
	b.systems()
	b.light(w.Light)
	b.ground(w)
	for i, g := range w.Goals {
		b.goal(i, g)
	}
	for i, p := range w.Poles {
		b.pole(i, p)
	}
	for _, ball := range w.Balls {
		b.ball(ball)
	}
	for _, c := range w.Carriers {
		b.carrier(c)
	}
	b.out.WriteString(nao.SDFModel(w.robotSDF(opts)))
	b.printf(`</world>`)
	b.printf(`</sdf>`)
	return b.out.String(), nil
}

// robotSDF returns how the world's robot starts and looks.
func (w *World) robotSDF(opts SDFOptions) nao.SDFOptions {
	o := w.Robot.Options()
	return nao.SDFOptions{
		Gazebo: opts.Gazebo, Names: opts.Names, Camera: opts.Camera, Blind: opts.Blind,
		Look: o.Look, Accent: o.Accent, Waistband: o.Waistband, Base: o.Base,
	}
}

type sdfBuilder struct {
	opts SDFOptions
	out  strings.Builder
}

func (b *sdfBuilder) printf(format string, args ...any) { fmt.Fprintf(&b.out, format+"\n", args...) }

// systems writes physics and the systems of the world, in the order in which they run.
func (b *sdfBuilder) systems() {
	b.printf(`<physics name="step" type="dart"><max_step_size>%g</max_step_size><real_time_factor>1</real_time_factor></physics>`, gazeboStepSec)
	gz := b.opts.Gazebo
	for _, s := range [][2]string{
		{"physics", "Physics"},
		{"user-commands", "UserCommands"},
		{"imu", "Imu"},
		{"forcetorque", "ForceTorque"},
		{"contact", "Contact"},
	} {
		b.printf(`<plugin %s/>`, gz.System(s[0], s[1]))
	}
	// Poses at every cycle of the robot: the ground truth is read from them.
	b.printf(`<plugin %s><dynamic_pose_hertz>%.17g</dynamic_pose_hertz></plugin>`,
		gz.System("scene-broadcaster", "SceneBroadcaster"), 1/0.012)
	if !b.opts.Blind {
		b.printf(`<plugin %s><render_engine>ogre2</render_engine></plugin>`, gz.System("sensors", "Sensors"))
	}
	b.printf(`<gravity>0 0 -9.81</gravity>`)
}

func (b *sdfBuilder) light(l Light) {
	k := l.Brightness
	b.printf(`<scene><ambient>%s 1</ambient><background>%s</background><grid>false</grid><shadows>true</shadows></scene>`,
		grey(min(1, 0.45*k)), l.SkyHorizon.rgba())
	b.printf(`<light name="lamp" type="directional"><pose>2.2 -1.7 3.8 0 0 0</pose><cast_shadows>true</cast_shadows>`+
		`<diffuse>%s 1</diffuse><specular>%s 1</specular><direction>-0.48 0.38 -1</direction></light>`, grey(min(1, 0.6*k)), grey(min(1, 0.2*k)))
	b.printf(`<light name="fill" type="directional"><pose>-2 3 5 0 0 0</pose><cast_shadows>false</cast_shadows>`+
		`<diffuse>%s 1</diffuse><specular>0 0 0 1</specular><direction>0.25 -0.5 -1</direction></light>`, grey(min(1, 0.3*k)))
}

// sdfMaterial writes a plain colour; shine is the share of it that it emits.
func sdfMaterial(c Color, specular, shine float64) string {
	return fmt.Sprintf(`<material><ambient>%s</ambient><diffuse>%s</diffuse><specular>%s 1</specular><emissive>%s</emissive></material>`,
		c.rgba(), c.rgba(), grey(specular), c.scaled(shine).rgba())
}

// box writes a box that is only visible, turned by yaw.
func (b *sdfBuilder) box(name string, center, size r3.Vec, yaw float64, material string) {
	b.printf(`<visual name="%s"><pose>%s 0 0 %.6g</pose><geometry><box><size>%s</size></box></geometry>%s</visual>`,
		name, text(center), yaw, text(size), material)
}

// ground writes the plane that carries everything, and carpet and lines, which are only
// visible.
func (b *sdfBuilder) ground(w *World) {
	b.printf(`<model name="ground"><static>true</static><link name="link">`)
	b.printf(`<collision name="floor"><geometry><plane><normal>0 0 1</normal><size>100 100</size></plane></geometry>` +
		`<surface><friction><ode><mu>0.8</mu><mu2>0.8</mu2></ode></friction></surface></collision>`)
	const thick = 0.01
	top := 0.0
	if f := w.Field; f != nil {
		size := r3.Vec{X: f.LengthM + 2*f.BorderM, Y: f.WidthM + 2*f.BorderM, Z: thick}
		b.box("carpet", r3.Vec{Z: -thick / 2}, size, 0, sdfMaterial(f.Carpet, 0, 0))
		paint := sdfMaterial(f.Lines, 0, 0)
		for i, l := range f.strokes() {
			b.box(fmt.Sprintf("line%d", i), l.center, l.size, l.yaw, paint)
		}
		top = -0.004
	}
	b.box("hall", r3.Vec{Z: top - thick/2}, r3.Vec{X: w.Floor.SizeM[0], Y: w.Floor.SizeM[1], Z: thick}, 0, sdfMaterial(w.Floor.Color, 0, 0))
	b.printf(`</link></model>`)
}

// stroke3 is a straight piece of line on the carpet.
type stroke3 struct {
	center, size r3.Vec
	yaw          float64
}

// circlePieces make the centre circle.
const circlePieces = 60

// strokes returns the field's lines as flat boxes.
func (f *Field) strokes() []stroke3 {
	const thick = 0.001
	var all []stroke3
	// along writes a line between two points along x or y, with square ends half a line beyond.
	along := func(x1, y1, x2, y2, beyond float64) {
		center := r3.Vec{X: (x1 + x2) / 2, Y: (y1 + y2) / 2, Z: thick / 2}
		wide := f.LineWidthM
		size := r3.Vec{X: math.Abs(x2-x1) + wide, Y: math.Abs(y2-y1) + wide, Z: thick}
		if x1 == x2 {
			size.Y += 2*beyond - wide
		} else {
			size.X += 2*beyond - wide
		}
		all = append(all, stroke3{center, size, 0})
	}
	if f.LineWidthM == 0 {
		return nil
	}
	x, y, half := f.LengthM/2, f.WidthM/2, f.LineWidthM/2
	along(0, -y, 0, y, half)
	for _, side := range []float64{-1, 1} {
		along(side*x, -y, side*x, y, half)
		along(-x, side*y, x, side*y, half)
		for _, area := range [][2]float64{{f.GoalAreaLengthM, f.GoalAreaWidthM}, {f.PenaltyAreaLengthM, f.PenaltyAreaWidthM}} {
			if area[0] > 0 && area[1] > 0 {
				front, wide := side*(x-area[0]), area[1]/2
				along(front, -wide, front, wide, half)
				along(front, -wide, side*x, -wide, half)
				along(front, wide, side*x, wide, half)
			}
		}
		if m := f.PenaltyMarkSizeM / 2; m > 0 {
			at := side * (x - f.PenaltyMarkDistanceM)
			along(at-m, 0, at+m, 0, 0)
			along(at, -m, at, m, 0)
		}
	}
	if m := f.PenaltyMarkSizeM / 2; m > 0 {
		along(-m, 0, m, 0, 0) // crosses the halfway line
	}
	if r := f.CenterCircleDiameterM / 2; r > 0 {
		long := 2 * (r + half) * math.Tan(math.Pi/circlePieces)
		for i := range circlePieces {
			angle := 2 * math.Pi * float64(i) / circlePieces
			sin, cos := math.Sincos(angle)
			all = append(all, stroke3{r3.Vec{X: r * cos, Y: r * sin, Z: thick / 2}, r3.Vec{X: f.LineWidthM, Y: long, Z: thick}, angle})
		}
	}
	return all
}
