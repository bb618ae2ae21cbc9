// Command lights runs the lights node, see nodes/lights.
package main

import (
	"gonao/nodes/lights"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "lights", lights.DefaultConfig(), lights.Run) }
