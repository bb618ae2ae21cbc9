// Command gonao is the tool for people: it starts launch files, looks into any
// ROS 2 graph and talks to it with the words of ros2, and writes the robot's models.
// It needs no ROS 2 and no simulator.
package main

import (
	"gonao/internal/interrupt"
	"gonao/tool"
	"gonao/tool/cli"
	"gonao/tool/graph"
)

func main() {
	ctx, stop := interrupt.Context()
	err := tool.New(graph.Default()).ExecuteContext(ctx)
	stop()
	cli.Exit("gonao", err)
}
