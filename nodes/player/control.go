package player

import (
	"errors"
	"sync"
	"time"

	"gonao/motion"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/nodes/internal/motionreport"
	"gonao/robot/mover"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/soccer/player"
)

// remembered is how many cycles an image may be late: 0.77 s.
const remembered = 64

// A sample holds the measurements of the body in a cycle.
type sample struct {
	at       time.Duration // time of the stamp
	odometry plane.Pose
	headYaw  float64
	sonar    [nao.NumSonars]float64
	fallen   bool
	busy     bool // it lies, or a kick or a save is under way
	state    nao.State
}

// control moves the body: one command for each state. Its answer runs in the body's loop; the others may be called from any
// goroutine.
type control struct {
	report *motionreport.Reporter
	failed chan error // holds one until it is logged

	mu      sync.Mutex
	mover   *mover.Motion
	samples [remembered]sample
	cycles  int // so far
}

// newControl returns a control whose robot stands.
func newControl(n *ros.Node, cfg Config, p *preset.Preset) (*control, error) {
	library, err := motion.Builtin()
	if err != nil {
		return nil, err
	}
	c := &control{failed: make(chan error, 1)}
	if c.mover, err = mover.NewMotion(motion.DefaultConfig(), library, p.Kicks.All()); err != nil {
		return nil, err
	}
	c.report, err = motionreport.New(n, string(cfg.FramePrefix))
	return c, err
}

// answer fills in the command of a cycle; see [bodytopics.Answer].
func (c *control) answer(at time.Time, state *nao.State, cmd *nao.Command) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.mover
	m.Step(state, cmd)
	o, does := m.Odometry(), m.State()
	s := sample{
		at: ros.SinceEpoch(at), odometry: plane.Pose{X: o.X, Y: o.Y, Theta: o.Yaw}, headYaw: state.Position[nao.HeadYaw], sonar: state.Sonar,
		fallen: does == motion.Falling || does == motion.Fallen || does == motion.GettingUp, state: *state,
	}
	s.busy = s.fallen || m.Busy() != motion.Standing
	c.samples[c.cycles%remembered] = s
	c.cycles++
	if err := c.report.Publish(m.Motion, at); err != nil {
		select {
		case c.failed <- err:
		default: // one is enough
		}
	}
}

// do makes the body carry out a player's decision, from the next cycle on.
func (c *control) do(p *player.Player) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p.Act(c.mover)
}

// errNoState is the reason of a sample that is missing.
var errNoState = errors.New("no state of the body of this moment")

// longestWay is how far a moment may lie from the next sample.
const longestWay = 100 * time.Millisecond

// sampleAt returns the sample that is nearest to a moment.
func (c *control) sampleAt(at time.Duration) (best sample, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err = errNoState
	least := longestWay
	for i := range min(c.cycles, remembered) {
		if d := (c.samples[i].at - at).Abs(); d < least {
			best, least, err = c.samples[i], d, nil
		}
	}
	return best, err
}

// newest returns the sample of the last cycle, and false before the first.
func (c *control) newest() (sample, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cycles == 0 {
		return sample{}, false
	}
	return c.samples[(c.cycles-1)%remembered], true
}
