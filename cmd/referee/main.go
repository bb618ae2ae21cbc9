// Command referee is the node of package referee: it judges a game by truth.
package main

import (
	"gonao/nodes/referee"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "referee", referee.DefaultConfig(), referee.Run)
}
