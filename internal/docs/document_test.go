package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the top directory of the repository.
const root = "../.."

// block is one fenced block of a document.
type block struct {
	file string
	line int    // line number of its first line of text
	kind string // the words after the fence, such as "yaml machine"
	text string
}

// documents returns every document, by its path below the root.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, file := range tracked(t) {
		if filepath.Ext(file) != ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		texts[file] = string(text)
	}
	require.Contains(t, texts, "README.md")
	require.Contains(t, texts, "docs/state-machines.md")
	return texts
}

// tracked returns the files of the repository. Without git, it returns all files that are not built.
func tracked(t *testing.T) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	if out, err := cmd.Output(); err == nil {
		var files []string
		for name := range bytes.SplitSeq(bytes.Trim(out, "\x00"), []byte{0}) {
			// Git also lists files that are deleted but not yet committed.
			if info, err := os.Lstat(filepath.Join(root, string(name))); err == nil && info.Mode().IsRegular() {
				files = append(files, string(name))
			}
		}
		return files
	}
	var files []string
	require.NoError(t, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "build" || entry.Name() == ".git" || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if entry.Type().IsRegular() {
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			files = append(files, name)
		}
		return nil
	}))
	return files
}

// blocks returns the fenced blocks of all documents whose kind begins with language.
func blocks(t *testing.T, language string) []block {
	t.Helper()
	var found []block
	for file, text := range documents(t) {
		for _, b := range fenced(file, text) {
			if word, _, _ := strings.Cut(b.kind, " "); word == language {
				found = append(found, b)
			}
		}
	}
	require.NotEmpty(t, found, "no ```%s block in any document", language)
	return found
}

// fenced returns a document's fenced blocks.
func fenced(file, text string) []block {
	var found []block
	var open *block
	for i, line := range strings.Split(text, "\n") {
		mark, isFence := strings.CutPrefix(strings.TrimLeft(line, " "), "```") // the block is indented in a list
		switch {
		case isFence && open == nil:
			open = &block{file: file, line: i + 2, kind: strings.TrimSpace(mark)}
		case isFence:
			found = append(found, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		open.kind = "not closed"
		found = append(found, *open)
	}
	return found
}

func TestEveryFencedBlockSaysWhatItIs(t *testing.T) {
	known := map[string]bool{
		"sh": true, "sh robot": true, "sh long": true, "sh window": true, "text": true, "go": true, "go program": true,
		"yaml machine": true, "yaml world": true, "yaml params": true, "yaml launch": true, "yaml tune": true, "yaml experiment": true, "yaml bridge": true, "yaml body": true, "yaml team": true, "xml motion": true, "mermaid": true,
	}
	for file, text := range documents(t) {
		for _, b := range fenced(file, text) {
			_, own := b.ownModule()
			_, tried := b.tried()
			if !own && !tried && !known[b.kind] {
				t.Errorf("%s:%d: fenced block %q; expected one of those in internal/docs/doc.go", b.file, b.line-1, b.kind)
			}
		}
	}
}
