package lua

import (
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"
)

func (s *sandbox) openTable() {
	t, in := s.l.NewTable(), tableLibrary{s.bounds}
	s.register(t, map[string]glua.LGFunction{
		"concat": in.tableConcat, "insert": in.tableInsert, "remove": in.tableRemove, "sort": in.tableSort,
		"maxn": in.tableMaxN, "getn": operators{s.bounds}.length, "unpack": s.unpack,
	})
	s.env.RawSetString("table", t)
}

// index stands for each computed key that is set (see rewrite.go).
func (s operators) index(l *glua.LState) int {
	key := l.Get(1)
	if n, ok := key.(glua.LNumber); ok && n > sparseIndex {
		t, _ := l.Get(2).(*glua.LTable)
		s.checkIndex(l, key, target(l, t))
	}
	l.Push(key)
	return 1
}

// target follows __newindex to the table that would get a key.
func target(l *glua.LState, t *glua.LTable) *glua.LTable {
	for range 10 {
		if t == nil {
			return nil
		}
		m, ok := t.Metatable.(*glua.LTable)
		if !ok {
			return t
		}
		next, ok := m.RawGetString("__newindex").(*glua.LTable)
		if !ok {
			return t
		}
		t = next
	}
	l.RaiseError("more than 10 tables behind each other's __newindex")
	return nil
}

// checkIndex refuses a whole number far behind the end of the array: the interpreter
// would fill the gap. t may be nil.
func (s *bounds) checkIndex(l *glua.LState, key glua.LValue, t *glua.LTable) {
	n, ok := key.(glua.LNumber)
	if !ok || n <= sparseIndex || float64(n) != math.Trunc(float64(n)) {
		return
	}
	length := 0
	if t != nil {
		length = s.lengthOf(l, t)
	}
	if n > glua.LNumber(length+sparseIndex) || n > longestArray {
		l.RaiseError("index %s is too far behind the table's %d items; expected at most %d, or a string as the key",
			numberText(float64(n)), length, min(length+sparseIndex, longestArray))
	}
	s.meter.charge(l, max(0, int(n)-length)/8)
}

// spread stands around the last value of a table's constructor (see rewrite.go).
func (s operators) spread(l *glua.LState) int {
	s.meter.charge(l, l.GetTop()/2)
	return l.GetTop()
}

func (s tableLibrary) tableInsert(l *glua.LState) int {
	t := l.CheckTable(1)
	length := s.lengthOf(l, t)
	if length >= longestArray {
		l.RaiseError("the table has %d items already", length)
	}
	if l.GetTop() == 2 {
		if v := l.Get(2); v != glua.LNil {
			t.RawSetInt(length+1, v)
		}
		return 0
	}
	at := l.CheckInt(2)
	if at < 1 || at > length+1 {
		l.ArgError(2, "position out of bounds")
	}
	s.meter.charge(l, (length-at+1)/16)
	if at == length+1 {
		t.RawSetInt(at, l.CheckAny(3))
		return 0
	}
	t.Insert(at, l.CheckAny(3))
	return 0
}

func (s tableLibrary) tableRemove(l *glua.LState) int {
	t := l.CheckTable(1)
	length := s.lengthOf(l, t)
	at := l.OptInt(2, length)
	if length == 0 || at < 1 || at > length {
		return 0
	}
	s.meter.charge(l, (length-at)/16)
	v := t.RawGetInt(at)
	for i := at; i < length; i++ {
		t.RawSetInt(i, t.RawGetInt(i+1))
	}
	t.RawSetInt(length, glua.LNil)
	l.Push(v)
	return 1
}

func (s tableLibrary) tableConcat(l *glua.LState) int {
	t, sep := l.CheckTable(1), l.OptString(2, "")
	from, to := l.OptInt(3, 1), l.OptInt(4, s.lengthOf(l, t))
	if to > longestArray || from < -longestArray {
		l.RaiseError("items %d to %d; expected fewer", from, to)
	}
	var out []byte
	for i := from; i <= to; i++ {
		v := t.RawGet(glua.LNumber(i))
		if !glua.LVCanConvToString(v) {
			l.RaiseError("item %d is a %s; expected a string or a number", i, typeName(v))
		}
		out = append(out, textOf(v)...)
		if i < to {
			out = append(out, sep...)
		}
		s.checkLength(l, len(out))
		s.meter.charge(l, 1)
	}
	s.pushString(l, string(out))
	return 1
}

func (s tableLibrary) tableSort(l *glua.LState) int {
	t := l.CheckTable(1)
	less := func(a, b glua.LValue) bool { return s.less(l, a, b) }
	if l.GetTop() > 1 && l.Get(2) != glua.LNil {
		f := l.CheckFunction(2)
		less = func(a, b glua.LValue) bool {
			l.Push(f)
			l.Push(a)
			l.Push(b)
			l.Call(2, 1)
			answer := glua.LVAsBool(l.Get(-1))
			l.Pop(1)
			return answer
		}
	}
	items := make([]glua.LValue, s.lengthOf(l, t))
	s.meter.charge(l, len(items))
	for i := range items {
		items[i] = t.RawGetInt(i + 1)
	}
	slices.SortFunc(items, func(a, b glua.LValue) int {
		s.meter.charge(l, 1)
		switch {
		case less(a, b):
			return -1
		case less(b, a):
			return 1
		}
		return 0
	})
	for i, v := range items {
		t.RawSetInt(i+1, v)
	}
	return 0
}

func (s tableLibrary) tableMaxN(l *glua.LState) int {
	most := 0.0
	t := l.CheckTable(1)
	s.meter.charge(l, arrayLength(t)+4*len(fieldsOf(t).keys))
	t.ForEach(func(key, _ glua.LValue) {
		if n, ok := key.(glua.LNumber); ok {
			most = max(most, float64(n))
		}
	})
	l.Push(glua.LNumber(most))
	return 1
}
