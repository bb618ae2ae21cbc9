//go:build !rclgo

package rmw

import (
	"gonao/ros"
	"gonao/ros/cyclone"
)

// Version names the way to ROS 2 that this program was built with, and its version.
const Version = "Cyclone DDS " + cyclone.Version

// Open connects the process to ROS. It is the ros.Opener that mains pass to ros.Main.
func Open() (ros.Backend, error) { return cyclone.Open() }
