// Command team_comm is the node of package teamcomm: the messages of a robot's team.
package main

import (
	teamcomm "gonao/nodes/team_comm"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "team_comm", teamcomm.DefaultConfig(), teamcomm.Run)
}
