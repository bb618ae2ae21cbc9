// Command game_client is the node of package gameclient: the game as one robot is to see it.
package main

import (
	gameclient "gonao/nodes/game_client"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "game_client", gameclient.DefaultConfig(), gameclient.Run)
}
