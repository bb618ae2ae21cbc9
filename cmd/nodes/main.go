// Command nodes is all nodes that need no library of a simulator, in one program: it links once, where a program a node links the same packages again and
// again. It runs one node: that of the name it was started by, through a link that internal/scripts/links.sh makes, or that of its first argument.
//
//	vision --ros-args -r __ns:=/nao1          vision is a link to nodes
//	nodes vision --ros-args -r __ns:=/nao1
//
// The simulator, gazebo_bridge, player and match_player are programs of their own.
package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/internal/suggest"
)

func main() {
	if len(os.Args) == 2 && (os.Args[1] == "--help" || os.Args[1] == "-h") && programs[filepath.Base(os.Args[0])] == nil {
		fmt.Print(usage())
		return
	}
	start, args, err := choose(os.Args)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Args = args
	start()
}

// usage returns what --help prints.
func usage() string {
	return "usage: nodes NODE [--ros-args ARGUMENT...], or through a link with the node's name\n\nThe nodes are " + strings.Join(slices.Sorted(maps.Keys(programs)), ", ") + ".\n"
}

// choose returns the node that a command line names, and the line as the node's own program would have it.
func choose(args []string) (start func(), rest []string, err error) {
	if start, ok := programs[filepath.Base(args[0])]; ok {
		return start, args, nil
	}
	names := slices.Sorted(maps.Keys(programs))
	if len(args) < 2 {
		return nil, nil, fmt.Errorf("nodes: expected the name of a node: %s", strings.Join(names, ", "))
	}
	start, ok := programs[args[1]]
	if !ok {
		return nil, nil, fmt.Errorf("nodes: no node %q%s: expected one of %s", args[1], suggest.DidYouMean(args[1], names), strings.Join(names, ", "))
	}
	return start, args[1:], nil
}
