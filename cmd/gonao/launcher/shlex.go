package launcher

import (
	"fmt"
	"strings"
)

// splitWords splits a text into words as a POSIX shell (and Python's shlex) does: blanks separate words, quotes and
// backslashes protect blanks.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	started := false
	quote := rune(0)
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		switch {
		case c == '\\' && quote != '\'':
			i++
			if i == len(runes) {
				return nil, fmt.Errorf("nothing follows the last backslash in %q", text)
			}
			if quote == '"' && runes[i] != '"' && runes[i] != '\\' {
				word.WriteRune('\\')
			}
			word.WriteRune(runes[i])
			started = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, started = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		default:
			word.WriteRune(c)
			started = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed in %q", quote, text)
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}

// splitCommand splits a command line into arguments before the substitutions are known, as ROS 2 does. The text of
// a substitution is never split. It belongs to the same argument as the text beside it, unless a blank separates
// them.
func splitCommand(t template) ([]template, error) {
	var out []template
	var arg template
	end := func() {
		out = append(out, arg)
		arg = nil
	}
	for _, p := range t {
		if p.sub != nil {
			arg = append(arg, p)
			continue
		}
		words, err := splitWords(p.text)
		if err != nil {
			return nil, err
		}
		if len(words) == 0 { // only blanks between two substitutions
			end()
			continue
		}
		if isBlank(p.text[0]) && len(arg) > 0 {
			end()
		}
		for i, word := range words {
			if i > 0 {
				end()
			}
			arg = append(arg, part{text: word})
		}
		if isBlank(p.text[len(p.text)-1]) {
			end()
		}
	}
	if len(arg) > 0 {
		end()
	}
	return out, nil
}

// isBlank reports whether a byte separates words.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
