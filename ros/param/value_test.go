package param

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAValueIsWrittenAsItIsRead(t *testing.T) {
	rows := map[string]Value{
		"true":              true,
		"12":                int64(12),
		"1.0":               1.0,
		"1e+06":             1e6,
		"top":               "top",
		"''":                "",
		"'12'":              "12",
		"'yes'":             "yes",
		"'it''s: [so], no'": "it's: [so], no",
		"[]":                []any{},
		"[1.0, 2.5]":        []float64{1, 2.5},
		"[1, 2]":            []int64{1, 2},
		"['a, b', '1']":     []string{"a, b", "1"},
		"[true, false]":     []bool{true, false},
	}
	for text, value := range rows {
		require.Equal(t, text, Text(value))
		back, err := parseText(text)
		require.NoError(t, err)
		require.Equal(t, value, back)
	}
}
