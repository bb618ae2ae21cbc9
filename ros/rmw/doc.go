// Package rmw chooses the way to ROS when a program is built: Cyclone DDS, which needs
// no ROS 2 installed, or with the tag rclgo ROS 2's own rcl. No node knows which.
package rmw
