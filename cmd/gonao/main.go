// Command gonao is the tool for people: it starts launch files, looks into any
// ROS 2 graph and talks to it with the words of ros2, and writes the robot's models.
// It needs no ROS 2 and no simulator.
package main

import (
	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
	"gonao/internal/proc"
)

func main() {
	ctx, stop := proc.WithInterrupt()
	err := tool.New(graph.Default()).ExecuteContext(ctx)
	stop()
	cli.Exit("gonao", err)
}
