// Package kinematic is a world of n robots and a ball without physics, after NaOISIS (Valtazanos and Ramamoorthy 2011).
//
// A robot is moved by velocities, or by displacements (dx, dy, dθ), within limits and with noise. It kicks a ball that lies
// in the rectangle of the kick, collides with robots, posts and the ball, hears others with two sonars, falls and gets up.
// A Preset holds all figures: naoisis2010 those of the document, nao those of a NAO on today's field.
//
// World.Step advances everything by a time. The same preset, seed and orders return the same bytes.
//
// Frame world: origin in the middle of the field, x along it, y left; a robot's frame lies between its feet, x forward. m,
// rad, s.
package kinematic
