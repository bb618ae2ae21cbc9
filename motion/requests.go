package motion

import (
	"fmt"

	"gonao/motion/slot"
)

// claimFor returns nil when the legs are free for a task that steps or stands on one leg, after it has ended a task that
// yields.
func (w *wholeBody) claimFor(c *core, kind taskKind) error {
	if err := w.readyToStep(c); err != nil {
		return err
	}
	return c.tasks.giveWay(kind)
}

// requestKick begins the task of a kick out of the stand.
func (w *wholeBody) requestKick(c *core, request KickRequest) (Task, error) {
	if err := checkKick(request); err != nil {
		return Task{}, err
	}
	if w.kick.engine == nil {
		return Task{}, ErrUnsupported
	}
	if err := checkPlace(request); err != nil {
		return Task{}, err
	}
	if err := w.readyToStep(c); err != nil {
		return Task{}, err
	}
	if err := c.free(kickOwner, kickShoulders); err != nil {
		return Task{}, err
	}
	if err := c.tasks.giveWay(kickTask); err != nil {
		return Task{}, err
	}
	w.kick.request = request
	w.kick.place.begin(c, request, w.walk.odometry())
	return c.tasks.begin(kickTask), nil
}

// requestWalkKick begins the task of a kick out of the walk.
func (w *wholeBody) requestWalkKick(c *core, request KickRequest) (Task, error) {
	if err := checkKick(request); err != nil {
		return Task{}, err
	}
	if err := w.readyToStep(c); err != nil {
		return Task{}, err
	}
	return w.walk.beginKick(c, request)
}

// requestPosture begins the task of a posture. to is the library's motion for it; nil: the crouch.
func (w *wholeBody) requestPosture(c *core, name string, to *slot.Motion) (Task, error) {
	if err := checkPosture(name); err != nil {
		return Task{}, err
	}
	if name == "sit" {
		if err := c.mayMove(); err != nil {
			return Task{}, err
		}
	}
	if c.body.state != sitting && c.body.state != resting {
		c.obedience.waits = c.obedience.waits && name != "stand"
		if err := w.ready(c); err != nil {
			return Task{}, err
		}
	}
	if err := c.tasks.giveWay(postureTask); err != nil {
		return Task{}, err
	}
	w.posture.name, w.posture.to = name, to
	c.body.activity = name
	c.joints.names[postureOwner] = fmt.Sprintf("posture %q", name)
	return c.tasks.begin(postureTask), nil
}

// requestGetUp begins the task of a get-up.
func (w *wholeBody) requestGetUp(c *core) (Task, error) {
	switch c.body.state {
	case waiting:
		return Task{}, ErrNotReady
	case kicking, saving, posturing, playing, playingOnGround:
		return Task{}, w.busy(c)
	default:
	}
	c.obedience.waits = false
	if err := c.tasks.giveWay(getUpTask); err != nil {
		return Task{}, err
	}
	w.fall.mayGetUp = true
	return c.tasks.begin(getUpTask), nil
}

// cancel ends the legs' task: the robot comes to a stand, or is let down where it is.
func (w *wholeBody) cancel(c *core) {
	switch c.tasks.legs().kind {
	case kickTask:
		if c.body.state == kicking {
			w.kick.engine.Cancel()
		}
	case saveTask:
		w.cancelSave(c)
	case walkKickTask:
		w.walk.engine.CancelKick()
		w.walk.velocity.resend = true
	case getUpTask:
		if c.body.state == gettingUp {
			w.fall.getUp.Cancel()
			w.fall.begin(c, getUpFailed)
		}
		w.fall.mayGetUp = false
	case postureTask:
		w.stopPosture(c)
	default:
	}
	c.tasks.endLegs(Canceled, errCanceled)
}
