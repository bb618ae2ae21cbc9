package yamltext

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// breakAt returns the length of the line break at an offset, 0 where there is none. YAML 1.1 has more of them
// than editors.
func (d *Document) breakAt(i int) int { return breakAt(d.Text, i) }

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

const mark = "\uFEFF" // in front of some texts; no column counts it

// findLines notes where each line begins.
func (d *Document) findLines() {
	at := 0
	if strings.HasPrefix(d.Text, mark) {
		at = len(mark)
	}
	d.lines = append(d.lines, at)
	for at < len(d.Text) {
		if n := d.breakAt(at); n > 0 {
			at += n
			d.lines = append(d.lines, at)
		} else {
			at++
		}
	}
}

// offset returns the offset of a line and a column, which count from 1.
func (d *Document) offset(line, column int) int {
	at := d.lines[line-1]
	for range column - 1 {
		_, n := utf8.DecodeRuneInString(d.Text[at:])
		at += n
	}
	return at
}

// line returns the number of the line that an offset is in, from 0.
func (d *Document) line(at int) int {
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

// Line returns the number of the line that an offset is in, from 1.
func (d *Document) Line(at int) int { return d.line(at) + 1 }

// lineStart returns the offset at which the line of an offset begins.
func (d *Document) lineStart(at int) int { return d.lines[d.line(at)] }

// lineStop returns the offset of the break that ends the line of an offset.
func (d *Document) lineStop(at int) int {
	for at < len(d.Text) && d.breakAt(at) == 0 {
		at++
	}
	return at
}

// nextLine returns the offset at which the line behind an offset begins.
func (d *Document) nextLine(at int) int {
	at = d.lineStop(at)
	return at + d.breakAt(at)
}

// column returns how many characters are before an offset in its line.
func (d *Document) column(at int) int { return utf8.RuneCountInString(d.Text[d.lineStart(at):at]) }

// at returns the byte at an offset, 0 behind the end.
func (d *Document) at(i int) byte {
	if i < 0 || i >= len(d.Text) {
		return 0
	}
	return d.Text[i]
}

// expect panics where the text is not as it should be.
func (d *Document) expect(at int, text string) {
	if !strings.HasPrefix(d.Text[min(at, len(d.Text)):], text) {
		panic("no " + text + " where one is expected")
	}
}

// skip returns the offset behind spaces, line breaks, comments and some more bytes.
func (d *Document) skip(at int, more string) int {
	for at < len(d.Text) {
		c := d.Text[at]
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

// scalarEnd returns the offset behind a scalar.
func (d *Document) scalarEnd(n *Node) int {
	switch style := n.Style &^ yaml.TaggedStyle; {
	case style&yaml.SingleQuotedStyle != 0:
		return d.quotedEnd(n.body, '\'')
	case style&yaml.DoubleQuotedStyle != 0:
		return d.quotedEnd(n.body, '"')
	case style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return d.blockEnd(n)
	case n.Value == "":
		return n.body
	}
	return d.plainEnd(n.body, n.Value)
}

func (d *Document) quotedEnd(at int, quote byte) int {
	d.expect(at, string(quote))
	for at++; at < len(d.Text); at++ {
		switch {
		case d.Text[at] == '\\' && quote == '"':
			at++
		case d.Text[at] == quote && quote == '\'' && d.at(at+1) == quote:
			at++
		case d.Text[at] == quote:
			return at + 1
		}
	}
	panic("a quote without its end")
}

// plainEnd returns the offset behind a scalar without quotes: its text is its value, but for the line breaks in
// it, which are spaces or line breaks of the value.
func (d *Document) plainEnd(at int, value string) int {
	if strings.HasPrefix(d.Text[at:], value) {
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
		for at < len(d.Text) && (d.Text[at] == ' ' || d.Text[at] == '\t' || d.breakAt(at) > 0) {
			at += max(1, d.breakAt(at))
		}
	}
	return at
}

// blockEnd returns the offset behind a scalar below a | or a >: behind its last line, without that line's break.
// Empty lines at the end belong to it where it keeps them.
func (d *Document) blockEnd(n *Node) int {
	header := d.Text[n.body:d.lineStop(n.body)]
	if header == "" || header[0] != '|' && header[0] != '>' {
		panic("a block scalar that is not where it is expected")
	}
	head, _, _ := strings.Cut(header, " ")
	indent := 0
	if i := strings.IndexAny(head, "123456789"); i > 0 {
		indent = max(n.block, 0) + int(head[i]-'0')
	}
	end, last := n.body+len(strings.TrimRight(header, " \t")), 0
	for at := d.nextLine(n.body); at < len(d.Text); at = d.nextLine(at) {
		stop := d.lineStop(at)
		line := d.Text[at:stop]
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
