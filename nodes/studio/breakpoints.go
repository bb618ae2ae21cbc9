package studio

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/studio"
	"gonao/studio/foxglove"
)

// breakpoints merges those of all documents and of all programs that set some through the bridge: the service of a
// machine replaces all it has, so that one browser would clear those of another. They are set again when the machine is
// replaced by another, and when its node was started again.
type breakpoints struct {
	node *ros.Node

	mu        sync.Mutex
	documents map[string]documentPoints
	programs  map[uint32]map[string][]string // by session and slot
	slots     map[string]*slot
}

// documentPoints are the breakpoints of a document.
type documentPoints struct {
	machine string
	paths   []string
}

// slot is a place where a machine runs; its name is that of the services before the last word: "/nao1/machine/".
type slot struct {
	// turn is held while the machine's service is called, with the breakpoints of that time: a delayed call must not
	// override a later one. It is locked before mu of the breakpoints.
	turn sync.Mutex

	machine string // "" while it is not known, or nothing runs
	others  []string
	pushed  []string
	again   bool                                    // push even without a change
	watch   *ros.Subscription[msgs.MachineSnapshot] // nil while there is nothing to set
	stop    context.CancelFunc
}

const setBreakpoints = "set_breakpoints"

func newBreakpoints(n *ros.Node) *breakpoints {
	return &breakpoints{
		node: n, documents: map[string]documentPoints{}, programs: map[uint32]map[string][]string{}, slots: map[string]*slot{},
	}
}

// setDocument sets the breakpoints of a document.
func (b *breakpoints) setDocument(id, machine string, list []studio.Breakpoint) {
	p := documentPoints{machine: machine}
	for _, one := range list {
		switch {
		case one.Disabled:
		case one.Transition != "":
			p.paths = append(p.paths, one.Transition)
		case one.State != "":
			p.paths = append(p.paths, one.State)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	old, had := b.documents[id]
	if had && old.machine == p.machine && slices.Equal(old.paths, p.paths) || !had && len(p.paths) == 0 {
		return
	}
	b.documents[id] = p
	b.pushAll()
}

// setProgram sets the breakpoints that a session requested of a slot by the machine's own service. It returns the
// machine's answer to all of them.
func (b *breakpoints) setProgram(ctx context.Context, s *foxglove.Session, name string, request []byte) ([]byte, error) {
	var q msgs.SetBreakpointsRequest
	if err := cdr.Unmarshal(request, &q); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	where := strings.TrimSuffix(name, setBreakpoints)
	b.mu.Lock()
	if b.programs[s.Number] == nil {
		b.programs[s.Number] = map[string][]string{}
	}
	b.programs[s.Number][where] = q.Paths
	own := b.slots[where]
	if own == nil {
		b.mu.Unlock()
		return nil, fmt.Errorf("%s: the service has gone", name)
	}
	own.pushed = b.wanted(where, own)
	b.mu.Unlock()
	own.turn.Lock()
	defer own.turn.Unlock()
	wanted := b.newest(own)
	a, err := ask[msgs.SetBreakpointsRequest, msgs.SetBreakpointsResponse](ctx, b.node, name,
		msgs.SetBreakpointsRequest{Paths: wanted, KeepUnknown: q.KeepUnknown || len(wanted) > len(q.Paths)})
	if err != nil {
		return nil, err
	}
	return cdr.Encode(nil, &a)
}

// sessionEnded forgets the breakpoints of a session; those of the documents stay.
func (b *breakpoints) sessionEnded(number uint32) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, had := b.programs[number]; had {
		delete(b.programs, number)
		b.pushAll()
	}
}

// compare adds and removes slots as the graph has them.
func (b *breakpoints) compare(g ros.Graph) {
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := map[string]bool{}
	for i := range g.Services {
		where, ok := strings.CutSuffix(g.Services[i].Name, "/machine/"+setBreakpoints)
		if !ok || g.Services[i].Publishers == 0 {
			continue
		}
		where += "/machine/"
		seen[where] = true
		if b.slots[where] == nil {
			b.slots[where] = &slot{again: true}
			b.push(where)
		}
	}
	for where, s := range b.slots {
		if !seen[where] {
			s.close()
			delete(b.slots, where)
		}
	}
}

// wanted returns the breakpoints that a slot is to have, sorted; mu must be held.
func (b *breakpoints) wanted(where string, s *slot) []string {
	all := map[string]bool{}
	add := func(paths []string) {
		for _, path := range paths {
			all[path] = true
		}
	}
	add(s.others)
	for _, d := range b.documents {
		if s.machine == "" || d.machine == s.machine {
			add(d.paths)
		}
	}
	for _, slots := range b.programs {
		add(slots[where])
	}
	return slices.Sorted(maps.Keys(all))
}

// pushAll sets the breakpoints of all slots that have changed; mu must be held.
func (b *breakpoints) pushAll() {
	for where := range b.slots {
		b.push(where)
	}
}

// push sets the breakpoints of a slot if they have changed; mu must be held.
func (b *breakpoints) push(where string) {
	s := b.slots[where]
	wanted := b.wanted(where, s)
	if b.any() != (s.watch != nil) {
		if s.watch == nil {
			b.follow(where, s)
		} else {
			s.close()
		}
	}
	if slices.Equal(wanted, s.pushed) && (!s.again || len(wanted) == 0) {
		return
	}
	s.pushed, s.again = wanted, false
	go b.send(where, s)
}

// newest returns the breakpoints that a slot must have now.
func (b *breakpoints) newest(s *slot) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return s.pushed
}

