// Package msgs is the ROS package gonao_msgs: plain Go structs for the messages in msg, the services in srv and the
// actions in action, which encode themselves as CDR. Units and frames stand at each field.
//
// The other packages of ROS 2 that we speak are below, one directory each, from
// the definitions in definitions; registry makes messages by the names of types.
//
//	m := msgs.RobotState{Cycle: 1}
//	data := cdr.Marshal(&m)
package msgs

//go:generate go run gonao/cmd/msggen -own gonao_msgs .
//go:generate go run gonao/cmd/msggen -module gonao/msgs/testdata/types -own "" -use .=gonao/msgs:gonao_msgs testdata/types
