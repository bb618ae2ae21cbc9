// Package codec writes and reads the JSON of traces and snapshots: times in seconds, exact to the nanosecond, values with
// their type, and data of events whose numbers keep their kind. Writing appends to a buffer of the caller.
package codec

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"gonao/hfsm/chart"
)

// AppendKey appends the key of a field, with a comma before it unless it is the first in its object.
func AppendKey(out []byte, name string) []byte {
	if len(out) > 0 && out[len(out)-1] != '{' {
		out = append(out, ',')
	}
	out = append(out, '"')
	out = append(out, name...)
	return append(out, '"', ':')
}

// AppendText appends a text as JSON. Bytes that are not UTF-8 are replaced, as usual in JSON.
func AppendText(out []byte, v string) []byte {
	for i := range len(v) {
		if c := v[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			quoted, _ := json.Marshal(v) // a string is always JSON
			return append(out, quoted...)
		}
	}
	out = append(out, '"')
	out = append(out, v...)
	return append(out, '"')
}

// AppendSeconds appends a time in seconds, exact to the nanosecond and without
// trailing zeros.
func AppendSeconds(out []byte, d time.Duration) []byte {
	if d < 0 {
		out = append(out, '-')
	}
	n := uint64(d)
	if d < 0 {
		n = -n
	}
	out = strconv.AppendUint(out, n/1e9, 10)
	rest := n % 1e9
	if rest == 0 {
		return out
	}
	out = append(out, '.')
	for unit := uint64(1e8); rest > 0; unit /= 10 {
		out = append(out, byte('0'+rest/unit))
		rest %= unit
	}
	return out
}

// AppendValue appends a value without its type.
func AppendValue(out []byte, v *chart.Value) []byte {
	switch v.Type {
	case chart.Bool:
		return strconv.AppendBool(out, v.Bool)
	case chart.Int:
		return strconv.AppendInt(out, v.Int, 10)
	case chart.Float:
		return appendFloat(out, v.Float)
	case chart.String:
		return AppendText(out, v.String)
	}
	return append(out, "null"...)
}

// appendFloat appends a number so that reading it returns the same bits. NaN and the
// infinities, for which JSON has no number, become texts.
func appendFloat(out []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.AppendQuote(out, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return strconv.AppendFloat(out, v, 'g', -1, 64)
}

// AppendData appends the data of an event so that [ParseData] returns the same: a
// float has a point or an exponent, an int has neither. A value that has no JSON
// becomes null.
func AppendData(out []byte, v any) []byte {
	switch x := v.(type) {
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return appendFloat(out, x)
		}
		begin := len(out)
		out = appendFloat(out, x)
		if !bytes.ContainsAny(out[begin:], ".e") {
			out = append(out, ".0"...)
		}
		return out
	case []any:
		out = append(out, '[')
		for i, item := range x {
			if i > 0 {
				out = append(out, ',')
			}
			out = AppendData(out, item)
		}
		return append(out, ']')
	case map[string]any:
		out = append(out, '{')
		for i, k := range slices.Sorted(maps.Keys(x)) {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(AppendText(out, k), ':')
			out = AppendData(out, x[k])
		}
		return append(out, '}')
	}
	text, err := json.Marshal(v)
	if err != nil {
		return append(out, "null"...)
	}
	return append(out, text...)
}
