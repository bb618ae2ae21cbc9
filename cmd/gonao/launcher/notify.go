package launcher

import (
	"fmt"
	"net"
	"os"
	"sync/atomic"

	"gonao/internal/proc"
)

// notices receives the report of a child that it works. A nil notices receives nothing.
type notices struct {
	conn   *net.UnixConn
	worked atomic.Bool
}

// noticesOpened counts the sockets that this process has opened.
var noticesOpened atomic.Int64

// openNotices opens the socket. It returns nil on systems without abstract sockets.
func openNotices() *notices {
	address := fmt.Sprintf("@gonao/notices/%d/%d", os.Getpid(), noticesOpened.Add(1))
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: address, Net: "unixgram"})
	if err != nil {
		return nil
	}
	n := &notices{conn: conn}
	go func() {
		var buf [64]byte
		for {
			got, err := conn.Read(buf[:])
			if err != nil {
				return // the socket is closed
			}
			if proc.IsReady(buf[:got]) {
				n.worked.Store(true)
			}
		}
	}()
	return n
}

// env returns the environment variables for the child.
func (n *notices) env() []string {
	if n == nil {
		return nil
	}
	return []string{proc.NotifySocket + "=" + n.conn.LocalAddr().String()}
}

func (n *notices) close() {
	if n != nil {
		_ = n.conn.Close()
	}
}

// failedAtOnce reports whether the child ended by itself before it reported that it works. It is false for programs
// that are not gonao's, since these do not report.
func (c *child) failedAtOnce() bool {
	return c.status != "" && !c.killed && c.notices != nil && !c.notices.worked.Load()
}
