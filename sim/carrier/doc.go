// Package carrier moves the demo's balls: each hangs on a carrier that turns about
// the vertical through the robot (revolute) and lifts (prismatic), as in the
// experiments of Menéndez, Salamanqués and Cañas (VisualHFSM, section V).
//
// [Servo] is the carrier: a position servo whose speed and acceleration are limited.
// [Mover] moves the balls along paths, position after position: it commands one, waits
// until it is reached, and commands the next. The simulator owns the servos; the node
// ball_mover, or the robot in one process, owns the mover.
//
// Angles are rad about the world's z axis, from straight ahead (x), left positive;
// heights are m above the ground.
package carrier
