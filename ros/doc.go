// Package ros is the ROS 2 client of gonao: nodes, publishers, subscriptions,
// services, actions, parameters and time, without a ROS 2 installation.
//
// Nodes see plain message structs. How the bytes travel is a Backend's
// business: gonao/ros/cyclone speaks DDS, gonao/ros/inproc stays in the process.
// Names follow ROS 2: relative names are put into the node's namespace, "~/x"
// into the node's own, "/x" is absolute; remaps are applied to the result.
//
// Time comes from a node's Clock, which is the system's or follows /clock.
package ros
