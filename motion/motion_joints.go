package motion

import (
	"time"

	"gonao/motion/servo"
	"gonao/motion/slot"
	"gonao/nao"
)

// SetHead sets a head command, from the next Step on. It is refused with
// [ErrNotReady] before the first state, and with a [*TakenError] while a slot
// motion moves the head.
func (m *Motion) SetHead(cmd nao.HeadCommand) error {
	if err := cmd.Check(); err != nil {
		return err
	}
	if err := m.core.mayMove(); err != nil {
		return wrapped("head command", err)
	}
	return wrapped("head command", m.head.set(&m.core, cmd))
}

// Play begins a slot motion by name, or its mirror image with @mirrored after the name; its first step is the next Step.
// It is refused with [ErrUnknownMotion], with [ErrNotReady] until the robot stands, with [ErrFallen] when the robot lies
// and the motion is not for that ([slot.Motion].Lying), and with a [*TakenError] when another owner holds one of its
// joints.
func (m *Motion) Play(name string) (Play, error) {
	motion, ok := m.library.Find(name)
	if !ok {
		return Play{}, m.noMotion(name)
	}
	return m.plays.start(&m.core, motion)
}

// Move moves joints to angles, rad, all at once on sinusoidal paths: the joint with the longest way reaches speedShare
// (above 0, up to 1) of its top speed at its peak. It is a play like any other, of one slot; the same refusals hold.
// Angles outside a joint's range are refused too, with [ErrBadMove].
func (m *Motion) Move(targets []slot.Target, speedShare float64) (Play, error) {
	motion, err := moveMotion(targets, speedShare, &m.core.joints.command.Position)
	if err != nil {
		return Play{}, err
	}
	return m.plays.start(&m.core, motion)
}

// FollowTrajectory begins a trajectory; its first step is the next Step. It is a play like those of slot motions and
// shares their number. It is refused with [servo.ErrBadJoints] and [servo.ErrBad], also if the joints cannot do it from
// where they are, and for the same reasons as a motion. The trajectory must not be changed while it is followed.
func (m *Motion) FollowTrajectory(tr *servo.Trajectory) (play Play, err error) {
	if err = tr.Check(); err == nil {
		play, err = m.plays.follow(&m.core, tr)
	}
	return play, wrapped("trajectory", err)
}

// Cancel ends a play: its joints come to rest where they are, and are free. A
// play that has ended stays as it is.
func (m *Motion) Cancel(p Play) { m.plays.cancel(&m.core, p) }

// Progress returns how far a play is. The result of a play is kept until another play replaces it.
func (m *Motion) Progress(p Play) Progress { return m.plays.progress(&m.core, p) }

// Desired returns the desired angles, rad, and speeds, rad/s, of the joints of a trajectory; ok is false when the play
// does not exist or was replaced. The player owns both: they are valid until the next Step.
func (m *Motion) Desired(p Play) (positions, velocities *nao.Joints, ok bool) {
	at, ok := m.plays.find(p)
	if !ok || !at.path {
		return nil, nil, false
	}
	positions, velocities = m.plays.paths[p.index].Desired()
	return positions, velocities, true
}

// SetJointSpeeds turns joints with speeds, rad/s, beyond their top speed with that,
// for last (0: [servo.DefaultHold]) or until the next call that names them; then
// they come to rest. It is refused with [servo.ErrBadSpeeds], with [ErrNotReady] until the
// robot stands, and with a [*TakenError] when another owner holds one of the joints.
func (m *Motion) SetJointSpeeds(targets []servo.SpeedTarget, last time.Duration) error {
	if err := servo.CheckSpeeds(targets, last); err != nil {
		return err
	}
	return wrapped("joint speeds", m.speeds.set(&m.core, targets, last))
}

// GoTo moves joints to angles, rad, or by angles, each at a share of its top speed, as ALMotion's setAngles and
// changeAngles do. The joints become stiff; a newer goal replaces the joints' old one. It is refused with
// [servo.ErrBadAngles], with [ErrNotReady] until the robot stands, and with a [*TakenError] when another owner holds one
// of the joints; then no joint moves.
func (m *Motion) GoTo(targets []servo.AngleTarget, share float64, relative bool) error {
	if err := servo.CheckAngles(targets, share); err != nil {
		return err
	}
	if relative {
		by := targets
		targets = make([]servo.AngleTarget, len(by))
		for i, t := range by {
			targets[i] = servo.AngleTarget{Joint: t.Joint, Rad: m.core.joints.command.Position[t.Joint] + t.Rad}
		}
	}
	return m.angles.set(&m.core, anglesOwner, targets, share)
}

// SetPositions sends joints to angles, rad, as fast as they can: a stream of them is
// followed, as nao_lola does. Their stiffness stays as it was set. It is refused for the
// reasons for which GoTo is.
func (m *Motion) SetPositions(targets []servo.AngleTarget) error {
	if err := servo.CheckAngles(targets, 1); err != nil {
		return err
	}
	return m.angles.set(&m.core, effectorsOwner, targets, 1)
}

// SetStiffnesses sets the stiffness of joints, 0 to 1, below 0 as 0; they stay where
// they are unless SetPositions moves them. Joints of the walk that would not get softer
// are left to it. Legs of a robot that is on its feet are not softened, that is refused with
// [errOnItsFeet]; the other reasons are those of GoTo.
func (m *Motion) SetStiffnesses(joints []nao.Joint, stiffness []float64) error {
	return m.angles.setStiffnesses(&m.core, joints, stiffness)
}

// Limp makes joints limp so that a person moves them: they lose their stiffness, and their
// command follows the measured angle. Joints that were limp and are not named any more get
// stiff where they are; an empty list ends it, and so does the time last without another
// call, up to [MaxLimp]. Legs of a robot that is on its feet are refused with
// [errOnItsFeet]; joints that something moves with a [*TakenError].
func (m *Motion) Limp(joints []nao.Joint, last time.Duration) error {
	return wrapped("limp", m.limp.set(&m.core, joints, last))
}
