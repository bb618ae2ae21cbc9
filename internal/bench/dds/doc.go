// Package dds measures the time of a message from process to process, beside two C programs that do the same. It has no
// code of its own, only benchmarks.
//
// The process that measures and the process that answers are each this test binary, run again in a role
// (roles_test.go), or the C peer of ros/cyclone. All are started in the same way, so that both sides are measured under
// the same conditions: back to back; with the idle times of a 12 ms control loop, while a third process simulates a
// robot and draws its cameras; and the same with SCHED_FIFO.
package dds
