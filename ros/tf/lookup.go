package tf

import (
	"math"
	"time"
)

// Lookup returns X_TS, the pose of the source frame in the target frame, at a time: it transforms p_S to p_T. Time zero is
// the latest that all frames on the way share. The result carries its time; that is the zero Time if nothing on the way
// moves and the latest was requested.
//
// The errors are [*InvalidError], [*UnknownFrameError], [*NotConnectedError],
// [*ExtrapolationError] and [*LoopError]. A lookup that succeeds allocates nothing.
func (b *Buffer) Lookup(target, source string, at time.Time) (Stamped, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.lookup(target, source, at)
}

// LookupFull returns the pose of the source frame at sourceTime in the target frame at targetTime, through a frame that does
// not move between these times.
func (b *Buffer) LookupFull(target string, targetTime time.Time, source string, sourceTime time.Time, fixed string) (Stamped, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, frame := range [...]string{target, source, fixed} {
		if _, err := b.known(frame); err != nil {
			return Stamped{}, err
		}
	}
	there, err := b.lookup(fixed, source, sourceTime)
	if err != nil {
		return Stamped{}, err
	}
	back, err := b.lookup(target, fixed, targetTime)
	if err != nil {
		return Stamped{}, err
	}
	back.Child, back.Transform = source, back.Mul(there.Transform)
	return back, nil
}

// CanTransform reports whether Lookup would succeed. It does not allocate.
func (b *Buffer) CanTransform(target, source string, at time.Time) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	t, okT := b.ids[target]
	s, okS := b.ids[source]
	if !okT || !okS {
		return false
	}
	_, _, f := b.find(t, s, at)
	return f.kind == found
}

func (b *Buffer) lookup(target, source string, at time.Time) (Stamped, error) {
	t, err := b.known(target)
	if err != nil {
		return Stamped{}, err
	}
	s, err := b.known(source)
	if err != nil {
		return Stamped{}, err
	}
	x, of, f := b.find(t, s, at)
	if f.kind != found {
		return Stamped{}, b.explain(f, t, s)
	}
	return Stamped{Parent: b.frames[t].name, Child: b.frames[s].name, Time: of, Transform: x}, nil
}

func (b *Buffer) known(name string) (int32, error) {
	if id, ok := b.ids[name]; ok {
		return id, nil
	}
	if err := checkFrame(name); err != nil {
		return 0, &InvalidError{Child: name, Err: err}
	}
	return 0, b.unknown(name)
}

// outcome is how a search ended.
type outcome uint8

const (
	found outcome = iota
	atRoot
	outside // outside the samples of a frame
	looped
)

// failure is where a search ended, without the cost of an error.
type failure struct {
	kind                   outcome
	frame                  int32 // for outside: the frame with the samples; for looped: a frame of the loop
	at                     int64 // ns; latest when no time is at fault
	targetRoot, sourceRoot int32 // atRoot
}

// latest stands for no certain time.
const latest = math.MinInt64

// step is a frame on the way up, with the pose of the first frame in it.
type step struct {
	frame int32
	at    int64 // the earliest newest time of the frames below; for the latest time
	x     Transform
}

// usual is the depth of a tree that is climbed without allocating.
const usual = 24

// find returns the pose of frame s in frame t, and its time.
func (b *Buffer) find(t, s int32, at time.Time) (Transform, time.Time, failure) {
	var room [usual]step
	ns := unixNano(at)
	if ns == 0 {
		var f failure
		if ns, f = b.commonTime(room[:0], t, s); f.kind != found {
			return Transform{}, time.Time{}, f
		}
		if at = (time.Time{}); ns != latest {
			at = time.Unix(0, ns)
		}
	}
	way, sourceEnd := b.climb(room[:0], s, ns)
	x := Identity() // pose of t in up
	for up, steps := t, 0; ; steps++ {
		for i := range way {
			if way[i].frame == up {
				return x.Inverse().Mul(way[i].x), at, failure{}
			}
		}
		parent, px, end := b.above(up, ns)
		if end == found && steps > len(b.frames) {
			end = looped
		}
		if end != found {
			return Transform{}, at, worse(sourceEnd, failure{kind: end, frame: up, at: ns})
		}
		x, up = px.Mul(x), parent
	}
}

