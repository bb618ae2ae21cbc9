package lolaserver

import (
	"errors"
	"fmt"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// patience is how many frames in a row a client may leave unread before it is
// put off the line, so that the next one gets its turn: one second.
const patience = 83

// client is the connection that is served. The physics' goroutine sends, the
// accepting goroutine reads; closing is safe from both.
type client struct {
	conn  *net.UnixConn
	raw   syscall.RawConn
	write func(fd uintptr) bool // kept, so that sending does not allocate
	frame []byte
	sent  int
	err   error
	seen  uint64 // the last frame it was offered, counted by Server.turn
	stuck int    // frames in a row that the socket did not take
}

func newClient(conn *net.UnixConn) (*client, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("LoLA client: %w", err)
	}
	c := &client{conn: conn, raw: raw}
	c.write = func(fd uintptr) bool {
		c.sent, c.err = unix.Write(int(fd), c.frame)
		return true // done, whatever came of it: never wait for the client
	}
	return c, nil
}

var (
	errStuck = errors.New("it does not read its frames")
	errTorn  = errors.New("its socket took half a frame")
)

// send gives the client a frame without ever waiting. It reports whether the
// socket took it; an error means that the client cannot be served any more.
func (c *client) send(frame []byte) (bool, error) {
	c.frame = frame
	if err := c.raw.Write(c.write); err != nil {
		return false, fmt.Errorf("send frame: %w", err)
	}
	switch {
	case errors.Is(c.err, unix.EAGAIN):
		c.stuck++
		if c.stuck >= patience {
			return false, errStuck
		}
		return false, nil
	case c.err != nil:
		return false, fmt.Errorf("send frame: %w", c.err)
	case c.sent != len(frame):
		return false, errTorn
	}
	c.stuck = 0
	return true, nil
}
