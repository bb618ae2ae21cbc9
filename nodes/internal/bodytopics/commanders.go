package bodytopics

import (
	"fmt"
	"sync/atomic"
	"time"

	"gonao/body/command"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	"gonao/nao"
	"gonao/ros"
)

// commanders are those who may command the joints: the arbiter between joint_command and
// the topics of the ecosystem, and what these make of the whole body. They belong to the
// control loop but for what the atomics hold.
type commanders struct {
	arbiter command.Arbiter
	free    func() bool // the robot follows nobody
	fail    func(error)

	positions   *ros.Subscription[lolacommands.JointPositions]
	stiffnesses *ros.Subscription[lolacommands.JointStiffnesses]
	angles      *ros.Subscription[naoqibridgemsgs.JointAnglesWithSpeed]

	partial command.Partial
	mover   command.Mover

	now                 time.Duration // of the body
	dtSec               float64       // since the state before
	position, stiffness nao.Joints    // as found

	owner   atomic.Uint32 // a command.Source, for the report
	refused [4]atomic.Uint64
}

func newCommanders(n *ros.Node, free func() bool, fail func(error)) (*commanders, error) {
	c := &commanders{free: free, fail: fail}
	var errs [3]error
	c.positions, errs[0] = ros.Subscribe[lolacommands.JointPositions](n, "effectors/joint_positions")
	c.stiffnesses, errs[1] = ros.Subscribe[lolacommands.JointStiffnesses](n, "effectors/joint_stiffnesses")
	c.angles, errs[2] = ros.Subscribe[naoqibridgemsgs.JointAnglesWithSpeed](n, "joint_angles")
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// longestStep is how far a joint moves on at most after a pause of the body's cycle.
const longestStep = 2 * nao.CyclePeriod

// see takes the state of a cycle. Away is true when the robot was not there for a while.
func (c *commanders) see(state *nao.State, away bool) {
	c.dtSec = max(0, min(state.Time-c.now, longestStep)).Seconds()
	c.now, c.position, c.stiffness = state.Time, state.Position, state.Stiffness
	if away {
		c.arbiter.Forget()
		drain(c.positions)
		drain(c.stiffnesses)
		drain(c.angles)
	}
	c.owner.Store(uint32(c.arbiter.Owner(c.now)))
}

// drain forgets what is in a subscription: it was said to a robot that was away.
func drain[T any](s *ros.Subscription[T]) {
	for range len(s.C()) {
		<-s.C()
	}
}

// hear tells whether a source commands, and counts it otherwise.
func (c *commanders) hear(who command.Source) (commands, afresh bool) {
	commands, afresh = c.arbiter.Hear(who, c.now, c.free)
	if commands {
		c.owner.Store(uint32(who))
	} else {
		c.refused[who].Add(1)
	}
	return commands, afresh
}

// others takes what the topics of the ecosystem said since the last cycle. They are not
// waited for, as nao_lola does not. Held is true while one of them commands, whether he
// spoke now or not.
func (c *commanders) others(cmd *nao.Command) (got, held bool) {
	told := false
	for range len(c.stiffnesses.C()) {
		told = c.takeStiffnesses(<-c.stiffnesses.C()) || told
	}
	for range len(c.positions.C()) {
		told = c.takePositions(<-c.positions.C()) || told
	}
	for range len(c.angles.C()) {
		c.takeAngles(<-c.angles.C())
	}
	switch c.arbiter.Owner(c.now) {
	case command.Effectors:
		if told {
			c.partial.Command(cmd)
		}
		return told, true
	case command.JointAngles:
		if !c.mover.Moving() {
			return false, true
		}
		c.hear(command.JointAngles) // who moves joints speaks
		c.mover.Step(c.dtSec, cmd)
		return true, true
	default:
		return false, false
	}
}

// effectors tells whether nao_lola's topics command, and takes the body over.
func (c *commanders) effectors() bool {
	commands, afresh := c.hear(command.Effectors)
	if afresh {
		c.partial.Begin(&c.position, &c.stiffness)
	}
	return commands
}

func (c *commanders) takePositions(m lolacommands.JointPositions) bool {
	if err := command.CheckJoints(m.Indexes, m.Positions); err != nil {
		c.fail(fmt.Errorf("%s is not obeyed: %w", c.positions.Topic(), err))
		return false
	}
	if !c.effectors() {
		return false
	}
	c.partial.Positions(m.Indexes, m.Positions)
	return true
}

func (c *commanders) takeStiffnesses(m lolacommands.JointStiffnesses) bool {
	if err := command.CheckJoints(m.Indexes, m.Stiffnesses); err != nil {
		c.fail(fmt.Errorf("%s is not obeyed: %w", c.stiffnesses.Topic(), err))
		return false
	}
	if !c.effectors() {
		return false
	}
	c.partial.Stiffnesses(m.Indexes, m.Stiffnesses)
	return true
}

func (c *commanders) takeAngles(m naoqibridgemsgs.JointAnglesWithSpeed) {
	goal, err := command.MakeGoal(m.JointNames, m.JointAngles, float64(m.Speed), m.Relative != 0)
	if err != nil {
		c.fail(fmt.Errorf("%s is not obeyed: %w", c.angles.Topic(), err))
		return
	}
	commands, afresh := c.hear(command.JointAngles)
	if !commands {
		return
	}
	if afresh {
		c.mover.Begin(&c.position, &c.stiffness)
	}
	c.mover.Go(&goal)
}

// commanding is who commands now, for the report.
func (c *commanders) commanding() command.Source { return command.Source(c.owner.Load()) }
