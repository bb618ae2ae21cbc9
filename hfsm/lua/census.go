package lua

import (
	"reflect"
	"unsafe"

	glua "github.com/yuin/gopher-lua"
)

// censusEvery is how many instructions may pass until the data are measured again.
// One instruction makes 3 KB at the very most (an empty table that gets its first
// named field), so that a script can hold some 24 MB more than it may before it is
// seen.
const censusEvery = 8192

// What things take, about, bytes.
const (
	tableBytes    = 160
	slotBytes     = 16
	keyBytes      = 96 // of a hash, with its place in the order of keys
	functionBytes = 96
	upvalueBytes  = 64
	longString    = 64 // longer ones are counted once each
)

// census walks everything scripts can reach and says when it is too much.
func (s *sandbox) census() error {
	w := &walk{most: s.opts.MaxMemory, seen: map[any]bool{}}
	w.add(s.env)
	for _, v := range s.keep {
		w.add(v)
	}
	s.stack(w)
	for len(w.todo) > 0 && w.bytes <= w.most {
		next := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.inside(next)
	}
	s.visited = len(w.seen)
	s.meter.watchEvery = censusEvery + 4*s.visited // so that it takes a small share of the time
	if w.bytes > w.most {
		return errMemory
	}
	return nil
}

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

type walk struct {
	bytes, most int
	seen        map[any]bool
	todo        []glua.LValue
}

// add counts a value and notes it when there is more inside.
func (w *walk) add(v glua.LValue) {
	switch v := v.(type) {
	case glua.LString:
		if len(v) <= longString {
			w.bytes += len(v)
		} else if at := unsafe.StringData(string(v)); !w.seen[at] {
			w.seen[at] = true
			w.bytes += len(v)
		}
	case *glua.LTable, *glua.LFunction, *glua.LUserData:
		if !w.seen[v] {
			w.seen[v] = true
			w.todo = append(w.todo, v)
		}
	}
}

// Fields of a table that say how large it has grown, also where it is empty again:
// its array, the keys in their order, their places there, and those that are texts or
// anything else and have a value.
var arrayField, keysField, placeField, namedField, otherField = tableField("array"), tableField("keys"), tableField("k2i"),
	tableField("strdict"), tableField("dict")

func tableField(name string) int {
	f, ok := reflect.TypeFor[glua.LTable]().FieldByName(name)
	if !ok {
		panic("lua: the interpreter's tables are not as this was written for")
	}
	return f.Index[0]
}

func (w *walk) inside(v glua.LValue) {
	switch v := v.(type) {
	case *glua.LTable:
		t := reflect.ValueOf(v).Elem()
		w.bytes += tableBytes + slotBytes*t.Field(arrayField).Cap() + keyBytes*t.Field(keysField).Len()
		v.ForEach(func(key, value glua.LValue) {
			if _, ok := key.(glua.LNumber); !ok {
				w.add(key)
			}
			w.add(value)
		})
		w.add(v.Metatable)
	case *glua.LFunction:
		w.bytes += functionBytes + upvalueBytes*len(v.Upvalues)
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
