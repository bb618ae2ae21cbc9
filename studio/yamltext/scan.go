package yamltext

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// breakAt returns the length of the line break at an offset, or 0. YAML 1.1 has more kinds of line breaks than
// editors.
func (d *source) breakAt(i int) int { return breakAt(d.text, i) }

func breakAt(text string, i int) int {
	switch rest := text[min(i, len(text)):]; {
	case strings.HasPrefix(rest, "\r\n"), strings.HasPrefix(rest, "\u0085"):
		return 2
	case strings.HasPrefix(rest, "\n"), strings.HasPrefix(rest, "\r"):
		return 1
	case strings.HasPrefix(rest, "\u2028"), strings.HasPrefix(rest, "\u2029"):
		return 3
	}
	return 0
}

// lineEnd returns the line break that a text uses.
func lineEnd(text string) string {
	if i := strings.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

const mark = "\uFEFF" // byte order mark at the beginning of some texts; columns do not count it

// findLines records where each line begins.
func (d *source) findLines() {
	at := 0
	if strings.HasPrefix(d.text, mark) {
		at = len(mark)
	}
	d.lines = append(d.lines, at)
	for at < len(d.text) {
		if n := d.breakAt(at); n > 0 {
			at += n
			d.lines = append(d.lines, at)
		} else {
			at++
		}
	}
}

// offset returns the offset of a line and a column, which count from 1.
func (d *source) offset(line, column int) int {
	at := d.lines[line-1]
	for range column - 1 {
		_, n := utf8.DecodeRuneInString(d.text[at:])
		at += n
	}
	return at
}

// line returns the number of the line that contains an offset, from 0.
func (d *source) line(at int) int {
	low, high := 0, len(d.lines)
	for high-low > 1 {
		if middle := (low + high) / 2; d.lines[middle] <= at {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// Line returns the number of the line that contains an offset, from 1.
func (d *Document) Line(at int) int { return d.src.line(at) + 1 }

// lineStart returns the offset at which the line of an offset begins.
func (d *source) lineStart(at int) int { return d.lines[d.line(at)] }

// lineStop returns the offset of the break that ends the line of an offset.
func (d *source) lineStop(at int) int {
	for at < len(d.text) && d.breakAt(at) == 0 {
		at++
	}
	return at
}

// nextLine returns the offset at which the next line begins.
func (d *source) nextLine(at int) int {
	at = d.lineStop(at)
	return at + d.breakAt(at)
}

// column returns the number of characters before an offset in its line.
func (d *source) column(at int) int { return utf8.RuneCountInString(d.text[d.lineStart(at):at]) }

// at returns the byte at an offset, or 0 after the end.
func (d *source) at(i int) byte {
	if i < 0 || i >= len(d.text) {
		return 0
	}
	return d.text[i]
}

// expect panics if the text at an offset is not the expected one.
func (d *source) expect(at int, text string) {
	if !strings.HasPrefix(d.text[min(at, len(d.text)):], text) {
		panic("no " + text + " where one is expected")
	}
}

// skip returns the offset after spaces, line breaks, comments and the bytes in more.
func (d *source) skip(at int, more string) int {
	for at < len(d.text) {
		c := d.text[at]
		switch {
		case c == ' ' || c == '\t' || strings.IndexByte(more, c) >= 0:
			at++
		case d.breakAt(at) > 0:
			at += d.breakAt(at)
		case c == '#':
			at = d.lineStop(at)
		default:
			return at
		}
	}
	return at
}

// scalarEnd returns the offset after a scalar.
func (d finder) scalarEnd(n *Node) int {
	switch style := n.Style &^ yaml.TaggedStyle; {
	case style&yaml.SingleQuotedStyle != 0:
		return d.src.quotedEnd(n.body, '\'')
	case style&yaml.DoubleQuotedStyle != 0:
		return d.src.quotedEnd(n.body, '"')
	case style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return d.blockEnd(n)
	case n.Value == "":
		return n.body
	}
	return d.src.plainEnd(n.body, n.Value)
}

func (d *source) quotedEnd(at int, quote byte) int {
	d.expect(at, string(quote))
	for at++; at < len(d.text); at++ {
		switch {
		case d.text[at] == '\\' && quote == '"':
			at++
		case d.text[at] == quote && quote == '\'' && d.at(at+1) == quote:
			at++
		case d.text[at] == quote:
			return at + 1
		}
	}
	panic("a quote without its end")
}

// plainEnd returns the offset after a scalar without quotes. Its text equals its value, except for line breaks,
// which the value contains as spaces or line breaks.
func (d *source) plainEnd(at int, value string) int {
	if strings.HasPrefix(d.text[at:], value) {
		return at + len(value)
	}
	for i := 0; i < len(value); {
		if strings.IndexByte(" \n\t", value[i]) < 0 {
			if d.at(at) != value[i] {
				panic("a scalar that is not where it is expected")
			}
			i, at = i+1, at+1
			continue
		}
		for i < len(value) && strings.IndexByte(" \n\t", value[i]) >= 0 {
			i++
		}
		for at < len(d.text) && (d.text[at] == ' ' || d.text[at] == '\t' || d.breakAt(at) > 0) {
			at += max(1, d.breakAt(at))
		}
	}
	return at
}

// blockEnd returns the offset after a scalar below a | or a >: after its last line, without that line's break.
// Empty lines at the end belong to it if it keeps them.
func (d finder) blockEnd(n *Node) int {
	header := d.src.text[n.body:d.src.lineStop(n.body)]
	if header == "" || header[0] != '|' && header[0] != '>' {
		panic("a block scalar that is not where it is expected")
	}
	head, _, _ := strings.Cut(header, " ")
	indent := 0
	if i := strings.IndexAny(head, "123456789"); i > 0 {
		indent = max(n.block, 0) + int(head[i]-'0')
	}
	end, last := n.body+len(strings.TrimRight(header, " \t")), 0
	for at := d.src.nextLine(n.body); at < len(d.src.text); at = d.src.nextLine(at) {
		stop := d.src.lineStop(at)
		line := d.src.text[at:stop]
		spaces := len(line) - len(strings.TrimLeft(line, " "))
		if spaces == len(line) {
			last = stop
			continue
		}
		if indent == 0 {
			indent = max(spaces, n.block+1, 1)
		}
		if spaces < indent {
			break
		}
		end, last = stop, 0
	}
	if last > 0 && strings.Contains(head, "+") {
		end = last
	}
	return end
}
