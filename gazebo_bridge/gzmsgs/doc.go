// Package gzmsgs holds the messages of Gazebo that gonao uses, as Go structs generated
// from messages.proto. On the wire they are the ones of gz.msgs and ignition.msgs;
// [Generation] is which of the two names a server uses.
package gzmsgs

//go:generate sh generate.sh
