package world

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// goal writes posts and crossbar, which are solid, and the frame behind them.
func (b *sdfBuilder) goal(i int, g Goal) {
	r := g.PostDiameterM / 2
	half, top, back := g.InnerWidthM/2+r, g.HeightM+r, -g.DepthM
	b.printf(`<model name="goal%d"><static>true</static><pose>%g %g 0 0 0 %.9g</pose><link name="link">`, i, g.XM, g.YM, g.FacingDeg*math.Pi/180)
	paint := sdfMaterial(g.Color, 0.2, 0)
	n := 0
	bar := func(solid bool, radius float64, from, to r3.Vec) {
		d := r3.Sub(to, from)
		pitch := math.Atan2(math.Hypot(d.X, d.Y), d.Z) // z turned into the bar's direction
		pose := fmt.Sprintf(`<pose>%s 0 %.9g %.9g</pose>`, text(r3.Scale(0.5, r3.Add(from, to))), pitch, math.Atan2(d.Y, d.X))
		shape := fmt.Sprintf(`<geometry><cylinder><radius>%g</radius><length>%.6g</length></cylinder></geometry>`, radius, r3.Norm(d))
		b.printf(`<visual name="bar%d">%s%s%s</visual>`, n, pose, shape, paint)
		if solid {
			b.printf(`<collision name="bar%d_collision">%s%s</collision>`, n, pose, shape)
		}
		n++
	}
	bar(true, r, r3.Vec{Y: -half - r, Z: top}, r3.Vec{Y: half + r, Z: top})
	const thin = 0.012
	for _, y := range []float64{-half, half} {
		bar(true, r, r3.Vec{Y: y}, r3.Vec{Y: y, Z: top})
		if g.Net {
			bar(false, thin, r3.Vec{Y: y, Z: thin}, r3.Vec{X: back, Y: y, Z: thin})
			bar(false, thin, r3.Vec{Y: y, Z: top}, r3.Vec{X: back, Y: y, Z: thin})
		}
	}
	if g.Net {
		bar(false, thin, r3.Vec{X: back, Y: -half, Z: thin}, r3.Vec{X: back, Y: half, Z: thin})
	}
	b.printf(`</link></model>`)
}

// pole writes a landmark of two colours: two solid cylinders.
func (b *sdfBuilder) pole(i int, p Pole) {
	b.printf(`<model name="pole%d"><static>true</static><pose>%g %g 0 0 0 0</pose><link name="link">`, i, p.XM, p.YM)
	for k, part := range []Color{p.Lower, p.Upper} {
		pose := fmt.Sprintf(`<pose>0 0 %.6g 0 0 0</pose>`, p.HeightM*(0.25+0.5*float64(k)))
		shape := fmt.Sprintf(`<geometry><cylinder><radius>%g</radius><length>%.6g</length></cylinder></geometry>`, p.DiameterM/2, p.HeightM/2)
		b.printf(`<visual name="part%d">%s%s%s</visual><collision name="part%d_collision">%s%s</collision>`, k, pose, shape, sdfMaterial(part, 0.2, 0), k, pose, shape)
	}
	b.printf(`</link></model>`)
}

// sphere writes a sphere's geometry.
func sphere(radius float64) string {
	return fmt.Sprintf(`<geometry><sphere><radius>%.6g</radius></sphere></geometry>`, radius)
}

// patchAngle is the angle from the middle to the edge of a patch of the league's ball, rad.
const patchAngle = 0.34

