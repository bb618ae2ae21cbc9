package proc

import (
	"net"
	"os"
)

// NotifySocket is the environment variable with the socket to which a process reports that it works, as systemd has it
// (sd_notify).
const NotifySocket = "NOTIFY_SOCKET"

// ready is the text that is sent to that socket.
const ready = "READY=1"

// ReadyReporter returns a function that reports to the supervisor of this process that it works. The function is nil if no supervisor asks.
// Processes that this one starts do not inherit the socket.
func ReadyReporter() (report func()) {
	address := os.Getenv(NotifySocket)
	if address == "" {
		return nil
	}
	_ = os.Unsetenv(NotifySocket) // fails for impossible names only
	return func() {
		conn, err := net.Dial("unixgram", address)
		if err != nil {
			return // the supervisor is gone
		}
		_, _ = conn.Write([]byte(ready))
		_ = conn.Close()
	}
}

// IsReady reports whether a supervisor has received such a report.
func IsReady(datagram []byte) bool { return string(datagram) == ready }
