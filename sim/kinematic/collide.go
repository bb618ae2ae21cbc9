package kinematic

import (
	"math"

	"gonao/nao/preset"
	"gonao/robot/percepts/plane"
)

// ContactKind is the kind of a contact.
type ContactKind uint8

// The five collisions of NaOISIS, section 3.2, and the kick.
const (
	MovingRobots  ContactKind = iota // two moving robots
	StandingRobot                    // a moving robot (A) and one that stands (B)
	Goalpost                         // a moving robot and a post
	MovingBall                       // a robot and a ball that rolls against it
	StillBall                        // a robot that walks against a ball
	Kicked                           // a kick met the ball
)

// A Contact is something that touched in a step.
type Contact struct {
	Kind  ContactKind
	A     int     // robot; of two, the one that moved faster towards the other
	B     int     // the other robot; −1: none
	Speed float64 // m/s at which they met, or of the ball afterwards
	Front bool    // A had B in front of it
	Upset bool    // B stumbles or falls
	Arm   bool    // A met the ball with an arm; in a world without bodies by a foul only
}

// collideRobots separates robots whose torsos intersect, and makes some of them fall.
func (w *World) collideRobots(s float64) {
	reach := math.Hypot(max(-w.Preset.Body.Torso[0], w.Preset.Body.Torso[1]), w.Preset.Body.Torso[2])
	for i := range w.Robots {
		if w.Robots[i].Away {
			continue
		}
		for j := i + 1; j < len(w.Robots); j++ {
			if w.Robots[j].Away {
				continue
			}
			a, b := &w.Robots[i], &w.Robots[j]
			dx, dy := b.Pose.X-a.Pose.X, b.Pose.Y-a.Pose.Y
			far := a.reach(reach, w.Preset) + b.reach(reach, w.Preset)
			if dx*dx+dy*dy < far*far {
				w.collide(i, j, s)
			}
		}
	}
}

func (r *Robot) reach(upright float64, p *preset.Preset) float64 {
	if r.lies() {
		return p.Body.Lying + 0.05
	}
	return upright
}

func (r *Robot) lies() bool { return r.Posture == Fallen || r.Posture == GettingUp }

// collide treats two robots that are near each other.
func (w *World) collide(i, j int, s float64) {
	a, b := &w.Robots[i], &w.Robots[j]
	depth, nx, ny := overlap(a, b, w.Preset)
	if depth <= 0 {
		return
	}
	va, vb := a.Along(nx, ny), -b.Along(nx, ny) // towards each other
	meet := va + vb
	movesA, movesB := math.Hypot(a.VX, a.VY) > 0.02, math.Hypot(b.VX, b.VY) > 0.02
	share := 0.5
	switch {
	case movesA && !movesB:
		share = 0.8
	case movesB && !movesA:
		share = 0.2
	}
	a.Pose.X, a.Pose.Y = a.Pose.X-share*depth*nx, a.Pose.Y-share*depth*ny
	b.Pose.X, b.Pose.Y = b.Pose.X+(1-share)*depth*nx, b.Pose.Y+(1-share)*depth*ny
	a.stop(nx, ny)
	b.stop(-nx, -ny)
	if !movesA && !movesB {
		return
	}
	c := Contact{Kind: MovingRobots, A: i, B: j, Speed: max(meet, 0)}
	if !movesA || !movesB {
		c.Kind = StandingRobot
	}
	if vb > va {
		c.A, c.B = j, i
		a.Pushed = true
		c.Front = faces(b.Pose, a.Pose)
	} else {
		b.Pushed = true
		c.Front = faces(a.Pose, b.Pose)
	}
	stood := w.Robots[c.B].Posture == Upright
	if chance := w.Preset.Falls.Collision * max(meet, 0) * s; chance > 0 {
		// The pushed robot falls twice as often.
		for _, who := range [...]struct {
			r *Robot
			p float64
		}{{&w.Robots[c.A], chance / 2}, {&w.Robots[c.B], chance}} {
			if who.r.Posture == Upright && who.r.rng.Float64() < who.p {
				who.r.fall()
			}
		}
	}
	stumble := w.Preset.Falls.Stumble
	c.Upset = stood && (w.Robots[c.B].Posture == Fallen || stumble > 0 && c.Speed >= stumble)
	w.Contacts = append(w.Contacts, c)
}

