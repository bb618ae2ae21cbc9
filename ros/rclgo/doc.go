// Package rclgo is the way to ROS through an installed ROS 2: its C library rcl, by
// way of github.com/tiiuae/rclgo, and whatever middleware RMW_IMPLEMENTATION names.
// It is built with the tag rclgo (scripts/rcl.sh finds rcl); the default build speaks
// through gonao/ros/cyclone instead.
//
// Bytes stay bytes: topics are published and taken serialized. Services, which rcl
// knows only as C structs, go through one adapter for all types, which has rmw turn the
// bytes into the struct and back. The type supports come from the shared libraries that
// rosidl built for each package; an endpoint of a type without one is left out with a
// warning.
package rclgo
