package lola

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"gonao/nao"
	"gonao/nao/body"
	codec "gonao/nao/lola"
)

// connection is one connection to LoLA's socket.
type connection struct {
	*protocol
	conn  net.Conn
	waker body.Waker    // interrupts reads of conn
	last  time.Duration // simulated time of the last frame
}

// Sense reads the next frame.
func (c *connection) Sense(ctx context.Context, by time.Time, state *nao.State) (body.Sensed, error) {
	c.waker.AtEndOf(ctx)
	if err := c.conn.SetDeadline(by); err != nil {
		return body.NoState, c.lost(err)
	}
	// This is checked after the deadline was set: if ctx ends later, it wakes the read.
	if ctx.Err() != nil {
		return body.NoState, nil
	}
	err := c.reader.Sensors(&c.sensors)
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() != nil {
		return body.NoState, nil // the read was woken
	}
	if errors.Is(err, os.ErrDeadlineExceeded) && c.worldStands() {
		return body.NoState, nil
	}
	if err != nil {
		return body.NoState, c.lost(err)
	}
	c.last, _ = c.simulated()
	if err := c.check(); err != nil {
		return body.UnusableState, err
	}
	if !c.sensors.Seen.Has(codec.Needed) {
		return body.UnusableState, nil // the robot cannot be moved without these data
	}
	state.Cycle++
	if c.reader.Pending() {
		return body.PassedState, nil // we were late, and a newer frame has arrived
	}
	c.fill(state)
	return body.NewState, nil
}

// worldStands reports whether a simulated world has been paused, or is slow, since the last frame. A simulator that
// ends would have closed the socket.
func (c *connection) worldStands() bool {
	now, ok := c.simulated()
	return ok && c.sensors.Seen != 0 && now-c.last < time.Duration(c.silentFor.Load())
}

// fill converts the frame into the state of a cycle. The body's time advances by 12 ms per cycle, whatever the
// speed of a simulation.
func (c *connection) fill(state *nao.State) {
	state.Time = time.Duration(state.Cycle) * nao.CyclePeriod
	c.sensors.State(state)
	if known := c.robot.Load(); known == nil || *known != c.sensors.RobotConfig {
		config := c.sensors.RobotConfig
		c.robot.Store(&config)
	}
}

// Send writes the frame that answers the state.
func (c *connection) Send(_ context.Context, r *body.Reply) error {
	c.encode(r)
	if _, err := c.conn.Write(c.frame); err != nil {
		return c.lost(err)
	}
	return nil
}

// encode encodes the frame of a reply.
func (c *connection) encode(r *body.Reply) {
	if r.Lights != nil {
		c.commands.SetLights(r.Lights)
	}
	c.commands.SetCommand(&r.Command)
	c.commands.Sonar = r.Sonars
	c.frame = c.commands.Append(c.frame[:0])
}

// leaveIn bounds how long a robot may take to read the last command.
const leaveIn = 100 * time.Millisecond

// Close closes the socket after the robot has read the last command. A robot that can no longer send a frame may
// drop the connection without reading the command that makes it limp. So Close first closes the socket for writing,
// and then reads frames until the robot closes it too.
func (c *connection) Close() {
	defer c.conn.Close()
	c.waker.Stop()
	half, ok := c.conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil || c.conn.SetReadDeadline(time.Time{}) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveIn)
	defer cancel()
	c.waker.AtEndOf(ctx)
	defer c.waker.Stop()
	for c.reader.Sensors(&c.sensors) == nil && ctx.Err() == nil {
	}
}

// lost returns the error for a lost connection, with the socket.
func (c *connection) lost(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) && c.sensors.Seen == 0 {
		return fmt.Errorf("socket %s: connected, but no frame came (a simulator loads its world first; LoLA serves one program at a time: "+
			"is there another driver?): %w", c.path, err)
	}
	return fmt.Errorf("socket %s: %w", c.path, err)
}
