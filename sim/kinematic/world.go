package kinematic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonao/motion"
	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// maxRobots is the largest number of robots of a world.
const maxRobots = 22

// A World holds n robots and a ball. It is not safe for concurrent use.
type World struct {
	Preset *preset.Preset
	Field  *field.Map
	Robots []Robot
	Ball   Ball
	Now    time.Duration
	// Contacts holds the contacts of the last step.
	Contacts []Contact

	depth float64 // of the goals, m
	rng   *rand.Rand
}

// A Ball is the ball: its middle and its velocity, m and m/s.
type Ball struct{ X, Y, VX, VY float64 }

// Speed returns the ball's speed, m/s.
func (b *Ball) Speed() float64 { return math.Hypot(b.VX, b.VY) }

// Posture is the posture of a robot's body.
type Posture uint8

// Postures.
const (
	Upright Posture = iota
	Kicking
	Fallen
	GettingUp
	Blocking
	Diving
)

// String returns the posture's name.
func (p Posture) String() string {
	return [...]string{"upright", "kicking", "fallen", "getting_up", "blocking", "diving"}[p]
}

// A Robot is a robot of the world with its truth.
type Robot struct {
	Pose     plane.Pose
	VX, VY   float64    // m/s, along its own axes
	W        float64    // rad/s
	Odometry plane.Pose // the pose by its odometry
	HeadYaw  float64
	Posture  Posture
	Away     bool       // it is not on the field, and touches nothing
	Pushed   bool       // another robot has pushed it in the last step
	AtPost   bool       // it touches a post
	Sonar    [2]float64 // m, left and right; +Inf: no echo
	Foul     Foul       // present foul

	order  order
	task   task
	left   float64 // s, until the posture ends
	kicked bool    // the contact of the kick has been
	tries  int     // to get up, in the present order
	walk   [3]float64
	odo    [3]float64
	drift  float64
	rng    *rand.Rand
}

// New returns a world with n robots, which are away until they are placed. depth is that of the goals, m.
func New(p *preset.Preset, f field.Field, n int, seed uint64) (*World, error) {
	if n < 0 || n > maxRobots {
		return nil, fmt.Errorf("kinematic: %d robots: expected 0 to %d", n, maxRobots)
	}
	w := &World{Preset: p, Field: f.Map(), depth: f.Goal.Depth, Robots: make([]Robot, n), rng: rand.New(rand.NewPCG(seed, 0))}
	for i := range w.Robots {
		r := &w.Robots[i]
		r.rng = rand.New(rand.NewPCG(seed, uint64(i)+1))
		for axis := range 3 {
			r.walk[axis] = 1 + p.Walk.Error[axis]*r.rng.NormFloat64()
			r.odo[axis] = 1 + p.Walk.Odometry[axis]*r.rng.NormFloat64()
		}
		r.drift = p.Walk.Drift * r.rng.NormFloat64()
		r.Away = true
		r.Sonar = [2]float64{math.Inf(1), math.Inf(1)}
	}
	w.Contacts = make([]Contact, 0, 64)
	return w, nil
}

// Place puts a robot upright at a pose, as a person does: its odometry does not count it.
func (w *World) Place(i int, p plane.Pose) {
	r := &w.Robots[i]
	r.Pose, r.Away, r.Posture, r.left = p, false, Upright, 0
	r.VX, r.VY, r.W = 0, 0, 0
	r.order, r.Foul = order{}, NoFoul
	r.end(motion.Restarted)
}

// Remove takes a robot from the field.
func (w *World) Remove(i int) { w.Robots[i].Away = true }

// PlaceBall puts the ball at rest at a point.
func (w *World) PlaceBall(x, y float64) { w.Ball = Ball{X: x, Y: y} }

// Step advances the world by dt, at most 50 ms. It does not allocate once Contacts is long enough.
func (w *World) Step(dt time.Duration) {
	s := min(dt.Seconds(), 0.05)
	w.Contacts = w.Contacts[:0]
	for i := range w.Robots {
		r := &w.Robots[i]
		r.Pushed, r.AtPost = false, false
		if !r.Away {
			w.act(i, s)
		}
	}
	w.collideRobots(s)
	w.collidePosts()
	w.roll(s)
	w.Now += dt
}

// Append appends all that changes in the world to bytes, for a digest.
func (w *World) Append(b []byte) []byte {
	put := func(values ...float64) {
		for _, v := range values {
			u := math.Float64bits(v)
			b = append(b, byte(u), byte(u>>8), byte(u>>16), byte(u>>24), byte(u>>32), byte(u>>40), byte(u>>48), byte(u>>56))
		}
	}
	put(w.Now.Seconds(), w.Ball.X, w.Ball.Y, w.Ball.VX, w.Ball.VY)
	for i := range w.Robots {
		r := &w.Robots[i]
		put(r.Pose.X, r.Pose.Y, r.Pose.Theta, r.VX, r.VY, r.W, r.Odometry.X, r.Odometry.Y, r.Odometry.Theta, r.HeadYaw, r.left)
		away := byte(0)
		if r.Away {
			away = 1
		}
		b = append(b, byte(r.Posture), away)
	}
	return b
}
