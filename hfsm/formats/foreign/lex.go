package foreign

import (
	"fmt"
	"strings"
)

// token is a word, a number, a sign or a text of a file. The end of the file is a token without text.
type token struct {
	text   string
	word   bool // an identifier, which may have dots and begin with @
	number bool
	line   int
	begin  int // offset in the file, bytes
}

// fault is the error that ends the reading of a file.
type fault struct {
	line int
	text string
}

func (f fault) Error() string { return f.text }

// signs are those of two characters; all others are of one.
var signs = []string{"==", "!=", "<=", ">=", "&&", "||"}

// lex splits a file into tokens. Remarks are left out.
func lex(src string) ([]token, error) {
	var out []token
	line := 1
	for i := 0; i < len(src); {
		begin, c := i, src[i]
		t := token{line: line, begin: begin}
		switch {
		case c == '\n':
			line++
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == 0xEF || c == 0xBB || c == 0xBF:
			i++
			continue
		case strings.HasPrefix(src[i:], "//"):
			i += max(1, strings.IndexByte(src[i:]+"\n", '\n'))
			continue
		case strings.HasPrefix(src[i:], "/*"):
			end := strings.Index(src[i+2:], "*/")
			if end < 0 {
				return nil, fault{line, "a remark without an end; expected */"}
			}
			line += strings.Count(src[i:i+2+end], "\n")
			i += end + 4
			continue
		case c == '"':
			end := strings.IndexAny(src[i+1:], "\"\n")
			if end < 0 || src[i+1+end] == '\n' {
				return nil, fault{line, `a text without an end; expected "`}
			}
			i += end + 2
		case isLetter(c) || c == '@':
			for i++; i < len(src) && (isLetter(src[i]) || isDigit(src[i]) || src[i] == '.' && i+1 < len(src) && isLetter(src[i+1])); i++ {
			}
			t.word = true
		case isDigit(c):
			for i++; i < len(src) && (isDigit(src[i]) || src[i] == '.' && i+1 < len(src) && isDigit(src[i+1])); i++ {
			}
			t.number = true
			if strings.Count(src[begin:i], ".") > 1 {
				return nil, fault{line, fmt.Sprintf("%q; expected a number with one point at most", src[begin:i])}
			}
		default:
			i++
			for _, s := range signs {
				if strings.HasPrefix(src[begin:], s) {
					i = begin + len(s)
				}
			}
			if !strings.Contains("{}()[];,=<>!+-*/%.:?&|", src[begin:begin+1]) {
				return nil, fault{line, fmt.Sprintf("the character %q; expected XABSL's", rune(c))}
			}
		}
		t.text = src[begin:i]
		out = append(out, t)
	}
	return append(out, token{line: line, begin: len(src)}), nil
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
