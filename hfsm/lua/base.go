package lua

import (
	"math"
	"strconv"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"gonao/internal/wording"
)

// openBase registers the functions that every script has. Missing on purpose: collectgarbage,
// coroutine, debug, dofile, getfenv, io, load, loadfile, loadstring, module, newproxy,
// os, package, require, setfenv, and _G: the table of global names could be used to
// hide the machine's.
func (s *sandbox) openBase() {
	s.env.RawSetString("_VERSION", glua.LString("Lua 5.1"))
	s.register(s.env, map[string]glua.LGFunction{
		"assert": baseAssert, "error": baseError, "pcall": s.pcall, "xpcall": s.xpcall,
		"next": s.baseNext, "pairs": s.pairs(), "ipairs": s.ipairs(), "select": baseSelect, "unpack": s.unpack,
		"rawequal": baseRawEqual, "rawget": baseRawGet, "rawset": s.rawSet,
		"getmetatable": baseGetMetatable, "setmetatable": baseSetMetatable,
		"tonumber": baseToNumber, "tostring": baseToString, "type": baseType, "print": s.printed,
	})
}

func baseAssert(l *glua.LState) int {
	if glua.LVAsBool(l.Get(1)) {
		return l.GetTop()
	}
	l.RaiseError("%s", l.OptString(2, "assertion failed"))
	return 0
}

func baseError(l *glua.LState) int {
	l.Error(l.Get(1), l.OptInt(2, 1))
	return 0
}

// pcall is Lua's, but it cannot catch the end of the budget or of the memory.
func (s *sandbox) pcall(l *glua.LState) int {
	l.CheckAny(1)
	err := l.PCall(l.GetTop()-1, glua.MultRet, nil)
	if err == nil {
		l.Insert(glua.LTrue, 1)
		return l.GetTop()
	}
	s.rethrow(l, err)
	l.Push(glua.LFalse)
	l.Push(errorObject(err))
	return 2
}

// xpcall calls the handler after the stack has been left. This is simpler than in Lua, and
// only a traceback shows the difference.
func (s *sandbox) xpcall(l *glua.LState) int {
	handler := l.CheckFunction(2)
	l.Push(l.Get(1))
	err := l.PCall(0, glua.MultRet, nil)
	if err == nil {
		l.Insert(glua.LTrue, 3)
		return l.GetTop() - 2
	}
	s.rethrow(l, err)
	l.Push(handler)
	l.Push(errorObject(err))
	l.Call(1, 1)
	l.Insert(glua.LFalse, l.GetTop())
	return 2
}

// rethrow ends the script where it is over budget, with the place it was at, and
// after a fault of the interpreter.
func (s *sandbox) rethrow(l *glua.LState, err error) {
	a, ok := err.(*glua.ApiError) //nolint:errorlint // PCall returns it unwrapped
	if s.meter.exhausted() || ok && a.Type == glua.ApiErrorPanic {
		l.Error(errorObject(err), 0)
	}
	s.meter.charge(l, errorCharge)
}

// errorCharge is the charge for an error that is caught: the interpreter records the stack
// of calls.
const errorCharge = 250

func errorObject(err error) glua.LValue {
	if a, ok := err.(*glua.ApiError); ok && a.Object != nil { //nolint:errorlint // PCall returns it unwrapped
		return a.Object
	}
	return glua.LString(err.Error())
}

func (s *sandbox) baseNext(l *glua.LState) int {
	key, value := s.next(l, l.CheckTable(1), l.Get(2))
	if key == glua.LNil {
		l.Push(glua.LNil)
		return 1
	}
	l.Push(key)
	l.Push(value)
	return 2
}

// pairs goes through a table in the order in which its keys were first set, which
// is the same in every run.
func (s *sandbox) pairs() glua.LGFunction {
	next := s.l.NewFunction(s.baseNext)
	return func(l *glua.LState) int {
		t := l.CheckTable(1)
		l.Push(next)
		l.Push(t)
		l.Push(glua.LNil)
		return 3
	}
}

func (s *sandbox) ipairs() glua.LGFunction {
	next := s.l.NewFunction(func(l *glua.LState) int {
		i := l.CheckInt(2) + 1
		v := l.CheckTable(1).RawGetInt(i)
		if v == glua.LNil {
			return 0
		}
		l.Push(glua.LNumber(i))
		l.Push(v)
		return 2
	})
	return func(l *glua.LState) int {
		t := l.CheckTable(1)
		l.Push(next)
		l.Push(t)
		l.Push(glua.LNumber(0))
		return 3
	}
}

func baseSelect(l *glua.LState) int {
	n := l.GetTop() - 1
	if l.Get(1) == glua.LString("#") {
		l.Push(glua.LNumber(n))
		return 1
	}
	i := l.CheckInt(1)
	if i < 0 {
		i = n + i + 1
	}
	if i < 1 {
		l.ArgError(1, "index out of range")
	}
	return max(0, n-i+1)
}

