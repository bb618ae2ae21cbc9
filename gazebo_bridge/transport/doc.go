// Package transport is Gazebo Transport: topics and services between processes, which find each
// other by multicast. It is compatible with gz-transport 11 (Fortress) and later as long as these
// use ZeroMQ. ZeroMQ is used through libzmq.
//
// A [Node] is a process in the protocol: it has an identity, finds the other processes and is found
// by them. It does not receive its own messages. Messages are bytes with the name of their type;
// gazebo_bridge/gzmsgs has the types.
//
// Discovery never ends: a server that is started again is another process to the protocol, and
// subscriptions and calls continue with it.
package transport
