// Command vision runs the vision node, see nodes/vision.
package main

import (
	"gonao/nodes/vision"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "vision", vision.DefaultConfig(), vision.Run) }
