// Package interop tests that we get on with others on the wire. It has no code of its
// own, only tests and the programs that they talk with:
//
//	testdata/peers/peer.c    C on Cyclone DDS, its types made by idlc
//	testdata/peers/fast.cpp  C++ on Fast DDS, its types encoded by Fast CDR
//	testdata/ros2/*.py       nodes of a real ROS 2, where one is installed
//
// The peers know nothing of gonao and obey commands, so that a few processes serve
// many tests. `make interop` prints what was tried as a table.
package interop
