// Package rclgo connects to ROS through an installed ROS 2: its C library rcl, through github.com/tiiuae/rclgo, and the
// middleware that RMW_IMPLEMENTATION names. It is built with the tag rclgo (internal/scripts/rcl.sh finds rcl); the
// default build uses gonao/ros/cyclone instead.
//
// Bytes stay bytes: topics are published and taken serialized. Services, which rcl knows only as C structs, go through
// one adapter for all types, in which rmw converts the bytes to the struct and back. The type supports come from the
// shared libraries that rosidl built for each package; an endpoint of a type without one is left out with a warning.
//
// rclgo creates and frees nodes and endpoints, waits, and publishes. graph.c asks rcl for the rest: type hashes, whether
// a service has a server, changes of the graph, whether readers have received everything. This needs rclgo's own
// pointers, read by reflection from three unexported fields; otherwise we would need a second participant or a fork.
// rclgo is pinned and has not changed since 2024; Open returns an error if such a field is missing.
//
// rcl does not report QoS events, the RMW and the process of a node, our own participant, and endpoints of services;
// these are zero or never called.
package rclgo