func (s *sandbox) unpack(l *glua.LState) int {
	t := l.CheckTable(1)
	from, to := l.OptInt(2, 1), 0
	if to = l.OptInt(3, -1); l.Get(3) == glua.LNil {
		to = s.lengthOf(l, t)
	}
	if to < from {
		return 0
	}
	if from < -longestArray || to > longestArray || to-from >= mostUnpacked {
		l.RaiseError("unpack of %d to %d; expected at most %d values", from, to, mostUnpacked)
	}
	s.meter.charge(l, to-from)
	for i := from; i <= to; i++ {
		l.Push(t.RawGet(glua.LNumber(i)))
	}
	return to - from + 1
}

func baseRawEqual(l *glua.LState) int {
	l.Push(glua.LBool(l.RawEqual(l.CheckAny(1), l.CheckAny(2))))
	return 1
}

func baseRawGet(l *glua.LState) int {
	l.Push(l.CheckTable(1).RawGet(l.CheckAny(2)))
	return 1
}

func (s *sandbox) rawSet(l *glua.LState) int {
	t, key := l.CheckTable(1), l.CheckAny(2)
	s.checkIndex(l, key, t)
	l.RawSet(t, key, l.CheckAny(3))
	l.SetTop(1)
	return 1
}

func baseGetMetatable(l *glua.LState) int {
	l.Push(l.GetMetatable(l.CheckAny(1)))
	return 1
}

// baseSetMetatable is for tables alone: those of other types are the sandbox's.
func baseSetMetatable(l *glua.LState) int {
	t := l.CheckTable(1)
	l.CheckTypes(2, glua.LTNil, glua.LTTable)
	if m, ok := t.Metatable.(*glua.LTable); ok && m.RawGetString("__metatable") != glua.LNil {
		l.RaiseError("cannot change a protected metatable")
	}
	t.Metatable = l.Get(2)
	l.SetTop(1)
	return 1
}

func baseToNumber(l *glua.LState) int {
	base := l.OptInt(2, 10)
	switch v := l.CheckAny(1).(type) {
	case glua.LNumber:
		l.Push(v)
	case glua.LString:
		if n, ok := number(string(v), base); ok {
			l.Push(glua.LNumber(n))
		} else {
			l.Push(glua.LNil)
		}
	default:
		l.Push(glua.LNil)
	}
	return 1
}

// longNumber is the longest text that is converted to a number: reading one costs time,
// and arithmetic reads every text it meets.
const longNumber = 32

// checkNumber returns an argument that is a number, or a text that is one.
func checkNumber(l *glua.LState, arg int) float64 {
	switch v := l.Get(arg).(type) {
	case glua.LNumber:
		return float64(v)
	case glua.LString:
		if n, ok := number(string(v), 10); ok {
			return n
		}
	}
	l.TypeError(arg, glua.LTNumber)
	return 0
}

// number reads a number as Lua writes them.
func number(text string, base int) (float64, bool) {
	if len(text) > longNumber {
		return 0, false
	}
	text = strings.TrimSpace(text)
	if base != 10 {
		if base < 2 || base > 36 {
			return 0, false
		}
		n, err := strconv.ParseInt(text, base, 64)
		return float64(n), err == nil
	}
	if hex, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		n, err := strconv.ParseUint(hex, 16, 64)
		return float64(n), err == nil
	}
	if strings.ContainsAny(text, "xXpP_iInN") { // words that Go accepts and Lua does not
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil || math.IsInf(n, 0)
}

func baseToString(l *glua.LState) int {
	baseToStringOf(l, l.CheckAny(1))
	return 1
}

// textOf returns a value as text. Tables and functions have no address in it: it would
// differ from run to run.
func textOf(v glua.LValue) string {
	switch v := v.(type) {
	case glua.LNumber:
		return numberText(float64(v))
	case glua.LString:
		return string(v)
	case glua.LBool:
		return v.String()
	}
	return typeName(v)
}

// numberText writes whole numbers without a point.
func numberText(n float64) string {
	switch {
	case math.IsNaN(n):
		return "nan"
	case math.IsInf(n, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(n, 'g', -1, 64)), "+")
	case n == math.Trunc(n) && math.Abs(n) < 1<<53:
		return strconv.FormatInt(int64(n), 10)
	}
	return strconv.FormatFloat(n, 'g', 14, 64)
}

func baseType(l *glua.LState) int {
	l.Push(glua.LString(typeName(l.CheckAny(1))))
	return 1
}

// printed is print; it writes to the log.
func (s *sandbox) printed(l *glua.LState) int {
	words := make([]string, l.GetTop())
	for i := range words {
		words[i] = textOf(l.Get(i + 1))
	}
	text := strings.Join(words, "\t")
	s.meter.charge(l, 10*len(words)+len(text)/32)
	if s.print != nil {
		s.print(wording.Short(text, s.opts.MaxString))
	}
	return 0
}
