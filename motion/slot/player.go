package slot

import (
	"math"
	"time"

	"gonao/nao"
)

// Status tells how far a player is.
type Status uint8

// The stati of a player.
const (
	Idle       Status = iota // nothing was started
	Playing                  //
	Finished                 // every slot was reached
	NotReached               // a slot's joints did not arrive in time
)

// Player plays one motion at a time. Time is the body's: [nao.State].Time.
type Player struct {
	motion  *Motion
	status  Status
	slot    int           // the slot that is played
	begin   time.Duration // of the slot
	length  time.Duration // of the slot, as played
	reached bool          // the slot's joints arrived
	arrival time.Duration // when they did
	from    nao.Joints    // commanded at the slot's beginning
	late    nao.Joint     // after NotReached, the joint furthest away
	lateBy  float64       // and how far, rad
}

// Start begins a motion at the commanded angles; the next Step is its first.
func (p *Player) Start(m *Motion, now time.Duration, command *nao.Joints) {
	*p = Player{motion: m, status: Playing}
	p.enter(0, now, command)
}

// Stop ends the motion where it is.
func (p *Player) Stop() { p.status = Idle }

// Motion gives the motion that was started last, or nil.
func (p *Player) Motion() *Motion { return p.motion }

// Status tells whether the player plays, or how it ended.
func (p *Player) Status() Status { return p.status }

// Reached counts the slots whose joints arrived.
func (p *Player) Reached() int {
	if p.reached {
		return p.slot + 1
	}
	return p.slot
}

// Late tells, after NotReached, which joint is how far from its target, in rad.
func (p *Player) Late() (nao.Joint, float64) { return p.late, p.lateBy }

// Progress goes from 0 to 1 with the time of the motion.
func (p *Player) Progress(now time.Duration) float64 {
	switch p.status {
	case Idle:
		return 0
	case Finished:
		return 1
	default:
		s := min(max(float64(now-p.begin)/float64(p.length), 0), 1)
		return (float64(p.slot) + s) / float64(len(p.motion.Slots))
	}
}

// enter begins slot i.
func (p *Player) enter(i int, now time.Duration, command *nao.Joints) {
	p.slot, p.begin, p.reached, p.from = i, now, false, *command
	p.length = p.motion.Slots[i].Duration
	for _, t := range p.motion.Slots[i].Targets {
		p.length = max(p.length, shortest(t.Joint, t.Angle-command[t.Joint]))
	}
}

// Step writes the motion's joints into command. A slot is over when its duration
// is, its joints have arrived by the measured angles, and it has rested; the next
// one begins in the same step.
func (p *Player) Step(now time.Duration, measured, command *nao.Joints) Status {
	if p.status != Playing {
		return p.status
	}
	slot := &p.motion.Slots[p.slot]
	past := now - p.begin
	s := Ease(float64(past) / float64(p.length))
	for _, t := range slot.Targets {
		command[t.Joint] = p.from[t.Joint] + s*(t.Angle-p.from[t.Joint])
	}
	if past < p.length {
		return Playing
	}
	for _, t := range slot.Targets {
		command[t.Joint] = t.Angle // exactly
	}
	if !p.reached && p.near(slot, measured) {
		p.reached, p.arrival = true, now
	}
	switch {
	case !p.reached && past >= p.length+p.motion.Timeout:
		p.status = NotReached
	case !p.reached || now < p.arrival+slot.Wait:
		// on the way, or at rest
	case p.slot+1 < len(p.motion.Slots):
		p.enter(p.slot+1, now, command)
	default:
		p.status = Finished
	}
	return p.status
}

// near tells whether all joints of the slot are at their targets.
func (p *Player) near(slot *Slot, measured *nao.Joints) bool {
	p.lateBy = 0
	for _, t := range slot.Targets {
		if d := math.Abs(measured[t.Joint] - t.Angle); d > p.lateBy || math.IsNaN(d) {
			p.late, p.lateBy = t.Joint, d
		}
	}
	return p.lateBy <= p.motion.Tolerance
}
