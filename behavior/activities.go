package behavior

import (
	"fmt"
	"time"

	"gonao/behavior/track"
	"gonao/hfsm"
)

// tracking follows one ball with the head. It never ends by itself.
type tracking struct {
	brain  *Brain
	args   hfsm.Args
	target *track.Target // nil: vision knows no such colour
}

// Start makes the ball the followed one.
func (t *tracking) Start(now time.Duration, _ hfsm.Entry) {
	t.target = t.brain.targets[t.args.String("color")]
	t.brain.followed = t.target
	t.brain.tell(now)
	t.brain.control.Begin()
	t.brain.search.Stop()
}

// Step commands the head.
func (t *tracking) Step(now time.Duration) (hfsm.Status, error) {
	b := t.brain
	if t.target == nil {
		return hfsm.Failed, fmt.Errorf("track: colour %q is none of vision's", t.args.String("color"))
	}
	command, ok := b.control.Step(now, t.target)
	switch {
	case ok:
		b.search.Stop()
	case t.blind():
		command = track.Command{Stamp: now, Mode: track.Speed} // rest
	default:
		yaw, pitch := b.headAngles()
		command = b.search.Step(now, yaw, pitch, t.target, &b.cfg.Track)
	}
	b.out.CommandHead(command)
	return hfsm.Running, nil
}

// blind says that no image has come since the ball was seen: it is not the ball
// that is lost but the camera, and looking elsewhere would not help.
func (t *tracking) blind() bool {
	seen, ok := t.target.Seen()
	return ok && t.brain.anyImage && t.brain.image <= seen
}

// Stop lets the head rest where it is.
func (t *tracking) Stop(now time.Duration) {
	t.brain.followed = nil
	t.brain.out.CommandHead(track.Command{Stamp: now, Mode: track.Speed})
}

// retryAfter is how long play waits after a motion that could not be played.
const retryAfter = time.Second

// playing plays a motion, so many times or again and again.
type playing struct {
	brain   *Brain
	machine *hfsm.Machine
	args    hfsm.Args
	played  int // to the end

	running Motion // or nil
	called  bool   // off
	reached int    // positions of the running motion
	before  int    // positions of the motions that have ended
	retry   time.Duration
}

// Start begins the count anew, or goes on with it.
func (p *playing) Start(now time.Duration, how hfsm.Entry) {
	if how == hfsm.Anew {
		p.before, p.played = 0, 0
	}
	p.retry = now
	p.count(0)
}

// Step asks for the motion whenever none runs. One that cannot be played is asked
// for again after a while, unless it is to be played a number of times: then play
// has failed.
func (p *playing) Step(now time.Duration) (hfsm.Status, error) {
	if p.running == nil {
		if now < p.retry {
			return hfsm.Running, nil
		}
		p.running, p.called, p.reached = p.brain.out.Play(p.args.String("motion")), false, 0
	}
	status := p.follow()
	p.count(p.reached)
	if status == hfsm.Running {
		return hfsm.Running, nil
	}
	p.forget()
	times := int(p.args.Int("times"))
	switch {
	case status == hfsm.Final:
		if p.played++; p.played == times {
			return hfsm.Final, nil
		}
	case times > 0:
		return hfsm.Failed, fmt.Errorf("play: motion %q was not played to its end", p.args.String("motion"))
	default:
		p.retry = now + retryAfter
	}
	return hfsm.Running, nil
}

// follow takes over how far the motion is. One that was cancelled may not know any
// more.
func (p *playing) follow() hfsm.Status {
	positions, status := p.running.Progress()
	p.reached = max(p.reached, positions)
	return status
}

// forget lets go of the motion; what it has reached stays counted.
func (p *playing) forget() {
	p.before += p.reached
	p.running, p.reached = nil, 0
}

// Stopping cancels the motion and waits until the joints have been given back.
func (p *playing) Stopping(time.Duration) (done bool) {
	if p.running == nil {
		return true
	}
	if !p.called {
		p.follow()
		p.called = true
		p.running.Cancel()
	}
	if p.follow() == hfsm.Running {
		return false
	}
	p.forget()
	return true
}

// Stop cancels the motion without waiting.
func (p *playing) Stop(now time.Duration) {
	if !p.Stopping(now) {
		p.forget()
	}
}

// count tells the machine how many positions were reached.
func (p *playing) count(now int) {
	if in := p.brain.positions; in != nil {
		p.machine.SetInt(*in, int64(p.before+now))
	}
}

// calling has skills executed, once.
type calling struct {
	brain *Brain
	call  func() string

	running Execution // or nil
	called  bool      // off
}

// Start begins them. One that was interrupted begins anew: it was stopped.
func (c *calling) Start(time.Duration, hfsm.Entry) {
	c.running, c.called = c.brain.out.Execute(c.call()), false
}

// Step tells how they stand.
func (c *calling) Step(time.Duration) (hfsm.Status, error) { return c.running.Progress() }

// Stopping cancels them and waits until the robot is safe.
func (c *calling) Stopping(time.Duration) (done bool) {
	if c.running == nil {
		return true
	}
	if !c.called {
		c.called = true
		c.running.Cancel()
	}
	if status, _ := c.running.Progress(); status == hfsm.Running {
		return false
	}
	c.running = nil
	return true
}

// Stop cancels them without waiting.
func (c *calling) Stop(now time.Duration) {
	c.Stopping(now)
	c.running = nil
}
