package docs

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// link is [text](target) or ![text](target).
var link = regexp.MustCompile(`\]\(([^()\s]+)\)`)

func TestLinksLeadSomewhere(t *testing.T) {
	texts := documents(t)
	for file, text := range texts {
		for _, m := range link.FindAllStringSubmatch(withoutBlocks(text), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue // the target is outside the repository
			}
			path := file
			if target != "" {
				path = filepath.Join(filepath.Dir(file), target)
				if _, err := os.Stat(filepath.Join(root, path)); err != nil {
					t.Errorf("%s: link to %s: no such file", file, m[1])
					continue
				}
			}
			if anchor != "" && !anchors(texts[path])[anchor] {
				t.Errorf("%s: link to %s: no such heading", file, m[1])
			}
		}
	}
}

// anchors returns a document's headings in the form that links use.
func anchors(text string) map[string]bool {
	drop := regexp.MustCompile(`[^a-z0-9 _-]`)
	found := map[string]bool{}
	for line := range strings.SplitSeq(withoutBlocks(text), "\n") {
		if heading, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			found[strings.ReplaceAll(drop.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")] = true
		}
	}
	return found
}

// withoutBlocks drops the fenced blocks.
func withoutBlocks(text string) string {
	var out []string
	inside := false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			inside = !inside
		} else if !inside {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func TestEveryDocumentIsLinkedFromTheReadme(t *testing.T) {
	texts := documents(t)
	reached := map[string]bool{"README.md": true}
	for queue := []string{"README.md"}; len(queue) > 0; queue = queue[1:] {
		for _, m := range link.FindAllStringSubmatch(texts[queue[0]], -1) {
			target, _, _ := strings.Cut(m[1], "#")
			path := filepath.Join(filepath.Dir(queue[0]), target)
			for file := range texts {
				if !reached[file] && (file == path || filepath.Dir(file) == path) {
					reached[file] = true
					queue = append(queue, file)
				}
			}
		}
	}
	for file := range texts {
		if strings.HasPrefix(file, "docs/") && !reached[file] {
			t.Errorf("%s: no link leads to it; link it from README.md or from a page that README.md links to", file)
		}
	}
}

func TestNoFileIsLargerThanAMegabyte(t *testing.T) {
	for _, file := range tracked(t) {
		info, err := os.Stat(filepath.Join(root, file))
		require.NoError(t, err)
		if info.Size() > 1<<20 {
			t.Errorf("%s: %d bytes; expected at most 1 MB", file, info.Size())
		}
	}
}

// elsewhere lists paths that exist only on a particular machine.
var elsewhere = regexp.MustCompile(`(^|[^A-Za-z0-9_.~$)}*/-])/(home|root|work|workspace|Users|mnt)/[A-Za-z0-9_.]`)

func TestNoFileNamesAPathOfSomebodysMachine(t *testing.T) {
	require.Regexp(t, elsewhere, "see /home/me/nao.yaml")
	require.NotRegexp(t, elsewhere, "https://example.org/work/x, and $PWD/home/x")
	for _, file := range tracked(t) {
		if filepath.Dir(file) == "internal/docs" {
			continue // the examples in this test do not count
		}
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		if bytes.IndexByte(text, 0) >= 0 {
			continue // the file is not a text file
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := elsewhere.FindString(line); m != "" {
				t.Errorf("%s:%d: the path of a machine: %q", file, i+1, strings.TrimSpace(line))
			}
		}
	}
}
