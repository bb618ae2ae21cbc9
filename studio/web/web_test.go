package web

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPageThatWasNotBuiltServesThePlaceholder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "placeholder.html"), []byte("run make build"), 0o600))
	p := Dir(dir)
	require.False(t, p.Built())
	f, ok := p.File("/")
	require.True(t, ok)
	require.Equal(t, "run make build", string(f.Content))
	require.Contains(t, f.ContentType, "text/html")
	require.False(t, f.Gzipped)
}

func TestABuiltPageServesCompressedFiles(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "assets"), 0o700))
	for _, name := range []string{"index.html.gz", "assets/main-1.js.gz", "assets/main-1.css.gz", "placeholder.html"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600))
	}
	p := Dir(dir)
	require.True(t, p.Built())
	page, ok := p.File("/")
	require.True(t, ok)
	require.True(t, page.Gzipped)
	require.False(t, page.Immutable)
	script, ok := p.File("/assets/main-1.js")
	require.True(t, ok)
	require.Equal(t, File{Content: []byte("assets/main-1.js.gz"), ContentType: "text/javascript; charset=utf-8", Gzipped: true, Immutable: true}, script)
	for _, path := range []string{"/assets/main-1.js.gz", "/nothing", "/../web.go", "/assets", "/assets/../../web.go"} {
		_, ok := p.File(path)
		require.False(t, ok, path)
	}
}

func TestThePlaceholderIsEmbedded(t *testing.T) {
	f, ok := Embedded().File("/placeholder.html")
	require.True(t, ok)
	require.Contains(t, string(f.Content), "make build")
}
