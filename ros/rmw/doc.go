// Package rmw selects the connection to ROS when a program is built: Cyclone DDS, which needs no installed ROS 2, or with
// the tag rclgo ROS 2's own rcl. Nodes are independent of the choice.
package rmw
