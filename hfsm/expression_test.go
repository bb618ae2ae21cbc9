package hfsm

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// worlds is a machine with one value of each type.
func worlds(t testing.TB) *Machine {
	t.Helper()
	m := start(t, `
machine: m
inputs: {b: bool, i: int, f: {type: float, stale_after: 1s}, s: string, never: float}
initial: a
states:
  a: {}
`)
	require.NoError(t, m.Tick(0))
	for name, set := range map[string]func(Input){
		"b": func(in Input) { m.SetBool(in, true) },
		"i": func(in Input) { m.SetInt(in, 7) },
		"f": func(in Input) { m.SetFloatAt(in, 0.5, -500*time.Millisecond) },
		"s": func(in Input) { m.SetString(in, "red") },
	} {
		in, ok := m.Model().Input(name)
		require.True(t, ok)
		set(in)
	}
	require.NoError(t, m.Tick(time.Second))
	return m
}

// env is what expr evaluates in.
type env struct{ m *Machine }

func (e env) Value(name string) Value {
	switch name {
	case "elapsed":
		return FloatValue(1)
	case "final", "failed":
		return BoolValue(false)
	case "event":
		return StringValue("")
	}
	slot, _ := e.m.model.Slot(name)
	return e.m.Value(slot)
}

func (e env) Call(function, of string) Value {
	slot, _ := e.m.model.Slot(of)
	switch function {
	case "age":
		return FloatValue(e.m.values.age(e.m, slot))
	case "stale":
		return BoolValue(of == "f" && e.m.values.age(e.m, slot) > 1)
	}
	return BoolValue(e.m.In(of))
}

// compileFor compiles an expression for state a of a machine.
func compileFor(m *Machine, text string) (compiled, Findings) {
	b := &textCompiler{compilation: &compilation{model: m.model}}
	c := b.expression(m.model.frames[0], 1, chart.Expression{Text: text})
	return c, b.findings
}

func TestClosuresGiveWhatTheTreeGives(t *testing.T) {
	m := worlds(t)
	for _, text := range []string{
		"b", "not b", "!b or i == 7", "b and i > 7", "i >= 7 and i <= 7 and i != 8", "i < 7.5", "f < 1", "f * 2 == 1",
		"i / 2 == 3.5", "i % 4 == 3", "-i + 8 == 1 and -f == -0.5", "+i - 1 == 6", `s == "red"`, `s < "blue"`, `s != 'x'`, `s >= 'red'`,
		`s <= 'r'`, `s > 'b'`, "(b ? i : 3) == 7", "(b ? f : 3) < 1", `(i > 9 ? "a" : s) == 'red'`, "b == (f > 0)", "b != true",
		"i > 1 && f > 0.1 || s == 'x'", "i == 7 ? b : not b", "f == 0.5", "f != 0.5", "f <= 0.5", "f >= 1", "7 == i",
		"i", "f", "s", "i + 3 * i", "f - i", "f / i", "i - 1", "(b ? 1 : i)", "(i > 1 ? s : 'x')", "i in [1, 7]", "i not in [1, 7]",
		"age(f)", "age(never)", "age(f) > 1 and not stale(never)", "stale(f)", "active('a')", "elapsed", "final or failed", "event", "event == 'x'",
		"abs(-i)", "abs(f - 1)", "min(i, 3)", "min(i, 3, f)", "max(i, 9)", "max(f, i, 2)", "clamp(i, 1, 3)", "clamp(f, -1, 0.25)",
		"sqrt(f)", "sin(f)", "cos(f)", "tan(f)", "atan2(f, i)", "hypot(f, i)", "floor(f)", "ceil(f)", "round(f * 3)", "pi * f", "2 * pi",
	} {
		c, found := compileFor(m, text)
		require.Empty(t, found, text)
		n, err := m.model.frames[0].guards.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, n.Eval(env{m}), c.value(m), text)
		require.Zero(t, testing.AllocsPerRun(100, func() { c.value(m) }), text)
	}
}

func TestAnExpressionThatIsNoneIsRefusedWithItsPlace(t *testing.T) {
	m := worlds(t)
	for _, text := range []string{"", "b and", "x", "b + 1", `i == "7"`, "len(s) > 1", "age(i + 1)", "active(s)", "active('nowhere')", "$env"} {
		c, found := compileFor(m, text)
		require.Len(t, found, 1, text)
		require.Zero(t, c.typ, text)
	}
}

func TestAWrongExpressionIsQuotedInPart(t *testing.T) {
	m := worlds(t)
	for _, text := range []string{
		strings.Repeat("b and ", 7000) + "b",             // longer than allowed
		strings.Repeat("b and ", 200) + "x and b",        // wrong in the middle
		strings.Repeat("s == 'ää' and ", 60) + "x and b", // characters of two bytes
	} {
		_, found := compileFor(m, text)
		require.Len(t, found, 1)
		require.Less(t, len(found[0].Text), 400)
		require.True(t, utf8.ValidString(found[0].Text))
		require.Contains(t, found[0].Text, "…")
	}
}
