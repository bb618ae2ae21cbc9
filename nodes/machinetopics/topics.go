// Package machinetopics holds the topics and services by which people and programs look into a
// state machine: those of the executor and of generated nodes.
//
//	publishes  machine_state            gonao_msgs/MachineState        at every transition and once a second
//	           machine/snapshot         gonao_msgs/MachineSnapshot     everything, once a second while something changes
//	           machine/deltas           gonao_msgs/MachineDelta        what changes, numbered, ≤ 20 ms after a transition, else ≤ 20 Hz, while subscribed
//	serves     machine/check            gonao_msgs/CheckMachine        what is wrong with a machine
//	           machine/load             gonao_msgs/LoadMachine         another version, while it runs
//	           machine/list             gonao_msgs/ListMachines        those that run and those that may
//	           machine/start            gonao_msgs/StartMachine        starts another machine
//	           machine/stop             std_srvs/Trigger               ends a machine that was started
//	           machine/swap             gonao_msgs/StartMachine        another machine in the place of the one that runs
//	           machine/get_history      gonao_msgs/GetMachineHistory   what it did, for a timeline
//	           machine/get_moment       gonao_msgs/GetMachineMoment    the machine as it was, by a replay
//	           machine/get_scenario     gonao_msgs/GetMachineScenario  what it did, as a test
//	           machine/pause            std_srvs/Trigger               its time stands still, its activities rest
//	           machine/resume           std_srvs/Trigger               its time goes on
//	           machine/reload           std_srvs/Trigger               reads its file again
//	           machine/step             gonao_msgs/StepMachine         while it is paused
//	           machine/set_breakpoints  gonao_msgs/SetBreakpoints      where it is to pause
//	           machine/set_value        gonao_msgs/SetMachineValue     sets an input or a variable
//	           machine/get_snapshot     gonao_msgs/GetMachineSnapshot  everything, now
//	           machine/get_trace        gonao_msgs/GetMachineTrace     what it did last
//	           machine/get_chart        gonao_msgs/GetMachineChart     the machine as a document
//	           machine/record_trace     gonao_msgs/RecordTrace         for gonao hfsm replay
//	           machine/run_to_state     gonao_msgs/RunToState          runs until a state is entered
//	           machine/post_event       gonao_msgs/PostEvent           an event from outside
//	           machine/why_not          gonao_msgs/WhyNot              why transitions are not taken
//
// All names are relative to the namespace of the machine.
package machinetopics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/internal/throttle"
	"gonao/msgs"
	"gonao/ros"
)

// Options are the choices of [New].
type Options struct {
	Namespace string // of the machine's topics, relative to the node's; "" for the node's own
	TraceDir  string // directory of the files that machine/record_trace writes
	// Where the machine's history is stored, in a subdirectory, "" for nowhere, and its size limit.
	HistoryDir   string
	HistoryBytes int64
	// Pace is the clock by which viewers are served; nil: the node's. One of the wall serves them while the node's time stands.
	Pace *ros.Clock
	// Replacements of the machine's own methods in the services; may be nil.
	Reload func() (said string, err error)
	Check  func(host.Text) (host.Loaded, error)
	Start  func(slot string, t host.Text) (host.Loaded, *host.Machine, error)
	Stop   func() error
	List   func() []msgs.MachineInfo
}

// outputs is the topic of the machine's state.
type outputs struct {
	State *ros.Publisher[msgs.MachineState] `topic:"{machine}machine_state" qos:"reliable, transient local, depth 100" doc:"at every transition and once a second"`
}

// Topics are the topics and services of one machine.
type Topics struct {
	n       *ros.Node
	opts    Options
	machine *host.Machine
	out     outputs
	viewers viewers
	woken   chan struct{} // has one element when run is to look
	running atomic.Bool   // a goal of run_to_state
	errors  throttle.Counter

	// Transitions come from the loop, and from goroutines that step or reload.
	mu    sync.Mutex
	now   time.Time // time of this round
	last  hfsm.Transition
	runs  uint32    // see [host.Machine.Look]; of last
	base  uint32    // epochs of earlier machines in this place
	epoch uint32    // published last
	beat  time.Time // time of the last heartbeat
}

