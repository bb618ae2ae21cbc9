package codec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// Seconds is a time that JSON has in seconds, exact to the nanosecond.
type Seconds time.Duration

// MarshalJSON writes a decimal number.
func (s Seconds) MarshalJSON() ([]byte, error) { return AppendSeconds(nil, time.Duration(s)), nil }

// UnmarshalJSON reads a decimal number.
func (s *Seconds) UnmarshalJSON(text []byte) error {
	d, err := parseSeconds(string(text))
	*s = Seconds(d)
	return err
}

// parseSeconds parses the output of AppendSeconds.
func parseSeconds(text string) (time.Duration, error) {
	bad := fmt.Errorf("time %s: expected seconds with at most nine decimals", text)
	digits, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(fraction) > 9 {
		return 0, bad
	}
	sec, err := strconv.ParseUint(whole, 10, 64)
	if err != nil || sec >= math.MaxInt64/uint64(time.Second) {
		return 0, bad
	}
	var ns uint64
	if fraction != "" {
		if ns, err = strconv.ParseUint((fraction + "000000000")[:9], 10, 64); err != nil {
			return 0, bad
		}
	}
	d := time.Duration(sec*1e9 + ns)
	if negative {
		d = -d
	}
	return d, nil
}

// Value is a value that JSON has with its type: {"float": 1.5}.
type Value chart.Value

// MarshalJSON writes it.
func (s Value) MarshalJSON() ([]byte, error) {
	v := chart.Value(s)
	out := AppendKey([]byte{'{'}, v.Type.String())
	return append(AppendValue(out, &v), '}'), nil
}

// UnmarshalJSON reads it.
func (s *Value) UnmarshalJSON(text []byte) error {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	if len(parts) != 1 {
		return fmt.Errorf("value %s: expected one, such as {\"float\": 1.5}", wording.Short(string(text), 40))
	}
	for word, part := range parts {
		v, err := ParseValue(word, part)
		if err != nil {
			return err
		}
		*s = Value(v)
	}
	return nil
}

// ParseValue parses a value of the type that word names.
func ParseValue(word string, text json.RawMessage) (chart.Value, error) {
	t, ok := chart.ParseType(word)
	if !ok {
		return chart.Value{}, fmt.Errorf(`field "type": %q; expected bool, int, float or string`, word)
	}
	v := chart.Value{Type: t}
	var err error
	switch t {
	case chart.Bool:
		err = json.Unmarshal(text, &v.Bool)
	case chart.Int:
		err = json.Unmarshal(text, &v.Int)
	case chart.Float:
		v.Float, err = parseFloat(text)
	case chart.String:
		err = json.Unmarshal(text, &v.String)
	}
	if err != nil || string(text) == "null" {
		return chart.Value{}, fmt.Errorf(`field "value": %s; expected a %s`, wording.Short(string(text), 40), word)
	}
	return v, nil
}

func parseFloat(text json.RawMessage) (float64, error) {
	if bare := strings.Trim(string(text), `"`); bare == "NaN" || bare == "+Inf" || bare == "-Inf" {
		return strconv.ParseFloat(bare, 64)
	}
	var v float64
	err := json.Unmarshal(text, &v)
	return v, err
}

// ParseData reads the data of an event: numbers without a point and an exponent become int64.
func ParseData(text json.RawMessage) (any, error) {
	if text == nil {
		return nil, nil //nolint:nilnil // an event without data
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("something follows the value")
	}
	return plainNumbers(v), nil
}

// plainNumbers turns the numbers of JSON into int64 and float64, also inside lists
// and maps.
func plainNumbers(v any) any {
	switch x := v.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return n
		}
		f, _ := x.Float64()
		return f
	case []any:
		for i := range x {
			x[i] = plainNumbers(x[i])
		}
	case map[string]any:
		for k := range x {
			x[k] = plainNumbers(x[k])
		}
	}
	return v
}