// ball writes a hollow ball that rolls freely.
func (b *sdfBuilder) ball(ball Ball) {
	r := ball.DiameterM / 2
	inertia := 2.0 / 3 * ball.MassKg * r * r
	b.printf(`<model name="%s"><pose>%g %g %g 0 0 0</pose><link name="link">`, ball.Name, ball.XM, ball.YM, r)
	b.printf(`<inertial><mass>%g</mass><inertia><ixx>%.6g</ixx><iyy>%.6g</iyy><izz>%.6g</izz></inertia></inertial>`, ball.MassKg, inertia, inertia, inertia)
	b.printf(`<collision name="ball_collision">%s<surface><friction><ode><mu>0.5</mu><mu2>0.5</mu2></ode></friction></surface></collision>`, sphere(r))
	b.printf(`<visual name="ball">%s%s</visual>`, sphere(r), sdfMaterial(ball.Color, 0.25, 0))
	if ball.Pattern == PatternPatches {
		// A patch is the cap of a sphere that protrudes a little from the ball: its distance
		// from the ball's centre is such that the two meet at the patch's edge.
		const hair = 0.0003
		away := (2*r*hair + hair*hair) / (2 * (r + hair - r*math.Cos(patchAngle)))
		black := sdfMaterial(ball.Color.scaled(0.05), 0.25, 0)
		for i, p := range icosahedron() {
			b.printf(`<visual name="patch%d"><pose>%s 0 0 0</pose>%s%s</visual>`, i,
				text(r3.Scale(away, r3.Vec{X: p[0], Y: p[1], Z: p[2]})), sphere(r+hair-away), black)
		}
	}
	b.printf(`</link></model>`)
}

// The largest speeds of a carrier, rad/s and m/s, are those of the embedded simulator.
const (
	turnSpeed = 0.66
	liftSpeed = 0.25
)

// speedRoom is the speed limit of a carrier's joint, in largest speeds of its controller: a joint at its limit would keep
// that speed, against its controller (DART 6.12).
const speedRoom = 1.5

// carrier writes a carried ball: its joints' positions are the ball's own bearing and
// height. Its arm is invisible, touches nothing and has no mass.
func (b *sdfBuilder) carrier(c Carrier) {
	const light = `<gravity>false</gravity><inertial><mass>0.1</mass>` +
		`<inertia><ixx>0.001</ixx><iyy>0.001</iyy><izz>0.001</izz></inertia></inertial>`
	b.printf(`<model name="%s"><pose>%g %g 0 0 0 0</pose>`, c.Name, c.XM, c.YM)
	b.printf(`<link name="foot">%s</link>`, light)
	b.printf(`<joint name="stand" type="fixed"><parent>world</parent><child>foot</child></joint>`)
	b.printf(`<link name="arm">%s</link>`, light)
	b.printf(`<link name="ball"><pose>%g 0 0 0 0 0</pose>%s<visual name="ball">%s%s</visual></link>`,
		c.ReachM, light, sphere(c.RadiusM), sdfMaterial(c.Color, 0.15, 0.25))
	b.printf(`<plugin %s><joint_name>%s</joint_name><joint_name>%s</joint_name></plugin>`,
		b.opts.Gazebo.System("joint-state-publisher", "JointStatePublisher"), nao.CarrierTurn, nao.CarrierLift)
	joint := func(name, kind, parent, child string, low, high, speed, start float64) {
		b.printf(`<joint name="%s" type="%s"><parent>%s</parent><child>%s</child><axis><xyz>0 0 1</xyz>`+
			`<limit><lower>%.9g</lower><upper>%.9g</upper><effort>100</effort><velocity>%g</velocity></limit></axis></joint>`,
			name, kind, parent, child, low, high, speedRoom*speed)
		b.printf(`<plugin %s><joint_name>%s</joint_name><use_velocity_commands>true</use_velocity_commands>`+
			`<cmd_max>%g</cmd_max><cmd_min>%g</cmd_min><initial_position>%.9g</initial_position></plugin>`,
			b.opts.Gazebo.System("joint-position-controller", "JointPositionController"), name, speed, -speed, start)
	}
	joint(nao.CarrierTurn, "revolute", "foot", "arm", -math.Pi-nao.SDFStopAway, math.Pi+nao.SDFStopAway, turnSpeed, c.AngleDeg*math.Pi/180)
	// A joint that starts at its stop would stay there, see nao.SDFStopAway.
	joint(nao.CarrierLift, "prismatic", "arm", "ball", -nao.SDFStopAway, maxLiftM+nao.SDFStopAway, liftSpeed, c.HeightM)
	b.printf(`</model>`)
}
