package walk

import "math"

// regulator plans steps so that the robot makes the wanted speed. A body makes another speed than its steps are planned
// for: soles slip, joints sag and lag, and it drifts aside. On each axis of the robot,
//
//	made = gain · planned + drift,
//
// and both are learnt from the odometry of the last two steps (normalized least mean squares), so
// that planned = (wanted − drift) / gain makes what is wanted. docs/motion/walk.md has the equations.
type regulator struct {
	known       bool
	gain, drift [axes]float64
	steps       [3]planned // the last ones, the newest first
	seen        int        // number of steps
}

// planned is a step that began.
type planned struct {
	from   place // of the robot, by odometry
	atSec  float64
	v      Velocity
	course bool // its turn held a course
}

// axes are forward, left, and turning.
const axes = 3

func (v Velocity) axes() [axes]float64 { return [axes]float64{v.X, v.Y, v.Yaw} }

// The regulator's constants by axis, in m/s and rad/s: the speed from which a gain is learnt as fast as
// a drift; by how much the last steps may differ to learn from them; and the largest drift.
var (
	learnScale  = [axes]float64{0.08, 0.05, 0.4}
	steadySpeed = [axes]float64{0.05, 0.05, 0.3}
	mostDrift   = [axes]float64{0.08, 0.05, 0.4}
)

// The range of the gain that is learnt.
const leastMade, mostMade = 0.5, 2.5

// begin drops the steps of the last walk, and keeps the learnt values.
func (r *regulator) begin(c *Config) {
	r.seen = 0
	if !r.known {
		r.known, r.gain = true, [axes]float64{c.MadeX, c.MadeY, c.MadeYaw}
	}
}

// plan returns the velocity to plan a step with so that the wanted one is made. course reports that
// its turn holds a course, which corrects a drift by itself.
func (r *regulator) plan(c *Config, want Velocity, course bool) Velocity {
	if want == (Velocity{}) {
		return want
	}
	v, drift := want.axes(), r.drift
	if course {
		drift[2] = 0
	}
	for i := range v {
		v[i] = (v[i] - drift[i]) / r.gain[i]
	}
	return c.longest(Velocity{v[0], v[1], v[2]})
}

// begun notes the step that begins.
func (r *regulator) begun(p planned) {
	copy(r.steps[1:], r.steps[:])
	r.steps[0] = p
	r.seen = min(r.seen+1, len(r.steps))
}

// even reports whether the last two steps and the one before were planned alike.
func (r *regulator) even() bool {
	newest, last, before := r.steps[0].v.axes(), r.steps[1].v.axes(), r.steps[2].v.axes()
	for i := range axes {
		if max(math.Abs(newest[i]-last[i]), math.Abs(last[i]-before[i])) > steadySpeed[i] {
			return false
		}
	}
	return true
}

// learn learns from the last two steps, if they and the one before were planned alike. A step that caught a push does not
// count.
func (r *regulator) learn(rate float64, here place, atSec float64, caught bool) {
	if caught {
		r.seen = 0
	}
	if r.seen < len(r.steps) || rate == 0 {
		return
	}
	first := r.steps[1]
	sec := atSec - first.atSec
	if !(sec > 0) {
		return
	}
	d := first.from.inverse().mul(here)
	way := d.pos().turned(-d.yaw / 2) // in the mean of the robot's axes
	made := [axes]float64{way.x / sec, way.y / sec, wrap(d.yaw) / sec}
	if !r.even() {
		return
	}
	newest, last := r.steps[0].v.axes(), first.v.axes()
	for i := range axes {
		if i == 2 && first.course {
			continue
		}
		p := (newest[i] + last[i]) / 2
		off := made[i] - (r.gain[i]*p + r.drift[i])
		scale := learnScale[i]
		part := rate * off / (p*p + scale*scale)
		r.gain[i] = clamp(r.gain[i]+part*p, leastMade, mostMade)
		r.drift[i] = clamp(r.drift[i]+part*scale*scale, -mostDrift[i], mostDrift[i])
	}
}
