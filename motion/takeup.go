package motion

import (
	"time"

	"gonao/nao"
)

// heldAtMost is how long the driver may hold the posture and then follow the same movement. After a longer time its rules
// treat the next command as that of another commander.
const heldAtMost = 250 * time.Millisecond

// obedience holds whether the driver follows motion's commands, as the states report. Without a report it does. In the
// zero value, the driver has not followed yet.
type obedience struct {
	followed bool
	last     time.Duration // the last state in which it followed
	letDown  bool          // it has stopped following: the robot is taken up again
	waits    bool          // until a take-up is requested
}

// update updates it from a state, and reports whether the driver has just stopped following.
func (o *obedience) update(state *nao.State) (lost bool) {
	switch state.Guard {
	case nao.GuardUnknown, nao.GuardFollowing:
		o.followed, o.last = true, state.Time
		return false
	case nao.GuardHolding:
		if held := state.Time - o.last; o.followed && held >= 0 && held < heldAtMost {
			return false
		}
	default:
	}
	lost = o.followed
	o.followed = false
	o.letDown = o.letDown || lost
	return lost
}

// clockJumped reports whether the time advanced by much more than the body's cycles. Movements under way are timed by it
// and would jump too.
func (c *core) clockJumped(state *nao.State, gap time.Duration) bool {
	return state.Guard != nao.GuardUnknown && gap.Seconds() > c.cfg.GapSec &&
		time.Duration(state.Cycle-c.cycle)*nao.CyclePeriod < gap/2
}

// await answers the state of a robot that does not follow: with the posture and stiffness that it
// has. So the driver follows again, and nothing moves then.
func (m *Motion) await(state *nao.State) {
	c := &m.core
	c.joints.reset(state, &c.cfg.Stand)
	if f := &m.whole.fall; f.engine != nil {
		f.balance = f.engine.Watch(&c.sensors)
	}
	m.whole.start.begin(c.now, &c.cfg, &c.joints)
	m.whole.start.first = true
}

// Yields reports whether the command must not be sent: the robot was let down, and stays so until a get-up or the posture
// stand is requested; see Config.AutoReengage.
func (m *Motion) Yields() bool { return m.core.obedience.waits }
