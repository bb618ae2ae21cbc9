// Package transport is Gazebo Transport: topics and services between processes, found
// by multicast. It speaks with gz-transport 11 (Fortress) and later as long as these use
// ZeroMQ, which goes through libzmq.
//
// A [Node] is what that library calls a process: it has an identity, finds the others
// and is found. It does not hear itself. Messages go in and out as bytes with the name
// of their type; gazebo_bridge/gzmsgs has the types.
//
// Everybody is looked for all the time: a server that is started again is another
// process to the protocol, and subscriptions and calls go on with it.
package transport
