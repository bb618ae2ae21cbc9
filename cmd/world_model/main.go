// Command world_model is the node of package worldmodel: it holds what the robot believes about the ball and other robots.
package main

import (
	worldmodel "gonao/nodes/world_model"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "world_model", worldmodel.DefaultConfig(), worldmodel.Run)
}
