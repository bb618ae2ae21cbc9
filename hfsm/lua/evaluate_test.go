package lua

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFileOfDataIsEvaluated(t *testing.T) {
	v, err := Evaluate("data.lua", []byte(`local t = {list = {1, twice(2), {}}, name = "x", [7] = true}; return t`),
		"function twice(x) return 2 * x end", Options{})
	require.NoError(t, err)
	require.Equal(t, map[string]any{"list": []any{int64(1), int64(4), map[string]any{}}, "name": "x", "7": true}, v)

	for _, row := range []struct{ text, says string }{
		{"local t = {}; t.t = t; return t", "data.lua: tables more than 32 deep inside each other"},
		{"return {f = print}", "data.lua: a function; expected data"},
		{"while true do end", "data.lua:1"},
		{"return nothing.at.all", "data.lua:1"},
		{"return (", "data.lua:1"},
		{`return require("os")`, "data.lua:1"},
	} {
		_, err := Evaluate("data.lua", []byte(row.text), "", Options{})
		require.ErrorContains(t, err, row.says)
	}
	_, err = Evaluate("data.lua", nil, "nonsense", Options{})
	require.ErrorContains(t, err, "prelude:1")
}
