package lua

import (
	"fmt"
	"math"
	"strings"

	glua "github.com/yuin/gopher-lua"
)

// strFormat is C's printf, with widths of at most two digits.
func (s stringLibrary) strFormat(l *glua.LState) int {
	format := l.CheckString(1)
	var out []byte
	arg := 1
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out = append(out, format[i])
			continue
		}
		verb, n := directive(format[i+1:])
		if n == 0 {
			l.RaiseError("format: %q is not of the form %%-+ #05.2f", shortened(format[i:]))
		}
		i += n
		if verb == "%" {
			out = append(out, '%')
			continue
		}
		arg++
		out = append(out, s.formatted(l, verb, arg)...)
		s.checkLength(l, len(out))
		s.meter.charge(l, 10)
	}
	s.pushString(l, string(out))
	return 1
}

// directive parses the text after a %: flags, width, precision and a letter; 0 if there is no letter.
func directive(text string) (string, int) {
	i := 0
	digits := func(most int) bool {
		n := 0
		for i < len(text) && isDigit(text[i]) {
			i++
			n++
		}
		return n <= most
	}
	for i < len(text) && strings.IndexByte("-+ #0", text[i]) >= 0 && i < 5 {
		i++
	}
	if !digits(2) {
		return "", 0
	}
	if i < len(text) && text[i] == '.' {
		i++
		if !digits(2) {
			return "", 0
		}
	}
	if i >= len(text) || strings.IndexByte("cdiouxXeEfgGqs%", text[i]) < 0 || text[i] == '%' && i > 0 {
		return "", 0
	}
	return text[:i+1], i + 1
}

func (s stringLibrary) formatted(l *glua.LState, verb string, arg int) string {
	letter, flags := verb[len(verb)-1], "%"+verb[:len(verb)-1]
	switch letter {
	case 'd', 'i', 'u':
		return fmt.Sprintf(flags+"d", whole(l, arg))
	case 'o', 'x', 'X':
		return fmt.Sprintf(flags+string(letter), uint64(whole(l, arg)))
	case 'c':
		return string([]byte{byte(whole(l, arg))})
	case 'e', 'E', 'f', 'g', 'G':
		s.meter.charge(l, 50) // many digits are slow
		if !strings.Contains(verb, ".") {
			flags += ".6"
		}
		return fmt.Sprintf(flags+string(letter), checkNumber(l, arg))
	case 'q':
		s.meter.charge(l, len(l.CheckString(arg))/2)
		return quotedText(l.CheckString(arg))
	}
	baseToStringOf(l, l.CheckAny(arg))
	text := l.Get(-1)
	l.Pop(1)
	if len(verb) == 1 {
		return textOf(text)
	}
	return fmt.Sprintf(flags+"s", textOf(text))
}

// baseToStringOf leaves tostring(v) on the stack.
func baseToStringOf(l *glua.LState, v glua.LValue) {
	if f, ok := l.GetMetaField(v, "__tostring").(*glua.LFunction); ok {
		l.Push(f)
		l.Push(v)
		l.Call(1, 1)
		return
	}
	l.Push(glua.LString(textOf(v)))
}

// whole returns a number as an integer, cut off at the point.
func whole(l *glua.LState, arg int) int64 {
	n := checkNumber(l, arg)
	if math.IsNaN(n) || math.Abs(n) >= 1<<63 {
		l.ArgError(arg, "the number has no representation as an integer")
	}
	return int64(n)
}

// quotedText writes a string as Lua would read it.
func quotedText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(text) {
		switch c {
		case '"', '\\', '\n':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\r':
			b.WriteString(`\r`)
		case 0:
			b.WriteString(`\000`)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
