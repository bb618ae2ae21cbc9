package motion

import (
	"fmt"
	"math"
	"time"

	"gonao/internal/si"
	"gonao/nao"
)

// Limits of walk_to, and the times after which it gives up.
const (
	farthestM   = 50.0
	blockedSec  = 5.0
	nearerM     = 0.02
	radInMetres = 0.2 // metres that a turn of 1 rad counts as
)

// standPauseSec is how long a robot stands, for example after a get-up, before it walks on.
const standPauseSec = 0.2

// walkControl makes the walk follow a velocity or go to a place.
type walkControl struct {
	engine   walker // may be nil
	velocity velocityCommand
	goal     walkGoal
	fed      fedGoal
	kick     walkKick
}

// velocityCommand is the last commanded velocity, and the velocity sent to the engine.
type velocityCommand struct {
	wanted Velocity
	at     time.Duration // when it was set
	set    bool          // it is still valid

	sent   Velocity // last velocity sent to the engine
	resend bool     // the engine has followed something else since then
}

// walkGoal is the place of a walk_to.
type walkGoal struct {
	place      Odometry // in the odometry frame
	share      float64  // share of the top speed
	nearest    float64  // smallest distance reached, m
	nearestAt  time.Duration
	farAtFirst float64 // m
}

// setVelocity stores a velocity; it holds from the last state on.
func (w *walkControl) setVelocity(c *core, v Velocity) error {
	if !si.IsFinite(v.X) || !si.IsFinite(v.Y) || !si.IsFinite(v.Yaw) {
		return fmt.Errorf("%w: velocity %g, %g m/s, %g rad/s: expected finite numbers", ErrBadGoal, v.X, v.Y, v.Yaw)
	}
	if w.engine != nil {
		if err := w.engine.CheckVelocity(v); err != nil {
			return err
		}
	}
	w.velocity.wanted, w.velocity.at, w.velocity.set = v, c.now, true
	if c.tasks.under(walkTask) {
		c.tasks.endLegs(Preempted, fmt.Errorf("walk_to: %w: a velocity", errPreempted))
	}
	return nil
}

// asked returns the velocity that the engine follows, within its limits.
func (w *walkControl) asked(c *core) Velocity {
	if w.engine == nil || c.body.state != standing && c.body.state != walking {
		return Velocity{}
	}
	return w.engine.Asked()
}

// odometry returns where the robot has walked to.
func (w *walkControl) odometry() Odometry {
	if w.engine == nil {
		return Odometry{}
	}
	return w.engine.Odometry()
}

// CheckWalkTo returns nil for a goal of [Motion.WalkTo] with finite numbers, and otherwise an
// error that names the field as gonao_msgs/WalkTo does.
func CheckWalkTo(dx, dy, dYaw, speed float64) error {
	for _, f := range [...]struct {
		name  string
		value float64
	}{{"x", dx}, {"y", dy}, {"theta", dYaw}, {"speed", speed}} {
		if !si.IsFinite(f.value) {
			return fmt.Errorf("%w: %s %g: expected a finite number", ErrBadGoal, f.name, f.value)
		}
	}
	return nil
}

// checkWalkTo checks a goal's range, too.
func checkWalkTo(dx, dy, dYaw, speed float64) error {
	if err := CheckWalkTo(dx, dy, dYaw, speed); err != nil {
		return err
	}
	if !(speed >= 0 && speed <= 1) {
		return fmt.Errorf("%w: speed %g: expected 0 to 1", ErrBadGoal, speed)
	}
	if far := math.Hypot(dx, dy); far > farthestM {
		return fmt.Errorf("%w: %.1f m away; expected at most %g", ErrUnreachable, far, farthestM)
	}
	return nil
}

