package yamlfault_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
)

func TestFaultsHaveAPlaceAndAReason(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a tab", "a: 1\nb:\n\tc: 2\n", "line 3: the line is indented with a tab; YAML is indented with spaces only"},
		{"a tab after spaces", "a: 1\nb:\n  \tc: 2\n  \td: 3\n", "line 3, column 3: the line is indented with a tab"},
		{"a byte of Latin-1", "a: 1\n# gr\xfcn\n", "line 2, column 5: the byte 0xFC is not UTF-8"},
		{"characters, not bytes, are counted", "ä: \xff\n", "line 1, column 4: the byte 0xFF is not UTF-8"},
		{"a control character", "a: 1\nb: x\x01\n", "line 2, column 5: the control character 0x01 is not allowed in YAML"},
		{"something else", "a: 1\nb: [1, 2\n", "line 2: did not find expected ',' or ']'"},
		{"a percent sign", "a: %x\n", "line 1: found character that cannot start any token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var doc yaml.Node
			err := yaml.Unmarshal([]byte(c.src), &doc)
			require.Error(t, err)
			require.ErrorContains(t, yamlfault.Error([]byte(c.src), err), c.want)
		})
	}
}

func TestALineIsNamedOnlyWhereThereAreLines(t *testing.T) {
	var doc yaml.Node
	err := yaml.Unmarshal([]byte("[1, 2"), &doc)
	require.EqualError(t, yamlfault.Error([]byte("[1, 2"), err),
		"did not find expected ',' or ']' (a text with a colon, a comma or brackets in it stands in quotes)")
	err = yaml.Unmarshal([]byte("do: walk_to: {x: 1}"), &doc)
	require.ErrorContains(t, yamlfault.Error([]byte("do: walk_to: {x: 1}"), err), "(two colons in a line: what is inside stands in braces, a: {b: 1})")
	err = yaml.Unmarshal([]byte("gr\xfcn"), &doc)
	require.EqualError(t, yamlfault.Error([]byte("gr\xfcn"), err), "column 3: the byte 0xFC is not UTF-8; expected a text in UTF-8")
}

func TestWrongKindsAreSaidInPlainWords(t *testing.T) {
	var into struct {
		Speed  float64
		Count  int
		Port   uint16
		On     bool
		Names  []string
		Within struct{ A int }
		For    time.Duration
		Text   string
	}
	for src, want := range map[string]string{
		"speed: fast\n":              `line 1: expected a number, got the text "fast"`,
		"on: true\nspeed: [1, 2]\n":  "line 2: expected a number, got a list",
		"count: many\n":              `line 1: expected a whole number, got the text "many"`,
		"port: -1\n":                 `line 1: expected a whole number from 0 on, got the number "-1"`,
		"on: perhaps\n":              `line 1: expected true or false, got the text "perhaps"`,
		"names: 3\n":                 `line 1: expected a list, got the number "3"`,
		"within: 3\n":                `line 1: expected keys with their values, got the number "3"`,
		"for: 3\n":                   `line 1: expected a duration such as 500ms, got the number "3"`,
		"text: {a: 1}\n":             "line 1: expected a text, got keys with their values",
		"spede: 1\n":                 `line 1: key "spede": no such key`,
		"count: a\nspeed: b\n":       `line 1: expected a whole number, got the text "a"; line 2: expected a number, got the text "b"`,
		"within: {a: 1, a: 2}\n":     `line 1: key "a": it is there already, in line 1`,
		"speed: !!binary aGFsbG8=\n": "line 1: expected a number, got binary data",
	} {
		t.Run(src, func(t *testing.T) {
			d := yaml.NewDecoder(strings.NewReader(src))
			d.KnownFields(true)
			err := d.Decode(&into)
			require.Error(t, err)
			require.ErrorContains(t, yamlfault.Error([]byte(src), err), want)
		})
	}
}

func TestALongTextIsNotRepeated(t *testing.T) {
	require.Equal(t, "a b", yamlfault.Short("a\n  b"))
	require.Equal(t, 60, utf8.RuneCountInString(yamlfault.Short(strings.Repeat("ä ", 20_000))))
}
