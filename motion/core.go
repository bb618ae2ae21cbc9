package motion

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/nao"
)

// core holds what all parts of a motion use: the configuration, the clock, the sensors, the joints with their owners, the
// body's state and the tasks. Motion owns it and passes it to its parts, which do not keep it.
type core struct {
	cfg Config

	now      time.Duration // of the last state
	cycle    uint64        // of the last state
	dtSec    float64       // time since the last state
	measured nao.Joints    // of the last state, rad; may be NaN
	sensors  nao.State     // the last state; a reading that is not finite is replaced by the last finite one
	before   nao.State     // sensors of the cycle before
	solesN   float64       // sum of all force sensors, N; may be NaN
	pace     pace          // share of missed states

	still     bool // nothing may move it
	obedience obedience
	joints    joints
	body      body
	tasks     tasks
}

// sinceSec returns the time from t to now, s.
func (c *core) sinceSec(t time.Duration) float64 { return (c.now - t).Seconds() }

// Largest readings of a real body: more is a fault of the sensor or of the sender.
const (
	mostRad       = 7.0  // angles of joints and torso
	mostStiffness = 1.01 // bodies round
	mostAccel     = 1000 // m/s²
	mostGyro      = 100  // rad/s
	mostSoleN     = 5000
)

// sense stores a state. A sensor that reports NaN, infinity or an impossible value keeps its last reading, because the
// engines filter what they read.
func (c *core) sense(state *nao.State) {
	last := &c.before
	*last, c.sensors = c.sensors, *state
	keep := func(now, before []float64, most float64) {
		for i, v := range now {
			if !(math.Abs(v) <= most) {
				now[i] = before[i]
			}
		}
	}
	keep(c.sensors.Position[:], c.joints.command.Position[:], mostRad)
	keep(c.sensors.Stiffness[:], c.joints.command.Stiffness[:], mostStiffness)
	keep(c.sensors.Accelerometer[:], last.Accelerometer[:], mostAccel)
	keep(c.sensors.Gyroscope[:], last.Gyroscope[:], mostGyro)
	keep(c.sensors.Angles[:], last.Angles[:], mostRad)
	keep(c.sensors.FSR[:], last.FSR[:], mostSoleN)
	c.solesN = 0
	for _, f := range state.FSR {
		c.solesN += f
	}
}

// letDown reports whether the body is no longer where it was last commanded to be, for example because the driver missed
// commands and let the robot down.
func (c *core) letDown(state *nao.State) bool {
	const far, softer = 0.35, 0.3 // rad, share of the stiffness
	for j := range nao.Joint(nao.NumJoints) {
		if c.joints.command.Stiffness[j]-state.Stiffness[j] > softer {
			return true
		}
		if j.IsLeg() && !(math.Abs(state.Position[j]-c.joints.command.Position[j]) <= far) {
			return true
		}
	}
	return false
}

// isRestart reports whether a state belongs to another run of the body than the one before: its cycle counter or its
// time goes back, the time jumps, or the driver let the robot down in a gap. Lost states, with a cycle counter that goes
// on, are no restart.
func (c *core) isRestart(state *nao.State) bool {
	gap := state.Time - c.now
	switch {
	case c.body.state == waiting, gap < 0, state.Cycle < c.cycle, c.clockJumped(state, gap):
		return true
	default:
		return gap.Seconds() > c.cfg.GapSec && c.letDown(state)
	}
}

// lenders returns which owners release joints to a request now: the walk releases the legs of
// a robot that stands and has no task for them.
func (c *core) lenders() lenders {
	return lenders{legs: c.body.state == standing && c.tasks.legs().kind == noTask}
}

// free returns nil when o may have the joints, and otherwise names the owner of one.
func (c *core) free(o owner, joints []nao.Joint) error {
	if c.tasks.legs().kind == kickTask && o != kickOwner {
		for _, j := range joints {
			if slices.Contains(kickShoulders, j) {
				return &TakenError{Joint: j, Owner: c.joints.name(kickOwner)}
			}
		}
	}
	return c.joints.free(o, joints, c.lenders())
}

// freeOnGround is free for a robot that lies: the fall yields to the request.
func (c *core) freeOnGround(o owner, joints []nao.Joint) error {
	lend := c.lenders()
	lend.fall = true
	return c.joints.free(o, joints, lend)
}

// playReady returns nil when joints can be moved one by one now, and otherwise the reason.
func (c *core) playReady() error {
	switch c.body.state {
	case falling, fallen, gettingUp:
		return ErrFallen
	case resting:
		return fmt.Errorf("%w: it is %s", ErrNotStanding, c.body.public())
	case waiting, starting:
		return ErrNotReady
	default:
		return c.mayMove()
	}
}

// assign makes o the owner of the joints that it does not have yet, which must be free. name says what moves them, for
// people.
func (c *core) assign(o owner, joints []nao.Joint, name string, e event) {
	fresh := make([]nao.Joint, 0, nao.NumJoints)
	for _, j := range joints {
		if c.joints.owners[j] != o {
			fresh = append(fresh, j)
		}
	}
	if len(fresh) > 0 {
		c.joints.claim(o, fresh)
		c.legsTaken(fresh, name, e)
	}
}

// legsTaken takes the legs from the walk when one of the joints belongs to them. e is
// playBegan or groundPlayBegan.
func (c *core) legsTaken(joints []nao.Joint, name string, e event) {
	if !anyLegs(joints) {
		return
	}
	c.joints.release(walkOwner)
	c.body.activity = name
	c.body.on(e, c.now)
}

// atStand reports whether the legs are about where they stand.
func (c *core) atStand() bool {
	const about = 0.35 // rad; an engine's own stand may be lower or higher
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		if math.Abs(c.joints.command.Position[j]-c.cfg.Stand[j]) > about {
			return false
		}
	}
	return true
}
