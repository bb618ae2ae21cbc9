package kinematic

import (
	"math"

	"gonao/motion"
	"gonao/nao/preset"
	"gonao/robot/percepts/plane"
)

// do is the kind of an order to a robot.
type do uint8

const (
	walk   do = iota // walk with a velocity; a velocity of zero means to stand
	walkTo           // walk to a place
	kickBall
	getUp
	block
	dive
)

// Kick is one of the four kicks.
type Kick uint8

// The kicks of NaOISIS, table 2. A side kick with the left foot sends the ball to the right.
const (
	leftStraight Kick = iota
	RightStraight
	LeftSide
	RightSide
)

// order is an order to a robot. It holds until the next one.
type order struct {
	do       do
	x, y     float64 // m/s, along the robot's axes
	theta    float64 // rad/s
	kick     Kick
	distance float64 // distance in m that a kicked ball should roll; 0: as far as possible
	side     float64 // for a dive: 1 left, −1 right
	headYaw  float64 // rad

	place plane.Pose // target of walkTo, in the odometry's frame
	far   float64    // distance to the target at the beginning, m
	speed float64    // fraction of the maximum velocities
}

// Foul is a foul that a robot commits, for tests of a referee.
type Foul uint8

// Fouls.
const (
	NoFoul    Foul = iota
	HoldBall       // a ball at its feet stays between them
	UseArm         // the ball is touched with an arm
	StandWide      // the feet are far apart
)

// Move returns the velocity that covers a displacement, given in the robot's frame, within a time. It corresponds to
// the command (dx, dy, dθ) of NaOISIS: if the velocity exceeds the limits, all its components are scaled down by the
// same factor.
func Move(l *preset.WalkRules, dx, dy, dtheta, seconds float64) motion.Velocity {
	x, y, theta := limit(l, dx/seconds, dy/seconds, dtheta/seconds)
	return motion.Velocity{X: x, Y: y, Yaw: theta}
}

// limit scales a velocity down to the limits. The three components, each divided by its maximum, must lie within the
// unit sphere.
func limit(l *preset.WalkRules, x, y, theta float64) (float64, float64, float64) {
	if !plane.Finite(x, y, theta) {
		return 0, 0, 0
	}
	share := func(v, most float64) float64 {
		if v == 0 {
			return 0
		}
		return v / max(most, 1e-9)
	}
	ahead := l.Forward
	if x < 0 {
		ahead = l.Backward
	}
	a, b, c := share(x, ahead), share(y, l.Side), share(theta, l.Turn)
	if n := math.Sqrt(a*a + b*b + c*c); n > 1 {
		return x / n, y / n, theta / n
	}
	return x, y, theta
}

// act moves a robot for s seconds according to its order.
func (w *World) act(i int, s float64) {
	r, p := &w.Robots[i], w.Preset
	r.turnHead(p, s)
	switch r.Posture {
	case Upright:
		w.begin(r)
	case Fallen:
		if r.order.do == getUp && r.left <= 0 {
			r.Posture, r.left = GettingUp, p.Falls.GetUp
			r.tries++
		}
		r.left = max(r.left-s, 0)
	default:
		r.left -= s
		w.finish(i)
	}
	var x, y, theta float64
	if r.Posture == Upright {
		switch r.order.do {
		case walk:
			x, y, theta = limit(&p.Walk, r.order.x, r.order.y, r.order.theta)
		case walkTo:
			x, y, theta = r.approach(&p.Walk)
		case kickBall, getUp, block, dive:
		}
	}
	if r.Posture == Upright {
		r.VX = change(r.VX, x*r.walk[0], p.Walk.Accel*s)
		r.VY = change(r.VY, y*r.walk[1], p.Walk.Accel*s)
		r.W = change(r.W, theta*r.walk[2], p.Walk.TurnAccel*s)
	} else {
		r.VX, r.VY, r.W = 0, 0, 0
	}
	r.move(p, s)
	if r.Walking() && r.rng.Float64() < p.Falls.Walking*s {
		r.fall()
	}
}

// Constants of walking to a place.
const (
	approachSec = 0.8 // time to walk the remaining distance
	placeM      = 0.02
	placeRad    = 0.05
)

// toPlace returns the place of walkTo relative to the robot's estimated pose.
func (r *Robot) toPlace() (x, y, turn float64) {
	x, y = r.Odometry.Local(r.order.place.X, r.order.place.Y)
	return x, y, plane.Angle(r.order.place.Theta - r.Odometry.Theta)
}

