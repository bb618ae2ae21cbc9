// Package servo moves single joints as callers of joint topics and actions ask: to angles at a share of the top speed, at
// speeds, and along trajectories. Angles are in radians, speeds in rad/s.
package servo
