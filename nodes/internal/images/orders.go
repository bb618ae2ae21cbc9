package images

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"gonao/nao/devices/camera"
)

// mostImages limits the images of one call: a minute at 30 Hz.
const mostImages = 1800

// storePatience is how long a call waits for its images, in addition to 200 ms for each.
const storePatience = 10 * time.Second

// order is a request for a camera's next images, from a service call.
type order struct {
	count int
	label string
	done  chan error // receives one value, when the order has ended

	mu     sync.Mutex
	ended  bool
	files  []string
	file   *os.File // of a stream being written
	stream *camera.StreamWriter
}

// end ends the order with an error or nil. Calls after the first do nothing.
func (o *order) end(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return
	}
	o.ended = true
	if o.file != nil {
		err = errors.Join(err, o.file.Close())
	}
	o.done <- err
}

// isOver reports whether the order needs no further image: it is complete, failed or timed out.
func (o *order) isOver() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ended
}

// Orders are the calls that wait for the next images of one camera. It is safe for concurrent use.
type Orders struct {
	name    string
	store   *Store
	clock   waiter
	queue   chan *order
	waiting atomic.Int32

	mu      sync.Mutex
	pending *order
}

// waiter is the clock by which a call ends that gets no images.
type waiter interface {
	After(d time.Duration) <-chan time.Time
}

// NewOrders returns the orders of the camera of a name.
func NewOrders(name string, s *Store, clock waiter) *Orders {
	return &Orders{name: name, store: s, clock: clock, queue: make(chan *order, 4)}
}

// Wanted reports whether a call waits for an image.
func (o *Orders) Wanted() bool { return o.waiting.Load() > 0 }

// Store blocks until the next images are stored, and returns their files.
func (o *Orders) Store(ctx context.Context, count int, label string) ([]string, error) {
	if count > mostImages {
		return nil, fmt.Errorf("count: %d: expected at most %d", count, mostImages)
	}
	o.waiting.Add(1)
	defer o.waiting.Add(-1)
	call := &order{count: max(count, 1), label: label, done: make(chan error, 1)}
	tooLate := o.clock.After(storePatience + time.Duration(call.count)*time.Second/5)
	select {
	case o.queue <- call:
	default:
		return nil, fmt.Errorf("camera %s: too many calls wait for images", o.name)
	}
	var err error
	select {
	case err = <-call.done:
	case <-ctx.Done():
		call.end(ctx.Err())
	case <-tooLate:
		call.end(fmt.Errorf("camera %s: the images did not come in time", o.name))
	}
	if err == nil {
		select {
		case err = <-call.done:
		default:
		}
	}
	call.mu.Lock()
	defer call.mu.Unlock()
	return call.files, err
}

// Keep has an image stored if a call waits for it. It copies the image and never waits for the disk.
func (o *Orders) Keep(frame *camera.Frame, taken time.Time) {
	if !o.Wanted() {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.pending == nil || o.pending.isOver() {
		select {
		case o.pending = <-o.queue:
		default:
			o.pending = nil
			return
		}
	}
	call := o.pending
	if o.store.put(frame, job{taken: taken, camera: o.name, label: call.label, order: call, last: call.count == 1}) {
		if call.count--; call.count == 0 {
			o.pending = nil
		}
	}
}

// Refuse ends all calls with an error.
func (o *Orders) Refuse(why string) {
	err := fmt.Errorf("camera %s: %s", o.name, why)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.pending != nil {
		o.pending.end(err)
		o.pending = nil
	}
	for {
		select {
		case call := <-o.queue:
			call.end(err)
		default:
			return
		}
	}
}
