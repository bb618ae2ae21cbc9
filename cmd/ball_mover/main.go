// Command ball_mover is the node of package ballmover: it moves the demo's balls.
package main

import (
	ballmover "gonao/nodes/ball_mover"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "ball_mover", ballmover.DefaultConfig(), ballmover.Run) }
