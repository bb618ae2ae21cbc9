package graph

import (
	"math"
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
		return at
	case rows:
		return d.rows()
	}
	return nil
}

// rows places the states one beside the other, in rows that make a drawing of the page's form.
func (d *panelWriter) rows() map[*node]chart.Layout {
	area, widest := 0.0, 0.0
	for _, n := range d.of.inside {
		size := d.sizeOf(n)
		area += (size[0] + gapAcross) * (size[1] + gapDown)
		widest = max(widest, size[0])
	}
	width := max(widest, math.Sqrt(area*d.options.PageWidth/d.options.PageHeight))
	at := map[*node]chart.Layout{}
	x, y, high := 0.0, 0.0, 0.0
	for _, n := range d.of.inside {
		size := d.sizeOf(n)
		if x > 0 && x+size[0] > width*1.1 {
			x, y, high = 0, y+high+gapDown, 0
		}
		at[n] = chart.Layout{X: x, Y: y}
		x, high = x+size[0]+gapAcross, max(high, size[1])
	}
	return at
}

// sizeOf returns the width and the height of a state, pt: as Graphviz draws it, about, or of the box around what is in it.
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
