// Package interop tests communication with other implementations on the wire. It has no code of
// its own, only tests and their peers:
//
//	testdata/peers/peer.c    C on Cyclone DDS, its types made by idlc
//	testdata/peers/fast.cpp  C++ on Fast DDS, its types encoded by Fast CDR
//	testdata/ros2/*.py       nodes of a real ROS 2, where one is installed
//
// The peers contain nothing of gonao and execute commands, so that a few processes serve many
// tests. `make nightly STEPS=interop` prints a table of what was tried,
// `internal/scripts/interop.sh docs/interop.md` keeps it.
package interop
