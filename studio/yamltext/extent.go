package yamltext

import "strings"

// part is the text of an entry or an item: its beginning and end, and what is beside it.
type part struct {
	of         *Node
	from, to   int // beginning of the key or the dash, and end of the value
	index      int
	before     int // end of the previous part, or of what opens the collection
	next       int // beginning of the next part; -1 for none
	isMapping  bool
	valueStart int
}

func (e *Entry) part() part {
	p := part{of: e.of, from: e.Key.Start, to: e.Value.End, index: e.index, before: e.of.body, next: -1, isMapping: true, valueStart: e.Value.Start}
	if e.index > 0 {
		p.before = e.of.Entries[e.index-1].Value.End
	}
	if e.index+1 < len(e.of.Entries) {
		p.next = e.of.Entries[e.index+1].Key.Start
	}
	return p
}

func (i *Item) part() part {
	from := func(i *Item) int {
		if i.of.flow {
			return i.Start
		}
		return i.dash
	}
	p := part{of: i.of, from: from(i), to: i.End, index: i.index, before: i.of.body, next: -1, valueStart: i.Start}
	if i.index > 0 {
		p.before = i.of.Items[i.index-1].End
	}
	if i.index+1 < len(i.of.Items) {
		p.next = from(i.of.Items[i.index+1])
	}
	return p
}

// Extent returns the bytes of an entry with its comments: those directly above it in its column, and those inside
// it. If the entry shares its lines, they are only its own bytes.
func (d *Document) Extent(e *Entry) (from, to int) { return d.extent(e) }

func (d *Document) extent(e *Entry) (from, to int) { return d.shape().bounds(e.part()) }

// ExtentOfItem returns the bytes of an item with its comments.
func (d *Document) ExtentOfItem(i *Item) (from, to int) { return d.shape().bounds(i.part()) }

func (d *Document) extentOfItem(i *Item) (from, to int) { return d.shape().bounds(i.part()) }

func (d shape) bounds(p part) (from, to int) {
	if p.of.bare || p.of.in && !p.of.flow {
		return p.from, p.to
	}
	if p.of.flow { // a comment after a part with its own line belongs to the part
		of := 1
		if p.index > 0 || p.next >= 0 {
			of++
		}
		gone := d.flowDeletion(p, of)
		return min(p.from, gone[0].from), max(p.to, gone[0].to)
	}
	return d.head(p), d.tail(p)
}

// first reports whether an offset is at the first non-space character of its line.
func (d *source) first(at int) bool {
	return strings.Trim(d.text[d.lineStart(at):at], " ") == ""
}

// isComment returns the column of a line's comment, if the line contains nothing else.
func (d *source) isComment(line int) (column int, ok bool) {
	start := d.lines[line]
	text := d.text[start:d.lineStop(start)]
	trimmed := strings.TrimLeft(text, " \t")
	return len(text) - len(trimmed), strings.HasPrefix(trimmed, "#")
}

// isBlank reports whether a line is empty.
func (d *source) isBlank(line int) bool {
	start := d.lines[line]
	return strings.TrimSpace(d.text[start:d.lineStop(start)]) == ""
}

// head returns where the lines of a block's part begin: at the comments directly above it, in its column. The
// comments above the first entry of a document belong to the document.
func (d shape) head(p part) int {
	if !d.src.first(p.from) {
		return p.from
	}
	line := d.src.line(p.from)
	if p.of == d.root && p.index == 0 {
		return d.src.lines[line]
	}
	column := d.src.column(p.from)
	lowest := 0
	if p.before > 0 {
		lowest = d.src.line(p.before) + 1
		if p.index == 0 { // after the line of the key whose value is the collection
			lowest = d.opening(p)
		}
	}
	for line-1 >= lowest {
		at, ok := d.src.isComment(line - 1)
		if !ok || at != column {
			break
		}
		line--
	}
	return d.src.lines[line]
}

// opening returns the first line after what opens the collection of a part.
func (d shape) opening(p part) int {
	line := d.src.line(p.from)
	for line > 0 {
		if _, ok := d.src.isComment(line - 1); !ok && !d.src.isBlank(line-1) {
			return line
		}
		line--
	}
	return line
}

