package lua

import (
	"math/rand/v2"
	"unsafe"

	glua "github.com/yuin/gopher-lua"
)

// How often the data are measured, in instructions. A census of large data is done in
// steps, so that no single step is long: censusStep is the pause between two steps,
// censusEvery the least pause between two censuses. One instruction allocates 3 KB at most
// (an empty table that gets its first named field), so a script can exceed its limit by
// some 24 MB before a census begins.
const (
	censusEvery = 8192
	censusStep  = 4096
)

// Work of a census, in units of the time for one number in an array, about 3 ns.
const (
	unitsPerStep  = 44_000
	unitsOfNew    = 10 // a thing that was not seen before
	unitsOfInside = 10 // for the content of a value
	unitsOfKey    = 8  // a key, and its value
)

// Estimated sizes, bytes.
const (
	tableBytes    = 160
	slotBytes     = 16
	keyBytes      = 96 // size of a hash entry, with its place in the order of keys
	functionBytes = 96
	upvalueBytes  = 64
	longString    = 64 // longer ones are counted once each
)

// census measures everything that scripts can reach, one step per call, and returns an error when that is too much.
//
// Scripts run between the steps. Values that they create in that time are measured by the next census, unless the walk
// still reaches them. This census misses values that scripts move from a place not yet visited to a visited one; the
// order of the walk is random, so that no script can hide its data from one census after the other.
func (s *sandbox) census() error {
	if s.walk == nil {
		s.walk = &walk{most: s.opts.MaxMemory, seen: make(map[unsafe.Pointer]struct{}, s.visited), order: &s.order}
		s.walk.add(s.env)
		for _, v := range s.keep {
			s.walk.add(v)
		}
	}
	w := s.walk
	s.stack(w)
	w.step(unitsPerStep)
	switch {
	case w.bytes > w.most:
		s.endCensus()
		return errMemory
	case !w.over():
		s.meter.watchEvery = censusStep
	default:
		s.visited = len(w.seen)
		s.endCensus()
		s.meter.watchEvery = censusEvery + 2*s.visited // so that censuses need a small share of the time
	}
	return nil
}

// endCensus drops a census that is under way.
func (s *sandbox) endCensus() { s.walk, s.meter.watchEvery = nil, censusEvery }

// stack adds the locals of all running functions.
func (s *sandbox) stack(w *walk) {
	for level := 0; ; level++ {
		frame, ok := s.l.GetStack(level)
		if !ok {
			return
		}
		for i := 1; i <= mostRegisters; i++ {
			name, v := s.l.GetLocal(frame, i)
			if name == "" {
				break
			}
			w.add(v)
		}
	}
}

// walk visits everything that can be reached from some values.
type walk struct {
	bytes, most int
	units       int                         // work left in this step
	seen        map[unsafe.Pointer]struct{} // values that were counted, or will be
	todo        []glua.LValue               // values that were found and not visited
	order       *rand.PCG

	table *tableFields // the table being visited, or nil
	next  int          // place in its array and, behind that, in its keys
}

// over reports whether everything was visited.
func (w *walk) over() bool { return w.table == nil && len(w.todo) == 0 }

// step goes on with the walk until it has done some work, or found too much.
func (w *walk) step(units int) {
	w.units = units
	if n := len(w.todo); n > 1 {
		other := int(w.order.Uint64() % uint64(n))
		w.todo[n-1], w.todo[other] = w.todo[other], w.todo[n-1]
	}
	for !w.over() && w.bytes <= w.most && w.units > 0 {
		if w.table != nil {
			w.insideTable()
			continue
		}
		next := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.inside(next)
	}
}

// add counts a value, and notes it when there is more inside.
func (w *walk) add(v glua.LValue) {
	switch v := v.(type) {
	case glua.LString:
		if len(v) <= longString {
			w.bytes += len(v)
		} else if w.fresh(unsafe.Pointer(unsafe.StringData(string(v)))) {
			w.bytes += len(v)
		}
	case *glua.LTable:
		if w.fresh(unsafe.Pointer(v)) {
			w.todo = append(w.todo, v)
		}
	case *glua.LFunction:
		if w.fresh(unsafe.Pointer(v)) {
			w.todo = append(w.todo, v)
		}
	case *glua.LUserData:
		if w.fresh(unsafe.Pointer(v)) {
			w.todo = append(w.todo, v)
		}
	}
}

// fresh reports whether something is seen for the first time.
func (w *walk) fresh(at unsafe.Pointer) bool {
	w.units -= unitsOfNew
	before := len(w.seen)
	w.seen[at] = struct{}{}
	return len(w.seen) > before
}

// inside visits the content of a value.
func (w *walk) inside(v glua.LValue) {
	w.units -= unitsOfInside
	switch v := v.(type) {
	case *glua.LTable:
		t := fieldsOf(v)
		w.bytes += tableBytes + slotBytes*cap(t.array) + keyBytes*len(t.keys)
		w.add(t.Metatable)
		if len(t.array)+len(t.keys) > 0 {
			w.table, w.next = t, 0
		}
	case *glua.LFunction:
		w.bytes += functionBytes + upvalueBytes*len(v.Upvalues)
		w.units -= unitsOfInside * len(v.Upvalues)
		if v.Env != nil {
			w.add(v.Env)
		}
		for _, u := range v.Upvalues {
			if u != nil {
				w.add(u.Value())
			}
		}
	case *glua.LUserData:
		w.bytes += tableBytes
		w.add(v.Metatable)
	}
}

// insideTable goes on with the table that is being visited. It may have changed since
// the last step.
func (w *walk) insideTable() {
	t := w.table
	for ; w.next < len(t.array); w.next++ {
		if w.units--; w.units <= 0 {
			return
		}
		w.add(t.array[w.next])
	}
	for ; w.next-len(t.array) < len(t.keys); w.next++ {
		if w.units -= unitsOfKey; w.units <= 0 {
			return
		}
		key := t.keys[w.next-len(t.array)]
		if name, ok := key.(glua.LString); ok {
			w.add(key)
			w.add(t.strdict[string(name)])
			continue
		}
		w.add(key)
		w.add(t.dict[key])
	}
	w.table = nil
}
