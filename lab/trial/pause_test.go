package trial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion"
	"gonao/motion/slot"
	"gonao/nao"
	"gonao/sim"
)

// process is one of the programs of a robot that may be stopped and continued (by SIGSTOP and SIGCONT, or a computer that swaps).
type process uint8

const (
	motionProcess process = iota
	driverProcess
	executorProcess

	numProcesses
)

func (p process) String() string { return [...]string{"motion", "driver", "executor"}[p] }

// backlogged is the number of states that wait in the socket of a stopped motion, some megabytes; later ones are lost.
const backlogged = 4000

// pausable is a robot of three programs, of which one can be stopped.
type pausable struct {
	*Stage
	motion  *motion.Motion
	execute func(p *pausable)      // what the executor does in each cycle
	stopped [numProcesses + 1]bool // the last one is no process
	kick    motion.Task

	backlog []nao.State
	stride  int // motion reads one of so many states: newer ones replace those that it has not read yet
	before  pose
	after   bool // reports whether before is set

	jump     float64 // the longest way of a stiff joint in a cycle, measured, or commanded away from where it is, rad
	jumped   nao.Joint
	jumpedAt time.Duration
}

// pose is what the joints did in a cycle.
type pose struct {
	measured, commanded nao.Joints
	stiffness           nao.Joints // commanded
}

// cycle runs one cycle of the body.
func (p *pausable) cycle(t *testing.T) {
	t.Helper()
	require.NoError(t, p.happen())
	p.Sim.State(&p.State)
	p.State.Guard = p.guard.Doing()
	if !p.stopped[executorProcess] {
		p.execute(p)
	}
	if !p.stopped[driverProcess] {
		p.guard.Step(p.Time(), &p.State, p.command(), &p.Sent)
	}
	p.noteJump()
	require.NoError(t, p.Sim.Step(&p.Sent))
}

// command returns motion's answer to the state, after its answers to the states that wait; nil while motion is stopped.
func (p *pausable) command() *nao.Command {
	if p.stopped[motionProcess] {
		if len(p.backlog) < backlogged {
			p.backlog = append(p.backlog, p.State)
		}
		return nil
	}
	for i := 0; i < len(p.backlog); i += p.stride {
		p.motion.Step(&p.backlog[i], &p.wanted)
	}
	if len(p.backlog) > 0 { // the answers to old states come first
		p.backlog = p.backlog[:0]
		return &p.wanted
	}
	p.motion.Step(&p.State, &p.wanted)
	return &p.wanted
}

// stiff is the least stiffness at which the jump of a joint counts.
const stiff = 0.1

// noteJump measures how far the stiff joints have gone in the cycle, and how far they were commanded away from where they are. A
// weak joint, as in a fall, yields whatever its target is.
func (p *pausable) noteJump() {
	now := pose{p.State.Position, p.Sent.Position, p.Sent.Stiffness}
	for j := range nao.LHand {
		if !p.after || now.stiffness[j] <= stiff || p.before.stiffness[j] <= stiff {
			continue
		}
		way := math.Abs(now.measured[j] - p.before.measured[j])
		if now.stiffness[j] > slot.Weak {
			way = max(way, away(now.measured[j], p.before.commanded[j], now.commanded[j]))
		}
		if way > p.jump {
			p.jump, p.jumped, p.jumpedAt = way, j, p.Time()
		}
	}
	p.before, p.after = now, true
}

// away returns how far a target has gone away from its joint. A target that goes to where the joint is only takes torque away: that is
// how a get-up begins with an arm that was too weak to arrive.
func away(at, before, now float64) float64 {
	if (before-at)*(now-at) < 0 {
		return math.Abs(now - at)
	}
	return max(0, math.Abs(now-at)-math.Abs(before-at))
}

// run runs cycles for a time, or until done.
func (p *pausable) run(t *testing.T, d time.Duration, done func() bool) bool {
	t.Helper()
	for end := p.Time() + d; p.Time() < end; {
		if done != nil && done() {
			return true
		}
		p.cycle(t)
	}
	return false
}

// activity is what the robot is doing when one of its programs is stopped.
type activity struct {
	name    string
	down    bool // it begins on its back
	execute func(p *pausable)
	within  time.Duration // the moments of a pause, from when it is under way
}

func activities(t *testing.T) []activity {
	t.Helper()
	return []activity{
		{name: "walk", within: 3 * time.Second, execute: func(p *pausable) {
			_ = p.motion.SetVelocity(motion.Velocity{X: 0.2, Yaw: 0.2}) // refused while it lies, and kept
		}},
		{name: "kick", within: 3 * time.Second, execute: func(p *pausable) {
			if p.kick == (motion.Task{}) {
				p.kick, _ = p.motion.Kick(motion.KickRequest{})
			} else if p.motion.Report(p.kick).Outcome != motion.Playing {
				_ = p.motion.SetVelocity(motion.Velocity{X: 0.1})
			}
		}},
		{name: "dance", within: 4 * time.Second, execute: func(p *pausable) {
			if p.motion.Standing() {
				_, _ = p.motion.Play("dance_left") // refused while it dances
				_, _ = p.motion.Play("dance_right")
			}
		}},
		{name: "get-up", down: true, within: 6 * time.Second, execute: func(*pausable) {}},
	}
}

