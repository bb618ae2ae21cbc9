package bodytest

import (
	"sync"
	"time"

	"gonao/internal/latest"
	"gonao/nao"
)

// commander answers every state at once with a fixed command or with the result of a function, or does not answer.
type commander struct {
	came chan struct{} // signals a new state; has room for one signal

	mu      sync.Mutex
	state   nao.State
	any     bool
	cmd     *nao.Command // nil if the commander is silent
	answer  func(s *nao.State, cmd *nao.Command) bool
	lights  *nao.Lights // the next request for the LEDs
	gathers int
	states  []nao.State
	guards  uint // bits of the guard's states since set: some last for some cycles only
}

// set sets the command for all later answers; with nil the commander does not answer.
func (c *commander) set(cmd *nao.Command) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cmd, c.answer, c.guards = nil, nil, 0
	if cmd != nil {
		own := *cmd
		c.cmd = &own
	}
}

// reply sets a function that fills in all later answers. The function reports whether to answer.
func (c *commander) reply(answer func(s *nao.State, cmd *nao.Command) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = answer
}

// wish sets the next request for the LEDs.
func (c *commander) wish(l nao.Lights) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lights = &l
}

// last returns the newest state, and whether a state has arrived.
func (c *commander) last() (s nao.State, any bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state, c.any
}

// saw reports whether the guard has been in this state since set.
func (c *commander) saw(g nao.Guard) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.guards>>g&1 == 1
}

// gather returns the next n states.
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

// Observe stores a state.
func (c *commander) Observe(state *nao.State) {
	c.mu.Lock()
	c.state, c.any = *state, true
	c.guards |= 1 << state.Guard
	if len(c.states) < c.gathers {
		c.states = append(c.states, *state)
	}
	c.mu.Unlock()
	latest.Notify(c.came)
}

// Command fills in the command, if there is one.
func (c *commander) Command(_ uint64, _ time.Duration, cmd *nao.Command) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answer != nil {
		return c.answer(&c.state, cmd)
	}
	if c.cmd == nil {
		return false
	}
	*cmd = *c.cmd
	return true
}

// Lights fills in the request, once.
func (c *commander) Lights(out *nao.Lights) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lights == nil {
		return false
	}
	*out, c.lights = *c.lights, nil
	return true
}
