package bodytopics

import (
	"context"
	"sync/atomic"
	"time"

	"gonao/internal/convert"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/body/safety"
	"gonao/ros"
)

// commander is the driver's commander: it publishes states and answers with the commands of the topics. Its methods run
// in the control loop, allocate nothing and never wait for a subscriber.
type commander struct {
	node     *ros.Node
	driver   body.Driver
	State    *ros.Publisher[msgs.RobotState]                `topic:"robot_state" qos:"latest" doc:"every 12 ms, 83.3 Hz"`
	Guard    *ros.Publisher[msgs.GuardState]                `topic:"guard_state" qos:"transient local, depth 1" doc:"what the rules of nao/body/safety do, at every change and once a second"`
	Commands *ros.Subscription[ros.From[msgs.JointCommand]] `topic:"joint_command" qos:"best effort, depth 4" doc:"a target for every joint"`
	sources  *sources
	lights   lightTopics
	Sonars   *ros.Watcher[lolacommands.SonarUsage] `topic:"effectors/sonar_usage" doc:"which sonars transmit; both at first"`
	standard *fastTopics
	lola     *lolaSensors
	naoqi    *naoqiTopics

	timer     *time.Timer
	stamper   body.Stamper
	lastState time.Time // time of the last state
	timed     bool      // see Options
	answer    Answer    // see Options
	answered  nao.Command
	reported  msgs.GuardState // last on guard_state
	ending    <-chan struct{}
	errors    chan error // holds one until the reporter has read it

	publishers safety.Commanders // chooses the publisher of joint_command that is obeyed
	refused    atomic.Uint64     // messages of the others, for the report
	invalid    atomic.Uint64     // messages with NaN or Inf, for the report
}

// newCommander opens the topics; prefix precedes the names of the frames. When ctx ends, waits for commands end.
func newCommander(ctx context.Context, n *ros.Node, d body.Driver, prefix ros.FramePrefix) (*commander, error) {
	timer := time.NewTimer(0) //nolint:forbidigo // wall time, and a clock's After would allocate in every cycle
	timer.Stop()
	c := &commander{node: n, driver: d, timer: timer, ending: ctx.Done(), errors: make(chan error, 1)}
	if err := ros.Open(n, c); err != nil {
		return nil, err
	}
	if err := ros.Open(n, &c.lights); err != nil {
		return nil, err
	}
	var err error
	if c.standard, err = newFastTopics(n, prefix); err != nil {
		return nil, err
	}
	if c.lola, err = newLolaSensors(n, d.RobotConfig); err != nil {
		return nil, err
	}
	c.sources = &sources{free: c.free, fail: c.fail}
	if err := ros.Open(n, c.sources); err != nil {
		return nil, err
	}
	c.naoqi = &naoqiTopics{frames: newNaoqiFrames(prefix), buttons: c.standard.buttons.detector}
	return c, ros.Open(n, c.naoqi)
}

// free reports whether the robot follows no commander.
func (c *commander) free() bool { return c.driver.Stats().Mode != safety.Following }

// fail keeps an error for the reporter.
func (c *commander) fail(err error) {
	select {
	case c.errors <- err:
	default: // one is enough
	}
}

// Observe publishes the state.
func (c *commander) Observe(state *nao.State) {
	now := c.node.Clock.Now()
	pause, first := now.Sub(c.lastState), c.lastState.IsZero()
	c.lastState = now
	away := pause > longestGap || pause < 0
	c.sources.beginCycle(state, away)
	if away {
		c.publishers = safety.Commanders{}
		if !first {
			drain(c.Commands)
		}
	}
	if c.timed {
		now = ros.FromEpoch(state.Time)
	} else if c.node.Clock.Simulated() {
		now = ros.FromEpoch(c.stamper.Stamp(state.Cycle, ros.SinceEpoch(now)))
	}
	if c.answer != nil {
		c.answer(now, state, &c.answered)
	}
	if err := c.reportGuard(ros.Stamp(now), state.Guard); err != nil {
		c.fail(err)
	}
	if err := c.publish(ros.Stamp(now), state); err != nil {
		c.fail(err)
	}
	if m, ok := newest(c.Sonars); ok {
		c.driver.Transmit(m.Left, m.Right)
	}
}