// worse returns, of two ways that did not meet, the failure to report.
func worse(source, target failure) failure {
	switch {
	case source.kind != atRoot:
		return source
	case target.kind != atRoot:
		return target
	}
	return failure{kind: atRoot, at: source.at, sourceRoot: source.frame, targetRoot: target.frame}
}

// climb goes up from a frame to where it ends at that time.
func (b *Buffer) climb(way []step, from int32, ns int64) ([]step, failure) {
	x := Identity()
	for up := from; ; {
		way = append(way, step{frame: up, x: x})
		parent, px, end := b.above(up, ns)
		if end != found {
			return way, failure{kind: end, frame: up, at: ns}
		}
		if len(way) > len(b.frames) {
			return way, failure{kind: looped, frame: up}
		}
		x, up = px.Mul(x), parent
	}
}

// above returns the parent of a frame and the pose in it at a time.
func (b *Buffer) above(id int32, ns int64) (parent int32, x Transform, end outcome) {
	f := &b.frames[id]
	switch {
	case f.static:
		return f.parent, f.x, found
	case f.past.empty():
		return 0, x, atRoot
	case ns < f.past.oldest().at || ns > f.past.newest().at:
		return 0, x, outside
	}
	parent, x = f.past.at(ns)
	return parent, x, found
}

// newest returns the parent of a frame's newest sample and that sample's time, which is MaxInt64 for a static frame. The
// parent of a root is -1.
func (b *Buffer) newest(id int32) (parent int32, at int64) {
	f := &b.frames[id]
	switch {
	case f.static:
		return f.parent, math.MaxInt64
	case f.past.empty():
		return -1, math.MaxInt64
	}
	s := f.past.newest()
	return s.parent, s.at
}

// commonTime returns the latest time up to which all frames between two have samples; latest if all of them are static.
func (b *Buffer) commonTime(way []step, t, s int32) (int64, failure) {
	var roots [2]int32
	least := int64(math.MaxInt64)
	for up := s; up >= 0; {
		way = append(way, step{frame: up, at: least})
		if len(way) > len(b.frames)+1 {
			return 0, failure{kind: looped, frame: up}
		}
		roots[0] = up
		var at int64
		up, at = b.newest(up)
		least = min(least, at)
	}
	least = math.MaxInt64
	for up, n := t, 0; up >= 0; n++ {
		for i := range way {
			if way[i].frame == up {
				if least = min(least, way[i].at); least == math.MaxInt64 {
					least = latest
				}
				return least, failure{}
			}
		}
		if n > len(b.frames) {
			return 0, failure{kind: looped, frame: up}
		}
		roots[1] = up
		var at int64
		up, at = b.newest(up)
		least = min(least, at)
	}
	return 0, failure{kind: atRoot, at: latest, sourceRoot: roots[0], targetRoot: roots[1]}
}

// explain makes the error of a failed search.
func (b *Buffer) explain(f failure, t, s int32) error {
	target, source := b.frames[t].name, b.frames[s].name
	var at time.Time
	if f.at != latest {
		at = time.Unix(0, f.at)
	}
	switch f.kind {
	case outside:
		past := &b.frames[f.frame].past
		edge := past.newest()
		if f.at < past.oldest().at {
			edge = past.oldest()
		}
		return &ExtrapolationError{
			Target: target, Source: source,
			Frame: b.frames[f.frame].name, Parent: b.frames[edge.parent].name,
			Time: at, Oldest: time.Unix(0, past.oldest().at), Newest: time.Unix(0, past.newest().at),
		}
	case looped:
		return b.loop(f)
	default:
		return &NotConnectedError{target, source, b.frames[f.targetRoot].name, b.frames[f.sourceRoot].name, at}
	}
}

// loop names the frames of a loop that begins at a frame in it.
func (b *Buffer) loop(f failure) error {
	e := &LoopError{}
	for up := f.frame; up >= 0 && len(e.Frames) <= len(b.frames); {
		e.Frames = append(e.Frames, b.frames[up].name)
		if up, _ = b.newest(up); up == f.frame {
			break
		}
	}
	return e
}
