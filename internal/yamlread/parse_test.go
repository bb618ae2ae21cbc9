package yamlread

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"gonao/internal/fuzzn"
)

// byLibrary returns what the library reads, without comments; nil for a fault or several documents.
func byLibrary(text string) *yaml.Node {
	var doc yaml.Node
	d := yaml.NewDecoder(strings.NewReader(text))
	if d.Decode(&doc) != nil || len(doc.Content) != 1 || d.Decode(&yaml.Node{}) == nil {
		return nil
	}
	withoutComments(doc.Content[0])
	return doc.Content[0]
}

func withoutComments(n *yaml.Node) {
	n.HeadComment, n.LineComment, n.FootComment = "", "", ""
	for _, part := range n.Content {
		withoutComments(part)
	}
}

// requireSame checks that the subset is read as the library reads it.
func requireSame(t require.TestingT, text string) (read bool) {
	got := parsePlain(text)
	if got == nil {
		return false
	}
	want := byLibrary(text)
	require.NotNil(t, want, "the library refuses %q", text)
	require.Equal(t, normal(want), normal(got), text)
	return true
}

// normal makes nil of empty lists.
func normal(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = nil
	for _, part := range n.Content {
		c.Content = append(c.Content, normal(part))
	}
	return &c
}

func TestOurFilesAreReadAsTheLibraryReadsThem(t *testing.T) {
	all, read := 0, 0
	for _, dir := range []string{"../../behavior", "../../examples", "../../hfsm"} {
		require.NoError(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".yaml" {
				return err
			}
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			all++
			if requireSame(t, string(text)) {
				read++
			}
			return nil
		}))
	}
	require.Greater(t, 2*read, all, "most of %d files are in the subset", all)
}

func TestPlainYAMLIsReadAsTheLibraryReadsIt(t *testing.T) {
	for _, text := range []string{
		"a: 1\nb:\n- x\n- y: 2\n  z: 3\nc: {d: [1, -2, 0x1f, 1.5e3], e: 'it', f: \"is\"} # comment\n", "a:\nb: ~\nc: true\n",
		"- - a\n  - b\n-\n  c: d\n", "ä: [ö,\n  ü, ]\nß:   é   # é\n", "a: b: c\n", "a: x#y\nb: http://c\nd: 2020-01-01\n", "a:\n    b: 1\nc: 2\n",
	} {
		requireSame(t, text)
	}
	require.False(t, requireSame(t, "a: |\n  text\n"), "the library reads it")
}

// TestRandomYAMLIsReadAsTheLibraryReadsIt draws texts of the characters that mean something.
func TestRandomYAMLIsReadAsTheLibraryReadsIt(t *testing.T) {
	pieces := []string{
		"a", "b: ", "c:", "- ", "-", "\n", "\n", "\n  ", "\n    ", "{", "}", "[", "]", ", ", ",", ": ", ":", " ", "#", " # x", "'", "\"", "1", "-1.5", "true",
		"null", "~", "<<", "é", "?", "|", "&a ", "*a", "!!str ", "---\n", "...", "%", "a: b\n", "{a: b}", "[1, 2]", "k: [a, {b: c}]\n", "\t", "=", "@",
	}
	fuzzn.Draw(t, max(10, fuzzn.N(t)/500), func(t *rapid.T) {
		requireSame(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 24).Draw(t, "text"), ""))
	})
}
