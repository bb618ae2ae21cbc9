package param

import (
	"strings"
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

func TestAWrongValueIsDescribedInPlainWords(t *testing.T) {
	for text, want := range map[string]string{
		"[1, 2":                        `value "[1, 2": did not find expected ',' or ']' (a text with a colon`,
		"gr\xfcn":                      `column 3: the byte 0xFC is not UTF-8`,
		"a:\n\tb":                      `value "a: b": line 2: the line is indented with a tab`,
		"[" + strings.Repeat("x", 4e4): `xxx…": did not find expected ',' or ']'`,
	} {
		_, err := parseText(text)
		require.ErrorContains(t, err, want)
		require.Less(t, len(err.Error()), 300)
		require.NotContains(t, err.Error(), "yaml:")
	}
}
