package sim

import (
	"math"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/sim/mujoco"
)

// hip is the right hip's yaw-pitch joint. In the profile Paper it has its own motor; on a NAO the left one's motor turns
// both.
type hip struct {
	motor    int  // in Data.Ctrl
	hasMotor bool // only in the profile Paper

	wanted float64 // rad; NaN: the left one's target
	angle  float64 // rad, at the end of the last cycle
}

// findHip finds the second motor.
func findHip(m *mujoco.Model, cfg *RobotConfig) hip {
	h := hip{wanted: math.NaN()}
	if cfg.Profile == Paper {
		f := finder{model: m, prefix: cfg.prefix()}
		h.motor, h.hasMotor = f.motor("RHipYawPitch"), f.err == nil
	}
	return h
}

// SetRightHipYawPitch sets the target of the right hip's own motor from the next Step on,
// rad, without delay; with NaN or Inf it follows the left one's target again. Where both
// hips have one motor, which is in every profile but Paper, it does nothing and returns
// false.
func (b *Body) SetRightHipYawPitch(rad float64) (accepted bool) {
	b.hip.wanted = nao.LHipYawPitch.Clamp(rad) // NaN stays NaN
	return b.hip.hasMotor
}

// RightHipYawPitch returns the angle of the right hip, rad; LoLA does not report it.
func (b *Body) RightHipYawPitch() float64 { return b.hip.angle }

// driveHip sets the control of the right hip's motor; left is the left one's target.
func (b *Body) driveHip(d *mujoco.Data, left, stiffness float64) {
	if !b.hip.hasMotor {
		return
	}
	target := b.hip.wanted
	if !si.IsFinite(target) {
		target = left
	}
	m := &b.servos[nao.LHipYawPitch]
	d.Ctrl[b.hip.motor] = m.torque(target, d.QPos[b.limbs.followQPos], d.QVel[b.limbs.followDof], stiffness)
}