// tail returns where the lines of a block's part end: after the comments that are indented more than it.
func (d shape) tail(p part) int {
	column := d.src.column(p.from)
	to := d.src.nextLine(p.to)
	for at := to; at < len(d.src.text); at = d.src.nextLine(at) {
		line := d.src.line(at)
		if d.src.isBlank(line) {
			continue
		}
		indent, ok := d.src.isComment(line)
		if !ok || indent <= column {
			break
		}
		to = d.src.nextLine(at)
	}
	return to
}

// deletion returns the splices that remove a part from a collection.
func (d shape) deletion(p part, parts int) []splice {
	switch {
	case p.of.in || p.of.flow:
		return d.flowDeletion(p, parts)
	case parts == 1 && p.isMapping:
		return d.replacement(p.of, "{}")
	case parts == 1:
		return d.replacement(p.of, "[]")
	}
	from, to := d.bounds(p)
	if d.src.first(p.from) {
		if line := d.src.line(from); line > 0 && d.src.isBlank(line-1) { // do not leave two empty lines instead of one
			for to < len(d.src.text) && d.src.isBlank(d.src.line(to)) {
				to = d.src.nextLine(to)
			}
		}
		return []splice{{from, to, ""}}
	}
	// The part shares its first line with a dash before it, so the next part moves up.
	if p.next < 0 {
		panic("the last part of a line")
	}
	stop := d.src.lineStop(p.to)
	if line := d.src.nextLine(stop); line <= p.next && strings.TrimSpace(d.src.text[line:p.next]) == "" {
		return []splice{{p.from, p.next, ""}}
	}
	blanks := len(d.src.text[:p.from]) - len(strings.TrimRight(d.src.text[:p.from], " "))
	return []splice{{p.from - blanks, stop, ""}} // comments stay below the dash
}

// flowDeletion returns the splices that remove a part from a collection in brackets.
func (d shape) flowDeletion(p part, parts int) []splice {
	if p.of.bare {
		panic("a pair without brackets")
	}
	if parts == 1 {
		to := p.to
		if at := d.src.skipBlanks(p.to); d.src.at(at) == ',' {
			to = at + 1
		}
		if strings.TrimSpace(d.src.text[p.of.body+1:p.from]+d.src.text[to:p.of.End-1]) == "" {
			return []splice{{p.of.body + 1, p.of.End - 1, ""}}
		}
		return []splice{{p.from, to, ""}}
	}
	comma := d.src.skip(p.to, "")
	if d.src.at(comma) == ',' {
		comma++
	} else {
		comma = -1
	}
	alone := d.src.first(p.from)
	switch {
	case alone && comma >= 0 && (p.next < 0 || d.src.line(p.next) > d.src.line(comma)):
		if rest := strings.TrimSpace(d.src.text[comma:d.src.lineStop(comma)]); rest == "" || rest[0] == '#' {
			return []splice{{d.src.lineStart(p.from), d.src.nextLine(comma), ""}}
		}
	case alone && p.next < 0 && comma < 0:
		if rest := strings.TrimSpace(d.src.text[p.to:d.src.lineStop(p.to)]); rest == "" || rest[0] == '#' {
			return []splice{{d.src.lineStart(p.from), d.src.nextLine(p.to), ""}}
		}
	}
	switch {
	case p.next >= 0 && d.src.line(p.next) == d.src.line(p.to):
		return []splice{{p.from, p.next, ""}}
	case p.next >= 0:
		return []splice{{p.from, comma, ""}}
	case d.src.line(p.before) == d.src.line(p.from):
		return []splice{{p.before, p.to, ""}}
	case comma >= 0:
		return []splice{{p.from, comma, ""}}
	}
	return []splice{{p.from, p.to, ""}} // the comma before it may stay
}

// skipBlanks returns the offset after spaces and tabs.
func (d *source) skipBlanks(at int) int {
	for d.at(at) == ' ' || d.at(at) == '\t' {
		at++
	}
	return at
}
