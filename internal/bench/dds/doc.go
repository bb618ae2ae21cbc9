// Package dds measures how long a message takes from process to process, beside the
// same by two C programs. It has no code of its own, only benchmarks.
//
// Whoever measures and whoever answers are processes of their own: this test binary,
// run again in a role (roles_test.go), or the C peer of ros/cyclone. All are started
// alike, so that ours and theirs are measured under the same conditions: back to back,
// with the idle gaps of a 12 ms control loop, while a third process simulates a robot
// and draws its cameras, and with that in SCHED_FIFO.
package dds
