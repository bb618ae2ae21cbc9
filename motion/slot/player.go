package slot

import (
	"math"
	"time"

	"gonao/nao"
)

// StiffnessRate is how fast a player changes stiffness, 1/s: from limp to full
// torque in an eighth of a second.
const StiffnessRate = 8

// Weak is the stiffness up to which a joint counts as where it is measured, and not
// where it is commanded.
const Weak = 0.2

// Status is how far a player is.
type Status uint8

// The states of a player.
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
	begin   time.Duration // start of the slot
	length  time.Duration // length of the slot, as played
	now     time.Duration // time of the last step
	reached bool          // the slot's joints arrived
	arrival time.Duration // time of their arrival
	from    nao.Joints    // angles at the slot's start
	late    nao.Joint     // after NotReached, the joint farthest from its target
	lateBy  float64       // and its distance, rad
	balance balance
}

// Start begins a motion where the command is, or, for joints that are limp, where
// they are measured; the next Step is its first.
func (p *Player) Start(m *Motion, now time.Duration, measured *nao.Joints, command *nao.Command) {
	*p = Player{motion: m, status: Playing, now: now}
	p.enter(0, now, measured, command)
}

// Stop ends the motion where it is.
func (p *Player) Stop() { p.status = Idle }

// Motion returns the motion that was started last, or nil.
func (p *Player) Motion() *Motion { return p.motion }

// Status reports whether the player plays, or how it ended.
func (p *Player) Status() Status { return p.status }

// Reached returns the number of slots whose joints arrived.
func (p *Player) Reached() int {
	if p.reached {
		return p.slot + 1
	}
	return p.slot
}

// Late returns, after NotReached, the joint farthest from its target, and how far, rad.
func (p *Player) Late() (nao.Joint, float64) { return p.late, p.lateBy }

// Progress returns how far the motion is by its time, 0 to 1.
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
func (p *Player) enter(i int, now time.Duration, measured *nao.Joints, command *nao.Command) {
	slot := &p.motion.Slots[i]
	p.slot, p.begin, p.reached, p.from = i, now, false, command.Position // without the balance
	p.length = slot.Duration
	for _, t := range slot.Targets {
		if command.Stiffness[t.Joint] <= Weak {
			p.from[t.Joint] = Where(t.Joint, measured, &command.Position)
		}
		if !t.Limp() {
			p.length = max(p.length, slot.shortest(t.Joint, t.Angle-p.from[t.Joint]))
		}
	}
}

// Where returns the measured angle of a joint, or the commanded one if the sensor is broken.
func Where(j nao.Joint, measured, command *nao.Joints) float64 {
	if a := measured[j]; !math.IsNaN(a) && !math.IsInf(a, 0) {
		return j.Clamp(a)
	}
	return command[j]
}

// Stiffen moves a stiffness towards another for dtSec, with [StiffnessRate].
func Stiffen(stiff, want, dtSec float64) float64 {
	change := max(dtSec, 0) * StiffnessRate
	return min(max(want, stiff-change), stiff+change)
}

// Sense sets the state of the next Step, for slots that balance. Without it they do not.
func (p *Player) Sense(state *nao.State) { p.balance.state = state }

// Step writes angle and stiffness of the motion's joints into command. A slot is
// over when its duration is, its joints have arrived by the measured angles, and
// it has rested; the next one begins in the same step.
func (p *Player) Step(now time.Duration, measured *nao.Joints, command *nao.Command) Status {
	if p.status != Playing {
		return p.status
	}
	for j, v := range p.balance.applied {
		command.Position[j] -= v
	}
	dtSec := (now - p.now).Seconds()
	p.follow(now, measured, command)
	slot := &p.motion.Slots[p.slot]
	p.balance.step(slot.Support, p.length.Seconds() < balanceFastSec, &command.Position, min(max(dtSec, 0), 0.05))
	p.balance.state = nil
	add := p.balance.offsets()
	for j := range nao.Joint(nao.NumJoints) {
		before := command.Position[j]
		if add[j] != 0 {
			command.Position[j] = j.Clamp(before + add[j])
		}
		p.balance.applied[j] = command.Position[j] - before
	}
	return p.status
}

// follow writes where the slot's joints are without the balance, and begins the next slot.
func (p *Player) follow(now time.Duration, measured *nao.Joints, command *nao.Command) {
	slot := &p.motion.Slots[p.slot]
	past := now - p.begin
	p.move(slot, past, (now - p.now).Seconds(), measured, command)
	p.now = now
	if past < p.length {
		return
	}
	if !p.reached && (slot.NoWait || p.near(slot, measured)) {
		p.reached, p.arrival = true, now
	}
	switch {
	case !p.reached && past >= p.length+p.motion.timeout(slot):
		p.status = NotReached
	case !p.reached || now < p.arrival+slot.Wait:
		// on the way, or at rest
	case p.slot+1 < len(p.motion.Slots):
		p.enter(p.slot+1, now, measured, command)
	default:
		p.status = Finished
	}
}

// move writes the angles of the slot's joints after a part of its time.
func (p *Player) move(slot *Slot, past time.Duration, dtSec float64, measured *nao.Joints, command *nao.Command) {
	share := slot.share(float64(past) / float64(p.length))
	for _, t := range slot.Targets {
		stiff := Stiffen(command.Stiffness[t.Joint], t.Stiffness(), dtSec)
		command.Stiffness[t.Joint] = stiff
		switch {
		case t.Limp() && stiff <= 0:
			command.Position[t.Joint] = Where(t.Joint, measured, &command.Position)
		case t.Limp():
			// stays where it is commanded until it is limp
		case past >= p.length:
			command.Position[t.Joint] = t.Angle // exactly
		default:
			command.Position[t.Joint] = p.from[t.Joint] + share*(t.Angle-p.from[t.Joint])
		}
	}
}

// near reports whether all joints of the slot are at their targets; limp ones are.
func (p *Player) near(slot *Slot, measured *nao.Joints) bool {
	p.lateBy = 0
	for _, t := range slot.Targets {
		if t.Limp() {
			continue
		}
		if d := math.Abs(measured[t.Joint] - p.balance.applied[t.Joint] - t.Angle); d > p.lateBy || math.IsNaN(d) {
			p.late, p.lateBy = t.Joint, d
		}
	}
	return p.lateBy <= p.motion.tolerance(slot)
}

// tolerance returns the slot's, or else the motion's.
func (m *Motion) tolerance(s *Slot) float64 {
	if s.Tolerance > 0 {
		return s.Tolerance
	}
	return m.Tolerance
}

// timeout returns the slot's, or else the motion's.
func (m *Motion) timeout(s *Slot) time.Duration {
	if s.Timeout > 0 {
		return s.Timeout
	}
	return m.Timeout
}
