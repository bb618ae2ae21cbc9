package lua

// classEnd returns where the class that begins at p ends.
func (m *matcher) classEnd(p int) int {
	c := m.pattern[p]
	p++
	switch c {
	case '%':
		if p >= len(m.pattern) {
			m.fail("a % at the end")
		}
		return p + 1
	case '[':
		if p < len(m.pattern) && m.pattern[p] == '^' {
			p++
		}
		for first := true; ; first = false {
			switch {
			case p >= len(m.pattern):
				m.fail("a [ without its ]")
			case m.pattern[p] == ']' && !first:
				return p + 1
			case m.pattern[p] == '%':
				p++
			}
			p++
		}
	}
	return p
}

// single reports whether one character is of the class from p to end.
func (m *matcher) single(c byte, p, end int) bool {
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.inSet(c, p, end)
	}
	return m.pattern[p] == c
}

// inSet reports whether a character is in the set [...] from p to end.
func (m *matcher) inSet(c byte, p, end int) bool {
	set, in := m.pattern[p+1:end-1], true
	if len(set) > 0 && set[0] == '^' {
		set, in = set[1:], false
	}
	for i := 0; i < len(set); i++ {
		switch {
		case set[i] == '%' && i+1 < len(set):
			i++
			if inClass(c, set[i]) {
				return in
			}
		case i+2 < len(set) && set[i+1] == '-':
			if set[i] <= c && c <= set[i+2] {
				return in
			}
			i += 2
		case set[i] == c:
			return in
		}
	}
	return !in
}

// inClass reports whether a character is in the class %class; a capital letter negates the class, and a character that is
// not a letter matches itself.
func inClass(c, class byte) bool {
	var in bool
	letter := isLower(c) || isUpper(c)
	switch class | 0x20 {
	case 'a':
		in = letter
	case 'c':
		in = c < 0x20 || c == 0x7f
	case 'd':
		in = isDigit(c)
	case 'l':
		in = isLower(c)
	case 'p':
		in = c > 0x20 && c < 0x7f && !letter && !isDigit(c)
	case 's':
		in = c == ' ' || c >= '\t' && c <= '\r'
	case 'u':
		in = isUpper(c)
	case 'w':
		in = letter || isDigit(c)
	case 'x':
		in = isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f'
	case 'z':
		in = c == 0
	default:
		return c == class
	}
	if !isLower(class) && !isUpper(class) {
		return c == class
	}
	return in != isUpper(class)
}

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
