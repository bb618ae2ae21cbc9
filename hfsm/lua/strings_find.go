package lua

import (
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// begin returns where a search begins: an index from 0, or false when it is behind
// the end.
func begin(l *glua.LState, text string, arg int) (int, bool) {
	at := l.OptInt(arg, 1)
	if at < 0 {
		at = max(len(text)+at+1, 1)
	}
	at = max(at, 1) - 1
	return at, at <= len(text)
}

func (s stringLibrary) strFind(l *glua.LState) int {
	text, pattern := l.CheckString(1), l.CheckString(2)
	at, ok := begin(l, text, 3)
	if !ok {
		l.Push(glua.LNil)
		return 1
	}
	if glua.LVAsBool(l.Get(4)) || !strings.ContainsAny(pattern, "^$*+?.([%-") {
		s.meter.charge(l, len(text)/16)
		i := strings.Index(text[at:], pattern)
		if i < 0 {
			l.Push(glua.LNil)
			return 1
		}
		l.Push(glua.LNumber(at + i + 1))
		l.Push(glua.LNumber(at + i + len(pattern)))
		return 2
	}
	m := s.matcher(l, text, pattern)
	from, to := m.find(at)
	if from < 0 {
		l.Push(glua.LNil)
		return 1
	}
	l.Push(glua.LNumber(from + 1))
	l.Push(glua.LNumber(to))
	if m.level == 0 {
		return 2
	}
	return 2 + m.push(from, to)
}

func (s stringLibrary) strMatch(l *glua.LState) int {
	text, pattern := l.CheckString(1), l.CheckString(2)
	if at, ok := begin(l, text, 3); ok {
		m := s.matcher(l, text, pattern)
		if from, to := m.find(at); from >= 0 {
			return m.push(from, to)
		}
	}
	l.Push(glua.LNil)
	return 1
}

func (s stringLibrary) strGmatch(l *glua.LState) int {
	text, pattern := l.CheckString(1), l.CheckString(2)
	at := 0
	l.Push(l.NewFunction(func(l *glua.LState) int {
		if at > len(text) {
			return 0
		}
		m := s.matcher(l, text, pattern)
		from, to := m.find(at)
		if from < 0 {
			at = len(text) + 1
			return 0
		}
		at = to
		if from == to {
			at++
		}
		return m.push(from, to)
	}))
	return 1
}

func (s stringLibrary) strGsub(l *glua.LState) int {
	text, pattern := l.CheckString(1), l.CheckString(2)
	l.CheckTypes(3, glua.LTString, glua.LTNumber, glua.LTTable, glua.LTFunction)
	with, most := l.Get(3), l.OptInt(4, len(text)+1)
	m := s.matcher(l, text, pattern)
	var out []byte
	count, at := 0, 0
	for count < most && at <= len(text) {
		from, to := m.find(at)
		if from < 0 {
			break
		}
		count++
		out = append(out, text[at:from]...)
		out = append(out, s.replacement(l, m, with, from, to)...)
		s.checkLength(l, len(out))
		s.meter.charge(l, 2)
		at = to
		if from == to {
			if to < len(text) {
				out = append(out, text[to])
			}
			at++
		}
		if strings.HasPrefix(pattern, "^") {
			break
		}
	}
	if at < len(text) {
		out = append(out, text[at:]...)
	}
	s.pushString(l, string(out))
	l.Push(glua.LNumber(count))
	return 2
}

// replacement returns the replacement of one match.
func (s stringLibrary) replacement(l *glua.LState, m *matcher, with glua.LValue, from, to int) string {
	var v glua.LValue
	switch w := with.(type) {
	case *glua.LTable:
		v = l.GetTable(w, m.value(0, from, to))
	case *glua.LFunction:
		l.Push(w)
		n := m.push(from, to)
		l.Call(n, 1)
		v = l.Get(-1)
		l.Pop(1)
	default:
		return s.template(l, m, textOf(with), from, to)
	}
	switch {
	case !glua.LVAsBool(v):
		return m.text[from:to]
	case !glua.LVCanConvToString(v):
		l.RaiseError("the replacement is a %s; expected a string or a number", typeName(v))
	}
	return textOf(v)
}

// template fills in %0 to %9.
func (s stringLibrary) template(l *glua.LState, m *matcher, with string, from, to int) string {
	var out []byte
	for i := 0; i < len(with); i++ {
		switch {
		case with[i] != '%' || i+1 == len(with):
			out = append(out, with[i])
		case with[i+1] == '0':
			out = append(out, m.text[from:to]...)
			i++
		case isDigit(with[i+1]):
			out = append(out, textOf(m.value(int(with[i+1]-'1'), from, to))...)
			i++
		default:
			out = append(out, with[i+1])
			i++
		}
		s.checkLength(l, len(out))
	}
	return string(out)
}
