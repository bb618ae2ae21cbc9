package motion

import (
	"fmt"
	"slices"

	"gonao/motion/slot"
	"gonao/nao"
)

// Outcome is how far a play is, or how it ended.
type Outcome uint8

// The outcomes.
const (
	Gone        Outcome = iota // ended, and another play took its place
	Playing                    //
	Finished                   // every slot was reached
	NotReached                 // a slot's joints did not arrive in time
	Canceled                   // by Cancel
	Restarted                  // motion began anew, see Step
	Fell                       // the robot fell
	Preempted                  // something else was asked for
	Unreachable                // a point, a ball or a place out of reach
	Blocked                    // a walk got no nearer
	GaveUp                     // a get-up tried as often as it may
	OffPath                    // a joint was too far from its trajectory
)

// Play names one play of a slot motion or a trajectory.
type Play struct {
	index  int
	serial uint64
}

// Progress is how far a play is.
type Progress struct {
	Outcome Outcome
	Reached int       // slots whose joints arrived
	Slots   int       // slots of the motion
	Share   float64   // 0 to 1, by time
	Late    nao.Joint // after NotReached, the joint furthest away
	LateRad float64   // and how far
}

// play is the book-keeping of one player.
type play struct {
	serial  uint64 // 0: never used
	outcome Outcome
	path    bool   // of a trajectory, not of a slot motion
	name    string // for people
}

// Play begins a slot motion by name, or with @mirrored behind the name its mirror
// image; its first step is the next Step. It is refused with [ErrUnknownMotion], with
// [ErrNotReady] until the robot stands, and with a [*TakenError] when another owner
// holds one of its joints.
func (m *Motion) Play(name string) (Play, error) {
	motion, ok := m.library.Find(name)
	if !ok {
		return Play{}, m.unknown(name)
	}
	return m.play(motion)
}

// play begins a motion that is there.
func (m *Motion) play(motion *slot.Motion) (Play, error) {
	lying := m.state == Fallen && forLying(motion.Name)
	if err := m.playReady(); err != nil && !lying {
		return Play{}, fmt.Errorf("motion %q: %w", motion.Name, err)
	}
	if lying {
		m.release(fallOwner)
	}
	if err := m.free(hold, motion.Joints); err != nil {
		return Play{}, fmt.Errorf("motion %q: %w", motion.Name, err)
	}
	i := m.freePlay()
	if i < 0 {
		return Play{}, fmt.Errorf("motion %q: %d motions are played already", motion.Name, MaxPlays)
	}
	m.players[i].Start(motion, m.now, &m.measured, &m.command)
	p := m.beginPlay(i, motion.Joints, play{name: fmt.Sprintf("motion %q", motion.Name)})
	m.legsPlay(motion.Joints, motion.Name, lying)
	return p, nil
}

// freePlay gives a player that plays nothing; -1 when there is none.
func (m *Motion) freePlay() int {
	return slices.IndexFunc(m.plays[:], func(p play) bool { return p.outcome != Playing })
}

// beginPlay gives the joints to play i, which has been started.
func (m *Motion) beginPlay(i int, joints []nao.Joint, as play) Play {
	m.serial++
	as.serial, as.outcome = m.serial, Playing
	m.plays[i] = as
	m.claim(firstPlay+owner(i), joints)
	return Play{index: i, serial: m.serial}
}

// playReady tells why no slot motion can begin now, or gives nil.
func (m *Motion) playReady() error {
	switch m.state {
	case Falling, Fallen, GettingUp:
		return ErrFallen
	case Resting:
		return fmt.Errorf("%w: it is %s", ErrNotStanding, m.state)
	default:
		if !m.Standing() {
			return ErrNotReady
		}
		return nil
	}
}

// forLying tells whether a motion is for a robot that lies.
func forLying(name string) bool {
	switch name {
	case "stand_up_back", "stand_up_front", "roll_from_left", "roll_from_right", "getup":
		return true
	}
	return false
}

// legsPlay takes note of something of that name that moves the legs.
func (m *Motion) legsPlay(joints []nao.Joint, name string, lying bool) {
	for _, j := range joints {
		if j < nao.LHipYawPitch || j > nao.RAnkleRoll {
			continue
		}
		m.release(walkOwner)
		m.posture, m.lyingPlay = name, lying
		m.enter(Posing)
		return
	}
}

// Cancel ends a play: its joints come to rest where they are, and are free. A
// play that has ended stays as it is.
func (m *Motion) Cancel(p Play) { m.end(p, Canceled) }

// Progress tells how far a play is. Ask after every Step: the end of a play can
// be asked for until another one takes its place.
func (m *Motion) Progress(p Play) Progress {
	if p.serial == 0 || m.plays[p.index].serial != p.serial {
		return Progress{Outcome: Gone}
	}
	if m.plays[p.index].path {
		return m.pathProgress(p.index)
	}
	player := &m.players[p.index]
	late, lateRad := player.Late()
	return Progress{
		Outcome: m.plays[p.index].outcome,
		Reached: player.Reached(),
		Slots:   len(player.Motion().Slots),
		Share:   player.Progress(m.now),
		Late:    late, LateRad: lateRad,
	}
}

// end ends a play that is still going on.
func (m *Motion) end(p Play, outcome Outcome) {
	at := &m.plays[p.index]
	if at.serial != p.serial || at.outcome != Playing {
		return
	}
	at.outcome = outcome
	m.players[p.index].Stop()
	m.paths[p.index].Stop()
	m.coast(firstPlay + owner(p.index))
}

// stepPlays moves the joints of all plays.
func (m *Motion) stepPlays(measured *nao.Joints) {
	for i := range m.players {
		if m.plays[i].outcome != Playing {
			continue
		}
		outcome := Playing
		if m.plays[i].path {
			outcome = m.stepPath(i, measured)
		} else {
			switch m.players[i].Step(m.now, measured, &m.command) {
			case slot.Finished:
				outcome = Finished
			case slot.NotReached:
				outcome = NotReached
			default:
			}
		}
		if outcome == Playing {
			continue
		}
		m.plays[i].outcome = outcome
		m.release(firstPlay + owner(i))
	}
}

// Measured gives the angles of the last state, rad.
func (m *Motion) Measured() nao.Joints { return m.measured }
