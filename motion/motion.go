// Package motion moves the robot: every cycle of the body it reads the body's
// state and returns a target for every joint.
//
// The joints form four groups: head, left arm, right arm, legs. A joint has one owner at a time: the walk, the kick, a
// posture, the fall, the get-up, the head commands, a look at a point, a slot motion, or none; then it stays where it is.
// Head and arms can thus be moved at the same time by different owners. The walk has the legs whenever no other owner
// has: it balances a standing robot. It lends the arms to every request, and the legs while it stands.
//
// What the body does as a whole is its [BodyState]; body.go has all transitions in one table. A fall takes every joint
// from its owner: the robot curls up softly, lies, gets up if allowed, stands, and walks on with a velocity that is still
// commanded. Motion begins at the measured posture and stiffness, and goes from there to the stand.
//
// No joint is commanded faster than its top speed or beyond its range, whatever the engines write.
//
//	joints     the arbiter: which owner moves each joint, and the command
//	body       the body's state and its transitions
//	tasks      walk_to, kick, get_up, posture, look_at: under way, and how they ended
//	wholeBody  what has the legs: start, walk, kick, posture, fall and get-up
//	plays      slot motions and trajectories; headControl, jointSpeeds, jointAngles, limpJoints
//
// Angles in rad, hands 0 closed to 1 open, times on the clock of [nao.State].Time.
package motion

import (
	"fmt"

	"gonao/internal/declared"
	"gonao/motion/slot"
	"gonao/nao"
)

// Motion is the robot's motion. One goroutine at a time may use it.
type Motion struct {
	library slot.Library
	wrong   Unplayable
	core    core
	whole   wholeBody
	plays   plays
	head    headControl
	speeds  jointSpeeds
	angles  jointAngles
	limp    limpJoints
}

// New returns a motion that waits for its first state.
func New(cfg Config, library slot.Library) (*Motion, error) {
	if err := declared.Check(&cfg); err != nil {
		return nil, fmt.Errorf("motion: %w", err)
	}
	engine, err := build(&cfg, library)
	if err != nil {
		return nil, fmt.Errorf("motion: %w", err)
	}
	return newMotionWith(cfg, library, engine), nil
}

// newMotionWith returns a motion of engines that are there already.
func newMotionWith(cfg Config, library slot.Library, engine engines) *Motion {
	return &Motion{
		library: library, core: core{cfg: cfg}, whole: newWholeBody(engine), head: newHeadControl(cfg.Head),
	}
}

// Tune sets another configuration from the next Step on; a start, a kick or a get-up under
// way keeps its own.
func (m *Motion) Tune(cfg Config) error {
	if err := declared.Check(&cfg); err != nil {
		return fmt.Errorf("motion: %w", err)
	}
	if err := m.core.checkGait(cfg.Gait); err != nil {
		return fmt.Errorf("motion: %w", err)
	}
	if err := m.whole.tune(&cfg, &m.core.cfg); err != nil {
		return fmt.Errorf("motion: %w", err)
	}
	m.core.cfg = cfg
	m.head.commands.Tune(cfg.Head)
	m.head.idle.Tune(cfg.Head)
	return nil
}

// Step answers a state with a complete command. It allocates nothing. When the body's cycle or time goes back, or the
// body is no longer as it was commanded after a gap longer than Config.GapSec, it restarts at the measured posture; so it
// does when the driver stops following (see [nao.State].Guard). Tasks and plays then end as Restarted.
func (m *Motion) Step(state *nao.State, out *nao.Command) {
	c := &m.core
	gap := state.Time - c.now
	lost := c.obedience.update(state)
	if lost || c.isRestart(state) {
		restart(m, state)
		gap = 0
	}
	if lost {
		c.obedience.waits = !c.cfg.AutoReengage
	}
	c.now, c.cycle, c.measured = state.Time, state.Cycle, state.Position
	c.dtSec = min(gap.Seconds(), c.cfg.GapSec)
	before := c.joints.command.Position

	c.pace.step(gap)
	c.sense(state)
	if !c.obedience.followed {
		m.await(state)
		c.joints.command.Cycle = state.Cycle
		*out = c.joints.command
		return
	}
	m.whole.step(c)
	c.joints.coastFree(c.dtSec)
	var limp [nao.NumJoints]bool
	if c.body.state != starting {
		limp = c.joints.followLimp(&c.measured)
	}
	m.plays.step(c)
	m.limp.step(c)
	m.speeds.step(c)
	m.angles.step(c)
	m.head.step(c, m.whole.walk.odometry())

	c.joints.command.Cycle = state.Cycle
	c.joints.bound(&before, &limp, min(gap, longestStep))
	*out = c.joints.command
}

// restart restarts at a state: joints have no owner, and nothing moves.
func restart(m *Motion, state *nao.State) {
	c := &m.core
	c.now = state.Time
	m.plays.endAll(Restarted)
	c.tasks.endLegs(Restarted, errRestarted)
	c.tasks.endHead(Restarted, errRestarted)
	m.head.commands.Stop()
	m.head.idle.Stop()
	c.joints.reset(state, &c.cfg.Stand)
	m.whole.restart(c)
}

// Sensors returns the last state, with the last plausible reading for one that is NaN or out of range. It must not be changed,
// and is valid until the next Step.
func (m *Motion) Sensors() *nao.State { return &m.core.sensors }

// SetLibrary sets the motions to play. A motion being played continues unchanged.
func (m *Motion) SetLibrary(library slot.Library) { m.library = library }

// SetUnplayable sets the motions that Play refuses with the error of their file, while the library has none of their name.
func (m *Motion) SetUnplayable(wrong Unplayable) { m.wrong = wrong }

// Library returns the motions to play. It must not be changed.
func (m *Motion) Library() slot.Library { return m.library }

// wrapped wraps an error with the attempted action; nil stays nil.
func wrapped(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
