// Command gonao is the tool for people. It starts launch files, inspects any ROS 2 graph and sends to it with the
// commands of ros2, and writes the robot's models. It needs neither ROS 2 nor a simulator.
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
