package dynamic

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// reOther matches the plain words that YAML 1.1 does not read as a string: null, a bool, a number, a time.
var reOther = regexp.MustCompile(`^(?:` + strings.Join([]string{
	``, `~|null|Null|NULL`, `<<`, `=`,
	`yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF`,
	`[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+`,
	`[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?`,
	`[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)`,
	`[0-9]{4}-[0-9]{2}-[0-9]{2}`,
	`[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?`,
}, `|`) + `)$`)

// scalarStyles are the ways in which a string may be written.
type scalarStyles struct{ plain, single bool }

// printable reports whether YAML accepts a letter as it is. Unicode's line breaks are excluded: Python writes them so and
// does not read them again.
func printable(c rune) bool {
	return c == '\n' || c >= 0x20 && c <= 0x7e || c != 0xfeff && c != 0x2028 && c != 0x2029 &&
		(c >= 0xa0 && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000)
}

// stylesOf looks at a string as YAML 1.1's emitters do; flow is inside of {} and [].
func stylesOf(text string, flow bool) scalarStyles {
	letters := []rune(text)
	var special, indicator, spaceBeforeBreak, breakBeforeSpace, lines bool
	indicator = strings.HasPrefix(text, "---") || strings.HasPrefix(text, "...")
	white := func(i int) bool {
		return i < 0 || i >= len(letters) || strings.ContainsRune("\x00 \t\r\n\u0085\u2028\u2029", letters[i])
	}
	for i, c := range letters {
		first := i == 0
		switch {
		case first && strings.ContainsRune("#,[]{}&*!|>'\"%@`", c):
			indicator = true
		case first && (c == '?' || c == ':'):
			indicator = indicator || flow || white(i+1)
		case first && c == '-':
			indicator = indicator || white(i+1)
		case !first && strings.ContainsRune(",?[]{}", c):
			indicator = indicator || flow
		case !first && c == ':':
			indicator = indicator || flow || white(i+1)
		case c == '#':
			indicator = indicator || white(i-1)
		}
		lines = lines || c == '\n'
		special = special || !printable(c)
		if i > 0 {
			before := letters[i-1]
			spaceBeforeBreak = spaceBeforeBreak || before == ' ' && c == '\n'
			breakBeforeSpace = breakBeforeSpace || before == '\n' && c == ' '
		}
	}
	edge := func(c rune) bool { return c == ' ' || c == '\n' }
	edges := len(letters) > 0 && (edge(letters[0]) || edge(letters[len(letters)-1]))
	quoted := spaceBeforeBreak || special
	return scalarStyles{
		plain:  !indicator && !lines && !edges && !quoted && !breakBeforeSpace && !reOther.MatchString(text),
		single: !quoted && !breakBeforeSpace,
	}
}

// quote writes a string as Python's YAML writer does, in quotes where it needs them.
// Its lines after the first are indented by depth levels.
func quote(text string, flow bool, depth int) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	switch s := stylesOf(text, flow); {
	case s.plain:
		return text
	case s.single:
		return singleQuoted(text, depth)
	}
	return doubleQuoted(text)
}

// singleQuoted writes a line break as an empty line.
func singleQuoted(text string, depth int) string {
	var out strings.Builder
	out.WriteByte('\'')
	breaking := false
	for _, c := range text {
		switch {
		case c == '\n':
			if !breaking {
				out.WriteByte('\n')
			}
			breaking = true
			out.WriteByte('\n')
			continue
		case breaking:
			out.WriteString(strings.Repeat("  ", depth))
			breaking = false
		}
		if c == '\'' {
			out.WriteByte('\'')
		}
		out.WriteRune(c)
	}
	if breaking {
		out.WriteString(strings.Repeat("  ", depth))
	}
	out.WriteByte('\'')
	return out.String()
}

func doubleQuoted(text string) string {
	short := map[rune]string{
		0: `\0`, 7: `\a`, 8: `\b`, 9: `\t`, 10: `\n`, 11: `\v`, 12: `\f`, 13: `\r`, 0x1b: `\e`, '"': `\"`, '\\': `\\`,
		0x85: `\N`, 0xa0: `\_`, 0x2028: `\L`, 0x2029: `\P`,
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range text {
		asIs := c >= 0x20 && c <= 0x7e && c != '"' && c != '\\' ||
			(c >= 0xa0 && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd) && c != 0x2028 && c != 0x2029 && c != 0xfeff
		escape, isShort := short[c]
		switch {
		case asIs:
			out.WriteRune(c)
		case isShort:
			out.WriteString(escape)
		case c <= 0xff:
			fmt.Fprintf(&out, `\x%02X`, c)
		case c <= 0xffff:
			fmt.Fprintf(&out, `\u%04X`, c)
		default:
			fmt.Fprintf(&out, `\U%08X`, c)
		}
	}
	out.WriteByte('"')
	return out.String()
}
