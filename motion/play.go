package motion

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonao/internal/wording"
	"gonao/motion/servo"
	"gonao/motion/slot"
	"gonao/nao"
)

// maxPlays is how many slot motions and trajectories can be played at once.
const maxPlays = 8

// ErrUnknownMotion is returned for a motion that the library does not have, or whose file has an error.
var ErrUnknownMotion = errors.New("no such motion")

// Outcome is how far a play or a task is, or how it ended.
type Outcome uint8

// The outcomes.
const (
	Gone        Outcome = iota // ended, and forgotten
	Playing                    //
	Finished                   // every slot was reached
	NotReached                 // a slot's joints did not arrive in time
	Canceled                   // by Cancel
	Restarted                  // motion restarted, see Step
	Fell                       // the robot fell
	Preempted                  // another request came
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
	Late    nao.Joint // after NotReached, the joint farthest from its target
	LateRad float64   // and its distance
}

// plays moves joints by slot motions and by trajectories.
type plays struct {
	players [maxPlays]slot.Player
	paths   [maxPlays]servo.TrajectoryPlayer
	all     [maxPlays]play
	serial  uint64 // of the last play
}

// play is the state of one play.
type play struct {
	serial  uint64 // 0: never used
	outcome Outcome
	path    bool // a trajectory, not a slot motion
}

// start begins a slot motion.
func (p *plays) start(c *core, motion *slot.Motion) (Play, error) {
	name := fmt.Sprintf("motion %q", motion.Name)
	onGround := c.body.state == fallen && motion.Lying
	ready, free, e := c.playReady(), c.free, playBegan
	if onGround {
		ready, free, e = nil, c.freeOnGround, groundPlayBegan
	}
	if ready != nil {
		return Play{}, fmt.Errorf("%s: %w", name, ready)
	}
	if err := free(hold, motion.Joints); err != nil {
		return Play{}, fmt.Errorf("%s: %w", name, err)
	}
	i, err := p.unused()
	if err != nil {
		return Play{}, fmt.Errorf("%s: %w", name, err)
	}
	if onGround {
		c.joints.release(fallOwner)
	}
	p.players[i].Start(motion, c.now, &c.measured, &c.joints.command)
	at := p.claim(c, i, motion.Joints, name)
	c.legsTaken(motion.Joints, motion.Name, e)
	return at, nil
}

// follow begins a trajectory that was checked.
func (p *plays) follow(c *core, tr *servo.Trajectory) (Play, error) {
	if err := c.playReady(); err != nil {
		return Play{}, err
	}
	if err := c.free(hold, tr.Joints); err != nil {
		return Play{}, err
	}
	i, err := p.unused()
	if err != nil {
		return Play{}, err
	}
	if err := p.paths[i].Start(tr, c.now, &c.measured, &c.joints.command); err != nil {
		return Play{}, err
	}
	at := p.claim(c, i, tr.Joints, "a trajectory")
	p.all[i].path = true
	c.legsTaken(tr.Joints, "trajectory", playBegan)
	return at, nil
}

// unused returns a player that plays nothing.
func (p *plays) unused() (int, error) {
	i := slices.IndexFunc(p.all[:], func(at play) bool { return at.outcome != Playing })
	if i < 0 {
		return i, fmt.Errorf("%d motions are played already", maxPlays)
	}
	return i, nil
}

// claim makes player i, which has been started, the owner of the joints.
func (p *plays) claim(c *core, i int, joints []nao.Joint, name string) Play {
	o := firstPlay + owner(i)
	p.serial++
	p.all[i] = play{serial: p.serial, outcome: Playing}
	c.joints.names[o] = name
	c.joints.claim(o, joints)
	return Play{index: i, serial: p.serial}
}

// find returns a play that is still remembered.
func (p *plays) find(id Play) (*play, bool) {
	at := &p.all[id.index]
	return at, id.serial != 0 && at.serial == id.serial
}

// cancel ends a play that is under way; its joints come to rest.
func (p *plays) cancel(c *core, id Play) {
	if at, ok := p.find(id); ok && at.outcome == Playing {
		p.end(id.index, Canceled)
		c.joints.releaseMoving(firstPlay + owner(id.index))
	}
}

// endAll ends all plays; their joints have been taken from them.
func (p *plays) endAll(outcome Outcome) {
	for i := range p.all {
		if p.all[i].outcome == Playing {
			p.end(i, outcome)
		}
	}
}

func (p *plays) end(i int, outcome Outcome) {
	p.all[i].outcome = outcome
	p.players[i].Stop()
	p.paths[i].Stop()
}

// progress returns how far a play is.
func (p *plays) progress(c *core, id Play) Progress {
	at, ok := p.find(id)
	switch i := id.index; {
	case !ok:
		return Progress{Outcome: Gone}
	case at.path:
		path := &p.paths[i]
		late, lateRad := path.Late()
		return Progress{
			Outcome: at.outcome, Reached: path.Point(), Slots: path.Points(), Share: path.Progress(c.now),
			Late: late, LateRad: lateRad,
		}
	default:
		player := &p.players[i]
		late, lateRad := player.Late()
		return Progress{
			Outcome: at.outcome, Reached: player.Reached(), Slots: len(player.Motion().Slots), Share: player.Progress(c.now),
			Late: late, LateRad: lateRad,
		}
	}
}

// step moves the joints of all plays. A play that lost its joints to a fall ends.
func (p *plays) step(c *core) {
	for i := range p.all {
		if p.all[i].outcome != Playing {
			continue
		}
		o := firstPlay + owner(i)
		if !c.joints.holds(o) {
			p.end(i, Fell)
			continue
		}
		outcome := p.stepOne(c, i)
		if outcome == Playing {
			continue
		}
		p.all[i].outcome = outcome
		c.joints.release(o)
	}
}

func (p *plays) stepOne(c *core, i int) Outcome {
	if p.all[i].path {
		switch p.paths[i].Step(c.now, &c.measured, &c.joints.command) {
		case servo.Finished:
			return Finished
		case servo.GoalViolated:
			return NotReached
		case servo.PathViolated:
			return OffPath
		default:
			return Playing
		}
	}
	p.players[i].Sense(&c.sensors)
	switch p.players[i].Step(c.now, &c.measured, &c.joints.command) {
	case slot.Finished:
		return Finished
	case slot.NotReached:
		return NotReached
	default:
		return Playing
	}
}

// noMotion returns why there is no motion of a name: the error of its file, or one that lists the motions there are.
func (m *Motion) noMotion(name string) error {
	library := m.library
	if why := m.wrong[strings.TrimSuffix(name, "@"+slot.Mirrored)]; why != nil {
		return &wrongFileError{name, why}
	}
	return fmt.Errorf("motion %q: %w (there are %s)%s", name, ErrUnknownMotion, strings.Join(library.Names(), ", "), wording.DidYouMean(name, library.Names()))
}

// wrongFileError is the error of a motion whose file is wrong. It is an [ErrUnknownMotion].
type wrongFileError struct {
	name string
	why  error
}

// Error returns the errors of the file.
func (e *wrongFileError) Error() string {
	return fmt.Sprintf("motion %q cannot be played: %s", e.name, strings.ReplaceAll(e.why.Error(), "\n", "; "))
}

// Is reports whether target is ErrUnknownMotion.
func (*wrongFileError) Is(target error) bool { return target == ErrUnknownMotion }
