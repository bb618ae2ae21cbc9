package world

import (
	"fmt"
	"image"
	"math"
)

// goal writes posts and crossbar, which are solid, and behind them a thin frame and a
// net, which are only visible.
func (b *builder) goal(i int, g Goal) {
	r := g.PostDiameterM / 2
	half, top, back := g.InnerWidthM/2+r, g.HeightM+r, -g.DepthM
	fmt.Fprintf(&b.asset, `<material name="goal%d" rgba="%s" specular="0.2" shininess="0.3"/>
<material name="net%d" rgba="0.85 0.85 0.85 0.22" specular="0"/>
`, i, g.Color.rgba(), i)
	fmt.Fprintf(&b.body, `<body name="goal%d" pos="%g %g 0" euler="0 0 %g">`+"\n", i, g.XM, g.YM, g.FacingDeg*math.Pi/180)
	bar := func(name string, solid bool, radius, x1, y1, z1, x2, y2, z2 float64) {
		touch := `contype="0" conaffinity="0"`
		if solid {
			touch = `contype="1" conaffinity="1"`
		}
		fmt.Fprintf(&b.body, `<geom name="goal%d/%s" type="capsule" size="%g" fromto="%g %g %g %g %g %g" material="goal%d" %s/>`+"\n",
			i, name, radius, x1, y1, z1, x2, y2, z2, i, touch)
	}
	bar("crossbar", true, r, 0, -half, top, 0, half, top)
	const thin = 0.012
	for k, y := range []float64{-half, half} {
		bar(fmt.Sprintf("post%d", k), true, r, 0, y, 0, 0, y, top)
		if g.Net {
			bar(fmt.Sprintf("frame%d", 2*k), false, thin, 0, y, thin, back, y, thin)
			bar(fmt.Sprintf("frame%d", 2*k+1), false, thin, 0, y, top, back, y, thin)
		}
	}
	if g.Net {
		bar("frame4", false, thin, back, -half, thin, back, half, thin)
		length := math.Hypot(g.DepthM, top)
		fmt.Fprintf(&b.body, `<geom type="box" size="%g %g 0.001" pos="%g 0 %g" euler="0 %g 0" material="net%d" contype="0" conaffinity="0"/>`+"\n",
			length/2, half, back/2, top/2, -math.Atan2(top, g.DepthM), i)
	}
	b.body.WriteString("</body>\n")
}

// pole writes a landmark of two colours: two solid cylinders.
func (b *builder) pole(i int, p Pole) {
	for k, part := range []Color{p.Lower, p.Upper} {
		fmt.Fprintf(&b.body, `<geom name="pole%d/%d" type="cylinder" size="%g %g" pos="%g %g %g" rgba="%s" contype="1" conaffinity="1"/>`+"\n",
			i, k, p.DiameterM/2, p.HeightM/4, p.XM, p.YM, p.HeightM*(0.25+0.5*float64(k)), part.rgba())
	}
}

// RollingDeceleration is that of a ball on the carpet, m/s²; the stepping program applies it. MuJoCo's own rolling
// friction is a pyramid and slows a ball less between its axes.
const RollingDeceleration = 0.32

// restFriction is the rolling friction that keeps a ball at rest, m.
const restFriction = 1e-5

