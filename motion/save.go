package motion

import (
	"fmt"
	"time"

	"gonao/internal/si"
	"gonao/motion/slot"
)

// How a dive is made soft, and how long the robot lies afterwards.
const (
	softTilt   = 0.87 // rad of the trunk's tilt, about 0.1 s before the ground
	diveAtMost = 2.5  // s; then it did not fall
	lieOnSec   = 1.5  // no get-up before, so that the ball passes or is held
)

// saveControl blocks and dives.
type saveControl struct {
	player slot.Player
	motion *slot.Motion
	rise   *slot.Motion // for a block: its slots except the first
	kind   SaveKind
	at     time.Duration // when it begins
}

// saveMotion returns the motion of a kind of save.
func saveMotion(kind SaveKind, library slot.Library) (*slot.Motion, error) {
	name := "dive_left"
	if kind == SaveBlock {
		name = "block"
	}
	motion, ok := library[name]
	if !ok || len(motion.Slots) < 2 {
		return nil, fmt.Errorf("%w: motion %q: expected one of at least two slots", ErrUnsupported, name)
	}
	if kind == SaveDiveRight {
		motion, _ = motion.Mirror()
	}
	return motion, nil
}

// requestSave begins the task of a save.
func (w *wholeBody) requestSave(c *core, r SaveRequest, library slot.Library) (Task, error) {
	kind, wait, err := r.Decide()
	if err != nil {
		return Task{}, err
	}
	motion, err := saveMotion(kind, library)
	if err != nil {
		return Task{}, err
	}
	if err := w.claimFor(c, saveTask); err != nil {
		return Task{}, err
	}
	rise := *motion
	rise.Slots = motion.Slots[1:]
	w.save = saveControl{motion: motion, rise: &rise, kind: kind, at: c.now + wait}
	c.body.activity = kind.String()
	c.joints.names[saveOwner] = kind.String()
	task := c.tasks.begin(saveTask)
	c.tasks.legs().report.Save = kind
	return task, nil
}

// beginSave begins the save that waited for the stand.
func (w *wholeBody) beginSave(c *core) {
	c.joints.claim(saveOwner, groups[Legs])
	for _, g := range [2]Group{LeftArm, RightArm} {
		if o := c.joints.owner(g); o == hold || o == walkOwner {
			c.joints.claim(saveOwner, groups[g])
		}
	}
	w.save.player.Start(w.save.motion, c.now, &c.sensors.Position, &c.joints.command)
	c.body.on(saveBegan, c.now)
	w.stepSave(c)
}

// stepSave goes on with a block until the robot stands, and with a dive until it falls; see watchDive.
func (w *wholeBody) stepSave(c *core) {
	s := &w.save
	how := s.player.Step(c.now, &c.sensors.Position, c.joints.draft())
	c.joints.take(saveOwner, c.now)
	if t := c.tasks.legs(); t.kind == saveTask {
		t.report.Share = s.player.Progress(c.now)
	}
	switch {
	case how == slot.Playing:
	case s.kind == SaveBlock:
		c.tasks.endLegs(Finished, nil)
		w.leaveSave(c)
	case c.sinceSec(c.body.since) > diveAtMost: // a person holds it
		c.tasks.endLegs(NotReached, fmt.Errorf("%s: the robot did not fall in %g s", s.kind, diveAtMost))
		w.leaveSave(c)
	}
}

// leaveSave comes to the stand.
func (w *wholeBody) leaveSave(c *core) {
	c.joints.release(saveOwner)
	w.comeToStand(c)
}

// watchDive makes a dive soft before the ground: arms and legs stay where they are, with little stiffness.
func (w *wholeBody) watchDive(c *core) {
	f := &w.fall
	if !f.engine.Over(softTilt) && f.balance != lying {
		return
	}
	c.tasks.endLegs(Finished, nil)
	f.begin(c, dived)
	f.engine.Soften(&c.joints.command)
	f.pauseUntil = c.now + si.Seconds(lieOnSec)
}

// cancelSave makes a block rise at once; a dive continues.
func (w *wholeBody) cancelSave(c *core) {
	if s := &w.save; c.body.state == saving && s.kind == SaveBlock && s.player.Motion() != s.rise {
		s.player.Start(s.rise, c.now, &c.sensors.Position, &c.joints.command)
	}
}
