package ros

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// checkEvery is the least time between two checks of the graph.
const checkEvery = 200 * time.Millisecond

// startComplaining starts to log conditions that keep the node from working with others, each once.
func (n *Node) startComplaining(opts NodeOptions) {
	w := witness{node: n.FullName(), alone: !opts.Bare, running: newRunning()}
	if p, ok := n.backend.(interface{ Participant() [16]byte }); ok {
		w.participant = p.Participant()
	}
	changed := make(chan struct{}, 1)
	stop := n.backend.NotifyGraph(changed)
	go func() {
		defer stop()
		n.complain(w, changed)
	}()
}

// complain checks the graph whenever it has changed, until the node ends.
func (n *Node) complain(w witness, changed <-chan struct{}) {
	type state struct {
		since time.Time
		said  bool
	}
	states := map[string]state{}
	var again <-chan time.Time // due when a complaint has lasted long enough
	for {
		select {
		case <-n.ctx.Done():
			return
		case <-changed:
		case <-again:
		}
		again = nil
		g, err := n.neighbours()
		if err != nil {
			continue // the backend is closing
		}
		now, next := time.Now(), map[string]state{}
		for _, c := range complaints(g, w) {
			s, old := states[c.key]
			if _, twice := next[c.key]; twice {
				continue
			}
			if !old {
				s.since = now
			}
			if rest := c.after - now.Sub(s.since); rest > 0 && !s.said {
				again = time.After(min(rest, nameArrives))
			} else if !s.said {
				s.said = true
				n.Log.Warn(c.text, c.args...)
			}
			next[c.key] = s
		}
		states = next
		select {
		case <-n.ctx.Done():
			return
		case <-time.After(checkEvery):
		}
	}
}

// neighbours returns the part of the graph that the node can warn about.
func (n *Node) neighbours() (Graph, error) {
	if b, ok := n.backend.(Neighbourly); ok {
		return b.Neighbours(n.FullName())
	}
	return n.backend.Graph()
}

// newRunning returns a function that reports whether a process of this host runs; those of other hosts always do.
func newRunning() func(host string, pid int) bool {
	here, err := os.Hostname()
	return func(host string, pid int) bool {
		return err != nil || host != here || !errors.Is(unix.Kill(pid, 0), unix.ESRCH)
	}
}
