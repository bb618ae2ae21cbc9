// Package machinetopics holds the topics and services by which people and programs look into a
// state machine: those of the executor and of generated nodes.
//
//	publishes  machine_state             gonao_msgs/MachineState        at every transition and once a second
//	publishes  machine/snapshot          gonao_msgs/MachineSnapshot     everything, once a second while something changes
//	publishes  machine/deltas            gonao_msgs/MachineDelta        what changes, numbered, while somebody subscribes
//	serves     machine/pause             std_srvs/Trigger               its time stands still, its activities rest
//	serves     machine/resume            std_srvs/Trigger
//	serves     machine/reload            std_srvs/Trigger               its file is read anew
//	serves     machine/step              gonao_msgs/StepMachine         while it is paused
//	serves     machine/set_breakpoints   gonao_msgs/SetBreakpoints
//	serves     machine/set_value         gonao_msgs/SetMachineValue
//	serves     machine/post_event        gonao_msgs/PostEvent           an event from outside
//	serves     machine/why_not           gonao_msgs/WhyNot              why transitions are not taken
//	serves     machine/get_snapshot      gonao_msgs/GetMachineSnapshot
//	serves     machine/get_trace         gonao_msgs/GetMachineTrace
//	serves     machine/get_chart         gonao_msgs/GetMachineChart
//	serves     machine/get_history       gonao_msgs/GetMachineHistory   what it did, for a timeline
//	serves     machine/get_moment        gonao_msgs/GetMachineMoment    the machine as it was, by a replay
//	serves     machine/get_scenario      gonao_msgs/GetMachineScenario  what it did, as a test
//	serves     machine/record_trace      gonao_msgs/RecordTrace         for gonao hfsm replay
//	serves     machine/run_to_state      gonao_msgs/RunToState
//	serves     machine/check             gonao_msgs/CheckMachine        what is wrong with a machine
//	serves     machine/load              gonao_msgs/LoadMachine         another version, while it runs
//	serves     machine/list              gonao_msgs/ListMachines        those that run and those that may
//	serves     machine/start             gonao_msgs/StartMachine
//	serves     machine/stop              std_srvs/Trigger
//	serves     machine/swap              gonao_msgs/StartMachine        another machine in the place of the one that runs
//
// All names are relative to the namespace of the machine.
package machinetopics

import (
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
	Namespace string // of the machine's topics below the node's, "" for that itself
	TraceDir  string // directory of the files that machine/record_trace writes
	// Where the machine's history is kept, in a directory of its own below this one, "" for nowhere, and how
	// large it may become.
	HistoryDir   string
	HistoryBytes int64
	// What the services do in place of the machine's own methods; nil for these.
	Reload func() (said string, err error)
	Check  func(host.Text) (host.Loaded, error)
	Start  func(slot string, t host.Text) (host.Loaded, *host.Machine, error)
	Stop   func() error
	List   func() []msgs.MachineInfo
}

// Topics are the topics and services of one machine.
type Topics struct {
	n       *ros.Node
	opts    Options
	machine *host.Machine
	state   *ros.Publisher[msgs.MachineState]
	viewers viewers
	woken   chan struct{} // has one element when run is to look
	running atomic.Bool   // a goal of run_to_state
	errors  throttle.Counter

	// Transitions come from the loop, but also from whoever steps or reloads.
	mu    sync.Mutex
	now   time.Time // of this round
	last  hfsm.Transition
	runs  uint32    // see [host.Machine.Look]; of last
	base  uint32    // epochs of what ran here before
	epoch uint32    // that was published last
	beat  time.Time // of the last heartbeat
}

// New returns the topics of a machine that is made after them: [Topics.Transition] and
// [Topics.Wake] are among its options.
func New(n *ros.Node, o Options) *Topics {
	return &Topics{n: n, opts: o, woken: make(chan struct{}, 1)}
}

// Open advertises the topics of a machine and offers its services.
func (t *Topics) Open(m *host.Machine) (err error) {
	t.machine = m
	t.state, err = ros.Advertise[msgs.MachineState](t.n, t.prefix()+"machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	if err != nil {
		return err
	}
	if err := t.viewers.open(t); err != nil {
		return err
	}
	return errors.Join(t.openServices(), t.openChanges(), t.openHistory())
}

// prefix is what the names of the machine's topics begin with.
func (t *Topics) prefix() string {
	if t.opts.Namespace == "" {
		return ""
	}
	return t.opts.Namespace + "/"
}

// clockTime returns a time of the node's clock as machines take it.
func clockTime(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

// time returns the node's time as machines take it.
func (t *Topics) time() time.Duration { return clockTime(t.n.Clock.Now()) }

// Begin notes the time of the round that begins: what happens in it is stamped by it.
func (t *Topics) Begin(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = now
}

// End publishes the state of the machine once a second, and lets viewers know that a round has
// ended. It never waits for them.
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
	t.n.Log.Info("transition", "machine", m.Model().Name(), "from", tr.From, "to", tr.To, "name", tr.Name, "sec", tr.Time.Seconds())
	t.beat = t.now
	begun := t.now.Add(-m.Since(clockTime(t.now)))
	t.publish(m, begun.Add(tr.Time))
	t.Wake()
}

// count notes that something else has begun to run here, which has the next epoch; mu is held.
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
	if err := t.state.Publish(s); err != nil {
		t.report(fmt.Errorf("publish machine_state: %w", err))
	}
}

// report logs an error, at most once a second.
func (t *Topics) report(err error) {
	if times, due := t.errors.Count(t.n.Clock.Now()); due {
		t.n.Log.Error("machine", "error", err, "times", times)
	}
}

// answer returns what a service answers: whether it did it, and why not or what it did.
func answer(err error, done string) (bool, string) {
	if err != nil {
		return false, err.Error()
	}
	return true, done
}

// Run publishes what viewers see until ctx ends: it has a goroutine of its own, for which the loop
// does not wait.
func (t *Topics) Run(ctx context.Context) {
	var beside sync.WaitGroup
	defer beside.Wait()
	if h := t.machine.History(); h != nil {
		beside.Go(func() { t.keepHistory(ctx, h) })
	}
	t.viewers.run(ctx, t)
}
