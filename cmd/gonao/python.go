package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// ros2 writes values as Python does; these do it for those who compare or parse.

// pyBool is True or False.
func pyBool(b bool) string { return either(b, "True", "False") }

// pyFloat writes the shortest decimal that is the number, with a point or an exponent.
func pyFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	scientific := strconv.FormatFloat(f, 'e', -1, 64)
	_, exponent, _ := strings.Cut(scientific, "e")
	const low, high = -4, 16
	if e, err := strconv.Atoi(exponent); err == nil && (e < low || e >= high) {
		return scientific
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// pyString writes a string in quotes, single ones where possible.
func pyString(s string) string {
	quote := "'"
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = `"`
	}
	var b strings.Builder
	b.WriteString(quote)
	for _, r := range s {
		switch {
		case string(r) == quote || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case !unicode.IsPrint(r) && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteString(quote)
	return b.String()
}

// pyList writes the items in brackets.
func pyList[T any](list []T, item func(T) string) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = item(x)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// pyArray writes numbers as Python's array of a type code.
func pyArray[T any](code string, list []T, item func(T) string) string {
	if len(list) == 0 {
		return "array('" + code + "')"
	}
	return "array('" + code + "', " + pyList(list, item) + ")"
}
