// Package sim is the embedded simulator: one NAO in a MuJoCo world, with the
// sensors, the motors and the habits of the real body, and two balls on carriers.
//
// A [Simulation] is a constant model and a mutable state. [Simulation.Step] takes
// the command of one cycle and advances the world by it (12 ms); then
// [Simulation.State] tells what the body's sensors say and [Simulation.Truth]
// where things really are. There is no ROS and no wall clock inside: the same
// seed and the same commands give the same bytes, on the same machine and build.
//
// Units are SI. The world's frame W is ROS's: x forward, y left, z up, its origin
// on the ground under the robot's start.
package sim
