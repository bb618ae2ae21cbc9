package motion

import (
	"errors"
	"fmt"

	"gonao/motion/fall"
	"gonao/motion/getup"
	"gonao/motion/slot"
	"gonao/nao"
)

// softly is package fall as motion uses it.
type softly struct {
	detector  *fall.Detector
	protector fall.Protector
}

// Watch tells whether the robot falls or lies.
func (s *softly) Watch(state *nao.State) balance {
	switch s.detector.Step(state) {
	case fall.Falling:
		return falling
	case fall.Fallen:
		return lying
	default:
		return upright
	}
}

// Side names the side it falls to.
func (s *softly) Side() string { return s.detector.Side().String() }

// Protect begins to fall softly.
func (s *softly) Protect(command *nao.Command) { s.protector.Begin(s.detector.Side(), command) }

// Step falls on.
func (s *softly) Step(state *nao.State, out *nao.Command) { s.protector.Step(state, out) }

// rising is the get-up's engine as motion uses it.
type rising struct{ *getup.Engine }

// newRising makes one; none when the library has no motions for it.
func newRising(cfg getup.Config, library slot.Library) (riser, error) {
	e, err := getup.New(cfg, library)
	switch {
	case errors.Is(err, getup.ErrNoMotion):
		return nil, nil //nolint:nilnil // a robot that cannot get up is asked for, with such a library
	case err != nil:
		return nil, fmt.Errorf("motion: %w", err)
	}
	return rising{e}, nil
}

// Step gets up further.
func (r rising) Step(state *nao.State, out *nao.Command) stepped {
	switch r.Engine.Step(state, out) {
	case getup.Running:
		return stepRunning
	case getup.Standing:
		return stepDone
	default:
		return stepFailed
	}
}
