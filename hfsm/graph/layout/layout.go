// Package layout draws DOT as SVG with Graphviz, which is linked in as WebAssembly.
//
// A program that imports it compiles Graphviz when it starts, which takes a second the
// first time (later the result is read from TMPDIR/go-graphviz), and is 8 MB larger. So
// only cmd/graph_layout imports it, and the tool starts that program when it needs a
// layout.
package layout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-graphviz"
)

// maxBytes bounds a graph; the largest machine we draw has a hundredth of it.
const maxBytes = 16 << 20

// Next is the line between graphs that are drawn one after another.
const Next = "// next drawing\n"

// All draws graphs between lines of [Next], and returns their drawings one after another.
func All(ctx context.Context, dots []byte) ([]byte, error) {
	var all []byte
	for dot := range bytes.SplitSeq(dots, []byte(Next)) {
		svg, err := SVG(ctx, dot)
		if err != nil {
			return nil, err
		}
		all = append(all, svg...)
	}
	return all, nil
}

// SVG draws a graph. It returns an error if Graphviz cannot read or draw it.
func SVG(ctx context.Context, dot []byte) (svg []byte, err error) {
	switch {
	case len(dot) > maxBytes:
		return nil, fmt.Errorf("a graph of %d bytes: expected at most %d", len(dot), maxBytes)
	case len(bytes.TrimSpace(dot)) == 0:
		return nil, errors.New("nothing to draw: expected a graph in Graphviz's language DOT, such as digraph { a -> b }")
	case !utf8.Valid(dot) || bytes.IndexByte(dot, 0) >= 0:
		return nil, errors.New("the graph is not a text in UTF-8")
	}
	graph, err := graphviz.ParseBytes(dot)
	if err != nil {
		return nil, fmt.Errorf("read the graph: %w", shortened(err))
	}
	if graph == nil {
		return nil, errors.New("nothing to draw: expected a graph in Graphviz's language DOT, such as digraph { a -> b }")
	}
	g, err := graphviz.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("start Graphviz: %w", err)
	}
	defer func() { _ = g.Close() }() // the drawing is complete
	var out bytes.Buffer
	if err := g.Render(ctx, graph, graphviz.SVG, &out); err != nil {
		return nil, fmt.Errorf("lay the graph out: %w", shortened(err))
	}
	return out.Bytes(), nil
}

// shortened returns an error of Graphviz on one line of bounded length. Reports about the memory of its virtual machine
// are irrelevant and left out.
func shortened(err error) error {
	const long = 300
	text := strings.Join(strings.Fields(err.Error()), " ")
	if strings.Contains(text, "wasm") {
		return errors.New("Graphviz ended without a drawing; is it a graph in DOT?") //nolint:staticcheck // a name
	}
	if len(text) > long {
		text = strings.ToValidUTF8(text[:long], "") + "…"
	}
	return errors.New(text)
}
