//go:build rclgo

package rmw

import (
	"gonao/ros"
	"gonao/ros/rclgo"
)

// Version names the way to ROS 2 that this program was built with.
const Version = "rclgo, over the installed ROS 2"

// Open connects the process to ROS. It is the ros.Opener that mains pass to ros.Main.
func Open() (ros.Backend, error) { return rclgo.Open() }
