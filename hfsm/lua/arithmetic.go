package lua

import (
	"math"

	glua "github.com/yuin/gopher-lua"
)

// openArithmetic registers the arithmetic operators of texts. Lua accepts a text that is a
// number as an operand; the interpreter would read it in one instruction however long it
// is.
func (s *sandbox) openArithmetic(meta *glua.LTable) {
	for name, op := range map[string]func(a, b float64) float64{
		"__add": func(a, b float64) float64 { return a + b },
		"__sub": func(a, b float64) float64 { return a - b },
		"__mul": func(a, b float64) float64 { return a * b },
		"__div": func(a, b float64) float64 { return a / b },
		"__mod": modulo,
		"__pow": math.Pow,
		"__unm": func(a, _ float64) float64 { return -a },
	} {
		meta.RawSetString(name, s.l.NewFunction(func(l *glua.LState) int {
			for i := 1; i <= 2; i++ { // the other operand may be a table with a metamethod
				t, ok := l.Get(i).(*glua.LTable)
				if !ok {
					continue
				}
				if f := l.GetMetaField(t, name); f != glua.LNil {
					a, b := l.Get(1), l.Get(2)
					l.Push(f)
					l.Push(a)
					l.Push(b)
					l.Call(2, 1)
					return 1
				}
			}
			s.meter.charge(l, 10)
			a, okA := operand(l.Get(1))
			b, okB := operand(l.Get(2))
			if name == "__unm" {
				b, okB = 0, true
			}
			if !okA || !okB {
				l.RaiseError("cannot perform %s operation between %s and %s", name[2:], typeName(l.Get(1)), typeName(l.Get(2)))
			}
			if name == "__mod" {
				s.chargeMod(l, a, b)
			}
			l.Push(glua.LNumber(op(a, b)))
			return 1
		}))
	}
}

func operand(v glua.LValue) (float64, bool) {
	switch v := v.(type) {
	case glua.LNumber:
		return float64(v), true
	case glua.LString:
		return number(string(v), 10)
	}
	return 0, false
}

// modulo has the sign of the divisor, as Lua's.
func modulo(a, b float64) float64 {
	m := math.Mod(a, b)
	if m*b < 0 {
		m += b
	}
	return m
}
