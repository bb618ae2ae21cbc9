// Command nodes is all nodes that need no simulator and no Gazebo, in one program. It runs one node: that of the name by which it was
// started, through a link that internal/scripts/links.sh makes, or that of its first argument.
//
//	vision --ros-args -r __ns:=/nao1          vision is a link to nodes
//	nodes vision --ros-args -r __ns:=/nao1
package main

import (
	"os"

	"gonao/internal/proc"
)

func main() { os.Exit(proc.RunLinked("nodes", programs)) }
