package ros

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesAreExpandedAsByRcl(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, row := range []struct{ name, full, wrong string }{
		{"chatter", "/nao1/chatter", ""},
		{"/chatter", "/chatter", ""},
		{"a/b", "/nao1/a/b", ""},
		{"a__b", "/nao1/a__b", ""},
		{"__a__/_b", "/nao1/__a__/_b", ""},
		{"~", "/nao1/vision", ""},
		{"~/ball", "/nao1/vision/ball", ""},
		{"{node}/x", "/nao1/vision/x", ""},
		{"{ns}/x", "/nao1/x", ""},
		{"/a/{node}_x", "/a/vision_x", ""},
		{"{namespace}/{node}", "/nao1/vision", ""},
		{"/" + x(maxName-1), "/" + x(maxName-1), ""},

		{"", "", "is empty"},
		{"/", "", "expected a word"},
		{"/chatter/", "", "expected a word"},
		{"a//b", "", "expected a word"},
		{"//a", "", "expected a word"},
		{"~/", "", "expected a word"},
		{"~ball", "", "expected a slash after"},
		{"a/~/b", "", "only at the beginning"},
		{"/~", "", "only at the beginning"},
		{"1st", "", "begins with a digit"},
		{"/a/1st", "", "begins with a digit"},
		{"a-b", "", `expected letters, digits and underscores, found '-'`},
		{"bäll", "", `found 'ä'`},
		{"a b", "", "found ' '"},
		{"{}", "", "in braces"},
		{"{robot}/x", "", "in braces"},
		{"{node", "", "in braces"},
		{"node}", "", "in braces"},
		{"/" + x(maxName), "", "has 248 characters, expected at most 247"},
		{x(maxName - 5), "", "has 248 characters, expected at most 247"}, // with its namespace
	} {
		t.Run(row.name, func(t *testing.T) {
			full, err := expandName(row.name, "/nao1", "vision")
			if row.wrong != "" {
				require.ErrorContains(t, err, row.wrong)
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.full, full)
		})
	}
}

func TestNodesAndNamespacesAreNamedAsByRmw(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for name, wrong := range map[string]string{
		"vision": "", "_a__b_": "", "N1": "", x(maxNodeName): "",
		"": "is empty", "a/b": "found '/'", "~": "only at the beginning", "1a": "begins with a digit", "a.b": "found '.'",
		x(maxNodeName + 1): "has 256 characters, expected at most 255",
	} {
		if err := checkNode(name); wrong != "" {
			require.ErrorContains(t, err, wrong)
		} else {
			require.NoError(t, err, name)
		}
	}
	for name, full := range map[string]string{
		"": "/", "/": "/", "nao1": "/nao1", "/nao1": "/nao1", "/a__b/c": "/a__b/c", "/" + x(maxNamespace-1): "/" + x(maxNamespace-1),
		"/nao1/": "", "nao1/": "", "//a": "", "a//b": "", "~": "", "/1": "", "/a b": "", "/" + x(maxNamespace): "",
	} {
		got, err := fullNamespace(name)
		require.Equal(t, full, got)
		if full == "" {
			require.ErrorContains(t, err, "expected")
		}
	}
}