// reportGuard publishes the state of the guard, at every change and once a second.
func (c *commander) reportGuard(stamp builtininterfaces.Time, doing nao.Guard) error {
	m := msgs.GuardState{Stamp: stamp, State: uint8(doing)}
	if doing == nao.GuardFollowing && c.answer == nil && c.sources.owning() == body.JointCommand {
		m.Commander = c.publishers.Who().Number
	}
	age := ros.StampTime(stamp).Sub(ros.StampTime(c.reported.Stamp))
	if m.State == c.reported.State && m.Commander == c.reported.Commander && age >= 0 && age < time.Second {
		return nil
	}
	m.Name = doing.String()
	if doing == nao.GuardRefusing {
		m.Reason = "the commands do not start at the present posture"
		if why := c.driver.Stats().Refusal; why != safety.NoRefusal {
			m.Reason = why.String()
		}
	}
	c.reported = m
	return c.Guard.Publish(m)
}

// publish publishes a state on all topics.
func (c *commander) publish(stamp builtininterfaces.Time, state *nao.State) error {
	if err := c.State.Publish(convert.RobotState(stamp, state)); err != nil {
		return err
	}
	if err := c.standard.publish(stamp, state); err != nil {
		return err
	}
	if err := c.lola.publish(state); err != nil {
		return err
	}
	return c.naoqi.publish(stamp, state)
}

// Command waits for a joint_command that answers the cycle, unless another source commands the
// joints.
func (c *commander) Command(cycle uint64, within time.Duration, cmd *nao.Command) bool {
	if c.answer != nil {
		*cmd = c.answered
		cmd.Cycle = cycle
		if c.node.Clock.Simulated() {
			c.stamper.Observe(cycle, ros.SinceEpoch(c.node.Clock.Now()))
		}
		return true
	}
	got, held := c.sources.poll(cmd)
	for range len(c.Commands.C()) {
		if c.accept(<-c.Commands.C(), cmd) {
			got, held = true, false
		}
	}
	if within <= 0 || held {
		return got
	}

	c.timer.Reset(within)
	defer c.timer.Stop()
	for !got || (cmd.Cycle != cycle && cmd.Cycle != 0) {
		select {
		case m := <-c.Commands.C():
			got = c.accept(m, cmd) || got
		case <-c.timer.C:
			return got // an older one, or none
		case <-c.ending:
			return got
		}
	}
	if c.node.Clock.Simulated() {
		// By now the /clock of this cycle has come, see body.Stamper.
		c.stamper.Observe(cycle, ros.SinceEpoch(c.node.Clock.Now()))
	}
	return true
}

// accept fills in a command and reports whether it is obeyed. A command with NaN or Inf is
// dropped, as if it had not come: a commander that sends only such commands times out.
func (c *commander) accept(from ros.From[msgs.JointCommand], cmd *nao.Command) bool {
	m := &from.Message
	wanted := nao.Command{Cycle: m.Cycle}
	for j := range nao.NumJoints {
		wanted.Position[j], wanted.Stiffness[j] = float64(m.Position[j]), float64(m.Stiffness[j])
	}
	if !wanted.Finite() {
		c.invalid.Add(1)
		return false
	}
	if !c.publishers.Obey(safety.Commander{Number: m.Commander, Endpoint: from.Publisher}, c.sources.now) {
		c.refused.Store(c.publishers.Refused())
		return false
	}
	if commands, _ := c.sources.claim(body.JointCommand); !commands {
		return false
	}
	*cmd = wanted
	return true
}
