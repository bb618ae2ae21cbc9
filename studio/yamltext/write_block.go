package yamltext

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// indented returns lines with an indentation, and with the document's line ends. Empty lines stay empty.
func (d *source) indented(text string, column int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = strings.Repeat(" ", column) + line
		}
	}
	return strings.Join(lines, d.eol)
}

// dedented returns the lines of a part of the text without their indentation, with \n as line ends.
func (d *source) dedented(from, to, column int) string {
	var b strings.Builder
	for at := from; at < to; {
		stop := min(d.lineStop(at), to)
		line := d.text[at:stop]
		if d.lineStart(at) == at {
			spaces := len(line) - len(strings.TrimLeft(line, " "))
			line = line[min(spaces, column):]
		}
		b.WriteString(line)
		if stop < to {
			b.WriteString("\n")
		}
		at = stop + max(d.breakAt(stop), 1)
	}
	return strings.TrimRight(b.String(), "\n")
}

// EntryText returns an entry with its comments as separate YAML.
func (d *Document) EntryText(e *Entry) string {
	p := e.part()
	if p.of.flow || p.of.in {
		if e.colon < 0 {
			return d.Text[e.Key.Start:e.Key.End] + ":"
		}
		return d.src.dedented(p.from, p.to, 0)
	}
	from, to := d.shape().bounds(p)
	return d.shape().kept(from, to, d.src.column(p.from), p.to)
}

// ItemText returns an item with its comments as separate YAML: a block list of one item.
func (d *Document) ItemText(i *Item) string {
	p := i.part()
	if p.of.flow {
		return "- " + d.src.dedented(p.from, p.to, 0)
	}
	from, to := d.shape().bounds(p)
	return d.shape().kept(from, to, d.src.column(p.from), p.to)
}

// kept returns lines without their indentation. It keeps empty lines that belong to a block scalar at the end.
func (d shape) kept(from, to, column, value int) string {
	text := d.src.dedented(from, to, column)
	if value < to {
		if n := strings.Count(d.src.text[:value], "\n") - strings.Count(strings.TrimRight(d.src.text[:value], " \r\n"), "\n"); n > 0 {
			text += strings.Repeat("\n", n)
		}
	}
	return text
}

// replacement returns the splices that turn a node into a YAML text, which fits its place.
func (d shape) replacement(n *Node, value string) []splice {
	first, rest, several := strings.Cut(value, "\n")
	value = strings.TrimSuffix(value, "\n")
	scalar := strings.HasPrefix(first, "|") || strings.HasPrefix(first, ">")
	column, item := d.around(n)
	switch {
	case !several && n.Kind != yaml.ScalarNode && !n.Flow() && !item && len(n.path) > 0:
		return d.inPlaceOfBlock(n, value)
	case !several && n.Anchor != "" && n.body < n.End: // the anchor stays
		return []splice{{n.body, n.End, value}}
	case !several:
		return []splice{{n.Start, n.End, d.spaced(n, value)}}
	case n.in:
		panic("several lines inside brackets")
	case scalar: // the header replaces the node, and the lines follow below its line
		return d.withLines(n, d.spaced(n, first), d.src.indented(rest, d.linesColumn(n, column)))
	case strings.HasPrefix(first, "{"), strings.HasPrefix(first, "["), strings.HasPrefix(first, `"`), strings.HasPrefix(first, "'"):
		return []splice{{n.Start, n.End, d.spaced(n, strings.ReplaceAll(value, "\n", d.src.eol))}}
	case len(n.path) == 0:
		return []splice{{n.Start, n.End, d.src.indented(value, 0)}}
	case item:
		lines := d.src.indented(value, column+2)
		end := n.End
		behind := strings.TrimLeft(d.src.text[end:d.src.lineStop(end)], " ")
		if strings.Contains(lines[strings.LastIndexByte(lines, '\n')+1:], "#") && strings.HasPrefix(behind, "#") { // two comments need two lines
			end = d.src.lineStop(end) - len(behind)
			lines += d.src.eol + strings.Repeat(" ", column+2)
		}
		return []splice{{n.Start, end, d.spaced(n, strings.TrimLeft(lines, " "))}}
	case n.Kind != yaml.ScalarNode && !n.flow && d.src.first(n.Start): // lines replace lines
		at := d.src.column(n.Start)
		if at <= n.block && !strings.HasPrefix(strings.TrimLeft(value, "# "), "-") { // only a list may stand in the column of its key
			at = n.block + d.indent()
		}
		return []splice{{d.src.lineStart(n.Start), n.End, d.src.indented(value, at)}}
	}
	return d.withLines(n, "", d.src.indented(value, column+d.indent()))
}

