// Package servo moves single joints for joint topics and actions: to angles at a share of the top speed, at speeds, and
// along trajectories. Angles are in radians, speeds in rad/s.
package servo
