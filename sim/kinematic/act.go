package kinematic

import (
	"math"

	"gonao/percepts/plane"
)

// Do is what an order wants.
type Do uint8

// What robots can be ordered to do. Walk with zero velocity stands.
const (
	Walk Do = iota
	KickBall
	GetUp
	Block
	Dive
)

// Kick is one of the four kicks.
type Kick uint8

// The kicks of NaOISIS, table 2. A side kick with the left foot sends the ball to the right.
const (
	LeftStraight Kick = iota
	RightStraight
	LeftSide
	RightSide
)

// An Order is what a robot is to do. It holds until the next one.
type Order struct {
	Do       Do
	X, Y     float64 // m/s, along the robot's axes
	Theta    float64 // rad/s
	Kick     Kick
	Strength float64 // of a kick, 0 to 1: its distance
	Side     int8    // of a dive: 1 left, −1 right
	HeadYaw  float64 // rad
	// BallX and BallY are where the robot takes the ball of a kick to lie, m in its frame. A world without physics kicks the
	// ball where it is.
	BallX, BallY float64
	Foul         Foul // that it commits meanwhile
}

// Foul is what a robot does against the rules, so that a referee can be tested.
type Foul uint8

// Fouls.
const (
	NoFoul    Foul = iota
	HoldBall       // a ball at its feet stays between them
	UseArm         // what touches the ball is an arm
	StandWide      // the feet are far apart
)

// Move returns the order that walks by a displacement in the robot's frame within a time, as NaOISIS' command (dx, dy, dθ):
// what exceeds the limits is scaled down as a whole.
func (p *Preset) Move(dx, dy, dtheta, seconds float64) Order {
	o := Order{X: dx / seconds, Y: dy / seconds, Theta: dtheta / seconds}
	o.X, o.Y, o.Theta = p.Walk.limit(o.X, o.Y, o.Theta)
	return o
}

// limit scales a velocity down to the limits: the three shares together are at most 1, as the points of an ellipsoid.
func (l *WalkRules) limit(x, y, theta float64) (float64, float64, float64) {
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

// act moves a robot for s seconds by its order.
func (w *World) act(i int, s float64) {
	r, p := &w.Robots[i], w.Preset
	r.turnHead(p, s)
	switch r.Posture {
	case Upright:
		w.begin(r)
	case Fallen:
		if r.Order.Do == GetUp && r.left <= 0 {
			r.Posture, r.left = GettingUp, p.Falls.GetUp
		}
		r.left = max(r.left-s, 0)
	default:
		r.left -= s
		w.finish(i)
	}
	var x, y, theta float64
	if r.Posture == Upright && r.Order.Do == Walk {
		x, y, theta = p.Walk.limit(r.Order.X, r.Order.Y, r.Order.Theta)
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

// Walking reports whether the robot's legs walk or turn.
func (r *Robot) Walking() bool {
	return !r.Away && r.Posture == Upright && (r.VX != 0 || r.VY != 0 || r.W != 0)
}

// begin starts what an upright robot is ordered to do.
func (w *World) begin(r *Robot) {
	p := w.Preset
	switch r.Order.Do {
	case KickBall:
		r.Posture, r.kicked, r.kick = Kicking, false, r.Order
		t := p.Kicks.time(r.kick.Kick)
		r.left = t.Contact + t.Recover
	case Block:
		r.Posture, r.left = Blocking, p.Keeper.Block
	case Dive:
		r.Posture, r.left, r.kick = Diving, p.Keeper.Dive, r.Order
	case Walk, GetUp:
	}
}

// finish ends a posture whose time is over, and kicks at the moment of contact.
func (w *World) finish(i int) {
	r, p := &w.Robots[i], w.Preset
	if r.Posture == Kicking && !r.kicked && r.left <= p.Kicks.time(r.kick.Kick).Recover {
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
		} else {
			r.Posture = Fallen
		}
	case Diving:
		r.fall()
		r.left = 0.5
	case Upright, Kicking, Blocking, Fallen:
		r.Posture = Upright
	}
	r.Order.Do = Walk // an order is done once
}

// fall lets a robot fall; it lies for a second at least.
func (r *Robot) fall() {
	r.Posture, r.left = Fallen, 1
	r.VX, r.VY, r.W = 0, 0, 0
	d := plane.Pose{X: 0.04 * r.rng.NormFloat64(), Y: 0.04 * r.rng.NormFloat64(), Theta: 0.2 * r.rng.NormFloat64()}
	r.Pose = r.Pose.Mul(d)
}

// move advances the pose by the velocities with noise, and the odometry with its errors.
func (r *Robot) move(p *Preset, s float64) {
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

func (r *Robot) turnHead(p *Preset, s float64) {
	want := r.Order.HeadYaw
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
