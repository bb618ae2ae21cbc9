// Command camera runs the camera node, see nodes/camera.
package main

import (
	"gonao/nodes/camera"
	"gonao/ros"
	"gonao/ros/rmw"
)

func main() { ros.Main(rmw.Open, "camera", camera.DefaultConfig(), camera.Run) }
