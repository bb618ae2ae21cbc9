package sim

import (
	"gonao/nao"
	"gonao/sim/mujoco"
)

// servo is the position controller of one joint. Its output is a voltage, expressed as
// the torque of the motor at standstill:
//
//	drive = clamp(gain·(target − q) − rate·q̇, ±maximum·stiffness)
//
// In the profiles Ideal and Paper that is the control of the motor: the physics applies
// back-EMF and friction implicitly, as damping of the joint. With traits that have a
// voltage v (1: full), windings of resistance r (1: cool) and a current limit, the
// motor's torque is
//
//	torque = share · clamp((v·drive − emf·q̇)/r, ±most)
//
// and the control adds the emf·q̇ that the damping of the joint subtracts.
type servo struct {
	gain    float64 // N m/rad
	rate    float64 // N m s/rad
	maximum float64 // N m at stiffness 1
	emf     float64 // N m s/rad
	most    float64 // torque limit, N m; 0: only the voltage limits it
	share   float64 // share of its torque that the motor still has
}

func servoOf(j nao.Joint, profile Profile, t *Traits) servo {
	kind, motor := kindOf(j), motorOf(j, profile)
	s := servo{gain: kind.gain, rate: kind.rate, maximum: motor.MaxTorque, emf: motor.Damping, share: t.Strength[j]}
	if profile == Paper {
		s.gain *= paperGain
	}
	if j.IsLeg() {
		s.most = t.LegTorque
	}
	return s
}

// torque returns the drive at angle q and speed qd, N m. At a stiffness of 0 or less
// (LoLA's −1) the motor has no current.
func (s *servo) torque(target, q, qd, stiffness float64) float64 {
	limit := s.maximum * min(max(stiffness, 0), 1)
	return min(max(s.gain*(target-q)-s.rate*qd, -limit), limit)
}

// motor returns the motor's torque for a drive, N m.
func (s *servo) motor(drive, qd, voltage, resistance float64) float64 {
	torque := (voltage*drive - s.emf*qd) / resistance
	if s.most > 0 {
		torque = min(max(torque, -s.most), s.most)
	}
	return s.share * torque
}

// drive sets the control of every motor for one physics step.
func (b *Body) drive(d *mujoco.Data, stepSec float64) {
	for j := range b.servos {
		b.driveJoint(d, j, b.active.Position[j]+b.traits.Offset[j], stepSec)
	}
	b.driveHip(d, b.active.Position[nao.LHipYawPitch], b.exact.Stiffness[nao.LHipYawPitch])
}

func (b *Body) driveJoint(d *mujoco.Data, j int, target, stepSec float64) {
	servo, gap := &b.servos[j], &b.backlash[j]
	q, qd := d.QPos[b.limbs.qpos[j]], d.QVel[b.limbs.dof[j]]
	if !b.power.plain {
		speed := gap.motorSpeed(qd)
		drive := servo.torque(target, q+gap.lag, speed, b.exact.Stiffness[j])
		torque := servo.motor(drive, speed, b.power.voltage, b.power.resistance[j])
		b.effort.add(j, torque, speed)
		d.Ctrl[b.limbs.motor[j]] = gap.pass(torque, qd, stepSec) + servo.emf*qd
		return
	}
	torque := servo.torque(target, q, qd, b.exact.Stiffness[j])
	d.Ctrl[b.limbs.motor[j]] = torque
	b.effort.add(j, torque, qd)
}
