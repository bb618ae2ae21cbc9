// Package physics plays a match's robots in the physics of package sim: each has a simulated body, the driver's rules and
// the engines of package motion.
//
// A World updates robots, ball and contacts of a [kinematic.World] to the projection of the physics onto the ground. So
// players, referee, report and film are the same in both worlds. A cycle is 12 ms; there is no clock and no deadline, and
// the same configuration and requests return the same bytes.
//
// Frame world: origin in the middle of the field, x along it, y left, z up. A robot's frame lies on the ground midway between
// its soles and looks where the torso looks. m, rad, s.
package physics
