package kinematic

import (
	"math"

	"gonao/nao/preset"
)

// roll moves the ball, slows it down, and makes it bounce off feet, posts and nets.
func (w *World) roll(s float64) {
	b, p := &w.Ball, w.Preset
	speed := b.Speed()
	slower := max(speed-p.Ball.Deceleration*s, 0)
	if speed > 0 {
		mean := (speed + slower) / 2 / speed
		b.X, b.Y = b.X+b.VX*mean*s, b.Y+b.VY*mean*s
		b.VX, b.VY = b.VX*slower/speed, b.VY*slower/speed
	}
	for i := range w.Robots {
		if !w.Robots[i].Away {
			w.bounceOff(i)
		}
	}
	w.bouncePosts()
	w.keepIn()
}

// base returns the rectangle on the ground that a robot covers.
func (r *Robot) base(p *preset.Preset) [3]float64 {
	t := p.Body.Base
	switch r.Posture {
	case Fallen, GettingUp:
		t = [3]float64{-p.Body.Lying, p.Body.Lying, 0.12}
	case Blocking:
		t[2] = p.Keeper.BlockHalf
	case Upright, Kicking, Diving:
	}
	return t
}

// bounceOff treats the contact of the ball with a robot.
func (w *World) bounceOff(i int) {
	r, b, p := &w.Robots[i], &w.Ball, w.Preset
	dx, dy := b.X-r.Pose.X, b.Y-r.Pose.Y
	if dx*dx+dy*dy > 0.64 {
		return
	}
	x, y := r.Pose.Local(b.X, b.Y)
	t := r.base(p)
	if r.Foul == HoldBall && r.Posture == Upright && math.Abs(x) < t[1]+0.12 && math.Abs(y) < t[2]+0.1 {
		b.X, b.Y = r.Pose.Point((t[0]+t[1])/2, 0)
		if b.VX != 0 || b.VY != 0 || math.Hypot(x, y) > 0.1 {
			w.Contacts = append(w.Contacts, Contact{Kind: StillBall, A: i, B: -1})
		}
		b.VX, b.VY = 0, 0
		return
	}
	qy0 := 0.0
	if r.Posture == Diving { // the rectangle reaches to one side
		qy0 = r.task.order.side * p.Keeper.DiveReach / 2
		t[2] = p.Keeper.DiveReach / 2
	}
	qx, qy, d := nearest(&t, x, y-qy0)
	qy += qy0
	if d >= p.Ball.Radius {
		return
	}
	nx, ny := x-qx, y-qy
	if d < 1e-9 { // the middle of the ball is inside: it leaves through the nearest side
		nx, ny, qx, qy = leave(t, x, y, qy0)
		d = 1
	}
	nx, ny = nx/d, ny/d
	r2x, r2y := qx+nx*p.Ball.Radius, qy+ny*p.Ball.Radius
	sin, cos := math.Sincos(r.Pose.Theta)
	b.X, b.Y = r.Pose.Point(r2x, r2y)
	if p.Ball.Scatter > 0 && r.Walking() {
		a := p.Ball.Scatter * r.rng.NormFloat64()
		ss, sc := math.Sincos(a)
		nx, ny = sc*nx-ss*ny, ss*nx+sc*ny
	}
	wx, wy := cos*nx-sin*ny, sin*nx+cos*ny
	foot := (r.VX-r.W*qy)*nx + (r.VY+r.W*qx)*ny // speed of the touched point towards the ball
	ball := b.VX*wx + b.VY*wy
	if ball >= foot {
		return
	}
	kind := StillBall
	if -ball > math.Max(foot, 0.02) {
		kind = MovingBall
	}
	change := (foot - ball) * (1 + p.Ball.Bounce)
	b.VX, b.VY = b.VX+change*wx, b.VY+change*wy
	w.Contacts = append(w.Contacts, Contact{Kind: kind, A: i, B: -1, Speed: b.Speed(), Arm: r.Foul == UseArm})
}

// leave returns the normal and the point of a rectangle through which a point inside leaves soonest.
func leave(t [3]float64, x, y, y0 float64) (nx, ny, qx, qy float64) {
	best := math.Inf(1)
	for _, side := range [...][3]float64{{1, 0, t[1] - x}, {-1, 0, x - t[0]}, {0, 1, t[2] + y0 - y}, {0, -1, y - y0 + t[2]}} {
		if side[2] < best {
			best, nx, ny = side[2], side[0], side[1]
		}
	}
	return nx, ny, x + nx*best, y + ny*best
}

// bouncePosts makes the ball bounce off the goals' posts.
func (w *World) bouncePosts() {
	b, f := &w.Ball, w.Field
	if f.GoalWidth <= 0 || math.Abs(b.X) < f.GoalX-0.3 {
		return
	}
	px, py := math.Copysign(f.GoalX, b.X), math.Copysign(f.GoalWidth/2+f.PostRadius, b.Y)
	dx, dy := b.X-px, b.Y-py
	d, reach := math.Hypot(dx, dy), f.PostRadius+w.Preset.Ball.Radius
	if d >= reach || d < 1e-9 {
		return
	}
	nx, ny := dx/d, dy/d
	b.X, b.Y = px+nx*reach, py+ny*reach
	if v := b.VX*nx + b.VY*ny; v < 0 {
		b.VX, b.VY = b.VX-(1+w.Preset.Ball.Bounce)*v*nx, b.VY-(1+w.Preset.Ball.Bounce)*v*ny
	}
}

// keepIn stops the ball in the nets and at the end of the carpet.
func (w *World) keepIn() {
	b, f, r := &w.Ball, w.Field, w.Preset.Ball.Radius
	if f.GoalWidth > 0 && math.Abs(b.X) > f.GoalX && math.Abs(b.Y) < f.GoalWidth/2+f.PostRadius {
		if back := f.GoalX + w.depth - r; math.Abs(b.X) > back {
			b.X, b.VX, b.VY = math.Copysign(back, b.X), 0, b.VY/2
		}
		if side := f.GoalWidth/2 - r; math.Abs(b.Y) > side {
			b.Y, b.VY = math.Copysign(side, b.Y), 0
		}
	}
	if x := f.Length/2 + f.Border; math.Abs(b.X) > x {
		b.X, b.VX, b.VY = math.Copysign(x, b.X), 0, 0
	}
	if y := f.Width/2 + f.Border; math.Abs(b.Y) > y {
		b.Y, b.VX, b.VY = math.Copysign(y, b.Y), 0, 0
	}
}
