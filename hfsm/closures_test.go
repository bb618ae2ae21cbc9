package hfsm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/expr"
)

// bound is a machine with one value of each type, and what expressions see of it.
func bound() (*Machine, *binding, *expr.Reader) {
	m := &Machine{values: []Value{BoolValue(true), IntValue(7), FloatValue(0.5), StringValue("red")}}
	scope := expr.Scope{"b": {Type: Bool}, "i": {Type: Int}, "f": {Type: Float, Input: true}, "s": {Type: String}}
	names := map[string]name{}
	for slot, word := range []string{"b", "i", "f", "s"} {
		names[word] = name{scope[word].Type, reader(slot, scope[word].Type)}
	}
	call := func(function, of string) (compiled, string) {
		switch {
		case of == "nowhere":
			return compiled{}, `no state "nowhere"`
		case function == "age":
			return compiled{typ: Float, float: func(*Machine) float64 { return 2 }}, ""
		}
		return compiled{typ: Bool, bool: func(*Machine) bool { return function == "active" }}, ""
	}
	return m, &binding{names, call}, expr.NewReader(scope)
}

func TestClosuresGiveWhatTheySayAndAllocateNothing(t *testing.T) {
	m, b, r := bound()
	for text, want := range map[string]bool{
		"b":                            true,
		"not b":                        false,
		"!b or i == 7":                 true,
		"b and i > 7":                  false,
		"i >= 7 and i <= 7 and i != 8": true,
		"i < 7.5":                      true,
		"i == f * 14":                  true,
		"f < 1":                        true,
		"f * 2 == 1":                   true,
		"i / 2 == 3.5":                 true,
		"i % 4 == 3":                   true,
		"-i + 8 == 1 and -f == -0.5":   true,
		"+i - 1 == 6":                  true,
		`s == "red"`:                   true,
		`s < "blue"`:                   false,
		`"blue" < s`:                   true,
		"(b ? i : 3) == 7":             true,
		"(b ? f : 3) < 1":              true,
		`(i > 9 ? "a" : s) == 'red'`:   true,
		"b == (f > 0)":                 true,
		"b != true":                    false,
		"i > 1 && f > 0.1 || s == 'x'": true,
		"i == 7 ? b : not b":           true,
		"age(f) > 1 and not stale(f)":  true,
		"active('x/y')":                true,
		"abs(-i) == 7 and abs(-f) < 1": true,
		"min(i, 3, 4) == 3":            true,
		"max(i, f, 9.5) == 9.5":        true,
		"clamp(i, 0, 5) == 5":          true,
		"clamp(f, 1, 2) == 1":          true,
		"floor(-f) == -1":              true,
		"ceil(f) + round(f) == 2":      true,
		"sqrt(i + 2) == 3":             true,
		"hypot(f * 6, i - 3) == 5":     true,
		"atan2(f, 0) * 2 == pi":        true,
		"cos(f - 0.5) > sin(f - 0.5)":  true,
		"i in [1, 7] and f not in [1]": true,
	} {
		n, err := r.Parse(text)
		require.NoError(t, err, text)
		c, err := b.closures(n)
		require.NoError(t, err, text)
		require.Equal(t, Bool, c.typ, text)
		require.Equal(t, want, c.bool(m), text)
		require.Zero(t, testing.AllocsPerRun(100, func() { c.bool(m) }), text)
	}
}

func TestClosuresNeedAStateToAskFor(t *testing.T) {
	_, b, r := bound()
	n, err := r.Parse("b and active('nowhere')")
	require.NoError(t, err)
	_, err = b.closures(n)
	var fault *expr.Error
	require.ErrorAs(t, err, &fault)
	require.Equal(t, 13, fault.Column)
	require.EqualError(t, err, `no state "nowhere"`)
	b.call = nil
	_, err = b.closures(n)
	require.EqualError(t, err, "active is not known here")
}

func BenchmarkClosures(b *testing.B) {
	m, names, r := bound()
	for _, text := range []string{"b", "f < 1", "b and i > 3", "b and f < 1 and s == 'red' and i % 4 == 3"} {
		n, err := r.Parse(text)
		require.NoError(b, err)
		c, err := names.closures(n)
		require.NoError(b, err)
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.bool(m)
			}
		})
	}
}
