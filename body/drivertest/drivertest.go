// Package drivertest is what the tests of every driver need: a commander that says what
// it is told to, and the system's time.
package drivertest

import (
	"context"
	"sync"
	"time"

	"gonao/nao"
)

// Wall is the system's time.
type Wall struct{}

// Now gives it.
func (Wall) Now() time.Time { return time.Now() } //nolint:forbidigo // drivers are tested in the wall's time

// Sleep waits, or until ctx ends.
func (Wall) Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d): //nolint:forbidigo // as above
		return nil
	}
}

// Commander answers each state with what it holds. Its fields are set before the driver
// runs; the methods may be called while it does.
type Commander struct {
	Cmd  *nao.Command // nil: silent
	Wish *nao.Lights  // the next one for the LEDs

	mu     sync.Mutex
	states []nao.State
}

// Tell keeps the state.
func (c *Commander) Tell(state *nao.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.states = append(c.states, *state)
}

// Answer gives the command as one that answers the cycle.
func (c *Commander) Answer(cycle uint64, _ time.Duration, cmd *nao.Command) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Cmd == nil {
		return false
	}
	*cmd = *c.Cmd
	cmd.Cycle = cycle
	return true
}

// Lights gives a wish once.
func (c *Commander) Lights(out *nao.Lights) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Wish == nil {
		return false
	}
	*out, c.Wish = *c.Wish, nil
	return true
}

// Command says something else from the next cycle on; nil is silent.
func (c *Commander) Command(cmd *nao.Command) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Cmd = cmd
}

// Light wishes for light.
func (c *Commander) Light(wish *nao.Lights) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Wish = wish
}

// Told gives the states that came so far.
func (c *Commander) Told() []nao.State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.states
}

// Standing commands a stand, stiff.
func Standing() *nao.Command {
	cmd := &nao.Command{Position: nao.StandPosture()}
	for j := range nao.NumJoints {
		cmd.Stiffness[j] = 1
	}
	return cmd
}
