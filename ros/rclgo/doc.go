// Package rclgo is the way to ROS through an installed ROS 2: its C library rcl, by
// way of github.com/tiiuae/rclgo, and whatever middleware RMW_IMPLEMENTATION names.
// It is built with the tag rclgo (internal/scripts/rcl.sh finds rcl); the default build speaks
// through gonao/ros/cyclone instead.
//
// Bytes stay bytes: topics are published and taken serialized. Services, which rcl
// knows only as C structs, go through one adapter for all types, which has rmw turn the
// bytes into the struct and back. The type supports come from the shared libraries that
// rosidl built for each package; an endpoint of a type without one is left out with a
// warning.
//
// rclgo makes and frees nodes and endpoints, waits, and publishes. What it keeps to
// itself is asked of rcl in graph.c: type hashes, whether a service has a server, changes
// of the graph, whether readers have everything. That takes rclgo's own pointers, read by
// reflection from three unexported fields: the price of one participant instead of two
// and of no fork. rclgo is pinned and has not changed since 2024; Open fails with a word
// on it should a field be gone.
//
// Not known over rcl, and so all zero or never called: QoS events, who runs on which
// RMW, the process of a node, our own participant, endpoints of services.
package rclgo
