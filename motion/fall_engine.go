package motion

import (
	"errors"
	"fmt"

	"gonao/motion/getup"
	"gonao/motion/slot"
	"gonao/nao"
)

// fallEngine is package fall as motion uses it.
type fallEngine struct {
	detector  *getup.FallDetector
	protector getup.FallProtector
}

// Watch returns the detector's result for a state.
func (s *fallEngine) Watch(state *nao.State) balance {
	switch s.detector.Step(state) {
	case getup.Falling:
		return tipping
	case getup.Fallen:
		return lying
	default:
		return upright
	}
}

// Side names the side the robot falls to.
func (s *fallEngine) Side() string { return s.detector.Side().String() }

// Protect begins to fall softly.
func (s *fallEngine) Protect(command *nao.Command) { s.protector.Begin(s.detector.Side(), command) }

// Soften begins to fall softly in the posture that is commanded.
func (s *fallEngine) Soften(command *nao.Command) { s.protector.BeginAsIs(s.detector.Side(), command) }

// Over reports whether the trunk is tilted by more than an angle.
func (s *fallEngine) Over(tilt float64) bool { return s.detector.Tilt() > tilt }

// Step writes the next command of the fall.
func (s *fallEngine) Step(state *nao.State, out *nao.Command) { s.protector.Step(state, out) }

// getUpEngine is the get-up's engine as motion uses it.
type getUpEngine struct{ *getup.Engine }

// newGetUpEngine returns nil when the library has no motions for it.
func newGetUpEngine(cfg getup.Config, library slot.Library) (riser, error) {
	e, err := getup.New(cfg, library)
	switch {
	case errors.Is(err, getup.ErrNoMotion):
		return nil, nil //nolint:nilnil // without these motions the robot does not get up, on purpose
	case err != nil:
		return nil, fmt.Errorf("motion: %w", err)
	}
	return getUpEngine{e}, nil
}

// LastFailure returns why the last attempt failed, in words.
func (r getUpEngine) LastFailure() string { return r.Why().String() }

// Step writes the next command of the get-up.
func (r getUpEngine) Step(state *nao.State, out *nao.Command) engineStatus {
	switch r.Engine.Step(state, out) {
	case getup.Running:
		return engineRunning
	case getup.Standing:
		return engineDone
	default:
		return engineFailed
	}
}
