package sim

import (
	"math"

	"gonao/nao"
)

// hip is the right hip's own yaw-pitch motor, which the profile Paper has and no NAO.
type hip struct {
	motor int // in Data.Ctrl
	there bool

	wanted float64 // rad; NaN: the left one's target
}

// findHip looks the second motor up.
func (s *Simulation) findHip() {
	s.hip = hip{wanted: math.NaN()}
	if s.cfg.Profile != Paper {
		return
	}
	f := finder{model: s.model}
	s.hip.motor, s.hip.there = f.motor("RHipYawPitch"), f.err == nil
}

// SetRightHipYawPitch turns the right hip for itself from the next Step on, rad, without
// delay; a target that is not a number gives it back to the left one's. Where both
// hips have one motor, which is in every profile but Paper, it does nothing and says so.
func (s *Simulation) SetRightHipYawPitch(rad float64) (taken bool) {
	s.hip.wanted = nao.LHipYawPitch.Clamp(rad) // not a number stays so
	return s.hip.there
}

// RightHipYawPitch gives the angle of the right hip, rad; LoLA does not tell it.
func (s *Simulation) RightHipYawPitch() float64 { return s.data.QPos[s.body.followQPos] }

// driveHip sets the control of the right hip's motor when the left one's target is given.
func (s *Simulation) driveHip(left, stiffness float64) {
	if !s.hip.there {
		return
	}
	target := s.hip.wanted
	if !finite(target) {
		target = left
	}
	m := &s.servos[nao.LHipYawPitch]
	s.data.Ctrl[s.hip.motor] = m.torque(target, s.data.QPos[s.body.followQPos], s.data.QVel[s.body.followDof], stiffness)
}
