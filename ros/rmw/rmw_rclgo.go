//go:build rclgo

package rmw

import (
	"gonao/ros"
	"gonao/ros/rclgo"
)

// Open connects the process to ROS. It is the ros.Opener that mains pass to ros.Main.
func Open() (ros.Backend, error) { return rclgo.Open() }
