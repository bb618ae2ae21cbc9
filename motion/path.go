package motion

import (
	"fmt"

	"gonao/motion/trajectory"
	"gonao/nao"
)

// FollowTrajectory begins a trajectory; its first step is the next Step. It is a
// play like those of slot motions and shares their number. It is refused with
// [trajectory.ErrBadJoints] and [trajectory.ErrBad], among them what the joints
// cannot do from where they are, and for the reasons for which a motion is. The
// trajectory must not be changed while it is followed.
func (m *Motion) FollowTrajectory(tr *trajectory.Trajectory) (Play, error) {
	if err := tr.Check(); err != nil {
		return Play{}, fmt.Errorf("trajectory: %w", err)
	}
	if err := m.playReady(); err != nil {
		return Play{}, fmt.Errorf("trajectory: %w", err)
	}
	if err := m.free(hold, tr.Joints); err != nil {
		return Play{}, fmt.Errorf("trajectory: %w", err)
	}
	i := m.freePlay()
	if i < 0 {
		return Play{}, fmt.Errorf("trajectory: %d motions are played already", MaxPlays)
	}
	if err := m.paths[i].Start(tr, m.now, &m.measured, &m.command); err != nil {
		return Play{}, fmt.Errorf("trajectory: %w", err)
	}
	p := m.beginPlay(i, tr.Joints, play{path: true, name: "a trajectory"})
	m.legsPlay(tr.Joints, "trajectory", false)
	return p, nil
}

// Desired gives where the joints of a trajectory should be, rad, and how fast they
// should turn, rad/s; false when the play is none, or has been replaced. Both are
// the player's: copy what must last beyond the next Step.
func (m *Motion) Desired(p Play) (positions, velocities *nao.Joints, ok bool) {
	if at := &m.plays[p.index]; p.serial == 0 || at.serial != p.serial || !at.path {
		return nil, nil, false
	}
	positions, velocities = m.paths[p.index].Desired()
	return positions, velocities, true
}

// pathProgress is Progress of a trajectory: points passed, of so many.
func (m *Motion) pathProgress(i int) Progress {
	p := &m.paths[i]
	late, lateRad := p.Late()
	return Progress{
		Outcome: m.plays[i].outcome,
		Reached: p.Point(),
		Slots:   p.Points(),
		Share:   p.Progress(m.now),
		Late:    late, LateRad: lateRad,
	}
}

// stepPath moves the joints of a trajectory.
func (m *Motion) stepPath(i int, measured *nao.Joints) Outcome {
	switch m.paths[i].Step(m.now, measured, &m.command) {
	case trajectory.Finished:
		return Finished
	case trajectory.GoalViolated:
		return NotReached
	case trajectory.PathViolated:
		return OffPath
	default:
		return Playing
	}
}