// Along returns the robot's speed along a direction of the world, m/s.
func (r *Robot) Along(nx, ny float64) float64 {
	sin, cos := math.Sincos(r.Pose.Theta)
	return (cos*r.VX-sin*r.VY)*nx + (sin*r.VX+cos*r.VY)*ny
}

// stop removes the speed along a direction of the world.
func (r *Robot) stop(nx, ny float64) {
	v := r.Along(nx, ny)
	if v <= 0 {
		return
	}
	sin, cos := math.Sincos(r.Pose.Theta)
	r.VX -= v * (cos*nx + sin*ny)
	r.VY -= v * (cos*ny - sin*nx)
}

// corners returns the corners of a robot's rectangle in the world.
func corners(r *Robot, p *preset.Preset) (c [4][2]float64) {
	t := p.Body.Torso
	if r.lies() {
		t = [3]float64{-p.Body.Lying, p.Body.Lying, 0.12}
	}
	for k, q := range [4][2]float64{{t[0], -t[2]}, {t[1], -t[2]}, {t[1], t[2]}, {t[0], t[2]}} {
		c[k][0], c[k][1] = r.Pose.Point(q[0], q[1])
	}
	return c
}

// overlap returns how deep two rectangles intersect and the direction from a to b along which they separate soonest, by
// separating axes; depth ≤ 0: they do not.
func overlap(a, b *Robot, p *preset.Preset) (depth, nx, ny float64) {
	ca, cb := corners(a, p), corners(b, p)
	depth = math.Inf(1)
	for _, theta := range [...]float64{a.Pose.Theta, b.Pose.Theta} {
		sin, cos := math.Sincos(theta)
		for _, axis := range [2][2]float64{{cos, sin}, {-sin, cos}} {
			minA, maxA := extent(&ca, axis)
			minB, maxB := extent(&cb, axis)
			if d := maxA - minB; d < depth {
				depth, nx, ny = d, axis[0], axis[1]
			}
			if d := maxB - minA; d < depth {
				depth, nx, ny = d, -axis[0], -axis[1]
			}
			if depth <= 0 {
				return 0, 0, 0
			}
		}
	}
	return depth, nx, ny
}

func extent(c *[4][2]float64, axis [2]float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range c {
		v := c[i][0]*axis[0] + c[i][1]*axis[1]
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

// collidePosts keeps robots out of the goals' posts.
func (w *World) collidePosts() {
	if w.Field.GoalWidth <= 0 {
		return
	}
	y := w.Field.GoalWidth/2 + w.Field.PostRadius
	for i := range w.Robots {
		r := &w.Robots[i]
		if r.Away || math.Abs(math.Abs(r.Pose.X)-w.Field.GoalX) > 0.4 || math.Abs(math.Abs(r.Pose.Y)-y) > 0.4 {
			continue
		}
		px, py := math.Copysign(w.Field.GoalX, r.Pose.X), math.Copysign(y, r.Pose.Y)
		lx, ly := r.Pose.Local(px, py)
		qx, qy, d := nearest(&w.Preset.Body.Torso, lx, ly)
		if d >= w.Field.PostRadius {
			continue
		}
		nx, ny := lx-qx, ly-qy
		if d < 1e-9 {
			nx, ny, d = lx, ly, math.Hypot(lx, ly)
		}
		if d < 1e-9 {
			continue
		}
		sin, cos := math.Sincos(r.Pose.Theta)
		nx, ny = (cos*nx-sin*ny)/d, (sin*nx+cos*ny)/d // towards the post
		push := max(w.Field.PostRadius-math.Hypot(lx-qx, ly-qy), 0)
		r.Pose.X, r.Pose.Y = r.Pose.X-push*nx, r.Pose.Y-push*ny
		speed := r.Along(nx, ny)
		r.stop(nx, ny)
		r.AtPost = true
		w.Contacts = append(w.Contacts, Contact{Kind: Goalpost, A: i, B: -1, Speed: max(speed, 0), Front: lx > 0})
	}
}

// nearest returns the point of a rectangle that is nearest to a point, and its distance.
func nearest(t *[3]float64, x, y float64) (qx, qy, d float64) {
	qx, qy = max(t[0], min(t[1], x)), max(-t[2], min(t[2], y))
	return qx, qy, math.Hypot(x-qx, y-qy)
}

// faces reports whether q lies in front of p.
func faces(p, q plane.Pose) bool {
	x, y := p.Local(q.X, q.Y)
	return x > math.Abs(y)
}
