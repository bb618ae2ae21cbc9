package graph

import (
	"context"
	"fmt"
	"io"
	"regexp"

	"gonao/hfsm/chart"
)

// Layout draws graphs of DOT as SVG, one for each: Graphviz, wherever it runs.
type Layout func(ctx context.Context, dots [][]byte) (svgs [][]byte, err error)

// SVG writes a machine as a picture. Each automaton is laid out separately, and is a box in the enclosing one, so that no
// edge crosses a box. If the machine has positions of its states, as an editor stores them, these are used.
func SVG(ctx context.Context, w io.Writer, m *chart.Machine, options Options, draw Layout) error {
	p, err := newPlan(m, options)
	if err != nil {
		return err
	}
	done := map[*node]*picture{}
	for _, level := range p.levels() {
		if err := p.drawLevel(ctx, level, done, draw); err != nil {
			return fmt.Errorf("draw %q: %w", m.Name, err)
		}
	}
	_, err = w.Write(finished(done[p.root].whole(options)))
	return err
}

// Output of Graphviz that is removed: its version, the names of its nodes (which browsers show as tooltips), and fonts
// that are not installed everywhere.
var (
	besides = regexp.MustCompile(`(?s)<!DOCTYPE.*?>\s*|<!--.*?-->\s*|<title>[^<]*</title>\s*`)
	fonts   = regexp.MustCompile(`font-family="[^"]*"`)
)

func finished(svg []byte) []byte {
	svg = besides.ReplaceAll(svg, nil)
	return fonts.ReplaceAll(svg, []byte(`font-family="Helvetica,Arial,Liberation Sans,sans-serif"`))
}
