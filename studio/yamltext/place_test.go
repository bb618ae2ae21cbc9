package yamltext

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// odd is a text with the forms of YAML that are easily misplaced.
const odd = `# above
a: &anchor text # behind
"quoted: key": 'it''s'
nothing:
empty: {}
list:
- one
-   two words
    and more
- {x: 1, y: [a, "b, c", 'd'], z}
-
  k: v
- - nested
  - - deep
text: |
    first

    last
  # below
folded: >-
  a
   b
kept: |+
  k

after: "a \" b
  c"
tagged: !!str 12
multi: {
  a: 1, # one
  # two
  b: 2,
}
ümlaut: größe # ü
alias: *anchor
`

// requirePlaces fails unless the bytes of each scalar mean the scalar.
func requirePlaces(t *testing.T, d *Document) {
	t.Helper()
	var walk func(n *Node)
	walk = func(n *Node) {
		if n.Kind == yaml.ScalarNode && n.Start < n.End {
			text := d.Text[n.Start:n.End]
			if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
				require.Contains(t, "|>", d.Text[n.body:n.body+1])
			} else {
				root, err := decode("k: " + strings.ReplaceAll(text, "\n", "\n "))
				require.NoError(t, err, text)
				require.Equal(t, n.Value, root.Content[1].Value, text)
			}
		}
		for _, e := range n.Entries {
			require.GreaterOrEqual(t, e.Key.Start, n.Start)
			require.LessOrEqual(t, e.Value.End, n.End)
			walk(e.Key)
			walk(e.Value)
		}
		for _, i := range n.Items {
			walk(i.Node)
		}
	}
	walk(d.Root)
}

func TestEachScalarIsWhereItIsFound(t *testing.T) {
	for _, text := range []string{odd, strings.ReplaceAll(odd, "\n", "\r\n"), mark + odd, strings.TrimRight(odd, "\n")} {
		d, err := Parse(text)
		require.NoError(t, err)
		requirePlaces(t, d)
		value := d.Root.At("text")
		require.True(t, strings.HasSuffix(d.Text[:value.End], "last"))
		kept := d.Root.At("kept")
		require.True(t, strings.HasSuffix(strings.ReplaceAll(d.Text[:kept.End], "\r\n", "\n"), "k\n"), "%q", d.Text[kept.Start:kept.End])
	}
}

func TestTheMachinesOfTheRobotAreFound(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../behavior/machines/*.yaml", "../../behavior/machines/*/*.yaml", "../../hfsm/*/testdata/*.yaml", "../../hfsm/testdata/*.yaml"} {
		more, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, more...)
	}
	require.Greater(t, len(files), 5)
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		if _, err := decode(string(src)); err != nil {
			continue // a fault on purpose
		}
		d, err := Parse(string(src))
		require.NoError(t, err, file)
		requirePlaces(t, d)
	}
}

func TestTextsThatAreNoYAMLAreRefusedWithTheirPlace(t *testing.T) {
	for src, want := range map[string]string{
		"a: 1\nb: gr\xfcn\n":   "line 2, column 6: the byte 0xFC is not UTF-8",
		"a: 1\nb:\n\tc: 2\n":   "line 3: the line is indented with a tab",
		"a: 1\nb: [1, 2\nc: 3": "line 2: did not find expected ',' or ']'",
	} {
		_, err := Parse(src)
		require.ErrorContains(t, err, want)
	}
}

func TestCommentsAreThoseOutsideScalars(t *testing.T) {
	d, err := Parse(odd)
	require.NoError(t, err)
	require.Equal(t, []string{"# above", "# behind", "# below", "# one", "# two", "# ü"}, d.Comments())
}
