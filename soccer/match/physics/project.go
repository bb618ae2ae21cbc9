package physics

import (
	"math"
	"time"

	"gonao/motion"
	"gonao/nao"
	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
)

// project updates the ground by the physics after a step of dt; 0: nothing has moved.
func (w *World) project(dt time.Duration) {
	w.Plane.Contacts = w.Plane.Contacts[:0]
	for i, b := range w.bodies {
		b.locate()
		if r := &w.Plane.Robots[i]; !r.Away {
			b.report(r, w.sim.TouchesGoal(i), dt)
		}
	}
	w.projectBall()
	w.touches = w.sim.Touches(w.touches[:0])
	w.projectTouches()
	w.contacts = w.sim.Contacts(w.contacts[:0])
	w.projectContacts()
}

// locate finds where the robot stands.
func (b *body) locate() {
	d := b.world.sim.Data()
	t, l, r := 3*b.links.Torso, 3*b.links.Feet[nao.LeftLeg], 3*b.links.Feet[nao.RightLeg]
	p, m := d.BodyPosition, d.BodyMatrix[9*b.links.Torso:]
	b.at = plane.Pose{X: (p[l] + p[r]) / 2, Y: (p[l+1] + p[r+1]) / 2, Theta: math.Atan2(m[3], m[0])}
	b.lean = math.Acos(max(-1, min(1, m[8])))
	if b.lean > lies {
		b.at.X, b.at.Y = p[t], p[t+1]
		if math.Abs(m[6]) > math.Sqrt2/2 { // the torso's x is upright: where its head points to counts
			b.at.Theta = math.Atan2(m[5], m[2])
		}
	}
}

// lies is the lean of the torso from which on a robot lies, rad.
const lies = 1.0

// Settle is the time constant of the measured speeds: a step of the walk sways the body.
const Settle = 300 * time.Millisecond

// report writes the robot to the ground.
func (b *body) report(r *kinematic.Robot, atPost bool, dt time.Duration) {
	before := r.Pose
	r.Pose, r.AtPost, r.Pushed = b.at, atPost, false
	r.Posture = b.posture()
	o := b.mover.Odometry()
	r.Odometry = plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw}
	r.HeadYaw = b.state.Position[nao.HeadYaw]
	for side := range r.Sonar {
		r.Sonar[side] = math.Inf(1)
		if v := b.state.Sonar[side]; v < b.world.Plane.Preset.Sonar.Max {
			r.Sonar[side] = v
		}
	}
	if dt == 0 || b.mover.State() != motion.Walking || b.mover.Busy() != motion.Standing {
		r.VX, r.VY, r.W = 0, 0, 0
		return
	}
	x, y := before.Local(b.at.X, b.at.Y)
	gain := min(dt.Seconds()/Settle.Seconds(), 1)
	r.VX += gain * (x/dt.Seconds() - r.VX)
	r.VY += gain * (y/dt.Seconds() - r.VY)
	r.W += gain * (plane.Angle(b.at.Theta-before.Theta)/dt.Seconds() - r.W)
}

// posture returns the posture of the body; a kick counts from the order on.
func (b *body) posture() kinematic.Posture {
	switch state, busy := b.mover.State(), b.mover.Busy(); {
	case state == motion.Fallen || state == motion.Falling:
		return kinematic.Fallen
	case state == motion.GettingUp:
		return kinematic.GettingUp
	case busy == motion.Kicking:
		return kinematic.Kicking
	case busy == motion.Posing && b.mover.Saves() == motion.SaveBlock:
		return kinematic.Blocking
	case busy == motion.Posing:
		return kinematic.Diving
	}
	return kinematic.Upright
}

// projectBall updates the ball.
func (w *World) projectBall() {
	w.sim.Truth(0, &w.truth)
	p, v := w.truth.Balls[w.ballAt].P, w.sim.Data().BodyVelocity(w.ballBody)
	w.Plane.Ball = kinematic.Ball{X: p.X, Y: p.Y, VX: v[0], VY: v[1]}
	w.ballZ = p.Z
	if w.Plane.Ball.Speed() < restSpeed {
		w.Plane.Ball.VX, w.Plane.Ball.VY = 0, 0
	}
}

// restSpeed is the speed below which the ball lies still, m/s.
const restSpeed = 0.005

// cameSpeed is the smallest speed of a ball that comes to a robot, m/s; with a slower ball, the touching robot plays it.
const cameSpeed = 0.3

// projectTouches lists the robots that touched the ball.
func (w *World) projectTouches() {
	b := &w.Plane.Ball
	for k, t := range w.touches {
		if t.Ball != w.ballAt || k > 0 && w.touches[k-1].Robot == t.Robot || w.Plane.Robots[t.Robot].Away {
			continue
		}
		r := &w.Plane.Robots[t.Robot]
		c := kinematic.Contact{Kind: kinematic.StillBall, A: t.Robot, B: -1, Speed: b.Speed(), Arm: isArm(t.Link)}
		switch {
		case r.Posture == kinematic.Kicking:
			c.Kind = kinematic.Kicked
		case w.before.Speed() > cameSpeed && w.before.VX*(r.Pose.X-b.X)+w.before.VY*(r.Pose.Y-b.Y) > 0:
			c.Kind = kinematic.MovingBall
		}
		w.Plane.Contacts = append(w.Plane.Contacts, c)
	}
	w.before = *b
}

// isArm reports whether a link is a part of an arm.
func isArm(l nao.Link) bool {
	return l >= nao.LinkLShoulder && l <= nao.LinkLWrist || l >= nao.LinkRShoulder && l <= nao.LinkRHand
}

// upsetLean is the lean of the torso from which on a robot that is touched stumbles, rad.
const upsetLean = 0.3

// projectContacts lists which robots touch each other, each pair once.
func (w *World) projectContacts() {
	robots := w.Plane.Robots
	first := len(w.Plane.Contacts)
	for k := range w.contacts {
		i, j := w.contacts[k].Robots[0], w.contacts[k].Robots[1]
		if robots[i].Away || robots[j].Away || w.listed(first, i, j) {
			continue
		}
		w.Plane.Contacts = append(w.Plane.Contacts, w.meet(i, j))
	}
}

func (w *World) listed(first, i, j int) bool {
	for _, c := range w.Plane.Contacts[first:] {
		if c.A == i && c.B == j || c.A == j && c.B == i {
			return true
		}
	}
	return false
}

// meet returns the contact of two robots.
func (w *World) meet(i, j int) kinematic.Contact {
	a, b := &w.Plane.Robots[i], &w.Plane.Robots[j]
	dx, dy := b.Pose.X-a.Pose.X, b.Pose.Y-a.Pose.Y
	n := max(math.Hypot(dx, dy), 1e-9)
	va, vb := a.Along(dx/n, dy/n), -b.Along(dx/n, dy/n)
	c := kinematic.Contact{Kind: kinematic.MovingRobots, A: i, B: j, Speed: max(va+vb, 0)}
	if a.Walking() != b.Walking() {
		c.Kind = kinematic.StandingRobot
	}
	if vb > va {
		c.A, c.B = j, i
		a, b = b, a
	}
	b.Pushed = true
	x, y := a.Pose.Local(b.Pose.X, b.Pose.Y)
	c.Front = x > math.Abs(y)
	c.Upset = b.Posture == kinematic.Upright && w.bodies[c.B].lean > upsetLean
	return c
}