// walkTo begins a walk to a place seen from here.
func (w *walkControl) walkTo(c *core, dx, dy, dYaw, speed float64) (Task, error) {
	if err := w.engine.WalkTo(dx, dy, dYaw, speed); err != nil {
		return Task{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	w.velocity.set = false
	w.goal.share = speed
	w.goal.place = ahead(w.engine.Odometry(), dx, dy, dYaw)
	task := c.tasks.begin(walkTask)
	w.goal.nearest, w.goal.nearestAt = w.leftToGo(), c.now
	w.goal.farAtFirst = max(w.goal.nearest, 1e-3)
	return task, nil
}

// leftToGo returns how far the goal is, m; a turn counts too.
func (w *walkControl) leftToGo() float64 {
	left := seenFrom(w.goal.place, w.engine.Odometry())
	return math.Hypot(left.X, left.Y) + radInMetres*math.Abs(left.Yaw)
}

// own makes the walk the owner of the legs when they have no owner and are at the stand, and of the arms when it walks.
// It reports whether the walk has the legs.
func (w *walkControl) own(c *core) bool {
	if c.joints.owners[nao.LHipRoll] != walkOwner {
		if _, taken := c.joints.takenLeg(); taken || !c.atStand() {
			return false
		}
		c.joints.claim(walkOwner, groups[Legs])
		w.engine.Begin(&c.sensors, &c.joints.command)
		w.velocity.sent = Velocity{}
		w.resume(c)
		w.ownArms(c, false)
	}
	if !w.engine.Standing() {
		w.ownArms(c, true)
	}
	return true
}

// resume sends the goal of a walk task again to an engine that was started after the goal was set, and so has lost it.
func (w *walkControl) resume(c *core) {
	switch c.tasks.legs().kind {
	case walkTask:
		left := seenFrom(w.goal.place, w.engine.Odometry())
		_ = w.engine.WalkTo(left.X, left.Y, left.Yaw, w.goal.share) // accepted before
	case walkKickTask:
		w.kick.begun, w.kick.swung = false, w.engine.Kicks()
		_ = w.engine.Kick(w.kick.step)
	default:
	}
}

// ownArms makes the walk the owner of the arms without an owner. Arms that another owner has moved stay as they are
// unless moved is true, which it is when the robot walks.
func (w *walkControl) ownArms(c *core, moved bool) {
	for _, g := range [2]Group{LeftArm, RightArm} {
		if c.joints.owner(g) == hold && (moved || !c.joints.anyMoved(g)) {
			c.joints.claimBlended(walkOwner, groups[g], c.now)
		}
	}
}

// follow sends the engine the velocity that counts now, once.
func (w *walkControl) follow(c *core) {
	if c.pace.slow {
		w.engine.Stop()
		w.velocity.resend = true
		return
	}
	if w.followGoal(c) {
		return
	}
	r := &w.velocity
	v := r.wanted
	if c.sinceSec(c.body.stoodUp) < standPauseSec || w.engine.GyroscopeFailed() {
		v = Velocity{}
	} else if !r.set || c.sinceSec(r.at) > c.cfg.VelocityTimeoutSec {
		v, r.set = Velocity{}, false
	}
	if v == r.sent && !r.resend {
		return
	}
	r.sent, r.resend = v, false
	if v == (Velocity{}) {
		w.engine.Stop()
	} else if err := w.engine.SetVelocity(v); err != nil { // setVelocity checked it
		w.engine.Stop()
	}
}

// stepTo ends a walk_to that has arrived, or gets no nearer.
func (w *walkControl) stepTo(c *core, t *task) {
	g, left := &w.goal, w.leftToGo()
	t.report.Left = seenFrom(g.place, w.engine.Odometry())
	t.report.Share = min(max(1-left/g.farAtFirst, 0), 1)
	if left < g.nearest-nearerM {
		g.nearest, g.nearestAt = left, c.now
	}
	w.velocity.resend = true
	switch {
	case w.engine.Arrived():
		c.tasks.endLegs(Finished, nil)
		w.engine.Stop()
	case c.sinceSec(g.nearestAt) > w.engine.PatienceSec():
		c.tasks.endLegs(Blocked, fmt.Errorf("walk_to: %w; %.2f m are left", errBlocked, math.Hypot(t.report.Left.X, t.report.Left.Y)))
		w.engine.Stop()
	}
}

// endUnsafe ends a task that steps when the gyroscope has failed, or most states are missed. The walk comes to a stand.
func (w *walkControl) endUnsafe(c *core) {
	why := errSlow
	switch {
	case w.engine.GyroscopeFailed():
		why = ErrGyroscope
	case !c.pace.slow:
		return
	}
	outcome := Unreachable
	switch c.tasks.legs().kind {
	case walkTask:
		outcome = Blocked
	case walkKickTask:
		w.engine.CancelKick()
	case kickTask:
	default:
		return
	}
	c.tasks.endLegs(outcome, fmt.Errorf("%s: %w", c.tasks.legs().kind.name(), why))
	w.engine.Stop()
}

// step walks on, and changes the body's state when a foot lifts or both stand.
func (w *walkControl) step(c *core) {
	w.engine.Step(&c.sensors, c.joints.draft())
	c.joints.take(walkOwner, c.now)
	switch stands := w.engine.Standing(); {
	case c.body.state == standing && !stands:
		c.body.on(stepped, c.now)
	case c.body.state == walking && stands:
		c.body.on(halted, c.now)
	}
}
