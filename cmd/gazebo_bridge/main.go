// Command gazebo_bridge is the node of package gazebo_bridge: it drives a NAO in Gazebo.
package main

import (
	gazebobridge "gonao/nodes/gazebo_bridge"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "gazebo_bridge", gazebobridge.DefaultConfig(), ros.Managed(gazebobridge.Run))
}
