package graph

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"

	"gonao/hfsm/chart"
)

// Layout draws a graph of DOT as SVG: Graphviz, wherever it runs.
type Layout func(ctx context.Context, dot []byte) (svg []byte, err error)

// SVG writes a machine as a picture.
func SVG(ctx context.Context, w io.Writer, m *chart.Machine, options Options, draw Layout) error {
	text, err := dot(m, options)
	if err != nil {
		return err
	}
	svg, err := draw(ctx, text)
	if err != nil {
		return fmt.Errorf("draw %q: %w", m.Name, err)
	}
	if !bytes.Contains(svg, []byte("<svg")) {
		return fmt.Errorf("draw %q: Graphviz gave %d bytes that are no SVG", m.Name, len(svg))
	}
	_, err = w.Write(finished(svg))
	return err
}

// What Graphviz writes besides the picture: its version, the names of its nodes
// (which browsers show over them), and fonts that are not everywhere.
var (
	besides = regexp.MustCompile(`(?s)<!DOCTYPE.*?>\s*|<!--.*?-->\s*|<title>[^<]*</title>\s*`)
	fonts   = regexp.MustCompile(`font-family="[^"]*"`)
)

func finished(svg []byte) []byte {
	svg = besides.ReplaceAll(svg, nil)
	return fonts.ReplaceAll(svg, []byte(`font-family="Helvetica,Arial,Liberation Sans,sans-serif"`))
}
