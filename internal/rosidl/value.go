package rosidl

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// parseDefault parses the default value of a field: one value, or a list in brackets.
func parseDefault(t Type, text string) (any, error) {
	if t.Base == Nested {
		return nil, fmt.Errorf("%q: a nested message takes none", text)
	}
	if t.Shape == Single {
		return parseValue(t, text)
	}
	inner, opened := strings.CutPrefix(text, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !opened || !closed {
		return nil, fmt.Errorf("%q: expected a list, such as [1, 2]", text)
	}
	items, err := splitList(inner)
	if err != nil {
		return nil, err
	}
	if t.Shape == Array && len(items) != t.Size {
		return nil, fmt.Errorf("%d elements, expected %d", len(items), t.Size)
	}
	if t.Shape == Bounded && len(items) > t.Size {
		return nil, fmt.Errorf("%d elements, expected at most %d", len(items), t.Size)
	}
	values := make([]any, len(items))
	for i, item := range items {
		if values[i], err = parseValue(t, item); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return values, nil
}

// splitList splits at the commas that are not inside quotes.
func splitList(text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var items []string
	start, quote := 0, byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != 0:
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && strings.TrimSpace(text[start:i]) == "":
			quote = c
		case c == ',':
			items = append(items, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("[%s]: expected a closing %c", text, quote)
	}
	return append(items, strings.TrimSpace(text[start:])), nil
}

// parseValue parses one value of t's kind.
func parseValue(t Type, text string) (any, error) {
	switch t.Base {
	case Bool:
		switch strings.ToLower(text) {
		case "true", "1":
			return true, nil
		case "false", "0":
			return false, nil
		}
		return nil, fmt.Errorf("%q: expected true or false", text)
	case Float32, Float64:
		v, err := strconv.ParseFloat(text, t.bits())
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, fmt.Errorf("%q: expected a finite %d-bit number", text, t.bits())
		}
		return v, nil
	case String, WString:
		return parseString(t, text)
	case Int8, Int16, Int32, Int64:
		v, err := strconv.ParseInt(text, integerBase(text), t.bits())
		if err != nil {
			limit := int64(1) << (t.bits() - 1)
			return nil, fmt.Errorf("%q: expected a whole number from %d to %d", text, -limit, limit-1)
		}
		return v, nil
	default:
		v, err := strconv.ParseUint(strings.TrimPrefix(text, "+"), integerBase(text), t.bits())
		if err != nil {
			return nil, fmt.Errorf("%q: expected a whole number from 0 to %d", text, uint64(math.MaxUint64)>>(64-t.bits()))
		}
		return v, nil
	}
}

// integerBase returns the base of a number's prefix (0x, 0o, 0b), and 10 for a number without one, also with leading
// zeros.
func integerBase(text string) int {
	digits := strings.TrimLeft(text, "+-")
	if len(digits) > 1 && digits[0] == '0' && (digits[1] < '0' || digits[1] > '9') {
		return 0
	}
	return 10
}

// bits returns the width of a number in bits.
func (t Type) bits() int {
	switch t.Base {
	case Int64, Uint64, Float64:
		return 64
	case Int32, Uint32, Float32:
		return 32
	case Int16, Uint16:
		return 16
	default:
		return 8
	}
}

func parseString(t Type, text string) (any, error) {
	for _, quote := range []string{`"`, `'`} {
		inner, opened := strings.CutPrefix(text, quote)
		if !opened {
			continue
		}
		inner, closed := strings.CutSuffix(inner, quote)
		if !closed {
			return nil, fmt.Errorf("%s: expected a closing %s (a # begins a comment, also inside quotes)", text, quote)
		}
		if strings.Contains(strings.ReplaceAll(inner, `\`+quote, ""), quote) {
			return nil, fmt.Errorf("%s: expected \\%s for a quote inside", text, quote)
		}
		text = strings.ReplaceAll(inner, `\`+quote, quote)
		break
	}
	if t.StringBound > 0 && utf8.RuneCountInString(text) > t.StringBound {
		return nil, fmt.Errorf("%q: expected at most %d characters", text, t.StringBound)
	}
	return text, nil
}
