package motion

import "gonao/nao"

// State returns the state of the body.
func (m *Motion) State() BodyState {
	if m.core.body.state == starting && !m.core.obedience.followed && m.whole.fall.balance == lying {
		return Fallen // no driver follows yet
	}
	return m.core.body.public()
}

// InStateSec returns the time since the state began, s.
func (m *Motion) InStateSec() float64 { return m.core.sinceSec(m.core.body.since) }

// Detail returns more about the state: the side the robot lies on, what moves the legs.
func (m *Motion) Detail() string {
	switch m.State() {
	case Starting:
		if o := &m.core.obedience; o.letDown && !o.followed {
			return "let down"
		}
	case Falling, Fallen, GettingUp:
		return m.whole.fall.side()
	case Posing, Sitting, Resting:
		return m.core.body.activity
	case Walking:
		switch m.core.tasks.legs().kind {
		case walkTask:
			return "walk_to"
		case walkKickTask:
			return "kick"
		default:
		}
	default:
	}
	return ""
}

// Standing reports whether the start is over and the robot is on its feet, standing or
// walking or doing something from there.
func (m *Motion) Standing() bool { return m.core.body.upright() }

// CanWalk reports whether a walk, a kick or a posture would begin now.
func (m *Motion) CanWalk() bool {
	c := &m.core
	_, taken := c.joints.takenLeg()
	return (c.body.state == standing || c.body.state == walking) && m.whole.walk.engine != nil && !taken
}

// Owner returns the name of the owner of a group's joints, or of the first owner of some of them.
func (m *Motion) Owner(g Group) string { return m.core.joints.name(m.core.joints.owner(g)) }

// Falls returns the number of falls since motion was made.
func (m *Motion) Falls() int { return m.whole.fall.count }

// Changes returns a number that is another whenever State, Owner or Detail may be.
func (m *Motion) Changes() uint64 {
	return m.core.body.changes + m.core.joints.changes + m.core.tasks.changes
}

// Asked returns the velocity that the walk follows: the one of SetVelocity within the
// limits, and zero when that was too long ago.
func (m *Motion) Asked() Velocity { return m.whole.walk.asked(&m.core) }

// Odometry returns where the robot has walked to since motion was made.
func (m *Motion) Odometry() Odometry { return m.whole.walk.odometry() }

// SupportLeg returns the leg that bears the robot; double when both do.
func (m *Motion) SupportLeg() (leg nao.Leg, double bool) {
	if m.whole.walk.engine == nil || m.core.body.state != standing && m.core.body.state != walking {
		return nao.LeftLeg, true
	}
	return m.whole.walk.engine.SupportLeg()
}

// Measured returns the angles of the last state, rad.
func (m *Motion) Measured() nao.Joints { return m.core.measured }
