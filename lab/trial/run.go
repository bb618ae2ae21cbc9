package trial

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// Func is a function used as a controller.
type Func func(state *nao.State, out *nao.Command)

// Step calls the function.
func (f Func) Step(state *nao.State, out *nao.Command) { f(state, out) }

// event is something that happens at a time of a trial.
type event struct {
	at time.Duration
	do func() error
}

// At calls do before the first cycle that begins at a time or later. Events of one time happen in the order of the calls.
func (s *Stage) At(at time.Duration, do func() error) {
	i := len(s.events)
	for i > 0 && s.events[i-1].at > at {
		i--
	}
	s.events = append(s.events[:i], append([]event{{at, do}}, s.events[i:]...)...)
}

// happen runs the events that are due.
func (s *Stage) happen() error {
	for len(s.events) > 0 && s.events[0].at <= s.Time() {
		do := s.events[0].do
		s.events = s.events[1:]
		if err := do(); err != nil {
			return fmt.Errorf("trial at %v: %w", s.Time(), err)
		}
	}
	return nil
}

// Run runs a controller for a time.
func (s *Stage) Run(c Controller, d time.Duration) error {
	for end := s.Time() + d; s.Time() < end; {
		if err := s.Step(c); err != nil {
			return err
		}
	}
	return nil
}

// RunUntil runs a controller until a condition holds, which is checked after every cycle, or until the time is over. It reports
// whether the condition held.
func (s *Stage) RunUntil(c Controller, atMost time.Duration, done func() bool) (bool, error) {
	for end := s.Time() + atMost; s.Time() < end; {
		if err := s.Step(c); err != nil {
			return false, err
		}
		if done() {
			return true, nil
		}
	}
	return false, nil
}

// Wanted returns the last command of a controller, before the driver's rules. The next controller begins
// from it.
func (s *Stage) Wanted() *nao.Command { return &s.wanted }

// Hold keeps the joints where they are commanded, for a while.
func (s *Stage) Hold(d time.Duration) error { return s.Run(holder{}, d) }

// holder repeats the last command.
type holder struct{}

func (holder) Step(state *nao.State, out *nao.Command) { out.Cycle = state.Cycle }

// Stand makes the robot stand at ease and stiff until the driver's rules have handed over to the commander.
func (s *Stage) Stand() error {
	s.wanted.Position = nao.StandPosture()
	for j := range s.wanted.Stiffness {
		s.wanted.Stiffness[j] = 1
	}
	return s.Hold(standing)
}

// standing is the duration of Stand.
const standing = 100 * nao.CyclePeriod

// Side is a side of the body that is down.
type Side uint8

// The sides.
const (
	Front Side = iota
	Back
	Left
	Right
)

// String returns the side's name in lower case.
func (d Side) String() string { return [...]string{"front", "back", "left", "right"}[d] }

// Lie puts the robot on the ground, a side down, with straight legs and its arms
// beside it, and waits until it has come to rest, limp. The seed turns it and scatters
// its joints by some degrees, as no fall ends like another; put on its side, it may
// come to rest on its back or front.
func (s *Stage) Lie(down Side) error {
	posture := nao.StandPosture()
	for _, j := range []nao.Joint{nao.LHipPitch, nao.RHipPitch, nao.LKneePitch, nao.RKneePitch, nao.LAnklePitch, nao.RAnklePitch} {
		posture[j] = 0
	}
	for j := range nao.Joint(nao.NumJoints) {
		if j != nao.LHand && j != nao.RHand {
			posture[j] = j.Clamp(posture[j] + scatterRad*s.rng.NormFloat64())
		}
	}
	var roll, pitch float64
	switch down {
	case Front:
		pitch = math.Pi / 2
	case Back:
		pitch = -math.Pi / 2
	case Left:
		roll = -math.Pi / 2
	case Right:
		roll = math.Pi / 2
	}
	x := nao.RollPitchYaw(roll, pitch, 2*math.Pi*s.rng.Float64())
	x.P = s.Torso().P
	x.P.Z = lieHeightM
	if err := s.Sim.PlaceRobot(x, &posture); err != nil {
		return fmt.Errorf("lie: %w", err)
	}
	s.wanted.Position = posture
	for j := range s.wanted.Stiffness {
		s.wanted.Stiffness[j] = 0.1
	}
	return s.Hold(lying)
}

const (
	lieHeightM = 0.12 // of the torso, from where it drops
	scatterRad = 0.12 // of its joints
	lying      = 125 * nao.CyclePeriod
)

// Chance returns a random number from 0 to 1, drawn from the seed, as for phases and sides.
func (s *Stage) Chance() float64 { return s.rng.Float64() }

// PushAt returns the torso an impulse at a time, from a direction in the robot's own
// frame: 0 pushes it forward, π/2 to its left; N·s.
func (s *Stage) PushAt(at time.Duration, impulse, toward float64) {
	s.At(at, func() error {
		sin, cos := math.Sincos(toward + s.Place().Yaw)
		return s.Sim.Push(r3.Vec{X: impulse * cos, Y: impulse * sin}, pushing)
	})
}

// pushing is the duration of a push, as in a collision with another robot.
const pushing = 100 * time.Millisecond
