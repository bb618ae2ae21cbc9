// Command graph_layout reads graphs of Graphviz from standard input and writes them as SVG to standard output, one
// after another. A line "// next drawing" separates two graphs. gonao hfsm graph starts it as a separate program,
// because Graphviz takes a second to start, and the tool's other commands should not wait for that.
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
