// Command motion runs the motion node, see nodes/motion.
package main

import (
	"gonao/nodes/motion"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "motion", motion.DefaultConfig(), motion.Run) }
