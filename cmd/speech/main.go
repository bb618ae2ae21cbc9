// Command speech runs the speech node, see nodes/speech.
package main

import (
	"gonao/nodes/speech"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "speech", speech.DefaultConfig(), speech.Run) }
