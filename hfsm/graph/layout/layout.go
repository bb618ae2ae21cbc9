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
	"fmt"

	"github.com/goccy/go-graphviz"
)

// SVG draws a graph.
func SVG(ctx context.Context, dot []byte) (svg []byte, err error) {
	graph, err := graphviz.ParseBytes(dot)
	if err != nil {
		return nil, fmt.Errorf("read the graph: %w", err)
	}
	g, err := graphviz.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("start Graphviz: %w", err)
	}
	defer func() { _ = g.Close() }() // what was drawn is out
	var out bytes.Buffer
	if err := g.Render(ctx, graph, graphviz.SVG, &out); err != nil {
		return nil, fmt.Errorf("lay the graph out: %w", err)
	}
	return out.Bytes(), nil
}
