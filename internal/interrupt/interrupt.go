// Package interrupt ends programs that look after a robot: gently, and never twice.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Context ends with the first SIGINT or SIGTERM, and with SIGHUP, which a closed
// terminal or a lost connection sends, unless nohup keeps it away; also names further
// signals. Until stop is called, a second signal changes nothing: the program is busy
// leaving its robot safe.
func Context(also ...os.Signal) (ctx context.Context, stop context.CancelFunc) {
	signals := append([]os.Signal{syscall.SIGINT, syscall.SIGTERM}, also...)
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(context.Background(), signals...)
}
