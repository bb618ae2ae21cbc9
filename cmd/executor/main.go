// Command executor runs a state machine; see nodes/executor.
package main

import (
	"gonao/nodes/executor"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "executor", executor.DefaultConfig(), executor.Run) }
