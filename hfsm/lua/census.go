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

// census measures everything that scripts can reach, to find that they hold too much.
//
// The meter calls it while a script runs, after the number of instructions that the last call
// asked for: a census walks over the data in steps, a short pause between two, and the next one
// begins after a long pause, longer after a large one, so that censuses need a small share of the
// time. What counts is the number of instructions, not time: a script is ended at the same
// instruction whenever it runs.
//
// Scripts run between the steps. Values that they create in that time are measured by the next
// census, unless the walk still reaches them. This census misses values that scripts move from a
// place not yet visited to a visited one; the order of the walk is random, so that no script can
// hide its data from one census after the other.
type census struct {
	most    int // bytes
	roots   func() []glua.LValue
	l       *glua.LState // whose running functions have locals
	walk    *walk        // under way, or nil
	visited int          // things that the last walk saw
	order   rand.PCG     // order in which it visits
}

// step goes on with the census and returns the instructions until the next step.
func (c *census) step() (pause int, err error) {
	if c.walk == nil {
		c.walk = &walk{most: c.most, seen: make(map[unsafe.Pointer]struct{}, c.visited), order: &c.order}
		for _, v := range c.roots() {
			c.walk.add(v)
		}
	}
	w := c.walk
	c.stack()
	w.step(unitsPerStep)
	switch {
	case w.bytes > w.most:
		c.walk = nil
		return censusEvery, errMemory
	case !w.over():
		return censusStep, nil
	}
	c.walk, c.visited = nil, len(w.seen)
	return censusEvery + 2*c.visited, nil
}

// stack adds the locals of all running functions.
func (c *census) stack() {
	for level := 0; ; level++ {
		frame, ok := c.l.GetStack(level)
		if !ok {
			return
		}
		for i := 1; i <= mostRegisters; i++ {
			name, v := c.l.GetLocal(frame, i)
			if name == "" {
				break
			}
			c.walk.add(v)
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