// around returns the column of the key or the dash whose value is the node, and whether it is an item.
func (d shape) around(n *Node) (column int, item bool) {
	if len(n.path) == 0 {
		return -d.indent(), false
	}
	of := d.node2(n.path[:len(n.path)-1])
	return n.block, of != nil && of.Kind == yaml.SequenceNode
}

// linesColumn returns the column of the lines below a | or a >.
func (d shape) linesColumn(n *Node, column int) int {
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		at := d.src.nextLine(n.body)
		line := d.src.text[at:d.src.lineStop(at)]
		if spaces := len(line) - len(strings.TrimLeft(line, " ")); spaces > column && spaces < len(line) {
			return spaces
		}
	}
	return column + d.indent()
}

// spaced returns a value with the space or the colon that it needs in front if nothing was written before.
func (d shape) spaced(n *Node, value string) string {
	if n.Start != n.End {
		return value
	}
	switch d.src.at(n.Start - 1) {
	case ':', '-':
		value = " " + value
	case ' ':
	default:
		if n.in {
			value = ": " + value
		}
	}
	return value
}

// withLines returns the splices that turn a node into a text on its line, with more lines below. A comment after it
// stays.
func (d shape) withLines(n *Node, onLine, lines string) []splice {
	from, to := n.Start, n.End
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		header := d.src.lineStop(n.body)
		text := d.src.text[n.body:header]
		if i := strings.Index(text, " #"); i >= 0 {
			onLine += text[i:]
		}
		return []splice{{from, to, onLine + d.src.eol + lines}}
	}
	if onLine == "" {
		for d.src.at(from-1) == ' ' {
			from--
		}
	}
	stop := d.src.lineStop(to)
	if strings.TrimSpace(d.src.text[to:stop]) == "" {
		return []splice{{from, stop, onLine + d.src.eol + lines}}
	}
	return []splice{{from, to, onLine}, {stop, stop, d.src.eol + lines}}
}

// inPlaceOfBlock returns the splices that turn a block collection into a value on the line of its key.
func (d shape) inPlaceOfBlock(n *Node, value string) []splice {
	of := d.node2(n.path[:len(n.path)-1])
	e := of.Entries[n.path[len(n.path)-1]/2]
	if d.src.line(e.colon) == d.src.line(n.Start) {
		return []splice{{n.Start, n.End, value}}
	}
	stop := d.src.lineStop(e.colon) // a comment after the last line is removed with that line
	return []splice{{e.colon, e.colon, " " + value}, {stop, d.src.lineStop(n.End), ""}}
}

// insertEntries returns the splices that insert entries into a mapping.
func (d shape) insertEntries(n *Node, index int, entries string, more *yaml.Node) []splice {
	if n.Nothing() || len(n.Entries) == 0 && (!n.flow || !n.in && strings.Contains(entries, "\n")) {
		if n.in {
			return d.replacement(n, flowText(more))
		}
		return d.replacement(n, d.asBlock(entries))
	}
	if n.flow || n.in {
		text := flowText(more)
		var parts []part
		for _, e := range n.Entries {
			parts = append(parts, e.part())
		}
		return d.flowInsertion(n, parts, index, text[1:len(text)-1])
	}
	var parts []part
	for _, e := range n.Entries {
		parts = append(parts, e.part())
	}
	return d.insertion(parts, index, entries)
}