// pushWait is the time limit of a machine for accepting its breakpoints.
const pushWait = 5 * time.Second

// send calls the service of a slot. A machine that lacks a state keeps its breakpoint for a later machine.
func (b *breakpoints) send(where string, s *slot) {
	s.turn.Lock()
	defer s.turn.Unlock()
	ctx, cancel := context.WithTimeout(b.node.Context(), pushWait)
	defer cancel()
	a, err := ask[msgs.SetBreakpointsRequest, msgs.SetBreakpointsResponse](ctx, b.node, where+setBreakpoints,
		msgs.SetBreakpointsRequest{Paths: b.newest(s), KeepUnknown: true})
	if err == nil && !a.Success {
		err = fmt.Errorf("%s", a.Message)
	}
	if err == nil || ctx.Err() != nil && b.node.Context().Err() != nil {
		return
	}
	b.node.Log.Warn("breakpoints are not set", "machine", where, "error", err)
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.slots[where]; s != nil {
		s.again = true // with the next change, or the next machine
	}
}

// snapshots is the topic of a machine that runs.
type snapshots struct {
	Changes *ros.Subscription[msgs.MachineSnapshot] `topic:"{machine}machine/snapshot" qos:"transient local, depth 1" doc:"which machine runs, while there are breakpoints or viewers"`
}

// follow watches which machine runs in a slot; mu must be held.
func (b *breakpoints) follow(where string, s *slot) {
	var err error
	s.watch, s.stop, err = followSnapshots(b.node, where, func(_ context.Context, m *msgs.MachineSnapshot) { b.see(where, s, m) })
	if err != nil {
		b.node.Log.Warn("breakpoints are not set again when the machine changes", "machine", where, "error", err)
	}
}

// followSnapshots subscribes to the snapshots of a machine, and calls see for each until stop is called.
func followSnapshots(n *ros.Node, where string, see func(context.Context, *msgs.MachineSnapshot)) (watch *ros.Subscription[msgs.MachineSnapshot], stop context.CancelFunc, err error) {
	var in snapshots
	if err := ros.Open(n, &in, "{machine}machine/", where); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(n.Context())
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case m := <-in.Changes.C():
				see(ctx, &m)
			}
		}
	}()
	return in.Changes, cancel, nil
}

// see handles the snapshot of a slot: another machine gets the breakpoints of its document. Breakpoints that neither a
// document nor a session of this studio has set belong to another program, and stay.
func (b *breakpoints) see(where string, s *slot, m *msgs.MachineSnapshot) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.slots[where] != s || s.watch == nil {
		return
	}
	machine := m.Machine
	if m.Idle {
		machine = ""
	}
	var others []string
	for _, path := range m.Breakpoints {
		if !slices.Contains(s.pushed, path) && !b.ours(path) {
			others = append(others, path)
		}
	}
	if machine == s.machine && len(others) == 0 {
		return
	}
	s.again = s.again || machine != s.machine
	s.machine = machine
	s.others = append(s.others, others...)
	b.push(where)
}

// any reports whether there is any breakpoint, for this machine or for a later one; mu must be held.
func (b *breakpoints) any() bool {
	for _, d := range b.documents {
		if len(d.paths) > 0 {
			return true
		}
	}
	return len(b.programs) > 0
}

// ours reports whether a document has a breakpoint; mu must be held.
func (b *breakpoints) ours(path string) bool {
	for _, d := range b.documents {
		if slices.Contains(d.paths, path) {
			return true
		}
	}
	return false
}

// close ends the watch of a slot.
func (s *slot) close() {
	if s.watch != nil {
		s.stop()
		s.watch.Close() //nolint:errcheck // it ends either way
		s.watch = nil
	}
}
