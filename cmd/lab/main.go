// Command lab is all programs that have the simulator inside, in one: the nodes simulator and match_player, and the programs
// match, motion_lab and demo, which commands of gonao and make start. It runs that of the name by which it was started, through a
// link that internal/scripts/links.sh makes, or that of its first argument.
package main

import (
	"os"

	"gonao/internal/proc"
)

func main() { os.Exit(proc.RunLinked("lab", programs)) }
