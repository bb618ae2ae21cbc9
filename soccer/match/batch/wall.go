package batch

import (
	"context"
	"time"
)

// A queue between computers lives in wall time, whatever time passes in its matches.

// pause waits for a time, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d) //nolint:forbidigo // see above
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// every calls f in intervals until ctx ends.
func every(ctx context.Context, d time.Duration, f func()) {
	t := time.NewTicker(d) //nolint:forbidigo // see above
	defer t.Stop()
	for {
		select {
		case <-t.C:
			f()
		case <-ctx.Done():
			return
		}
	}
}

// now returns the wall's time.
func now() time.Time { return time.Now() } //nolint:forbidigo // see above
