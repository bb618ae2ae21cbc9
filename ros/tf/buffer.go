package tf

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// DefaultCache is how long a Buffer keeps samples.
const DefaultCache = 10 * time.Second

// maxFrames limits the number of frames in a Buffer, because their names come from the network.
const maxFrames = 1 << 16

// Buffer remembers the poses of frames. The zero value is ready for use; Cache must
// not change afterwards. Its methods may be called from any goroutine.
type Buffer struct {
	Cache time.Duration // age of the oldest samples, relative to the newest; 0 is DefaultCache

	mu      sync.RWMutex
	ids     map[string]int32
	frames  []frame       // by id
	changed chan struct{} // closed at the next change; nil without waiters
}

// frame holds the samples of one frame.
type frame struct {
	name   string
	static bool  // parent and x are valid at all times
	parent int32 // parent of a static frame
	x      Transform
	past   history // samples of a moving frame; empty for a root
}

// Set adds the pose of a frame at a time, in any order of time; a second one of the same time replaces the first. A child
// with another parent has the new one from this time on. If it returns an [*InvalidError], [*OldError] or [*FullError],
// nothing has changed.
func (b *Buffer) Set(s Stamped) error { return b.take(s, (*frame).move) }

// SetStatic sets a pose that holds at all times, in place of all poses of the child. It returns an [*InvalidError] or a
// [*FullError].
func (b *Buffer) SetStatic(s Stamped) error { return b.take(s, (*frame).fix) }

// take checks a pose and passes it to its frame, with the parent's id and the length of the cache.
func (b *Buffer) take(s Stamped, to func(f *frame, s Stamped, parent int32, keep time.Duration) error) error {
	s, err := s.check()
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	parent, child, err := b.pair(s.Parent, s.Child)
	if err != nil {
		return err
	}
	if err := to(&b.frames[child], s, parent, b.cache()); err != nil {
		return err
	}
	b.wake()
	return nil
}

// move adds the pose at a time.
func (f *frame) move(s Stamped, parent int32, keep time.Duration) error {
	f.static = false
	if at := unixNano(s.Time); !f.past.add(sample{at, parent, s.Transform}, int64(keep)) {
		return &OldError{s.Parent, s.Child, s.Time, time.Unix(0, f.past.newest().at), keep}
	}
	return nil
}

// fix sets the pose that is valid at all times.
func (f *frame) fix(s Stamped, parent int32, _ time.Duration) error {
	f.static, f.parent, f.x = true, parent, s.Transform
	f.past.clear()
	return nil
}

// Clear removes all poses of frames that move, after the clock was set back.
func (b *Buffer) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.frames {
		b.frames[i].past.clear()
	}
	b.wake()
}

// Frames lists the names of all frames that were ever mentioned, sorted.
func (b *Buffer) Frames() []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.namesLocked()
}

// Parent returns the parent frame of a frame's newest pose. It reports false for a root and for an unknown frame.
func (b *Buffer) Parent(frame string) (string, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	id, ok := b.ids[frame]
	if !ok {
		return "", false
	}
	parent, _ := b.newest(id)
	if parent < 0 {
		return "", false
	}
	return b.frames[parent].name, true
}

func (b *Buffer) namesLocked() []string {
	names := make([]string, 0, len(b.frames))
	for i := range b.frames {
		names = append(names, b.frames[i].name)
	}
	slices.Sort(names)
	return names
}

// pair returns the ids of two frames, and adds new frames.
func (b *Buffer) pair(parent, child string) (p, c int32, err error) {
	if p, err = b.id(parent); err != nil {
		return 0, 0, err
	}
	c, err = b.id(child)
	return p, c, err
}

func (b *Buffer) id(name string) (int32, error) {
	if id, ok := b.ids[name]; ok {
		return id, nil
	}
	if len(b.frames) >= maxFrames {
		return 0, &FullError{name, maxFrames}
	}
	if b.ids == nil {
		b.ids = make(map[string]int32)
	}
	id := int32(len(b.frames))
	name = strings.Clone(name) // the name may be part of a long message
	b.ids[name] = id
	b.frames = append(b.frames, frame{name: name})
	return id, nil
}

// cache is Cache, kept from overflow.
func (b *Buffer) cache() time.Duration {
	const century = 100 * 365 * 24 * time.Hour
	if b.Cache <= 0 {
		return DefaultCache
	}
	return min(b.Cache, century)
}

// unixNano is t in ns since 1970, 0 for the zero Time, kept where differences do not overflow; stamps of
// messages always are.
func unixNano(t time.Time) int64 {
	const limitSec = 4_000_000_000 // about 1843 to 2096
	switch sec := t.Unix(); {
	case t.IsZero():
		return 0
	case sec > limitSec:
		return limitSec * 1e9
	case sec < -limitSec:
		return -limitSec * 1e9
	}
	return t.UnixNano()
}
