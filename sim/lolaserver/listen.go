package lolaserver

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
)

// maxPath is the longest path of a Unix socket that Linux takes.
const maxPath = 107

// listen opens the socket. A socket file whose server is gone is removed; one
// with a server behind it, and any other file, is left alone and is an error.
func listen(path string) (*net.UnixListener, error) {
	if path == "" || len(path) > maxPath {
		return nil, fmt.Errorf("LoLA socket %q: expected a path of 1 to %d characters", path, maxPath)
	}
	if err := removeStale(path); err != nil {
		return nil, fmt.Errorf("LoLA socket %s: %w", path, err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("LoLA socket %s: %w", path, err)
	}
	return l, nil
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
		return fmt.Errorf("a file that is no socket is in the way (%s)", info.Mode())
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	switch {
	case err == nil:
		return errors.Join(errInUse, conn.Close())
	case errors.Is(err, syscall.EAGAIN): // its backlog is full: somebody is there
		return errInUse
	case errors.Is(err, syscall.ECONNREFUSED):
		return os.Remove(path)
	default:
		return err
	}
}

// errInUse is what a second simulator on the same socket gets.
var errInUse = errors.New("a simulator or robot already serves it (stop that one, or choose another path)")
