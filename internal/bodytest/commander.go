package bodytest

import (
	"sync"
	"time"

	"gonao/nao"
)

// commander answers every state at once with the same command, or falls silent.
type commander struct {
	came chan struct{} // a state has; holds one

	mu      sync.Mutex
	state   nao.State
	any     bool
	cmd     *nao.Command // nil: silent
	gathers int
	states  []nao.State
}

// command sets what is answered from now on; nil is nothing.
func (c *commander) command(cmd *nao.Command) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cmd = nil
	if cmd != nil {
		own := *cmd
		c.cmd = &own
	}
}

// last gives the newest state.
func (c *commander) last() (s nao.State, any bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state, c.any
}

// gather gives the next states, one after the other.
func (c *commander) gather(n int, r *rig) []nao.State {
	r.t.Helper()
	c.mu.Lock()
	c.gathers, c.states = n, nil
	c.mu.Unlock()
	r.until("states come", func(*nao.State) bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.states) == n
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.states
}

// Tell takes a state.
func (c *commander) Tell(state *nao.State) {
	c.mu.Lock()
	c.state, c.any = *state, true
	if len(c.states) < c.gathers {
		c.states = append(c.states, *state)
	}
	c.mu.Unlock()
	select {
	case c.came <- struct{}{}:
	default:
	}
}

// Answer gives the command, if there is one.
func (c *commander) Answer(_ uint64, _ time.Duration, cmd *nao.Command) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cmd == nil {
		return false
	}
	*cmd = *c.cmd
	return true
}

// Lights gives none.
func (c *commander) Lights(*nao.Lights) bool { return false }