// New returns the topics of a machine that is made after them: [Topics.Transition] and
// [Topics.Wake] are among its options.
func New(n *ros.Node, o Options) *Topics {
	if o.Pace == nil {
		o.Pace = n.Clock
	}
	return &Topics{n: n, opts: o, woken: make(chan struct{}, 1)}
}

// Open advertises the topics of a machine and offers its services.
func (t *Topics) Open(m *host.Machine) error {
	t.machine = m
	if err := ros.Open(t.n, &t.out, "{machine}", t.prefix()); err != nil {
		return err
	}
	if err := t.viewers.open(t); err != nil {
		return err
	}
	return errors.Join(t.openServices(), t.openChanges(), t.openHistory())
}

// prefix returns the prefix of the machine's topics.
func (t *Topics) prefix() string {
	if t.opts.Namespace == "" {
		return ""
	}
	return t.opts.Namespace + "/"
}

// clockTime converts a time of the node's clock to a machine's.
func clockTime(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// time returns the node's time in the machine's form.
func (t *Topics) time() time.Duration { return clockTime(t.n.Clock.Now()) }

// Begin records the time of the round that begins, with which its events are stamped.
func (t *Topics) Begin(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = now
}

// End publishes the state of the machine once a second, and informs viewers that a round has ended. It never waits for
// them.
func (t *Topics) End(now time.Time) {
	t.machine.Look(func(m *hfsm.Machine, runs uint32) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.count(runs)
		if now.Sub(t.beat) >= time.Second {
			t.beat = now
			t.publish(m, now)
		}
	})
	t.wake()
}

// Restart forgets the times of a clock that went back.
func (t *Topics) Restart() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.beat = time.Time{}
}

// Transition publishes a transition, within the tick that took it; see [host.Options].
func (t *Topics) Transition(m *hfsm.Machine, runs uint32, tr hfsm.Transition) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count(runs)
	t.last = tr
	t.n.Log.Info("transition", "machine", m.Model().Name(), "from", tr.From, "to", cmp.Or(tr.To, tr.Target), "name", tr.Name, "sec", tr.Time.Seconds())
	t.beat = t.now
	begun := t.now.Add(-m.Since(clockTime(t.now)))
	t.publish(m, begun.Add(tr.Time))
	t.Wake()
}

// count records that another machine has started here, with the next epoch; mu must be held.
func (t *Topics) count(runs uint32) {
	if t.runs == runs {
		return
	}
	if t.runs != 0 {
		t.base = t.epoch + 1
	}
	t.runs, t.last = runs, hfsm.Transition{Place: -1}
}

// publish publishes where the machine stands; mu is held.
func (t *Topics) publish(m *hfsm.Machine, stamp time.Time) {
	t.epoch = t.base + t.last.Epoch
	s := msgs.MachineState{
		Stamp: ros.Stamp(stamp), Machine: m.Model().Name(), Epoch: t.epoch, Sequence: t.last.Sequence, Time: m.Since(clockTime(stamp)).Seconds(),
		Path: m.Path(), Active: m.Active(), Paths: m.Leaves(nil), Source: t.last.From, Target: t.last.To, Transition: t.last.Name,
	}
	if t.last.Source != "" && t.last.Place >= 0 {
		s.TransitionId = fmt.Sprintf("%s#%d", t.last.Source, t.last.Place)
	}
	if err := t.out.State.Publish(s); err != nil {
		t.report(fmt.Errorf("publish machine_state: %w", err))
	}
}

// report logs an error, at most once a second.
func (t *Topics) report(err error) {
	if times, due := t.errors.Count(t.n.Clock.Now()); due {
		t.n.Log.Error("machine", "error", err, "times", times)
	}
}

// Run publishes the viewers' topics until ctx ends, in its own goroutine, for which the loop does not wait.
func (t *Topics) Run(ctx context.Context) {
	var beside sync.WaitGroup
	defer beside.Wait()
	if h := t.machine.History(); h != nil {
		beside.Go(func() { t.keepHistory(ctx, h) })
	}
	t.viewers.run(ctx, t)
}