// approach returns the velocity to the place, and ends the task of a robot that stands there.
func (r *Robot) approach(l *preset.WalkRules) (vx, vy, w float64) {
	x, y, turn := r.toPlace()
	if math.Hypot(x, y) < placeM && math.Abs(turn) < placeRad {
		if r.VX == 0 && r.VY == 0 && r.W == 0 {
			r.order.do = walk
			r.end(motion.Finished)
		}
		return 0, 0, 0
	}
	vx, vy, w = limit(l, x/approachSec, y/approachSec, turn/approachSec)
	return vx * r.order.speed, vy * r.order.speed, w * r.order.speed
}

// Walking reports whether the robot's legs walk or turn.
func (r *Robot) Walking() bool {
	return !r.Away && r.Posture == Upright && (r.VX != 0 || r.VY != 0 || r.W != 0)
}

// begin starts the order of an upright robot.
func (w *World) begin(r *Robot) {
	p := w.Preset
	switch r.order.do {
	case kickBall:
		r.Posture, r.kicked, r.task.order = Kicking, false, r.order
		t := timeOf(&p.Kicks, r.order.kick)
		r.left = t.Contact + t.Recover
	case block:
		r.Posture, r.left = Blocking, p.Keeper.Block
	case dive:
		r.Posture, r.left, r.task.order = Diving, p.Keeper.Dive, r.order
	case walk, walkTo, getUp:
	}
}

// finish ends a posture whose time is over, and kicks at the moment of contact.
func (w *World) finish(i int) {
	r, p := &w.Robots[i], w.Preset
	if r.Posture == Kicking && !r.kicked && r.left <= timeOf(&p.Kicks, r.task.order.kick).Recover {
		r.kicked = true
		w.hit(i)
		if r.rng.Float64() < p.Falls.Kick {
			r.fall()
		}
	}
	if r.left > 0 || r.Posture == Fallen {
		return
	}
	switch r.Posture {
	case GettingUp:
		if r.rng.Float64() < p.Falls.GetsUp {
			r.Posture = Upright
			r.end(motion.Finished)
		} else {
			r.Posture = Fallen
			if r.order.do == getUp && r.tries < getUpTries {
				return
			}
			r.end(motion.GaveUp)
		}
	case Diving:
		r.end(motion.Finished)
		r.fall()
		r.left = 0.5
	case Upright, Kicking, Blocking, Fallen:
		r.Posture = Upright
		r.end(motion.Finished)
	}
	r.order.do = walk // each order is executed only once
}

// fall makes a robot fall; it lies for at least a second.
func (r *Robot) fall() {
	r.Posture, r.left = Fallen, 1
	r.end(motion.Fell)
	r.VX, r.VY, r.W = 0, 0, 0
	d := plane.Pose{X: 0.04 * r.rng.NormFloat64(), Y: 0.04 * r.rng.NormFloat64(), Theta: 0.2 * r.rng.NormFloat64()}
	r.Pose = r.Pose.Mul(d)
}

// move advances the pose by the velocities with noise, and the odometry with its errors.
func (r *Robot) move(p *preset.Preset, s float64) {
	if r.VX == 0 && r.VY == 0 && r.W == 0 {
		return
	}
	n, root := &p.Walk.Noise, math.Sqrt(s)
	d := plane.Pose{
		X: r.VX*s + n[0]*root*r.rng.NormFloat64(), Y: r.VY*s + n[1]*root*r.rng.NormFloat64(), Theta: r.W*s + n[2]*root*r.rng.NormFloat64(),
	}
	r.Pose = r.Pose.Mul(d)
	r.Odometry = r.Odometry.Mul(plane.Pose{X: r.VX * s * r.odo[0], Y: r.VY * s * r.odo[1], Theta: r.W*s*r.odo[2] + r.drift*s})
}

func (r *Robot) turnHead(p *preset.Preset, s float64) {
	want := r.order.headYaw
	if !plane.Finite(want) {
		return
	}
	r.HeadYaw = toward(r.HeadYaw, max(-p.Head.Yaw, min(p.Head.Yaw, want)), p.Head.Speed*s)
}

// toward returns v moved towards a goal by at most step.
func toward(v, goal, step float64) float64 {
	return v + max(-step, min(step, goal-v))
}

// brakes is how much faster a robot brakes than it accelerates.
const brakes = 3

// change returns a speed on its way to another one: braking is faster than accelerating.
func change(v, goal, step float64) float64 {
	if math.Abs(goal) < math.Abs(v) && goal*v >= 0 {
		step *= brakes
	}
	return toward(v, goal, step)
}
