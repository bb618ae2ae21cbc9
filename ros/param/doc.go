// Package param reads the command line (--ros-args) and the parameter files of a ROS 2 node, and decodes the parameters
// into a struct.
//
// Each --params-file and each -p is a layer; a later layer overrides an earlier one. The environment overrides all of
// them: GONAO_<NODE>_<PARAMETER> in upper case, with __ for a dot (GONAO_VISION_CAMERA__RATE=30 for camera.rate of the
// node vision).
//
// Types are strict, as ROS 2's are: a float is written 1.0, not 1. A parameter that
// the node does not have is an error, also when a later layer overrides it.
package param
