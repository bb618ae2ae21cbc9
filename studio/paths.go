package studio

import (
	"regexp"
	"strings"
)

// pathCall matches active("path") or In('id') in an expression.
var pathCall = regexp.MustCompile(`\b(active|In)(\s*\(\s*)("[^"\\]*"|'[^'\\]*')(\s*\))`)

// replacePaths replaces the paths of states in an expression.
func replacePaths(text string, moved func(id string) string) string {
	if !strings.Contains(text, "active") && !strings.Contains(text, "In") {
		return text
	}
	return pathCall.ReplaceAllStringFunc(text, func(call string) string {
		m := pathCall.FindStringSubmatch(call)
		path := m[3][1 : len(m[3])-1]
		to := moved(path)
		if to == gone {
			to = path
		}
		return m[1] + m[2] + m[3][:1] + to + m[3][:1] + m[4]
	})
}

// replaceName replaces a name in an expression, except inside quotes, as a field or as a part of a word. call
// selects names of functions, which precede a bracket.
func replaceName(text, name, to string, call bool) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '"' || c == '\'':
			end := i + 1
			for end < len(text) && text[end] != c {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			b.WriteString(text[i:end])
			i = end
		case isWordByte(c):
			end := i
			for end < len(text) && isWordByte(text[end]) {
				end++
			}
			word := text[i:end]
			field := i > 0 && text[i-1] == '.' && (i < 2 || text[i-2] != '.')
			if word == name && !field && strings.HasPrefix(strings.TrimLeft(text[end:], " "), "(") == call {
				word = to
			}
			b.WriteString(word)
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}
