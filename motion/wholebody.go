package motion

import (
	"fmt"

	"gonao/motion/getup"
	"gonao/motion/slot"
	"gonao/nao"
)

// wholeBody moves the legs, and the arms that the legs' engines use: it starts, walks, kicks, moves to postures, falls
// and gets up. The body's state determines which of these parts has the legs.
type wholeBody struct {
	start   start
	walk    walkControl
	kick    kickControl
	save    saveControl
	posture postureControl
	fall    fallControl
}

func newWholeBody(e engines) wholeBody {
	return wholeBody{
		walk: walkControl{engine: e.walk}, kick: kickControl{engine: e.kick},
		posture: postureControl{crouch: crouchMotion()}, fall: fallControl{engine: e.fall, getUp: e.getUp},
	}
}

// restart goes to the stand from a command that was reset to the measured posture.
func (w *wholeBody) restart(c *core) {
	w.walk.velocity.set = false
	w.fall.mayGetUp = false
	w.goToStand(c, began)
	w.start.first = true
}

// step moves the joints of the part that has the legs in the body's state.
func (w *wholeBody) step(c *core) {
	w.watchFall(c)
	if w.walk.engine != nil && c.body.state != standing && c.body.state != walking {
		w.walk.engine.Away(&c.sensors)
	}
	switch c.body.state {
	case starting:
		w.stepStart(c)
	case falling, fallen:
		w.stepFall(c)
	case gettingUp:
		w.stepGetUp(c)
	case standing, walking:
		if w.walk.engine != nil {
			w.stepWalk(c)
		}
	case kicking:
		w.stepKick(c)
	case saving:
		w.stepSave(c)
	case posturing:
		w.stepPosture(c)
	case playing, playingOnGround:
		w.stepPlayed(c)
	case sitting, resting:
		w.leavePosture(c)
	case waiting:
	}
}

// ready returns nil when the legs can begin something from the stand, and otherwise the reason.
func (w *wholeBody) ready(c *core) error {
	switch c.body.state {
	case standing, walking:
		if w.walk.engine == nil {
			return ErrUnsupported
		}
		return c.joints.freeLegs()
	case falling, fallen, gettingUp:
		return ErrFallen
	case sitting, resting:
		return fmt.Errorf("%w: it is %s", ErrNotStanding, c.body.public())
	case kicking, saving, posturing, playing, playingOnGround:
		return w.busy(c)
	default:
		return ErrNotReady
	}
}

// readyToStep is ready for movements that need balance on one leg, and so the gyroscope.
func (w *wholeBody) readyToStep(c *core) error {
	if err := c.mayMove(); err != nil {
		return err
	}
	if err := w.ready(c); err != nil {
		return err
	}
	if w.walk.engine.GyroscopeFailed() {
		return ErrGyroscope
	}
	if c.pace.slow {
		return errSlow
	}
	return nil
}

// busy returns an error that names the task of the legs.
func (w *wholeBody) busy(c *core) error {
	return &TakenError{Joint: nao.LHipYawPitch, Owner: c.joints.name(c.joints.owners[nao.LHipYawPitch])}
}

// foundSeated reports whether motion begins on a robot that sits on the ground. It stays seated and gets soft until the posture
// stand or a get-up is requested: from the seat, straight legs would throw it on its back.
func (w *wholeBody) foundSeated(c *core) bool {
	return w.start.first && c.sinceSec(w.start.begun) < foundSec && w.fall.getUp != nil && w.fall.balance == upright && getup.Sits(&c.sensors.Position)
}

// stepStart moves towards the stand.
func (w *wholeBody) stepStart(c *core) {
	if w.foundSeated(c) {
		c.body.on(foundSeated, c.now)
		return
	}
	if !w.start.step(c.now, &c.joints, &c.cfg.Stand) {
		return
	}
	w.walk.velocity.resend = true
	c.body.on(rose, c.now)
	if t := c.tasks.legs(); t.kind == getUpTask || t.kind == postureTask && w.posture.name == "stand" {
		c.tasks.endLegs(Finished, nil)
	}
}

// goToStand goes from where the joints are commanded to the stand.
func (w *wholeBody) goToStand(c *core, e event) {
	w.start.begin(c.now, &c.cfg, &c.joints)
	c.body.on(e, c.now)
}

// comeToStand passes the legs to the walk's stand, or goes to the stand first.
func (w *wholeBody) comeToStand(c *core) {
	w.walk.velocity.resend = true
	if c.atStand() || w.walk.engine == nil {
		c.body.on(cameToStand, c.now)
		return
	}
	w.goToStand(c, leftForStand)
}

// stepWalk walks or stands, and begins the task that waits for the stand.
func (w *wholeBody) stepWalk(c *core) {
	if !w.walk.own(c) {
		return
	}
	engine := w.walk.engine
	w.walk.endUnsafe(c)
	switch t := c.tasks.legs(); t.kind {
	case walkTask:
		w.walk.stepTo(c, t)
	case walkKickTask:
		w.walk.stepKick(c, t)
	case kickTask:
		if w.kick.place.align(c, engine) {
			w.beginKick(c)
			return
		}
	case saveTask:
		if engine.Stop(); engine.Standing() && c.now >= w.save.at {
			w.beginSave(c)
			return
		}
	case postureTask:
		if engine.Stop(); engine.Standing() {
			w.beginPosture(c)
			return
		}
	case getUpTask:
		c.tasks.endLegs(Finished, nil) // it stands
	default:
		w.walk.follow(c)
	}
	w.walk.step(c)
}

