package gait

import (
	"math"
	"time"

	"gonao/nao"
)

// Stepper is the common part of the paper's walks with a step phase: from a stand the steps grow to their size, then the
// velocity changes to the wanted one; a stop does the same in reverse. Its zero value stands.
type Stepper struct {
	out    Output
	clock  Clock
	wanted Velocity
	now    Velocity
	phi    float64
	amount float64
	phase  Phase
}

// Begin starts at the last commanded posture.
func (s *Stepper) Begin(command *nao.Command) {
	*s = Stepper{phase: Starting}
	s.out.Begin(command)
}

// Want sets the wanted velocity. Beyond the limits it is scaled.
func (s *Stepper) Want(v, limit Velocity) {
	s.wanted, _ = v.Within(limit)
	if s.phase == Stopping || s.phase == Standing {
		s.phase = Starting
	}
}

// Stop makes the walk step on the spot and then stand.
func (s *Stepper) Stop() {
	if s.phase != Standing {
		s.phase = Stopping
	}
	s.wanted = Velocity{}
}

// Phase returns the phase of the walk.
func (s *Stepper) Phase() Phase { return s.phase }

// Velocity returns the present velocity, which approaches the wanted one.
func (s *Stepper) Velocity() Velocity { return s.now }

// Angle returns the phase of the left leg, 0 to 2π.
func (s *Stepper) Angle() float64 { return s.phi }

// Amount returns the size of the steps, 0 to 1.
func (s *Stepper) Amount() float64 { return s.amount }

// Write commands the posture that the walk wants dtSec after the last one; see [Output.Write].
func (s *Stepper) Write(dtSec float64, posture *nao.Joints, out *nao.Command) {
	s.out.Write(dtSec, posture, out)
}

// Advance advances to a time and returns the time since the last call, s. Two steps take periodSec, steps grow in
// startSec, and the velocity changes by accel per second.
func (s *Stepper) Advance(at time.Duration, periodSec, startSec float64, accel Velocity) float64 {
	dt := s.clock.Tick(at)
	size := 1.0
	if s.phase == Standing || !s.out.TakenOver() || s.phase == Stopping && s.now == (Velocity{}) {
		size = 0
	}
	s.amount = Ramp(s.amount, size, dt, startSec)
	if s.amount > 0 {
		s.phi = math.Mod(s.phi+2*math.Pi*dt/periodSec, 2*math.Pi)
	}
	if s.amount == 1 || s.phase == Stopping {
		s.now = s.now.Towards(s.wanted, accel.Times(dt))
	}
	switch {
	case s.phase == Starting && s.amount == 1:
		s.phase = Walking
	case s.phase == Stopping && s.amount == 0:
		s.phase = Standing
	}
	return dt
}
