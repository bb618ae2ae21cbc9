package studio

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"gonao/internal/latest"
	"gonao/msgs"
	"gonao/ros"
	"gonao/studio"
	"gonao/studio/foxglove"
)

// running shows the running machines to viewers, who open no files: one latched topic of a document for each place of a
// machine, read from the robot only while there are viewers. If an editor has opened a machine's document, that is shown
// instead.
type running struct {
	node      *ros.Node
	documents *documents
	kicked    chan struct{} // holds one: something has changed

	mu     sync.Mutex
	places map[string]*runningPlace // by the prefix of their services: "/nao1/machine/"
}

// runningPlace is a place where a machine runs.
type runningPlace struct {
	channel *foxglove.Channel
	watch   *ros.Subscription[msgs.MachineSnapshot] // while there are viewers
	stop    context.CancelFunc                      // of the watch
	seen    runningMachine                          // of the newest snapshot
	shown   runningMachine
}

// runningMachine identifies a machine that runs.
type runningMachine struct {
	name, hash string
	revision   uint32
}

func newRunning(n *ros.Node, d *documents) *running {
	return &running{node: n, documents: d, kicked: make(chan struct{}, 1), places: map[string]*runningPlace{}}
}

// kick makes run look again.
func (r *running) kick() {
	latest.Notify(r.kicked)
}

// compare adds and removes places as the graph has them.
func (r *running) compare(g ros.Graph) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := map[string]bool{}
	for i := range g.Services {
		where, ok := strings.CutSuffix(g.Services[i].Name, "/machine/get_chart")
		if !ok || g.Services[i].Publishers == 0 {
			continue
		}
		where += "/machine/"
		seen[where] = true
		if r.places[where] == nil {
			name := "studio/document/running" + strings.TrimSuffix(where, "/machine/")
			r.places[where] = &runningPlace{channel: foxglove.AddWatchedJSONTopic[studio.Snapshot](r.documents.server, name, r.kick)}
		}
	}
	for where, p := range r.places {
		if !seen[where] {
			p.close()
			p.channel.Remove()
			delete(r.places, where)
		}
	}
}

// run reads the machines with viewers, until ctx ends.
func (r *running) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			r.mu.Lock()
			for _, p := range r.places {
				p.close()
			}
			r.mu.Unlock()
			return
		case <-r.kicked:
		}
		for where, p := range r.looked() {
			r.show(ctx, where, p)
		}
	}
}

// looked subscribes to the snapshots of the places with viewers, ends those of the others, and returns the places whose
// machine is not shown yet.
func (r *running) looked() map[string]*runningPlace {
	r.mu.Lock()
	defer r.mu.Unlock()
	due := map[string]*runningPlace{}
	for where, p := range r.places {
		if p.channel.Subscribers() == 0 {
			p.close()
			continue
		}
		if p.watch == nil {
			r.follow(where, p)
		}
		if p.seen.name != "" && p.seen != p.shown && !r.documents.opened(p.seen.name) {
			due[where] = p
		}
	}
	return due
}

// follow watches which machine runs in a place; mu must be held.
func (r *running) follow(where string, p *runningPlace) {
	var err error
	p.watch, p.stop, err = followSnapshots(r.node, where, func(ctx context.Context, m *msgs.MachineSnapshot) { r.see(ctx, p, m) })
	if err != nil {
		r.node.Log.Warn("the running machine is not shown to viewers", "machine", where, "error", err)
	}
}

// see remembers which machine runs in a place.
func (r *running) see(ctx context.Context, p *runningPlace, m *msgs.MachineSnapshot) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	if p.seen = (runningMachine{m.Machine, m.Hash, m.Revision}); m.Idle {
		p.seen = runningMachine{}
	}
	r.kick()
}

// show reads a machine's text from the robot and publishes its document.
func (r *running) show(ctx context.Context, where string, p *runningPlace) {
	r.mu.Lock()
	now := p.seen
	p.shown = now // also if it cannot be read: the next machine is tried again
	r.mu.Unlock()
	a, err := ask[msgs.GetMachineChartRequest, msgs.GetMachineChartResponse](ctx, r.node, where+"get_chart", msgs.GetMachineChartRequest{Format: "source"})
	if err != nil || !a.Success {
		r.node.Log.Warn("the running machine is not shown to viewers", "machine", where, "error", err, "reason", a.Message)
		return
	}
	file := cmp.Or(a.File, a.Machine+".yaml")
	s := r.documents.workspace.Glance("running"+strings.TrimSuffix(where, "/machine/"), file, a.Text)
	p.channel.Publish(r.documents.clock.Now(), foxglove.EncodeJSON(s))
}

// close ends the watch of a place. The next viewer gets it from the start.
func (p *runningPlace) close() {
	if p.watch != nil {
		p.stop()
		p.watch.Close() //nolint:errcheck // it ends either way
		p.watch, p.seen, p.shown = nil, runningMachine{}, runningMachine{}
	}
}
