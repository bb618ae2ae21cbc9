// Command studio runs the studio node, see nodes/studio.
package main

import (
	"gonao/nodes/studio"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "studio", studio.DefaultConfig(), studio.Run) }
