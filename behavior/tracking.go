package behavior

import (
	"fmt"
	"time"

	"gonao/behavior/track"
	"gonao/hfsm"
	"gonao/nao"
)

// tracking follows one ball with the head. It never ends by itself.
type tracking struct {
	brain  *Brain
	args   hfsm.Args
	target *track.Target // nil: vision does not have this colour
}

// newTracking makes one use of track.
func newTracking(b *Brain, _ *hfsm.Machine, _ *Action, args hfsm.Args) (hfsm.Activity, error) {
	return &tracking{brain: b, args: args}, nil
}

// Start makes the ball the followed one.
func (t *tracking) Start(now time.Duration, _ hfsm.Entry) {
	t.target = t.brain.senses.targets[t.args.String("color")]
	t.brain.followed = t.target
	t.brain.setBallInputs(now)
	t.brain.control.Begin()
	t.brain.search.Stop()
}

// Step commands the head.
func (t *tracking) Step(now time.Duration) (hfsm.Status, error) {
	b := t.brain
	if t.target == nil {
		return hfsm.Failed, fmt.Errorf("track: colour %q is not one of vision's", t.args.String("color"))
	}
	command, ok := b.control.Step(now, t.target)
	switch {
	case ok:
		b.search.Stop()
	case t.blind():
		command = nao.HeadCommand{Stamp: now, Mode: nao.HeadSpeed} // rest
	default:
		yaw, pitch := b.senses.headAngles()
		command = b.search.Step(now, yaw, pitch, t.target, &b.cfg.Track)
	}
	b.out.CommandHead(command, false)
	return hfsm.Running, nil
}

// blind reports whether no image has come since the ball was seen: it is not the ball
// that is lost but the camera, and looking elsewhere would not help.
func (t *tracking) blind() bool {
	seen, ok := t.target.Seen()
	return ok && t.brain.senses.anyImage && t.brain.senses.image <= seen
}

// Stop stops the head where it is.
func (t *tracking) Stop(now time.Duration) {
	t.brain.followed = nil
	t.brain.out.CommandHead(nao.HeadCommand{Stamp: now, Mode: nao.HeadSpeed}, false)
}
