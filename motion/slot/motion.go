package slot

import (
	"math"
	"time"

	"gonao/nao"
)

// Motion is a loaded slot motion. It is constant; several players may play it.
type Motion struct {
	Name      string
	File      string
	Tolerance float64       // rad
	Timeout   time.Duration // time after a slot's duration for its joints to arrive
	Lying     bool          // may be played while the robot lies
	Slots     []Slot
	Joints    []nao.Joint // joints that any slot names, in LoLA's order
}

// Slot is one posture of a motion.
type Slot struct {
	Duration, Wait time.Duration
	Targets        []Target
	Linear         bool          // straight ways instead of sinusoidal ones
	Support        Support       // the foot over which the robot balances; none: no balance
	NoWait         bool          // over by time, wherever the joints are
	Tolerance      float64       // rad; 0: the motion's
	Timeout        time.Duration // 0: the motion's
}

// Target is where a slot moves one joint.
type Target struct {
	Joint nao.Joint
	Angle float64 // rad; hands 0 to 1; of no meaning for a limp joint
	Slack float64 // 1 - stiffness: 0 full torque, 1 limp
}

// Stiffness returns the target's stiffness, 0 limp to 1 full torque.
func (t Target) Stiffness() float64 { return 1 - t.Slack }

// Limp reports whether the joint has no stiffness, and goes where it is moved.
func (t Target) Limp() bool { return t.Slack >= 1 }

// Length returns how long the motion lasts when every joint arrives in time.
func (m *Motion) Length() time.Duration {
	sum := time.Duration(0)
	for _, s := range m.Slots {
		sum += s.Duration + s.Wait
	}
	return sum
}

// Ease is the sinusoidal trajectory: from 0 at s = 0 to 1 at s = 1, with no
// speed at both ends and the smallest possible peak of a harmonic acceleration.
func Ease(s float64) float64 {
	return (1 - math.Cos(math.Pi*min(max(s, 0), 1))) / 2
}

// share returns the part of its way that a joint of the slot has gone at time s, from 0 to 1.
func (s *Slot) share(at float64) float64 {
	if s.Linear {
		return min(max(at, 0), 1)
	}
	return Ease(at)
}

// peak returns the highest speed on a way, as a multiple of the mean speed.
func (s *Slot) peak() float64 {
	if s.Linear {
		return 1
	}
	return math.Pi / 2
}

// shortest returns the time that joint j needs for a way of length rad at its top speed.
func (s *Slot) shortest(j nao.Joint, rad float64) time.Duration {
	return time.Duration(math.Abs(rad) * s.peak() / j.MaxSpeed() * float64(time.Second))
}
