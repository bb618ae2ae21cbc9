package proc

// This part of the package turns signals into the end of a context, for programs that must leave their robot safe.

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// WithInterrupt returns a context that ends with the first SIGINT, SIGTERM or SIGHUP, which a closed
// terminal or a lost connection sends, and with the signals in also. SIGHUP is left ignored
// under nohup. Until stop is called, a second signal changes nothing: the program is busy
// leaving its robot safe.
func WithInterrupt(also ...os.Signal) (ctx context.Context, stop context.CancelFunc) {
	signals := append([]os.Signal{syscall.SIGINT, syscall.SIGTERM}, also...)
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(context.Background(), signals...)
}
