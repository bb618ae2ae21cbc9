// Package team holds what a team of robots shares: messages of 48 bytes with their budget, a network that loses and
// delays them, roles, and the value of a robot's choices with the ball.
//
// Poses are in the frame map of the team: x towards the goal that it attacks. m, rad, s.
package team
