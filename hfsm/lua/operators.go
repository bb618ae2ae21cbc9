package lua

import (
	"math"

	glua "github.com/yuin/gopher-lua"
)

// compare stands for <, <=, > and >= (see rewrite.go).
func (s operators) compare(l *glua.LState) int {
	op, a, b := l.CheckString(1), l.Get(2), l.Get(3)
	if op[0] == '>' {
		a, b = b, a
	}
	if len(op) == 1 {
		l.Push(glua.LBool(s.less(l, a, b)))
	} else {
		l.Push(glua.LBool(s.atMost(l, a, b)))
	}
	return 1
}

// less reports whether a < b.
func (s *bounds) less(l *glua.LState, a, b glua.LValue) bool {
	x, okX := a.(glua.LString)
	y, okY := b.(glua.LString)
	if !okX || !okY {
		return l.LessThan(a, b)
	}
	s.meter.charge(l, min(len(x), len(y))/64)
	return x < y
}

// atMost reports whether a <= b.
func (s *bounds) atMost(l *glua.LState, a, b glua.LValue) bool {
	if x, ok := a.(glua.LNumber); ok {
		if y, ok := b.(glua.LNumber); ok {
			return x <= y
		}
	}
	if f := l.GetMetaField(a, "__le"); f != glua.LNil && f == l.GetMetaField(b, "__le") {
		l.Push(f)
		l.Push(a)
		l.Push(b)
		l.Call(2, 1)
		answer := glua.LVAsBool(l.Get(-1))
		l.Pop(1)
		return answer
	}
	return !s.less(l, b, a)
}

// length stands for # (see rewrite.go).
func (s operators) length(l *glua.LState) int {
	v := l.Get(1)
	t, isTable := v.(*glua.LTable)
	text, isText := v.(glua.LString)
	f := glua.LNil
	if !isText {
		f = l.GetMetaField(v, "__len")
	}
	switch {
	case isText:
		l.Push(glua.LNumber(len(text)))
	case f.Type() == glua.LTFunction:
		l.Push(f)
		l.Push(v)
		l.Call(1, 1)
	case isTable:
		l.Push(glua.LNumber(s.lengthOf(l, t)))
	default:
		l.RaiseError("attempt to get the length of a %s value", typeName(v))
	}
	return 1
}

// lengthOf returns the length of a table. The interpreter looks for it from where the
// array has once ended.
func (s *bounds) lengthOf(l *glua.LState, t *glua.LTable) int {
	n := t.Len()
	s.meter.charge(l, (arrayLength(t)-n)/2)
	return n
}

func arrayLength(t *glua.LTable) int { return len(fieldsOf(t).array) }

// next returns the entry after a key in a table, nil after the last. The interpreter visits all removed entries in
// between.
func (s *bounds) next(l *glua.LState, t *glua.LTable, key glua.LValue) (glua.LValue, glua.LValue) {
	after, value := t.Next(key)
	in := fieldsOf(t)
	keys, length := len(in.keys), len(in.array)
	dead := keys - len(in.strdict) - len(in.dict)
	if dead < 16 && length < 16 {
		return after, value
	}
	at := func(key glua.LValue, none int) int {
		if n, ok := key.(glua.LNumber); ok && n >= 1 && n <= glua.LNumber(length) && n == glua.LNumber(int(n)) {
			return int(n)
		}
		if key == glua.LNil {
			return none
		}
		if dead < 16 { // it is near enough to the one before
			return length
		}
		return length + in.k2i[key] // 0 for a missing key
	}
	end := length
	if dead >= 16 {
		end += keys
	}
	s.meter.charge(l, max(0, at(after, end)-at(key, 0)-1))
	return after, value
}

// modulo stands for % (see rewrite.go).
func (s operators) modulo(l *glua.LState) int {
	a, okA := l.Get(1).(glua.LNumber)
	b, okB := l.Get(2).(glua.LNumber)
	if okA && okB {
		s.chargeMod(l, float64(a), float64(b))
		l.Push(glua.LNumber(modulo(float64(a), float64(b))))
		return 1
	}
	for i := 1; i <= 2; i++ {
		if f := l.GetMetaField(l.Get(i), "__mod"); f != glua.LNil {
			l.Push(f)
			l.Push(l.Get(1))
			l.Push(l.Get(2))
			l.Call(2, 1)
			return 1
		}
	}
	l.RaiseError("cannot perform mod operation between %s and %s", typeName(l.Get(1)), typeName(l.Get(2)))
	return 0
}

// chargeMod charges for a remainder, which is computed bit by bit.
func (s *bounds) chargeMod(l *glua.LState, a, b float64) {
	_, ea := math.Frexp(a)
	_, eb := math.Frexp(b)
	s.meter.charge(l, max(0, ea-eb))
}