// newPausable returns a robot that has just begun an activity.
func newPausable(t *testing.T, a *activity, seed uint64) *pausable {
	t.Helper()
	s, err := New(Setup{Profile: sim.Real, Seed: seed})
	require.NoError(t, err)
	p := &pausable{Stage: s, motion: newMotion(t), execute: func(*pausable) {}}
	require.True(t, p.run(t, 5*time.Second, p.motion.Standing))
	if a.down {
		require.NoError(t, s.Lie(Back))
		p.motion = newMotion(t)
		p.after = false
		require.True(t, p.run(t, 10*time.Second, func() bool {
			_, err := p.motion.GetUp()
			return err == nil
		}))
	}
	p.execute = a.execute
	return p
}

// pause is one moment at which a program is stopped.
type pause struct {
	who      process
	at       time.Duration // from the beginning of the activity
	lasts    time.Duration
	stride   int  // see pausable
	comeback bool // false: it never continues
}

// cameBack is how a pause ended.
type cameBack struct {
	was, fell bool // was: it was down when it came back; fell: it was down at some time after that
	stands    bool // in the end
	jump      float64
	what      string
}

// watched is how long a robot is watched after a pause.
const watched = 14 * time.Second

// try stops a program at a moment, lets it continue, and watches the robot.
func try(t *testing.T, a *activity, seed uint64, at pause) cameBack {
	t.Helper()
	p := newPausable(t, a, seed)
	defer p.Close()
	p.stride = at.stride
	p.run(t, at.at, nil)
	p.stopped[at.who] = true
	p.run(t, at.lasts, nil)
	p.jump = 0
	p.stopped[at.who] = !at.comeback
	b := cameBack{was: p.Fallen()}
	up := !b.was // a robot that sits in the middle of a get-up is not up: it lies down to begin again
	for end := p.Time() + watched; p.Time() < end; {
		p.cycle(t)
		down := p.Fallen()
		b.fell = b.fell || up && down
		up = up && !down || p.motion.State() == motion.Standing && !down
	}
	b.stands = !p.Fallen() && p.motion.Standing()
	b.jump, b.what = p.jump, fmt.Sprintf("%s at %v", p.jumped, p.jumpedAt)
	return b
}

// unpaused is the same run in which nothing is stopped.
func unpaused(t *testing.T, a *activity, seed uint64, at pause) cameBack {
	t.Helper()
	at.who = numProcesses
	return try(t, a, seed, at)
}

// Motion, driver or executor stops at any moment for a while and continues. The robot then continues from its present posture:
// the pause makes it neither fall nor move a stiff joint by a jump.
func TestNobodyThatWasStoppedThrowsTheRobotWhenItContinues(t *testing.T) {
	const furthest = 0.15 // rad in a cycle
	for _, a := range activities(t) {
		for who := range numProcesses {
			if testing.Short() && (who == executorProcess || who == driverProcess && a.name != "walk") {
				continue
			}
			t.Run(fmt.Sprint(a.name, ", ", who), func(t *testing.T) {
				t.Parallel()
				moments := 50
				if testing.Short() {
					moments = 1
				}
				rng := rand.New(rand.NewPCG(32, uint64(who)))
				caused, fell, jumps, stand, worst := 0, 0, 0, 0, 0.0
				for n := range moments {
					at := pause{
						who: who, comeback: true, stride: 1 + rng.IntN(12), at: time.Duration(rng.Float64() * float64(a.within)),
						lasts: time.Duration(0.5 * math.Pow(60, rng.Float64()) * float64(time.Second)),
					}
					got := try(t, &a, uint64(n+1), at)
					worst = max(worst, got.jump)
					if got.stands {
						stand++
					}
					if got.jump > furthest && unpaused(t, &a, uint64(n+1), at).jump <= furthest {
						jumps++
						t.Errorf("stopped after %v for %v: %s moved %.2f rad in a cycle", at.at, at.lasts, got.what, got.jump)
					}
					if !got.fell {
						continue
					}
					fell++
					at.comeback = false
					if alone := try(t, &a, uint64(n+1), at); !alone.fell {
						caused++
						t.Errorf("stopped after %v for %v: it fell, and does not if nothing continues", at.at, at.lasts)
					}
				}
				t.Logf("%d moments: %d falls after it, %d of them because of it; %d jumps, at most %.3f rad; %d stand in the end",
					moments, fell, caused, jumps, worst, stand)
			})
		}
	}
}
