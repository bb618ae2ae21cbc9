package lua

import (
	"strings"

	glua "github.com/yuin/gopher-lua"
)

func (s *sandbox) openString() {
	t, in := s.l.NewTable(), stringLibrary{s.bounds}
	s.register(t, map[string]glua.LGFunction{
		"byte": in.strByte, "char": in.strChar, "find": in.strFind, "format": in.strFormat, "gmatch": in.strGmatch,
		"gsub": in.strGsub, "len": strLen, "lower": in.changed(strings.ToLower), "match": in.strMatch,
		"rep": in.strRep, "reverse": in.changed(reversed), "sub": strSub, "upper": in.changed(strings.ToUpper),
	})
	s.env.RawSetString("string", t)
	meta := s.l.NewTable()
	meta.RawSetString("__index", t)
	meta.RawSetString("__metatable", glua.LString("string"))
	s.openArithmetic(meta)
	s.l.SetMetatable(glua.LString(""), meta)
	s.keep = append(s.keep, t, meta)
}

// checkLength refuses to make a string that is too long.
func (s *bounds) checkLength(l *glua.LState, n int) {
	if n > s.opts.MaxString {
		l.RaiseError("a string of more than %d bytes; scripts may not create longer ones", s.opts.MaxString)
	}
}

// pushString pushes a string that was made, and charges for it.
func (s *bounds) pushString(l *glua.LState, text string) {
	s.checkLength(l, len(text))
	s.meter.charge(l, len(text)/32)
	l.Push(glua.LString(text))
}

// concat is the operator .. (see rewrite.go).
func (s operators) concat(l *glua.LState) int {
	n := l.GetTop()
	parts, length := make([]string, n), 0
	for i := range parts {
		v := l.Get(i + 1)
		if !glua.LVCanConvToString(v) {
			return s.concatMeta(l, n)
		}
		parts[i] = textOf(v)
		length += len(parts[i])
	}
	s.checkLength(l, length)
	s.pushString(l, strings.Join(parts, ""))
	return 1
}

// concatMeta joins from the right, two at a time, as there are tables among them.
func (s operators) concatMeta(l *glua.LState, n int) int {
	right := l.Get(n)
	for i := n - 1; i >= 1; i-- {
		left := l.Get(i)
		if glua.LVCanConvToString(left) && glua.LVCanConvToString(right) {
			a, b := textOf(left), textOf(right)
			s.checkLength(l, len(a)+len(b))
			s.meter.charge(l, (len(a)+len(b))/32)
			right = glua.LString(a + b)
			continue
		}
		f := l.GetMetaField(left, "__concat")
		if f == glua.LNil {
			f = l.GetMetaField(right, "__concat")
		}
		if f == glua.LNil {
			bad := left
			if glua.LVCanConvToString(left) {
				bad = right
			}
			l.RaiseError("attempt to join a %s value with ..; expected strings or numbers", typeName(bad))
		}
		l.Push(f)
		l.Push(left)
		l.Push(right)
		l.Call(2, 1)
		right = l.Get(-1)
		l.Pop(1)
	}
	l.Push(right)
	return 1
}

func (s stringLibrary) changed(f func(string) string) glua.LGFunction {
	return func(l *glua.LState) int {
		text := l.CheckString(1)
		s.meter.charge(l, len(text)/8)
		s.pushString(l, f(text))
		return 1
	}
}

func reversed(text string) string {
	out := make([]byte, len(text))
	for i := range len(text) {
		out[len(text)-1-i] = text[i]
	}
	return string(out)
}

func (s stringLibrary) strRep(l *glua.LState) int {
	text, n := l.CheckString(1), checkNumber(l, 2)
	if n <= 0 || text == "" {
		l.Push(glua.LString(""))
		return 1
	}
	if n*float64(len(text)) > float64(s.opts.MaxString) {
		s.checkLength(l, s.opts.MaxString+1)
	}
	s.pushString(l, strings.Repeat(text, int(n)))
	return 1
}

func strLen(l *glua.LState) int {
	l.Push(glua.LNumber(len(l.CheckString(1))))
	return 1
}

// span turns Lua's two positions, from 1 and from the end when negative, into those
// of a Go slice.
func span(n, from, to int) (int, int) {
	if from < 0 {
		from = max(n+from+1, 1)
	}
	if to < 0 {
		to = n + to + 1
	}
	from, to = max(from, 1), min(to, n)
	if from > to {
		return 0, 0
	}
	return from - 1, to
}

func strSub(l *glua.LState) int {
	text := l.CheckString(1)
	from, to := span(len(text), l.CheckInt(2), l.OptInt(3, -1))
	l.Push(glua.LString(text[from:to]))
	return 1
}

func (s stringLibrary) strByte(l *glua.LState) int {
	text := l.CheckString(1)
	first := l.OptInt(2, 1)
	from, to := span(len(text), first, l.OptInt(3, first))
	if to-from > mostUnpacked {
		l.RaiseError("%d bytes at once; expected at most %d", to-from, mostUnpacked)
	}
	s.meter.charge(l, to-from)
	for _, c := range []byte(text[from:to]) {
		l.Push(glua.LNumber(c))
	}
	return to - from
}

func (s stringLibrary) strChar(l *glua.LState) int {
	out := make([]byte, l.GetTop())
	for i := range out {
		n := l.CheckInt(i + 1)
		if n < 0 || n > 255 {
			l.ArgError(i+1, "expected 0 to 255")
		}
		out[i] = byte(n)
	}
	s.pushString(l, string(out))
	return 1
}
