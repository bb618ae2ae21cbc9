package calibrate

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/kinematic"
	"gonao/soccer/match/physics"
)

// sample is a list of values.
type sample []float64

func (s sample) sum() float64 { return floats.Sum(s) }

func (s sample) mean() float64 { return s.sum() / max(float64(len(s)), 1) }

// dev returns the standard deviation.
func (s sample) dev() float64 {
	if len(s) < 2 {
		return 0
	}
	return stat.StdDev(s, nil)
}

// relative returns the deviation as a share of the mean.
func (s sample) relative() float64 {
	if m := math.Abs(s.mean()); m > 0 {
		return s.dev() / m
	}
	return 0
}

// axis is a direction of the walk.
type axis uint8

const (
	forward axis = iota
	backward
	sideways
	turning
	axes
)

// measured holds the measurements, by name and index: of an axis, a component or a kind of kick. Units are m, s and rad,
// and their products; noise is per root of a second, and odometry is the true way divided by the estimated way.
type measured map[string]sample

// add adds a value.
func (m measured) add(name string, index int, v float64) {
	key := fmt.Sprint(name, index)
	m[key] = append(m[key], v)
}

// of returns the values of a name and an index.
func (m measured) of(name string, index int) sample { return m[fmt.Sprint(name, index)] }

// commands are the velocities of each axis: the walk as fast as it can.
var commands = [axes]motion.Velocity{{X: 1}, {X: -1}, {Y: 1}, {Yaw: 5}}

// walk measures an axis of the walk.
func (m measured) walk(b *bench, a axis) {
	const still, lasts = 2.5, 8
	b.begin(0, plane.Pose{X: [axes]float64{-3, 1, 0, 0}[a], Y: [axes]float64{0, 0, -1.5, 0}[a]})
	r, falls := b.robot(0), b.Falls(0)
	b.walk(0, commands[a])
	b.run(time.Duration(still*float64(time.Second)), nil)
	from, believed := r.Pose, r.Odometry
	total, last := 0.0, from
	var steps [][3]float64
	for range lasts {
		b.run(time.Second, nil)
		x, y := last.Local(r.Pose.X, r.Pose.Y)
		turn := plane.Angle(r.Pose.Theta - last.Theta)
		steps = append(steps, [3]float64{x, y, turn})
		total += turn
		last = r.Pose
	}
	m.add("walked", 0, still+lasts)
	if fallen := b.Falls(0) - falls; fallen > 0 {
		m.add("walkFalls", 0, float64(fallen))
		b.recover()
		return
	}
	along := map[axis]int{forward: 0, backward: 0, sideways: 1, turning: 2}[a]
	var ways sample
	for _, s := range steps {
		ways = append(ways, math.Abs(s[along]))
	}
	m.add("speed", int(a), ways.mean())
	for k := range 3 {
		var all sample
		for _, s := range steps {
			all = append(all, s[k])
		}
		m.add("noise", k, all.dev())
	}
	ox, oy := believed.Local(r.Odometry.X, r.Odometry.Y)
	tx, ty := from.Local(r.Pose.X, r.Pose.Y)
	heading := plane.Angle(r.Odometry.Theta - believed.Theta - (r.Pose.Theta - from.Theta))
	switch a {
	case forward, backward:
		m.add("odometry", 0, math.Hypot(ox, oy)/max(math.Hypot(tx, ty), 0.1))
		m.add("drift", 0, heading/lasts)
	case sideways:
		m.add("odometry", 1, math.Hypot(ox, oy)/max(math.Hypot(tx, ty), 0.1))
		m.add("drift", 0, heading/lasts)
	case turning:
		m.add("odometry", 2, 1+heading/max(math.Abs(total), 0.1))
	case axes:
	}
}

// accelerate measures how long the walk needs to nine tenths of its speed.
func (m measured) accelerate(b *bench, a axis) {
	speeds := m.of("speed", int(a))
	if len(speeds) == 0 {
		return
	}
	b.begin(0, plane.Pose{X: -3})
	r := b.robot(0)
	b.walk(0, commands[a])
	goal := 0.9 * speeds[len(speeds)-1]
	t := b.run(4*time.Second, func() bool { return math.Abs(map[axis]float64{forward: r.VX, turning: r.W}[a]) >= goal })
	m.add("rise", int(a), max(t-physics.Settle.Seconds(), 0.05)) // the measured speed follows a ramp so much later
	b.recover()
}

// recover waits until the robot stands.
func (b *bench) recover() {
	b.walk(0, motion.Velocity{})
	b.run(25*time.Second, func() bool { return b.robot(0).Posture == kinematic.Upright && !b.robot(0).Walking() })
}

