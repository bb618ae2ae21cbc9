// Package cyclone carries gonao's messages over DDS with Eclipse Cyclone DDS
// (Debian's cyclonedds-dev), so that our nodes appear in the graph of any ROS 2
// without a ROS installation.
//
// The wire format is rmw_cyclonedds's: topics interoperate with every DDS
// middleware of ROS 2, services and actions with peers that run
// RMW_IMPLEMENTATION=rmw_cyclonedds_cpp.
//
// The C part only passes bytes: sertype.c makes CDR bytes a DDS type, endpoint.c wraps readers and writers, peers.c
// reads the discovered participants. Cyclone's threads never call Go: they add to an eventfd, which Go's network poller
// waits for. What C allocates is freed where the Go function that requested it returns.
package cyclone
