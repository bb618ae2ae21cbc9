package layout

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGraphvizReadsWhatWeWrite(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.dot")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			svg, err := SVG(t.Context(), src)
			require.NoError(t, err)
			texts := textsOf(t, svg)
			require.Contains(t, texts, "approach")
			require.Contains(t, texts, `up "again" & <on>`)
			again, err := SVG(t.Context(), src)
			require.NoError(t, err)
			require.Equal(t, string(svg), string(again))
		})
	}
}

// textsOf reads the texts of a well-formed SVG.
func textsOf(t *testing.T, svg []byte) string {
	t.Helper()
	var all strings.Builder
	for dec := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return all.String()
		}
		require.NoError(t, err)
		if text, ok := token.(xml.CharData); ok {
			all.Write(text)
		}
	}
}

func TestWhatIsNoGraphIsAnError(t *testing.T) {
	for src, want := range map[string]string{
		"digraph {":               "read the graph",
		"":                        "nothing to draw",
		"// only a comment":       "graph", // read as none, or as one without an end
		"digraph { \xff }":        "not a text in UTF-8",
		strings.Repeat("a", 4000): "near 'aaa", // Graphviz goes on counting lines where the text before ended
	} {
		_, err := SVG(t.Context(), []byte(src))
		require.ErrorContains(t, err, want)
		require.Less(t, len(err.Error()), 400)
		require.NotContains(t, err.Error(), "wasm")
	}
}
