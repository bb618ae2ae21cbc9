package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/built"
)

// tried reports whether a block is a file that the reader writes, commands that the reader runs, or
// their output. For a file it returns the name.
func (b block) tried() (file string, ok bool) {
	words := strings.Fields(b.kind)
	if len(words) < 2 || words[1] != "try" {
		return "", false
	}
	return strings.Join(words[2:], " "), true
}

// The test writes the files of a document and runs its commands in order, in a separate directory, and compares the
// output with the document. With GOLDEN=write it writes the output into the document and keeps the pictures.
func TestWhatTheDocumentsTryPrintsWhatTheySay(t *testing.T) {
	tools, err := built.Dir()
	require.NoError(t, err)
	texts := documents(t)
	tried := 0
	for file, text := range texts {
		all := slices.DeleteFunc(fenced(file, text), func(b block) bool { _, ok := b.tried(); return !ok })
		if len(all) == 0 {
			continue
		}
		tried++
		t.Run(file, func(t *testing.T) {
			r := reader{dir: t.TempDir(), tools: tools}
			r.read(t, all)
			r.keep(t, filepath.Join(root, file), text)
		})
	}
	require.Positive(t, tried)
}

// reader executes the blocks of a document.
type reader struct {
	dir, tools string
	commands   block
	printed    string
	said       []saying
}

// saying holds a command's output in the document and its real output.
type saying struct {
	block   block
	printed string
}

func (r *reader) read(t *testing.T, all []block) {
	for _, b := range all {
		name, _ := b.tried()
		switch language, _, _ := strings.Cut(b.kind, " "); {
		case language == "sh":
			require.Contains(t, []string{"", "fails"}, name, "%s:%d", b.file, b.line)
			r.run(t, b, name == "fails")
		case language == "text" && name == "":
			require.NotEmpty(t, r.commands.text, "%s:%d: output without a command before it", b.file, b.line)
			r.said = append(r.said, saying{b, r.printed})
			if os.Getenv("GOLDEN") != "write" {
				require.Equal(t, b.text, r.printed, "%s:%d: what line %d prints", b.file, b.line, r.commands.line)
			}
		default:
			require.NotEmpty(t, name, "%s:%d: a file without a name", b.file, b.line)
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(r.dir, name)), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(r.dir, name), []byte(b.text), 0o600))
		}
	}
}

// run runs all commands of a block like a shell.
func (r *reader) run(t *testing.T, b block, fails bool) {
	cmd := exec.CommandContext(t.Context(), "sh", "-c", b.text)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "PATH="+r.tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	if !fails {
		cmd.Args = slices.Insert(cmd.Args, 1, "-e")
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if fails {
		require.ErrorAs(t, err, &exit, "%s:%d: expected to fail: %s", b.file, b.line, out)
	} else {
		require.NoError(t, err, "%s:%d: %s", b.file, b.line, out)
	}
	r.commands, r.printed = b, strings.ReplaceAll(string(out), "\u00a0", " ")
}

// keep compares pictures and output with those in the documents, or writes them.
func (r *reader) keep(t *testing.T, file, text string) {
	pictures, err := filepath.Glob(filepath.Join(r.dir, "*.svg"))
	require.NoError(t, err)
	for _, made := range pictures {
		got, err := os.ReadFile(made)
		require.NoError(t, err)
		golden(t, filepath.Join(root, "docs", "pictures", filepath.Base(made)), got)
	}
	if os.Getenv("GOLDEN") != "write" {
		return
	}
	lines := strings.SplitAfter(text, "\n")
	for _, s := range slices.Backward(r.said) {
		from := s.block.line - 1
		lines = slices.Replace(lines, from, from+strings.Count(s.block.text, "\n"), s.printed)
	}
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644))
}

// golden compares with a generated file; GOLDEN=write rewrites the file.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(file, got, 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "make golden writes it")
	require.Equal(t, string(want), string(got), "%s is not what is drawn now; make golden draws it", file)
}
