package body

import (
	"context"
	"time"

	"gonao/msgs"
	"gonao/nao"
	driver "gonao/nao_driver"
	"gonao/ros"
)

// link is the driver's commander: the topics. Its methods run in the control
// loop, allocate nothing and never wait for a subscriber.
type link struct {
	node     *ros.Node
	state    *ros.Publisher[msgs.RobotState]
	commands *ros.Watcher[msgs.JointCommand]
	lights   *ros.Watcher[msgs.Lights]
	standard *fastTopics
	timer    *time.Timer
	stamper  driver.Stamper
	ending   <-chan struct{}
	errors   chan error // holds one until the reporter has read it
}

// newLink opens the topics. When ctx ends nobody is waited for any more.
func newLink(ctx context.Context, n *ros.Node) (*link, error) {
	state, err := ros.Advertise[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return nil, err
	}
	commands, err := ros.Watch[msgs.JointCommand](n, "joint_command", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return nil, err
	}
	lights, err := ros.Watch[msgs.Lights](n, "lights", ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return nil, err
	}
	standard, err := newFastTopics(n)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(0) //nolint:forbidigo // wall time, and a clock's After would allocate in every cycle
	timer.Stop()
	return &link{
		node: n, state: state, commands: commands, lights: lights, standard: standard,
		timer: timer, ending: ctx.Done(), errors: make(chan error, 1),
	}, nil
}

// Tell publishes the state.
func (l *link) Tell(state *nao.State) {
	now := l.node.Clock.Now()
	if l.node.Clock.Simulated() {
		start := time.Unix(0, 0)
		now = start.Add(l.stamper.Stamp(state.Cycle, now.Sub(start)))
	}
	stamp := ros.Stamp(now)
	err := l.state.Publish(robotState(stamp, state))
	if err == nil {
		err = l.standard.publish(stamp, state)
	}
	if err != nil {
		select {
		case l.errors <- err:
		default: // one is enough
		}
	}
}

// Answer waits for a joint_command that answers the cycle.
func (l *link) Answer(cycle uint64, within time.Duration, cmd *nao.Command) bool {
	got := false
	select {
	case <-l.commands.Updates():
		got = l.read(cmd)
	default:
	}
	if within <= 0 {
		return got
	}
	l.timer.Reset(within)
	defer l.timer.Stop()
	for !got || (cmd.Cycle != cycle && cmd.Cycle != 0) {
		select {
		case <-l.commands.Updates():
			got = l.read(cmd)
		case <-l.timer.C:
			return got // an older one, or none
		case <-l.ending:
			return got
		}
	}
	if l.node.Clock.Simulated() {
		// By now the /clock of this cycle has come, see driver.Stamper.
		l.stamper.Observe(cycle, l.node.Clock.Now().Sub(time.Unix(0, 0)))
	}
	return true
}

// read takes the latest command; none after the clock jumped back, which forgets it.
func (l *link) read(cmd *nao.Command) bool {
	m, ok := l.commands.Get()
	if !ok {
		return false
	}
	cmd.Cycle = m.Cycle
	for j := range nao.NumJoints {
		cmd.Position[j] = float64(m.Position[j])
		cmd.Stiffness[j] = float64(m.Stiffness[j])
	}
	return true
}
