package bodytopics

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"gonao/body"
	"gonao/body/command"
	"gonao/body/safety"
	"gonao/internal/convert"
	"gonao/msgs"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	"gonao/nao"
	"gonao/ros"
)

// link is the driver's commander: the topics. Its methods run in the control
// loop, allocate nothing and never wait for a subscriber.
type link struct {
	node     *ros.Node
	state    *ros.Publisher[msgs.RobotState]
	commands *ros.Subscription[msgs.JointCommand]
	one      safety.Commanders // who of those on joint_command is obeyed
	many     atomic.Uint64     // what others said there, for the report
	rubbish  atomic.Uint64     // what was no command there, for the report
	lights   *lightTopics
	sonars   *ros.Watcher[lolacommands.SonarUsage]
	standard *fastTopics
	lola     *lolaSensors
	naoqi    *naoqiTopics
	may      *commanders
	driver   body.Driver
	timer    *time.Timer
	stamper  body.Stamper
	told     time.Time // when the last state came
	timed    bool      // see Options
	ending   <-chan struct{}
	errors   chan error // holds one until the reporter has read it
}

// newLink opens the topics. When ctx ends nobody is waited for any more.
func newLink(ctx context.Context, n *ros.Node, d body.Driver) (*link, error) {
	timer := time.NewTimer(0) //nolint:forbidigo // wall time, and a clock's After would allocate in every cycle
	timer.Stop()
	l := &link{node: n, driver: d, timer: timer, ending: ctx.Done(), errors: make(chan error, 1)}
	var errs [7]error
	l.state, errs[0] = ros.Advertise[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	l.commands, errs[1] = ros.Subscribe[msgs.JointCommand](n, "joint_command", ros.BestEffort(), ros.Depth(4))
	l.lights, errs[2] = newLightTopics(n)
	l.sonars, errs[3] = ros.Watch[lolacommands.SonarUsage](n, "effectors/sonar_usage")
	l.standard, errs[4] = newFastTopics(n)
	l.lola, errs[5] = newLolaSensors(n, d.RobotConfig)
	l.may, errs[6] = newCommanders(n, l.free, l.fail)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	var err error
	l.naoqi, err = newNAOqiTopics(n, l.standard.buttons.detector)
	return l, err
}

// free tells whether the robot follows nobody.
func (l *link) free() bool { return l.driver.Stats().Mode != safety.Following }

// fail keeps an error for the reporter.
func (l *link) fail(err error) {
	select {
	case l.errors <- err:
	default: // one is enough
	}
}

// Observe publishes the state.
func (l *link) Observe(state *nao.State) {
	now := l.node.Clock.Now()
	pause := now.Sub(l.told)
	l.told = now
	away := pause > afresh || pause < 0
	l.may.see(state, away)
	if away {
		l.one = safety.Commanders{}
	}
	if l.timed {
		now = time.Unix(0, 0).Add(state.Time)
	} else if l.node.Clock.Simulated() {
		start := time.Unix(0, 0)
		now = start.Add(l.stamper.Stamp(state.Cycle, now.Sub(start)))
	}
	stamp := ros.Stamp(now)
	err := l.state.Publish(convert.RobotState(stamp, state))
	if err == nil {
		err = l.standard.publish(stamp, state)
	}
	if err == nil {
		err = l.lola.publish(state)
	}
	if err == nil {
		err = l.naoqi.publish(stamp, state)
	}
	if err != nil {
		l.fail(err)
	}
	if m, ok := newest(l.sonars); ok {
		l.driver.Transmit(m.Left, m.Right)
	}
}

// Command waits for a joint_command that answers the cycle, unless somebody else commands
// the joints.
func (l *link) Command(cycle uint64, within time.Duration, cmd *nao.Command) bool {
	got, held := l.may.others(cmd)
	for range len(l.commands.C()) {
		if l.read(<-l.commands.C(), cmd) {
			got, held = true, false
		}
	}
	if within <= 0 || held {
		return got
	}

	l.timer.Reset(within)
	defer l.timer.Stop()
	for !got || (cmd.Cycle != cycle && cmd.Cycle != 0) {
		select {
		case m := <-l.commands.C():
			got = l.read(m, cmd) || got
		case <-l.timer.C:
			return got // an older one, or none
		case <-l.ending:
			return got
		}
	}
	if l.node.Clock.Simulated() {
		// By now the /clock of this cycle has come, see body.Stamper.
		l.stamper.Observe(cycle, l.node.Clock.Now().Sub(time.Unix(0, 0)))
	}
	return true
}

// read takes a command, unless somebody else commands. One with a number that is none is
// none: who says nothing else loses the joints as one who is silent.
func (l *link) read(m msgs.JointCommand, cmd *nao.Command) bool {
	said := nao.Command{Cycle: m.Cycle}
	for j := range nao.NumJoints {
		said.Position[j], said.Stiffness[j] = float64(m.Position[j]), float64(m.Stiffness[j])
	}
	if !said.Finite() {
		l.rubbish.Add(1)
		return false
	}
	if !l.one.Obey(m.Commander, l.may.now) {
		l.many.Store(l.one.Refused())
		return false
	}
	if commands, _ := l.may.hear(command.JointCommand); !commands {
		return false
	}
	*cmd = said
	return true
}
