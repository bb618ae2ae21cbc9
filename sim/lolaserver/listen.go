package lolaserver

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"gonao/nao/lola"
)

// backlog is the number of clients that may wait while another is served.
const backlog = 1

// listen opens the socket, a Unix one or TCP's. A socket file without a server is removed; a socket file with a server,
// and any other file, is kept and is an error.
func listen(where string) (net.Listener, error) {
	network, address, err := lola.Address(where)
	if err != nil {
		return nil, err
	}
	if network == "unix" {
		if err := removeStale(address); err != nil {
			return nil, fmt.Errorf("LoLA socket %s: %w", where, err)
		}
	}
	l, err := net.Listen(network, address)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = errInUse
	}
	if err != nil {
		return nil, fmt.Errorf("LoLA socket %s: %w", where, err)
	}
	if err := setBacklog(l, backlog); err != nil {
		return nil, errors.Join(fmt.Errorf("LoLA socket %s: %w", where, err), l.Close())
	}
	return l, nil
}

// setBacklog sets how many connections wait to be accepted: listening once more does.
func setBacklog(l net.Listener, n int) error {
	socket, ok := l.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return err
	}
	var listening error
	err = raw.Control(func(fd uintptr) { listening = unix.Listen(int(fd), n) })
	return errors.Join(err, listening)
}

func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSocket == 0 {
		return fmt.Errorf("a file that is not a socket is in the way (%s)", info.Mode())
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	switch {
	case err == nil:
		return errors.Join(errInUse, conn.Close())
	case errors.Is(err, syscall.EAGAIN): // its backlog is full: a server is there
		return errInUse
	case errors.Is(err, syscall.ECONNREFUSED):
		return os.Remove(path)
	default:
		return err
	}
}

// errInUse is the error of a second simulator on the same socket.
var errInUse = errors.New("a simulator or robot already serves it (stop that one, or choose another path)")
