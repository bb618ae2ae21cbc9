package launcher

import (
	"fmt"
	"net"
	"os"
	"sync/atomic"

	"gonao/internal/proc"
)

// notices is where a child reports that it works. A nil one receives nothing.
type notices struct {
	conn   *net.UnixConn
	worked atomic.Bool
}

// noticesOpened counts the sockets of this process.
var noticesOpened atomic.Int64

// openNotices opens the socket; nil where there are no abstract sockets.
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
				return // closed
			}
			if proc.IsReady(buf[:got]) {
				n.worked.Store(true)
			}
		}
	}()
	return n
}

// env returns the environment variable for the child.
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

// failedAtOnce reports whether the child has failed without having worked: it ended by itself, and has never reported that it works.
// Of a program that is not gonao's that is not known.
func (c *child) failedAtOnce() bool {
	return c.status != "" && !c.killed && c.notices != nil && !c.notices.worked.Load()
}
