// Command localization is the node of package localization: it finds out where the robot is on the field.
package main

import (
	"gonao/nodes/localization"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "localization", localization.DefaultConfig(), localization.Run)
}
