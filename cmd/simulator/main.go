// Command simulator is the node of package simulator: a NAO in a MuJoCo world.
package main

import (
	"gonao/nodes/simulator"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "simulator", simulator.DefaultConfig(), simulator.Run) }
