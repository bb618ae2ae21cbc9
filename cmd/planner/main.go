// Command planner is the node of package planner: it walks round obstacles to poses on the field.
package main

import (
	"gonao/nodes/planner"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "planner", planner.DefaultConfig(), planner.Run)
}
