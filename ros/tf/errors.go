package tf

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gonao/internal/wording"
)

// InvalidError is about a pose or a frame's name that cannot be right.
type InvalidError struct {
	Parent, Child string // in a lookup, Child is the requested frame and Parent is empty
	Err           error  // what was expected
}

func (e *InvalidError) Error() string {
	if e.Parent == "" && e.Child == "" {
		return "transform: " + e.Err.Error()
	}
	return fmt.Sprintf("transform %q → %q: %v", e.Parent, e.Child, e.Err)
}

func (e *InvalidError) Unwrap() error { return e.Err }

// OldError is about a sample that came later than the cache is long.
type OldError struct {
	Parent, Child string
	Time, Newest  time.Time     // of the sample, and of the newest stored one
	Cache         time.Duration // how long samples are kept
}

func (e *OldError) Error() string {
	return fmt.Sprintf("transform %q → %q at %s: older by %v than the newest at %s; the cache holds %v",
		e.Parent, e.Child, seconds(e.Time), e.Newest.Sub(e.Time), seconds(e.Newest), e.Cache)
}

// FullError is about a frame beyond the number that a buffer holds.
type FullError struct {
	Frame string
	Most  int
}

func (e *FullError) Error() string {
	return fmt.Sprintf("frame %q: there are %d frames already, more than any robot has; does a node make new names all the time?", e.Frame, e.Most)
}

// UnknownFrameError is about a frame that no transform has named yet.
type UnknownFrameError struct {
	Frame string
	Near  string   // a similar known frame, "" if there is none
	Known []string // all frames there are, sorted
}

func (e *UnknownFrameError) Error() string {
	text := fmt.Sprintf("frame %q: no such frame", e.Frame)
	if e.Near != "" {
		text += fmt.Sprintf(" (did you mean %q?)", e.Near)
	}
	const most = 12
	switch n := len(e.Known); {
	case n == 0:
		return text + "; there are no frames yet"
	case n > most:
		return fmt.Sprintf("%s; there are %s and %d more", text, strings.Join(e.Known[:most], ", "), n-most)
	}
	return text + "; there are " + strings.Join(e.Known, ", ")
}

// NotConnectedError is about two frames in different trees.
type NotConnectedError struct {
	Target, Source         string
	TargetRoot, SourceRoot string // the frames at the tops of their trees
	Time                   time.Time
}

func (e *NotConnectedError) Error() string {
	return fmt.Sprintf("%q in %q at %s: not connected: the root above %q is %q, above %q it is %q",
		e.Source, e.Target, seconds(e.Time), e.Source, e.SourceRoot, e.Target, e.TargetRoot)
}

// ExtrapolationError is about a time at which one frame on the way has no samples.
type ExtrapolationError struct {
	Target, Source string
	Frame, Parent  string // the pose that is missing: Frame in Parent
	Time           time.Time
	Oldest, Newest time.Time // of Frame's samples
}

// Past reports whether the time is before the oldest sample, not after the newest.
func (e *ExtrapolationError) Past() bool { return e.Time.Before(e.Oldest) }

// By is how far the time lies outside the samples, more than 0.
func (e *ExtrapolationError) By() time.Duration {
	if e.Past() {
		return e.Oldest.Sub(e.Time)
	}
	return e.Time.Sub(e.Newest)
}

func (e *ExtrapolationError) Error() string {
	format, edge := "%q in %q at %s: %v into the future: the newest sample of %q in %q is of %s", e.Newest
	if e.Past() {
		format, edge = "%q in %q at %s: %v into the past: the oldest sample of %q in %q is of %s", e.Oldest
	}
	return fmt.Sprintf(format, e.Source, e.Target, seconds(e.Time), e.By(), e.Frame, e.Parent, seconds(edge))
}

// LoopError is about frames that are each other's parents.
type LoopError struct {
	Frames []string // each the child of the next, the last of the first
}

func (e *LoopError) Error() string {
	return fmt.Sprintf("frames %s: each is the parent of the one before, the first that of the last: expected a tree",
		strings.Join(e.Frames, ", "))
}

// unknown makes the error for a frame that is not there; b.mu is held.
func (b *Buffer) unknown(name string) error {
	known := b.namesLocked()
	near := wording.Nearest(name, known)
	if i := slices.IndexFunc(known, func(k string) bool { // a prefix forgotten, or one too many
		return strings.HasSuffix(k, "/"+name) || strings.HasSuffix(name, "/"+k)
	}); near == "" && i >= 0 {
		near = known[i]
	}
	return &UnknownFrameError{Frame: name, Near: near, Known: known}
}

// seconds writes a time as ROS prints stamps.
func seconds(t time.Time) string {
	if t.IsZero() {
		return "the latest time"
	}
	sec, ns, sign := t.Unix(), t.Nanosecond(), ""
	if sec < 0 && ns > 0 { // time counts ns up from the second before
		sec, ns = sec+1, 1e9-ns
		if sec == 0 {
			sign = "-"
		}
	}
	return fmt.Sprintf("%s%d.%09d s", sign, sec, ns)
}
