// Package drivertest holds test helpers for all drivers: a commander that answers with what a test sets, and the system's
// time.
package drivertest

import (
	"context"
	"sync"
	"time"

	"gonao/nao"
)

// Wall is the system's time.
type Wall struct{}

// Now returns the time.
func (Wall) Now() time.Time { return time.Now() } //nolint:forbidigo // drivers are tested in wall time

// Sleep blocks for a time, or until ctx ends.
func (Wall) Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d): //nolint:forbidigo // as above
		return nil
	}
}

// Commander answers each state with the command it holds, and takes the robot over as the rules of
// nao/body/safety demand: with the measured positions until the guard follows. Its fields are set before
// the driver runs; its methods may be called while the driver runs.
type Commander struct {
	Cmd  *nao.Command // nil: silent
	Wish *nao.Lights  // the next wish for the LEDs

	mu     sync.Mutex
	states []nao.State
}

// Observe keeps the state.
func (c *Commander) Observe(state *nao.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.states = append(c.states, *state)
}

// Command fills in the command, as an answer to the cycle.
func (c *Commander) Command(cycle uint64, _ time.Duration, cmd *nao.Command) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Cmd == nil {
		return false
	}
	*cmd = *c.Cmd
	cmd.Cycle = cycle
	if n := len(c.states); cmd.Finite() && n > 0 && c.states[n-1].Guard != nao.GuardFollowing {
		cmd.Position = c.states[n-1].Position
	}
	return true
}

// Lights fills in the lights that were set, once.
func (c *Commander) Lights(out *nao.Lights) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Wish == nil {
		return false
	}
	*out, c.Wish = *c.Wish, nil
	return true
}

// SetCommand sets the command from the next cycle on; nil is silent.
func (c *Commander) SetCommand(cmd *nao.Command) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Cmd = cmd
}

// SetLights sets the LEDs, sent once.
func (c *Commander) SetLights(wish *nao.Lights) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Wish = wish
}

// States returns the states that came so far.
func (c *Commander) States() []nao.State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.states
}

// Standing returns a command to stand, stiff.
func Standing() *nao.Command {
	cmd := &nao.Command{Position: nao.StandPosture()}
	for j := range nao.NumJoints {
		cmd.Stiffness[j] = 1
	}
	return cmd
}