// kick measures a kick; kind 0 is straight, 1 to a side.
func (m measured) kick(b *bench, kind int, left bool) {
	b.begin(0, plane.Pose{X: -2})
	r, falls := b.robot(0), b.Falls(0)
	o := motion.KickRequest{Foot: kick.RightFoot, BallX: 0.168, BallY: -0.065}
	switch {
	case kind == 1 && left:
		o = motion.KickRequest{Direction: -math.Pi / 2, BallX: 0.168, BallY: -0.06}
	case kind == 1:
		o = motion.KickRequest{Direction: math.Pi / 2, BallX: 0.168, BallY: 0.06}
	case left:
		o.Foot, o.BallY = kick.LeftFoot, 0.065
	}
	x, y := r.Pose.Point(o.BallX, o.BallY)
	heading := r.Pose.Theta
	b.note(b.PlaceBall(x, y))
	_, _ = b.Mover(0).Kick(o) // a refused kick hits nothing
	b.run(240*time.Millisecond, nil)
	hit, ends := -1.0, -1.0
	begin := b.Plane.Now
	var at [2]float64
	b.run(20*time.Second, func() bool {
		now := (b.Plane.Now - begin).Seconds() + 0.24
		for _, c := range b.Plane.Contacts {
			if c.Kind == kinematic.Kicked && b.Plane.Ball.Speed() > 0.4 {
				if hit < 0 {
					at = [2]float64{b.Plane.Ball.X, b.Plane.Ball.Y}
				}
				hit = now
			}
		}
		if ends < 0 && r.Posture != kinematic.Kicking {
			ends = now
		}
		return ends > 0 && b.Plane.Ball.Speed() == 0
	})
	m.add("kicks", 0, 1)
	if b.Falls(0) > falls {
		m.add("kickFalls", 0, 1)
		b.recover()
	}
	if hit < 0 {
		return
	}
	dx, dy := b.Plane.Ball.X-at[0], b.Plane.Ball.Y-at[1]
	if math.Hypot(dx, dy) < 0.3 {
		return
	}
	m.add("length", kind, math.Hypot(dx, dy))
	m.add("aside", kind, plane.Angle(math.Atan2(dy, dx)-heading-o.Direction))
	m.add("contact", kind, hit)
	m.add("recovers", kind, max(ends-hit, 0))
}

// rises measures a get-up from a way to lie.
func (m measured) rises(b *bench, l sim.Lie) {
	b.lie(0, plane.Pose{}, l)
	b.run(500*time.Millisecond, nil)
	m.add("getUps", 0, 1)
	t := b.run(30*time.Second, func() bool { return !b.down(0) && b.Plane.Robots[0].Posture == kinematic.Upright })
	if !b.down(0) {
		m.add("gotUp", 0, 1)
		m.add("getUp", 0, t+0.5)
	}
}

// saves measures a block and a dive.
func (m measured) saves(b *bench) {
	b.begin(0, plane.Pose{})
	r := b.robot(0)
	at := r.Pose
	b.save(motion.SaveBlock)
	half := 0.0
	begun := false
	t := b.run(6*time.Second, func() bool {
		begun = begun || r.Posture == kinematic.Blocking
		left, right := b.Reach(0, at, 0.12)
		half = max(half, (left+right)/2)
		return begun && r.Posture != kinematic.Blocking
	})
	m.add("block", 0, t)
	m.add("blockHalf", 0, half)
	b.begin(0, plane.Pose{})
	at = r.Pose
	b.save(motion.SaveDiveLeft)
	reach, lies := 0.0, -1.0
	begin := b.Plane.Now
	b.run(4*time.Second, func() bool {
		left, _ := b.Reach(0, at, 0.15)
		reach = max(reach, left)
		if lies < 0 && (b.down(0) || left > 0.3) {
			lies = (b.Plane.Now - begin).Seconds()
		}
		return false
	})
	if lies > 0 {
		m.add("dive", 0, lies)
		m.add("diveReach", 0, reach)
	}
	b.recover()
}

// meets makes a robot walk into another one that stands, and counts falls by contact.
func (m measured) meets(b *bench, angle float64) {
	for i := range 2 {
		b.walk(i, motion.Velocity{})
	}
	b.note(b.Place(0, plane.Pose{X: -0.6}))
	b.begin(1, plane.Pose{X: 0.2, Theta: angle})
	falls, touched := b.Falls(0)+b.Falls(1), 0.0
	b.walk(0, motion.Velocity{X: 0.3})
	b.run(8*time.Second, func() bool {
		for _, c := range b.Plane.Contacts {
			if c.B >= 0 {
				touched += 0.012 * max(c.Speed, 0.05)
			}
		}
		return b.down(0) || b.down(1)
	})
	m.add("touched", 0, touched)
	m.add("metFalls", 0, float64(b.Falls(0)+b.Falls(1)-falls))
}