// beginKick begins the kick that waited for the stand.
func (w *wholeBody) beginKick(c *core) {
	c.joints.command.Cycle = c.cycle
	w.kick.place.aim(&w.kick.request, w.walk.odometry())
	w.kick.engine.Abort() // a kick that a fall ended
	if err := w.kick.engine.Begin(w.kick.request, &c.sensors, &c.joints.command); err != nil {
		if w.kick.place.stepAgain(err) {
			w.walk.step(c)
			return
		}
		c.tasks.endLegs(w.kick.refused(err), fmt.Errorf("kick: %w", err))
		return
	}
	c.joints.claim(kickOwner, groups[Legs])
	for _, g := range [2]Group{LeftArm, RightArm} {
		if o := c.joints.owner(g); o == hold || o == walkOwner {
			c.joints.claimFree(kickOwner, groups[g], c.now)
		}
	}
	c.body.on(kickBegan, c.now)
	w.stepKick(c)
}

// stepKick kicks on, also after a cancel, until the robot stands again.
func (w *wholeBody) stepKick(c *core) {
	switch w.kick.step(c) {
	case engineRunning:
		return
	case engineDone:
		c.tasks.endLegs(Finished, nil)
	case engineFailed:
		c.tasks.endLegs(Fell, fmt.Errorf("kick: %w", ErrFallen))
	}
	c.joints.release(kickOwner)
	w.comeToStand(c)
}

// beginPosture begins the way to the posture that was requested.
func (w *wholeBody) beginPosture(c *core) {
	if w.posture.name == "stand" {
		c.tasks.endLegs(Finished, nil) // it stands
		return
	}
	w.posture.begin(c)
	c.body.on(postureBegan, c.now)
}

// stepPosture goes on to a posture.
func (w *wholeBody) stepPosture(c *core) {
	switch w.posture.step(c) {
	case slot.Finished:
		c.joints.release(postureOwner)
		if w.posture.name == "rest" {
			c.body.on(softened, c.now) // the task ends when the joints are limp
			return
		}
		c.tasks.endLegs(Finished, nil)
		c.body.on(postureEnded, c.now)
	case slot.NotReached:
		c.tasks.endLegs(NotReached, w.posture.late())
		c.joints.release(postureOwner)
		c.body.on(postureEnded, c.now)
	default:
	}
}

// leavePosture softens a robot that rests, and begins the task of a robot that sits or rests.
func (w *wholeBody) leavePosture(c *core) {
	t := c.tasks.legs()
	toRest := t.kind == postureTask && w.posture.name == "rest"
	seated := getup.Sits(&c.sensors.Position)
	switch {
	case c.body.state == resting && (t.kind == noTask || toRest):
		if limp := w.posture.soften(c); limp && toRest {
			c.tasks.endLegs(Finished, nil)
		}
	case c.body.state == sitting && toRest:
		c.body.on(softened, c.now)
	case t.kind == postureTask && w.posture.name == "sit" && c.body.state == sitting:
		c.tasks.endLegs(Finished, nil)
	case t.kind == noTask:
		if seated {
			w.posture.softenSeat(c)
		}
	case (seated || w.posture.halfSat) && w.fall.getUp != nil: // on straight paths to the stand it would fall
		w.posture.halfSat = false
		w.fall.beginGetUp(c)
	case t.kind == postureTask || t.kind == getUpTask:
		c.joints.meetLimp(&c.sensors)
		w.goToStand(c, leftForStand)
	}
}

// stopPosture stops on the way to a posture.
func (w *wholeBody) stopPosture(c *core) {
	switch c.body.state {
	case posturing:
		c.joints.releaseMoving(postureOwner)
		w.posture.halfSat = w.posture.name == "sit"
	case starting:
		c.joints.coastHeld()
	default:
		return
	}
	c.body.on(postureEnded, c.now)
}

// stepPlayed goes on when no play moves the legs any more, and they rest.
func (w *wholeBody) stepPlayed(c *core) {
	for _, j := range groups[Legs] {
		if c.joints.owners[j] != hold || c.joints.coasting[j].moving {
			return
		}
	}
	switch {
	case c.body.state == playingOnGround && w.fall.balance != upright:
		w.fall.begin(c, stayedDown)
	case c.atStand():
		w.comeToStand(c)
	default:
		c.body.on(playEnded, c.now)
	}
}

// tune sets another configuration of the engines.
func (w *wholeBody) tune(cfg, old *Config) error {
	if engine, ok := w.walk.engine.(*gaitEngine); ok {
		if err := engine.tuneAll(cfg, old); err != nil {
			return err
		}
		w.walk.velocity.resend = w.walk.velocity.resend || cfg.Gait != old.Gait
	}
	if engine, ok := w.kick.engine.(kickEngine); ok {
		return engine.Tune(cfg.Kick)
	}
	return nil
}
