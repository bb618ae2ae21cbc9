// Package layout draws DOT as SVG with Graphviz, which is inside it as WebAssembly.
//
// Every program that imports it compiles it when it starts, which takes a second the
// first time (then it is found in TMPDIR/go-graphviz), and is 8 MB larger: so only
// cmd/graph_layout does, which the tool starts when it is needed.
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
