package lua

import glua "github.com/yuin/gopher-lua"

// Bounds of patterns.
const (
	mostCaptures = 32
	longPattern  = 512
	stepsAtOnce  = 64 // steps of a match that are charged to the budget together
)

// capture is a part of the text that a pattern kept.
type capture struct {
	from, to int // to is openCapture while not closed, or placeCapture for a position
}

const (
	openCapture  = -1
	placeCapture = -2
)

// matcher matches one text against a Lua pattern by backtracking. Each step counts against
// the script's budget, as the time of some patterns grows exponentially.
type matcher struct {
	s        *bounds
	l        *glua.LState
	text     string
	pattern  string
	captures [mostCaptures]capture
	level    int
	steps    int
	depth    int
}

func (s stringLibrary) matcher(l *glua.LState, text, pattern string) *matcher {
	if len(pattern) > longPattern {
		l.RaiseError("a pattern of %d bytes; expected at most %d", len(pattern), longPattern)
	}
	return &matcher{s: s.bounds, l: l, text: text, pattern: pattern}
}

// step counts one.
func (m *matcher) step() {
	if m.steps++; m.steps >= stepsAtOnce {
		m.s.meter.charge(m.l, m.steps/2)
		m.steps = 0
	}
}

// flush charges for the steps that were not charged for yet.
func (m *matcher) flush() {
	m.s.meter.charge(m.l, m.steps/2)
	m.steps = 0
}

func (m *matcher) fail(text string) { m.l.RaiseError("pattern %q: %s", shortened(m.pattern), text) }

// at matches the pattern from p on at position i and returns the match's end, or -1.
func (m *matcher) at(i, p int) int {
	m.depth++
	defer func() { m.depth-- }()
	if m.depth > 2*longPattern {
		m.fail("too deep")
	}
	for p < len(m.pattern) {
		m.step()
		switch m.pattern[p] {
		case '(':
			if p+1 < len(m.pattern) && m.pattern[p+1] == ')' {
				return m.open(i, p+2, placeCapture)
			}
			return m.open(i, p+1, openCapture)
		case ')':
			return m.close(i, p+1)
		case '$':
			if p+1 == len(m.pattern) {
				if i == len(m.text) {
					return i
				}
				return -1
			}
		case '%':
			if next, handled := m.special(i, p); handled {
				if next.i < 0 {
					return -1
				}
				i, p = next.i, next.p
				continue
			}
		}
		end := m.classEnd(p)
		one := i < len(m.text) && m.single(m.text[i], p, end)
		suffix := byte(0)
		if end < len(m.pattern) {
			suffix = m.pattern[end]
		}
		switch suffix {
		case '?':
			if one {
				if e := m.at(i+1, end+1); e >= 0 {
					return e
				}
			}
			p = end + 1
		case '*':
			return m.most(i, p, end, 0)
		case '+':
			return m.most(i, p, end, 1)
		case '-':
			return m.least(i, p, end)
		default:
			if !one {
				return -1
			}
			i, p = i+1, end
		}
	}
	return i
}

// most matches as many characters of a class as there are, then fewer, one by one.
func (m *matcher) most(i, p, end, atLeast int) int {
	n := 0
	for i+n < len(m.text) && m.single(m.text[i+n], p, end) {
		m.step()
		n++
	}
	for ; n >= atLeast; n-- {
		if e := m.at(i+n, end+1); e >= 0 {
			return e
		}
	}
	return -1
}

// least matches as few characters of a class as possible.
func (m *matcher) least(i, p, end int) int {
	for {
		if e := m.at(i, end+1); e >= 0 {
			return e
		}
		if i >= len(m.text) || !m.single(m.text[i], p, end) {
			return -1
		}
		i++
	}
}

func (m *matcher) open(i, p, kind int) int {
	if m.level == mostCaptures {
		m.fail("too many captures")
	}
	m.captures[m.level] = capture{i, kind}
	m.level++
	e := m.at(i, p)
	if e < 0 {
		m.level--
	}
	return e
}

func (m *matcher) close(i, p int) int {
	for c := m.level - 1; c >= 0; c-- {
		if m.captures[c].to == openCapture {
			m.captures[c].to = i
			e := m.at(i, p)
			if e < 0 {
				m.captures[c].to = openCapture
			}
			return e
		}
	}
	m.fail("a ) without its (")
	return -1
}

// position is where a match stands: in the text, -1 for no match, and in the pattern.
type position struct{ i, p int }

// special matches %b, %f and %1 to %9.
func (m *matcher) special(i, p int) (position, bool) {
	if p+1 >= len(m.pattern) {
		m.fail("a % at the end")
	}
	switch c := m.pattern[p+1]; {
	case c == 'b':
		return position{m.balanced(i, p+2), p + 4}, true
	case c == 'f':
		p += 2
		if p >= len(m.pattern) || m.pattern[p] != '[' {
			m.fail("a [ was expected behind %f")
		}
		end := m.classEnd(p)
		before, here := byte(0), byte(0)
		if i > 0 {
			before = m.text[i-1]
		}
		if i < len(m.text) {
			here = m.text[i]
		}
		if m.inSet(before, p, end) || !m.inSet(here, p, end) {
			return position{i: -1}, true
		}
		return position{i, end}, true
	case isDigit(c):
		n := int(c - '1')
		if n < 0 || n >= m.level || m.captures[n].to == openCapture {
			m.fail("no such capture: %" + string(c))
		}
		part := m.captured(n)
		if len(m.text)-i < len(part) || m.text[i:i+len(part)] != part {
			return position{i: -1}, true
		}
		return position{i + len(part), p + 2}, true
	}
	return position{}, false
}

// balanced matches %bxy.
func (m *matcher) balanced(i, p int) int {
	if p+1 >= len(m.pattern) {
		m.fail("two characters were expected behind %b")
	}
	if i >= len(m.text) || m.text[i] != m.pattern[p] {
		return -1
	}
	open := 0
	for ; i < len(m.text); i++ {
		m.step()
		switch m.text[i] {
		case m.pattern[p+1]:
			if open--; open == 0 {
				return i + 1
			}
		case m.pattern[p]:
			open++
		}
	}
	return -1
}

// captured returns a capture's text; a position's is "".
func (m *matcher) captured(n int) string {
	c := m.captures[n]
	if c.to < 0 {
		return ""
	}
	return m.text[c.from:c.to]
}

// value returns a capture as a script gets it; of a pattern without any, the first is
// the whole match.
func (m *matcher) value(n, from, to int) glua.LValue {
	if n >= m.level {
		if n > 0 {
			m.fail("no such capture")
		}
		return glua.LString(m.text[from:to])
	}
	switch c := m.captures[n]; c.to {
	case openCapture:
		m.fail("a ( without its )")
	case placeCapture:
		return glua.LNumber(c.from + 1)
	}
	return glua.LString(m.captured(n))
}

// push pushes all captures, or the whole match if there are none.
func (m *matcher) push(from, to int) int {
	n := max(1, m.level)
	for i := range n {
		m.l.Push(m.value(i, from, to))
	}
	return n
}

// find looks for the first match from i on.
func (m *matcher) find(i int) (from, to int) {
	p, anchored := 0, len(m.pattern) > 0 && m.pattern[0] == '^'
	if anchored {
		p = 1
	}
	for ; i <= len(m.text); i++ {
		m.level, m.depth = 0, 0
		m.step()
		if e := m.at(i, p); e >= 0 {
			m.flush()
			return i, e
		}
		if anchored {
			break
		}
	}
	m.flush()
	return -1, -1
}
