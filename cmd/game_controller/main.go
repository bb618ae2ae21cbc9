// Command game_controller is the node of package gamecontroller: it holds the state of a game.
package main

import (
	gamecontroller "gonao/nodes/game_controller"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() {
	ros.Main(rmw.Open, "game_controller", gamecontroller.DefaultConfig(), gamecontroller.Run)
}
