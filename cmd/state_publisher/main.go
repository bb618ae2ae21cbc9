// Command state_publisher runs the state_publisher node, see nodes/state_publisher.
package main

import (
	statepublisher "gonao/nodes/state_publisher"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "state_publisher", statepublisher.DefaultConfig(), statepublisher.Run)
}
