package wording

import (
	"math"
	"strconv"
	"strings"
)

// PythonFloat returns a number as Python prints it: always with a point or an exponent.
func PythonFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)), "+")
	}
	if text := strconv.FormatFloat(f, 'e', -1, 64); f != 0 {
		_, exponent, _ := strings.Cut(text, "e")
		if e, _ := strconv.Atoi(exponent); e < -4 || e >= 16 {
			return text
		}
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// YAMLFloat returns a number that YAML reads as a float again: 1.0, not 1.
func YAMLFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return ".nan"
	case math.IsInf(f, 1):
		return ".inf"
	case math.IsInf(f, -1):
		return "-.inf"
	}
	text := PythonFloat(f)
	if mantissa, exponent, ok := strings.Cut(text, "e"); ok && !strings.Contains(mantissa, ".") {
		return mantissa + ".0e" + exponent
	}
	return text
}
