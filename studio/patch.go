package studio

import "strings"

// hunk replaces old, at offset from of the earlier text, by new.
type hunk struct {
	from     int
	old, new string
}

// patch is the change of a text by one command: ordered hunks that do not overlap.
type patch []hunk

// diff returns the patch from one text to another. It contains only the bytes that differ in the lines that differ.
func diff(before, after string) patch {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	var p patch
	from, i, j := 0, 0, 0
	for _, same := range append(common(a, b), [2]int{len(a), len(b)}) {
		old, now := strings.Join(a[i:same[0]], ""), strings.Join(b[j:same[1]], "")
		if old != now {
			p = append(p, trimmed(hunk{from, old, now}))
		}
		from += len(old)
		if same[0] < len(a) {
			from += len(a[same[0]])
		}
		i, j = same[0]+1, same[1]+1
	}
	return p
}

// trimmed removes the common beginning and end of the two texts of a hunk. It does not cut a character in two.
func trimmed(h hunk) hunk {
	n := 0
	for n < len(h.old) && n < len(h.new) && h.old[n] == h.new[n] {
		n++
	}
	for n > 0 && (n < len(h.old) && h.old[n]&0xC0 == 0x80 || n < len(h.new) && h.new[n]&0xC0 == 0x80) {
		n--
	}
	h = hunk{h.from + n, h.old[n:], h.new[n:]}
	n = 0
	for n < len(h.old) && n < len(h.new) && h.old[len(h.old)-1-n] == h.new[len(h.new)-1-n] {
		n++
	}
	for n > 0 && h.old[len(h.old)-n]&0xC0 == 0x80 {
		n--
	}
	return hunk{h.from, h.old[:len(h.old)-n], h.new[:len(h.new)-n]}
}

// mostEdits bounds the difference of two texts. Beyond it, everything that differs becomes one hunk.
const mostEdits = 500

// common returns the indexes of the lines that two texts have in common, by Myers' algorithm.
func common(a, b []string) [][2]int {
	first := 0
	for first < len(a) && first < len(b) && a[first] == b[first] {
		first++
	}
	last := 0
	for last < len(a)-first && last < len(b)-first && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	var all [][2]int
	for i := range first {
		all = append(all, [2]int{i, i})
	}
	for _, m := range shortest(a[first:len(a)-last], b[first:len(b)-last]) {
		all = append(all, [2]int{first + m[0], first + m[1]})
	}
	for i := range last {
		all = append(all, [2]int{len(a) - last + i, len(b) - last + i})
	}
	return all
}

// shortest returns the unchanged lines of a shortest edit of one list to another, or nil if the edit is too long.
func shortest(a, b []string) [][2]int {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	most := min(len(a)+len(b), mostEdits)
	furthest := make([]int, 2*most+2) // index: the diagonal, from -most
	var rounds [][]int
	for d := 0; d <= most; d++ {
		rounds = append(rounds, append([]int(nil), furthest...))
		for k := -d; k <= d; k += 2 {
			at := k + most
			var x int
			if k == -d || k != d && furthest[at-1] < furthest[at+1] {
				x = furthest[at+1]
			} else {
				x = furthest[at-1] + 1
			}
			y := x - k
			for x < len(a) && y < len(b) && y >= 0 && a[x] == b[y] {
				x, y = x+1, y+1
			}
			furthest[at] = x
			if x >= len(a) && y >= len(b) {
				return walkBack(a, b, rounds, most)
			}
		}
	}
	return nil
}

// walkBack follows the rounds of shortest from the end.
func walkBack(a, b []string, rounds [][]int, most int) [][2]int {
	var all [][2]int
	x, y := len(a), len(b)
	for d := len(rounds) - 1; d >= 0; d-- {
		furthest, k := rounds[d], x-y
		previous := k - 1
		if k == -d || k != d && furthest[k-1+most] < furthest[k+1+most] {
			previous = k + 1
		}
		fromX := furthest[previous+most]
		fromY := fromX - previous
		if d == 0 {
			fromX, fromY = 0, 0
		}
		for x > fromX && y > fromY {
			x, y = x-1, y-1
			all = append(all, [2]int{x, y})
		}
		x, y = fromX, fromY
	}
	for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
		all[i], all[j] = all[j], all[i]
	}
	return all
}

// apply returns the text after the patch.
func (p patch) apply(text string) string {
	var b strings.Builder
	at := 0
	for _, h := range p {
		b.WriteString(text[at:h.from])
		b.WriteString(h.new)
		at = h.from + len(h.old)
	}
	b.WriteString(text[at:])
	return b.String()
}

// fits reports whether the patch was made for a text.
func (p patch) fits(text string) bool {
	at := 0
	for _, h := range p {
		if h.from < at || h.from+len(h.old) > len(text) || text[h.from:h.from+len(h.old)] != h.old {
			return false
		}
		at = h.from + len(h.old)
	}
	return true
}

// inverse returns the patch that undoes a patch.
func (p patch) inverse() patch {
	out := make(patch, len(p))
	shift := 0
	for i, h := range p {
		out[i] = hunk{h.from + shift, h.new, h.old}
		shift += len(h.new) - len(h.old)
	}
	return out
}

// over rebases a patch onto the text after another patch q, which was made for the same text. It returns false if
// both change the same place. If both insert at one place, q's text comes first.
func (p patch) over(q patch) (patch, bool) { return p.past(q, false) }

// beside is like over, but puts the patch's own text first.
func (p patch) beside(q patch) (patch, bool) { return p.past(q, true) }

func (p patch) past(q patch, first bool) (patch, bool) {
	out := make(patch, len(p))
	for i, h := range p {
		to, shift := h.from+len(h.old), 0
		for _, g := range q {
			end := g.from + len(g.old)
			if h.from < end && g.from < to {
				return nil, false
			}
			// One patch inserts inside the text that the other one replaces.
			if h.old == "" && g.from < h.from && h.from < end || g.old == "" && h.from < g.from && g.from < to {
				return nil, false
			}
			before := end <= h.from
			if h.old == "" && g.old == "" && h.from == g.from {
				before = !first
			}
			if before {
				shift += len(g.new) - len(g.old)
			}
		}
		out[i] = hunk{h.from + shift, h.old, h.new}
	}
	return out, true
}
