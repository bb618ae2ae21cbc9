package tf

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Wait is Lookup that waits until the pose is known. When ctx ends first, the error is ctx's cause with the last lookup
// error. An invalid name returns an [*InvalidError] at once.
func (b *Buffer) Wait(ctx context.Context, target, source string, at time.Time) (Stamped, error) {
	for {
		changed := b.nextChange() // before the lookup: no change is missed
		s, err := b.Lookup(target, source, at)
		var invalid *InvalidError
		if err == nil || errors.As(err, &invalid) {
			return s, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Stamped{}, fmt.Errorf("%w, still: %w", context.Cause(ctx), err)
		}
	}
}

// nextChange is closed when something is set or cleared.
func (b *Buffer) nextChange() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.changed == nil {
		b.changed = make(chan struct{})
	}
	return b.changed
}

// wake wakes the waiters, which check again; b.mu must be held.
func (b *Buffer) wake() {
	if b.changed != nil {
		close(b.changed)
		b.changed = nil
	}
}