// ball writes a hollow ball that rolls freely.
func (b *builder) ball(ball Ball) {
	r := ball.DiameterM / 2
	// A hollow ball: I = 2/3 m r².
	inertia := 2.0 / 3 * ball.MassKg * r * r
	look := fmt.Sprintf(`rgba="%s"`, ball.Color.rgba())
	if ball.Pattern != PatternPlain {
		look = fmt.Sprintf(`texture="%s"`, ball.Name)
		b.texture(ball.Name, "cube", func() *image.RGBA {
			return paintPattern(ball.Pattern, ball.Color, ball.Accent)
		})
	}
	fmt.Fprintf(&b.asset, `<material name="%s" %s specular="0.25" shininess="0.3"/>`+"\n", ball.Name, look)
	fmt.Fprintf(&b.body, `<body name="%s" pos="%g %g %g"><freejoint name="%s"/>
<inertial pos="0 0 0" mass="%g" diaginertia="%g %g %g"/>
<geom name="%s" type="sphere" size="%g" material="%s" contype="1" conaffinity="3" condim="6" friction="0.5 0.005 %.6g" solref="0.02 0.6"/></body>
`, ball.Name, ball.XM, ball.YM, r, ball.Name, ball.MassKg, inertia, inertia, inertia, ball.Name, r, ball.Name, restFriction)
	// Its contact with the ground does not depend on the ground: on a soft one a ball would
	// roll in a dent.
	fmt.Fprintf(&b.contact, `<pair geom1="%s" geom2="floor" condim="6" friction="0.8 0.8 0.005 %.6g %.6g" solref="0.0125 0.8" solimp="0.95 0.99 0.001 0.5 2"/>`+"\n",
		ball.Name, restFriction, restFriction)
}

// The carrier's servos are critically damped; they follow a moving target with 50 ms of lag.
const (
	turnInertia = 0.11 // kg m²; the ball's 50 g at 1.1 m and some armature
	turnGain    = 180  // N m/rad
	turnForce   = 30   // N m
	liftInertia = 0.55 // kg
	liftGain    = 880  // N/m
	liftForce   = 60   // N
)

// carrier writes the two joints of a carried ball. The joints' positions are the ball's
// own bearing and height: ref is their value in the model's initial position.
func (b *builder) carrier(c Carrier) {
	const ballMass = 0.05
	arm := max(0.01, turnInertia-ballMass*c.ReachM*c.ReachM)
	critical := func(gain, inertia float64) float64 { return 2 * math.Sqrt(gain*inertia) }
	// A ball that emits a little light keeps its colour on its dark side.
	fmt.Fprintf(&b.asset, `<material name="%s" rgba="%s" specular="0.15" shininess="0.3" emission="0.25"/>`+"\n", c.Name, c.Color.rgba())
	angle := c.AngleDeg * math.Pi / 180
	fmt.Fprintf(&b.body, `<body name="%s/arm" pos="%g %g 0" euler="0 0 %.9g">
<joint name="%s/turn" type="hinge" axis="0 0 1" ref="%.9g" damping="%.6g" armature="%.6g"/>
<inertial pos="0 0 0" mass="0.001" diaginertia="1e-5 1e-5 1e-5"/>
<body name="%s" pos="%g 0 %g"><joint name="%s/lift" type="slide" axis="0 0 1" ref="%g" damping="%.6g" armature="%g"/>
<inertial pos="0 0 0" mass="%g" diaginertia="5e-5 5e-5 5e-5"/>
<geom name="%s" type="sphere" size="%g" material="%s" contype="0" conaffinity="0"/></body></body>
`, c.Name, c.XM, c.YM, angle, c.Name, angle, critical(turnGain, turnInertia), arm,
		c.Name, c.ReachM, c.HeightM, c.Name, c.HeightM, critical(liftGain, liftInertia), liftInertia-ballMass, ballMass,
		c.Name, c.RadiusM, c.Name)
	fmt.Fprintf(&b.actuator, `<position name="%s/turn" joint="%s/turn" kp="%d" ctrllimited="true" ctrlrange="%g %g" forcelimited="true" forcerange="-%d %d"/>
<position name="%s/lift" joint="%s/lift" kp="%d" ctrllimited="true" ctrlrange="%g %g" forcelimited="true" forcerange="-%d %d"/>
`, c.Name, c.Name, turnGain, -math.Pi, math.Pi, turnForce, turnForce,
		c.Name, c.Name, liftGain, c.RadiusM, maxLiftM, liftForce, liftForce)
}
