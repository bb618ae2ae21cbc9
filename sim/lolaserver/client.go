package lolaserver

import (
	"errors"
	"fmt"
	"net"
	"syscall"

	"golang.org/x/sys/unix"

	"gonao/nao/lola"
)

// maxUnread is the number of frames in a row, those of one second, that a client may leave
// unread before it is disconnected, so that the next one gets its turn.
const maxUnread = 83

// client is the connection that is served. The physics' goroutine sends, the
// accepting goroutine reads; closing is safe from both.
type client struct {
	conn  net.Conn
	raw   syscall.RawConn
	write func(fd uintptr) bool // kept, so that sending does not allocate
	frame []byte                // to be written
	rest  []byte                // of a frame of which the socket accepted a part
	sent  int
	err   error
	seen  uint64 // the last frame it was sent, counted by Server.turn
	stuck int    // frames in a row that the socket did not accept
}

func newClient(conn net.Conn) (*client, error) {
	socket, ok := conn.(syscall.Conn)
	if !ok {
		return nil, fmt.Errorf("LoLA client: %T is not a socket", conn)
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("LoLA client: %w", err)
	}
	c := &client{conn: conn, raw: raw, rest: make([]byte, 0, lola.MaxFrameSize)}
	c.write = func(fd uintptr) bool {
		c.sent, c.err = unix.Write(int(fd), c.frame)
		return true // done, whatever came of it: never wait for the client
	}
	return c, nil
}

var errStuck = errors.New("it does not read its frames")

// send sends the client a frame without ever waiting. It reports whether the socket
// accepted it; an error means that the client cannot be served any more. A frame that the
// socket accepted in part is completed before the next one begins.
func (c *client) send(frame []byte) (bool, error) {
	if len(c.rest) > 0 {
		sent, err := c.push(c.rest)
		if err != nil {
			return false, err
		}
		c.rest = c.rest[:copy(c.rest, c.rest[sent:])]
		if len(c.rest) > 0 {
			return false, c.missed()
		}
	}
	sent, err := c.push(frame)
	if err != nil {
		return false, err
	}
	if sent == 0 {
		return false, c.missed()
	}
	c.rest = append(c.rest, frame[sent:]...)
	c.stuck = 0
	return true, nil
}

// push writes as much as the socket accepts at once.
func (c *client) push(bytes []byte) (sent int, err error) {
	c.frame = bytes
	if err := c.raw.Write(c.write); err != nil {
		return 0, fmt.Errorf("send frame: %w", err)
	}
	switch {
	case errors.Is(c.err, unix.EAGAIN):
		return 0, nil
	case c.err != nil:
		return 0, fmt.Errorf("send frame: %w", c.err)
	}
	return c.sent, nil
}

// end ends the connection after an error of send. The last commands of a client that has gone are
// still in the socket: they make the robot limp, so they are read until the end.
func (c *client) end(err error) {
	if half, ok := c.conn.(interface{ CloseRead() error }); ok && !errors.Is(err, errStuck) {
		half.CloseRead() //nolint:errcheck // it has gone already
		return
	}
	c.conn.Close()
}

// missed counts a frame that the socket did not accept.
func (c *client) missed() error {
	c.stuck++
	if c.stuck >= maxUnread {
		return errStuck
	}
	return nil
}
