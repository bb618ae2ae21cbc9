package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The source must contain the words of the messages in docs/troubleshooting.md. Names, numbers and paths vary, so they
// are left out.
func TestTheMessagesOfTroubleshootingAreSaidByTheCode(t *testing.T) {
	var code strings.Builder
	for _, file := range tracked(t) {
		if ext := filepath.Ext(file); (ext == ".go" || ext == ".sh" || ext == ".c") && !strings.HasSuffix(file, "_test.go") {
			text, err := os.ReadFile(filepath.Join(root, file))
			require.NoError(t, err)
			code.Write(text)
		}
	}
	said := regexp.MustCompile(`(%[a-z]|\\n|"\+\n\t*"|\s)+`).ReplaceAllString(code.String(), " ")

	document := documents(t)["docs/troubleshooting.md"]
	message := regexp.MustCompile("^\\| `([^`]+)`")
	found := 0
	for line := range strings.SplitSeq(document, "\n") {
		m := message.FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[1], "gonao ") || strings.HasPrefix(m[1], "ros2") {
			continue
		}
		for _, words := range fragments(m[1]) {
			found++
			if !strings.Contains(said, words) {
				t.Errorf("docs/troubleshooting.md: `%s`: no program prints %q", m[1], words)
			}
		}
	}
	require.Greater(t, found, 15)
	require.NotContains(t, said, "the robot has left the building")
}

// fragments returns the constant parts of a message that are long enough to identify it.
func fragments(message string) []string {
	const enough = 9
	var parts []string
	for _, part := range regexp.MustCompile(`…|"[^"]*"|[=:(),?]|\S*[/0-9]\S*`).Split(message, -1) {
		if part = strings.TrimSpace(part); len(part) >= enough {
			parts = append(parts, part)
		}
	}
	return parts
}
