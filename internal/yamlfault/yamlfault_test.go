package yamlfault_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/internal/yamlfault"
)

func TestFaultsHaveAPlaceAndAReason(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a tab", "a: 1\nb:\n\tc: 2\n", "line 3: the line is indented with a tab; YAML is indented with spaces only"},
		{"a tab after spaces", "a: 1\nb:\n  \tc: 2\n  \td: 3\n", "line 3, column 3: the line is indented with a tab"},
		{"a byte of Latin-1", "a: 1\n# gr\xfcn\n", "line 2, column 5: the byte 0xFC is no UTF-8"},
		{"characters, not bytes, are counted", "ä: \xff\n", "line 1, column 4: the byte 0xFF is no UTF-8"},
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
