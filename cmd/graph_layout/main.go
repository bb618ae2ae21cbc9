// Command graph_layout reads graphs of Graphviz from its standard input, with a line "// next drawing" between two, and
// writes them as SVG to its standard output, one after another. gonao hfsm graph starts it: Graphviz takes a
// second to start, which the tool's other commands shall not wait for.
package main

import (
	"fmt"
	"io"
	"os"

	"gonao/hfsm/graph/layout"
	"gonao/internal/proc"
)

func main() {
	ctx, stop := proc.WithInterrupt()
	defer stop()
	dot, err := io.ReadAll(os.Stdin)
	if err == nil {
		var svg []byte
		if svg, err = layout.All(ctx, dot); err == nil {
			_, err = os.Stdout.Write(svg)
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "graph_layout: %v\n", err)
		os.Exit(1)
	}
}
