package graph

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// A manner is how Graphviz places the states of one automaton.
type manner int

const (
	down   manner = iota // ranks from above to below
	across               // ranks from left to right
	packed               // near each other, for pages
	rows                 // side by side in rows, for pages
	stored               // stored in the file
)

// mostTried is how many panels of a machine are laid out in several ways; a larger machine would take minutes.
const mostTried = 40

// levels returns the drawn automata, the deepest first.
func (p *plan) levels() [][]*node {
	var all [][]*node
	for _, n := range p.nodes {
		if len(n.inside) == 0 && n != p.root {
			continue
		}
		depth := p.depth(n)
		for len(all) <= depth {
			all = append(all, nil)
		}
		all[depth] = append(all[depth], n)
	}
	for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
		all[i], all[j] = all[j], all[i]
	}
	return all
}

// depth returns how many drawn automata are around the one of n.
func (*plan) depth(n *node) int {
	depth := 0
	for n = n.up; n != nil; n = n.up {
		depth++
	}
	return depth
}

// manners returns how an automaton is laid out: for a page in several manners, of which the largest on the page counts.
func (p *plan) manners(n *node) []manner {
	if p.isStored(n) {
		return []manner{stored}
	}
	first := down
	if p.options.Across {
		first = across
	}
	if p.options.PageWidth <= 0 || p.options.Across || len(p.nodes) > mostTried*mostTried {
		return []manner{first}
	}
	switch states := len(n.inside); {
	case n.holdsBoxes():
		return []manner{down, across, rows}
	case states < leastPacked:
		return []manner{down, across}
	case states < leastRanked:
		return []manner{down, across, packed}
	}
	return []manner{packed}
}

// From leastPacked states on, ranks may make a drawing too large for a page; from leastRanked on they do, and need
// seconds.
const leastPacked, leastRanked = 12, 30

// holdsBoxes reports whether a state of an automaton has others inside it.
func (n *node) holdsBoxes() bool {
	return slices.ContainsFunc(n.inside, func(s *node) bool { return len(s.inside) > 0 })
}

// isStored reports whether the file has places for at least half of the states of an automaton.
func (p *plan) isStored(n *node) bool {
	if p.options.Across || p.options.NoLayout {
		return false
	}
	placed := 0
	for _, s := range n.inside {
		if _, ok := p.m.Layout[s.path]; ok {
			placed++
		}
	}
	return placed > 0 && 2*placed >= len(n.inside)
}

// drawLevel draws automata whose inner automata have been drawn.
func (p *plan) drawLevel(ctx context.Context, level []*node, done map[*node]*picture, draw Layout) error {
	var dots [][]byte
	var of []*node
	var hows []manner
	for _, n := range level {
		for _, how := range p.manners(n) {
			dots, of, hows = append(dots, p.panel(n, how, done)), append(of, n), append(hows, how)
		}
	}
	svgs, err := draw(ctx, dots)
	if err != nil {
		return err
	}
	if len(svgs) != len(dots) {
		return fmt.Errorf("Graphviz drew %d of %d graphs", len(svgs), len(dots)) //nolint:staticcheck // a name
	}
	for i, svg := range svgs {
		drawn, err := readPicture(svg)
		if err != nil {
			return err
		}
		for _, inner := range of[i].inside {
			if len(inner.inside) == 0 {
				continue
			}
			if err := drawn.put(boxID(inner), done[inner], p.header(inner)); err != nil {
				return err
			}
		}
		drawn.ranked = hows[i] == down || hows[i] == across
		if best := done[of[i]]; best == nil || p.size(drawn) < p.size(best) {
			done[of[i]] = drawn
		}
	}
	return nil
}

// size returns by which factor a drawing exceeds the page. A drawing on ranks may be half as large again, because its
// labels are off the boxes.
func (p *plan) size(drawn *picture) float64 {
	if drawn.ranked {
		return p.scale(drawn) / 1.5
	}
	return p.scale(drawn)
}

// scale returns how often a drawing is larger than the page.
func (p *plan) scale(drawn *picture) float64 {
	return math.Max(drawn.width/(pointsPerInch*p.options.PageWidth), drawn.height/(pointsPerInch*p.options.PageHeight))
}

const pointsPerInch = 72