// insertItems returns the splices that insert items into a list.
func (d shape) insertItems(n *Node, index int, items string, more *yaml.Node) []splice {
	if n.Nothing() || len(n.Items) == 0 && !n.flow {
		if n.in {
			return d.replacement(n, flowText(more))
		}
		return d.replacement(n, d.asBlock(items))
	}
	var parts []part
	for _, i := range n.Items {
		parts = append(parts, i.part())
	}
	if n.flow {
		text := flowText(more)
		return d.flowInsertion(n, parts, index, text[1:len(text)-1])
	}
	return d.insertion(parts, index, items)
}

// asBlock returns entries in a form that is treated as lines, even if there is only one.
func (d shape) asBlock(text string) string {
	if !strings.Contains(text, "\n") {
		return text + "\n"
	}
	return text
}

// insertion returns the splices that insert lines into a block collection.
func (d shape) insertion(parts []part, index int, text string) []splice {
	column := d.src.column(parts[0].from)
	lines := d.src.indented(text, column)
	if index < len(parts) {
		p := parts[index]
		if !d.src.first(p.from) { // it shares its line with a dash
			return []splice{{p.from, p.from, strings.TrimLeft(lines, " ") + d.src.eol + strings.Repeat(" ", column)}}
		}
		at := d.head(p)
		if index > 0 { // an empty line between two parts stays after the new part
			at = d.tail(parts[index-1])
		}
		return []splice{{at, at, lines + d.src.eol}}
	}
	last := parts[len(parts)-1]
	at := d.tail(last)
	gap := ""
	if len(parts) > 1 && d.src.isBlank(d.src.line(d.head(last))-1) { // as between the others
		gap = d.src.eol
	}
	if at == d.src.lineStop(last.to) && d.src.breakAt(at) == 0 || at > 0 && at == len(d.src.text) && d.src.lineStart(at) != at {
		return []splice{{at, at, d.src.eol + gap + lines}}
	}
	return []splice{{at, at, gap + lines + d.src.eol}}
}

// flowInsertion returns the splices that insert parts into a collection in brackets.
func (d shape) flowInsertion(n *Node, parts []part, index int, text string) []splice {
	if n.bare {
		panic("a pair without brackets")
	}
	if len(parts) == 0 {
		return []splice{{n.body + 1, n.body + 1, text}}
	}
	if index < len(parts) {
		p := parts[index]
		if d.src.first(p.from) && d.src.line(p.from) > d.src.line(n.body) {
			return []splice{{p.from, p.from, text + "," + d.src.eol + strings.Repeat(" ", d.src.column(p.from))}}
		}
		return []splice{{p.from, p.from, text + ", "}}
	}
	p := parts[len(parts)-1]
	between := " "
	if d.src.first(p.from) && d.src.line(p.from) > d.src.line(n.body) {
		between = d.src.eol + strings.Repeat(" ", d.src.column(p.from))
	}
	if comma := d.src.skip(p.to, ""); d.src.at(comma) == ',' {
		if between == " " {
			return []splice{{comma + 1, comma + 1, between + text}}
		}
		stop := d.src.lineStop(comma)
		return []splice{{stop, stop, between + text}}
	}
	if between == " " {
		return []splice{{p.to, p.to, ", " + text}}
	}
	stop := d.src.lineStop(p.to)
	if d.src.line(n.End-1) == d.src.line(p.to) || strings.TrimSpace(d.src.text[p.to:stop]) == "" {
		return []splice{{p.to, p.to, "," + between + text}}
	}
	return []splice{{p.to, p.to, ","}, {stop, stop, between + text}} // a comment stays after its part
}
