package docs

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// split splits a line as a shell does: it handles quotes, a backslash in double quotes, and comments after #.
func split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote, escaped := false, rune(0), false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case quote == '"' && r == '\\':
			escaped = true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case r == '#' && !inWord:
			return words, nil
		case r == ' ' || r == '\t':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

func TestLinesAreSplitAsAShellDoes(t *testing.T) {
	words, err := split(`a 'b c'  d"e f"g   # h`)
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b c", "de fg"}, words)
	words, err = split(`"a \"b\" c" 'd\'`)
	require.NoError(t, err)
	require.Equal(t, []string{`a "b" c`, `d\`}, words)
	words, err = split("# nothing")
	require.NoError(t, err)
	require.Empty(t, words)
	_, err = split("a 'b")
	require.Error(t, err)
}
