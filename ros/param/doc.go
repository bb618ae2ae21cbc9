// Package param reads what a ROS 2 node is started with: its command line
// (--ros-args) and its parameter files, and decodes the parameters into a struct.
//
// Layers count in the order of the command line, the later one wins: each
// --params-file and each -p is one. Above them all is the environment:
// GONAO_<NODE>_<PARAMETER> in upper case, with __ for a dot
// (GONAO_VISION_CAMERA__RATE=30 for camera.rate of the node vision).
//
// Types are strict, as ROS 2's are: a float is written 1.0, not 1. A parameter that
// the node does not have is an error, also when a later layer overrides it.
package param
