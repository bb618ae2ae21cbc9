package matchrun

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/behavior/history"
	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/nodes/machinetopics"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/soccer/match/scene"
	"gonao/soccer/match/show"
	"gonao/soccer/player"
)

// machines makes the machines of all players of a match visible: it offers the topics, services and histories that the
// machines of an executor have, on a graph in this process with the match's time.
type machines struct {
	bus     *inproc.Bus
	node    *ros.Node
	dir     string // directory of the histories, removed at the end
	words   behavior.Config
	robots  [][]*machine // by the robot's place in the match
	running sync.WaitGroup

	opening sync.Mutex
	ctx     context.Context // of the topics
}

// machine is one machine of a player.
type machine struct {
	name   string
	path   string // below the node: "red1/body"
	topics *machinetopics.Topics
	place  *host.Machine

	mu   sync.Mutex
	open bool // the topics are offered
}

// historyBytes is the largest size of a machine's history. The history of a match has about 2 MB.
const historyBytes = 16 << 20

// newMachines opens the graph and the directory of the histories; look adds machines.
func newMachines(ctx context.Context) (*machines, error) {
	x := &machines{bus: inproc.NewBus(), ctx: ctx, words: behavior.DefaultConfig()}
	var err error
	if x.node, err = ros.NewNode(ctx, x.bus, "match", ros.NodeOptions{Namespace: "/match", Bare: true, Logger: slog.New(slog.DiscardHandler)}); err != nil {
		return nil, err
	}
	if x.dir, err = os.MkdirTemp("", "gonao-match-"); err != nil {
		return nil, errors.Join(fmt.Errorf("the machines' histories: %w", err), x.node.Close())
	}
	return x, nil
}

// look makes the machines of a player visible.
func (x *machines) look(c *player.Config) {
	robot := fmt.Sprintf("%s%d", scene.Color(c.Side), c.Number)
	x.robots = append(x.robots, nil)
	at := len(x.robots) - 1
	c.Look = func(name string, r host.Runner) *host.Machine {
		m := &machine{name: name, path: robot + "/" + name}
		m.topics = machinetopics.New(x.node, machinetopics.Options{Namespace: m.path, TraceDir: ".", Pace: ros.NewSystemClock()})
		m.place = host.Adopt(r, host.Options{
			Loader: behavior.Loader{Config: &x.words}, OnChange: m.topics.Wake,
			OnTransition: func(machine *hfsm.Machine, runs uint32, t hfsm.Transition) {
				if m.isOpen() {
					m.topics.Transition(machine, runs, t)
				}
			},
		})
		_, _ = m.place.KeepHistory(history.Options{Dir: filepath.Join(x.dir, m.path), Bytes: historyBytes}) // the match continues without a history
		x.robots[at] = append(x.robots[at], m)
		return m.place
	}
}

func (m *machine) isOpen() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.open
}

// each calls do with each machine whose topics are offered.
func (x *machines) each(do func(m *machine)) {
	for _, all := range x.robots {
		for _, m := range all {
			if m.isOpen() {
				do(m)
			}
		}
	}
}

// Begin notes the time at which the machines tick.
func (x *machines) Begin(now time.Duration) {
	at := time.Unix(0, int64(now))
	x.bus.Clock().Set(at)
	x.each(func(m *machine) { m.topics.Begin(at) })
}

// End lets viewers look.
func (x *machines) End(now time.Duration) {
	x.each(func(m *machine) { m.topics.End(time.Unix(0, int64(now))) })
}

// Paused returns a machine that a debugger has paused, or nil.
func (x *machines) Paused() *show.PausedBy {
	for robot, all := range x.robots {
		for _, m := range all {
			if path, _, paused, _ := m.place.Debugging().Where(0); paused {
				return &show.PausedBy{Robot: robot, Machine: m.name, Path: path}
			}
		}
	}
	return nil
}

// Resume resumes all machines that are paused, where they stand.
func (x *machines) Resume(time.Duration) {
	for _, all := range x.robots {
		for _, m := range all {
			_ = m.place.Debugging().Resume(x.now()) // a machine that has ended is not paused
		}
	}
}

// now returns the time at which the machines have ticked last.
func (x *machines) now() time.Duration { return time.Duration(x.node.Clock.Now().UnixNano()) }

// Open offers the topics and services of a robot's machines. They stay open: 25 services a machine are too many to offer
// those of all robots to everybody.
func (x *machines) Open(robot int) ([]string, error) {
	x.opening.Lock()
	defer x.opening.Unlock()
	var names []string
	for _, m := range x.robots[robot] {
		names = append(names, x.node.Namespace()+"/"+m.path)
		if m.isOpen() {
			continue
		}
		if err := m.topics.Open(m.place); err != nil {
			return nil, err
		}
		m.mu.Lock()
		m.open = true
		m.mu.Unlock()
		x.running.Go(func() { m.topics.Run(x.ctx) })
	}
	return names, nil
}

// untils are package host's words for the point to which a machine runs.
var untils = map[scene.Until]host.Until{scene.Entered: host.Entered, scene.Left: host.Left, scene.Taken: host.Taken}

// RunTo runs a machine until it reaches a point.
func (x *machines) RunTo(q show.RunToRequest, _ time.Duration) error {
	until, ok := untils[q.Until]
	if !ok {
		return fmt.Errorf("until %q: expected entered, left or taken", q.Until)
	}
	for _, all := range x.robots {
		i := slices.IndexFunc(all, func(m *machine) bool { return x.node.Namespace()+"/"+m.path == q.Namespace })
		if i >= 0 {
			return all[i].place.Debugging().RunTo(q.Path, until, x.now())
		}
	}
	return fmt.Errorf("%s: no such machine plays", q.Namespace)
}

// drainPeriod is how often the histories are written, in wall time.
const drainPeriod = 100 * time.Millisecond

// run writes the histories until ctx ends. What cannot be written is lost, and the match continues.
func (x *machines) run(ctx context.Context) {
	for range ros.NewSystemClock().Tick(ctx, drainPeriod) {
		for _, all := range x.robots {
			for _, m := range all {
				if h := m.place.History(); h != nil {
					_ = h.Drain() // the page shows why a history has stopped
				}
			}
		}
	}
	x.running.Wait()
}

// close removes the histories.
func (x *machines) close() {
	for _, all := range x.robots {
		for _, m := range all {
			_ = m.place.EndHistory() // the history is removed anyway
		}
	}
	_ = x.node.Close()
	_ = os.RemoveAll(x.dir)
}
