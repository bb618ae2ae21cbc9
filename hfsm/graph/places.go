package graph

import (
	"math"
	"slices"
	"unicode/utf8"

	"gonao/hfsm/chart"
)

// The room between states in rows, pt: labels stand in it.
const gapAcross, gapDown = 110.0, 70.0

// places returns where the states of the automaton stand, if Graphviz does not choose it: their corners at the upper left.
func (d *panelWriter) places() map[*node]chart.Layout {
	switch d.how { //nolint:exhaustive // the other manners are Graphviz's
	case stored:
		at := map[*node]chart.Layout{}
		for _, n := range d.of.inside {
			if l, ok := d.m.Layout[n.path]; ok {
				at[n] = l
			}
		}
		d.makeRoom(at)
		return at
	case rows:
		return inRows(d.of.inside, d.sizeOf, d.options.PageWidth/d.options.PageHeight)
	}
	return nil
}

// mostStretched is how much farther from each other states are drawn than the file has them, so that labels fit between.
const mostStretched = 4.0

// makeRoom stretches places until the labels of transitions fit between their states, each direction for itself.
func (d *panelWriter) makeRoom(at map[*node]chart.Layout) {
	wide, high := 1.0, 1.0
	for _, n := range d.of.inside {
		from, ok := at[n]
		for _, e := range n.edges {
			to, there := at[d.here(e.to)]
			if !ok || !there || d.here(e.to) == n {
				continue
			}
			a, b, label := d.sizeOf(n), d.sizeOf(d.here(e.to)), textSize(d.label(e), 30, 20)
			dx, dy := math.Abs(from.X-to.X), math.Abs(from.Y-to.Y)
			if dx > dy {
				wide = max(wide, ((a[0]+b[0])/2+label[0])/dx)
			} else if dy > 0 {
				high = max(high, ((a[1]+b[1])/2+label[1])/dy)
			}
		}
	}
	for n, l := range at {
		l.X, l.Y = l.X*min(wide, mostStretched), l.Y*min(high, mostStretched)
		at[n] = l
	}
}

// ports returns the attributes that keep an edge off the one in the opposite direction: to the right above it, to the
// left below it, down on the right and up on the left of it. They are "" if there is no such edge, or the positions are
// unknown.
func (d *panelWriter) ports(from *node, e edge) string {
	to := d.here(e.to)
	a, ok := d.at[from]
	b, there := d.at[to]
	if !ok || !there || to == from || len(from.inside)+len(to.inside) > 0 {
		return "" // the corners of a box are far from its middle
	}
	if !slices.ContainsFunc(to.edges, func(back edge) bool { return d.here(back.to) == from }) {
		return ""
	}
	if dx, dy := b.X-a.X, b.Y-a.Y; math.Abs(dx) > math.Abs(dy) {
		if dx > 0 {
			return " tailport=ne headport=nw"
		}
		return " tailport=sw headport=se"
	} else if dy > 0 {
		return " tailport=se headport=ne"
	}
	return " tailport=nw headport=sw"
}

// inRows places states of the given sizes, pt, one beside the other, in rows that make a drawing of the form of a page:
// its width by its height.
func inRows(states []*node, sizeOf func(*node) [2]float64, form float64) map[*node]chart.Layout {
	area, widest := 0.0, 0.0
	for _, n := range states {
		size := sizeOf(n)
		area += (size[0] + gapAcross) * (size[1] + gapDown)
		widest = max(widest, size[0])
	}
	width := max(widest, math.Sqrt(area*form))
	at := map[*node]chart.Layout{}
	x, y, high := 0.0, 0.0, 0.0
	for _, n := range states {
		size := sizeOf(n)
		if x > 0 && x+size[0] > width*1.1 {
			x, y, high = 0, y+high+gapDown, 0
		}
		at[n] = chart.Layout{X: x, Y: y}
		x, high = x+size[0]+gapAcross, max(high, size[1])
	}
	return at
}

// sizeOf returns the approximate width and height of a state in Graphviz's drawing, pt, or those of the box around its
// content.
func (d *panelWriter) sizeOf(n *node) [2]float64 {
	if len(n.inside) == 0 {
		return textSize(append([]string{clean(n.Name)}, n.lines(d.options.Plain)...), 24, 10)
	}
	title := textSize(d.title(n), 0, 0)
	return [2]float64{max(d.drawn[n].width, title[0]) + 2*besideInner, d.drawn[n].height + d.header(n) + besideInner}
}

// textSize returns about how large lines are with a margin, pt.
func textSize(lines []string, beside, below float64) [2]float64 {
	widest := 0
	for _, l := range lines {
		widest = max(widest, utf8.RuneCountInString(l))
	}
	return [2]float64{beside + letterWidth*float64(widest), below + lineHeight*float64(len(lines))}
}
