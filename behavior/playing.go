package behavior

import (
	"time"

	"gonao/hfsm"
)

// retryAfter is how long play waits after a motion that could not be played.
const retryAfter = time.Second

// playing plays a motion a number of times, or again and again.
type playing struct {
	goal
	args   hfsm.Args
	played int64 // motions played to the end

	reached int64 // positions of the motion under way
	before  int64 // positions of the motions that have ended
	retry   time.Duration
}

// newPlaying makes one use of play.
func newPlaying(b *Brain, m *hfsm.Machine, a *Action, args hfsm.Args) (hfsm.Activity, error) {
	g, err := newGoal(b, m, &a.Action, a.Port, func() any { return a.goal(args) })
	if err != nil {
		return nil, err
	}
	return &playing{goal: *g, args: args}, nil
}

// Start resets the count, or continues it.
func (p *playing) Start(now time.Duration, how hfsm.Entry) {
	if how == hfsm.Anew {
		p.before, p.played = 0, 0
	}
	p.retry = now
	p.report(0)
}

// Step begins the motion whenever none is under way. A motion that cannot be played is begun again after a while, unless
// a number of times is set: then play has failed.
func (p *playing) Step(now time.Duration) (hfsm.Status, error) {
	if p.task == nil {
		if now < p.retry {
			return hfsm.Running, nil
		}
		p.goal.Start(now, hfsm.Anew)
		p.reached = 0
	}
	p.count()
	status, err := p.follow()
	p.report(p.reached)
	if status == hfsm.Running {
		return hfsm.Running, nil
	}
	p.forget()
	times := p.args.Int("times")
	switch {
	case status == hfsm.Final:
		if p.played++; p.played == times {
			return hfsm.Final, nil
		}
	case times > 0:
		return hfsm.Failed, err
	default:
		p.retry = now + retryAfter
	}
	return hfsm.Running, nil
}

// count reads the progress of the motion. A canceled motion may no longer report it.
func (p *playing) count() {
	if v, ok := p.task.Feedback(0); ok {
		p.reached = max(p.reached, v.Int)
	}
}

// forget drops the motion; the positions it has reached stay counted.
func (p *playing) forget() {
	p.before += p.reached
	p.task, p.reached = nil, 0
}

// Stopping cancels the motion and waits until the joints are free.
func (p *playing) Stopping(now time.Duration) (done bool) {
	if p.task == nil {
		return true
	}
	task := p.task
	p.count()
	if !p.goal.Stopping(now) {
		return false
	}
	p.task = task
	p.count()
	p.forget()
	return true
}

// Stop cancels the motion without waiting.
func (p *playing) Stop(now time.Duration) {
	if !p.Stopping(now) {
		p.forget()
	}
}

// report sets the machine's input to the positions that were reached.
func (p *playing) report(now int64) {
	p.brain.set(p.machine, positionsInput, hfsm.IntValue(p.before+now))
}
