// Package walk is the walk that people use: omnidirectional, closed loop, with a
// stand that balances and steps that catch a push.
//
// It plans on the linear inverted pendulum. With the centre of mass c at height z
// over the ground, ω = √(g/z), the divergent component of motion (DCM, also capture
// point) is ξ = c + ċ/ω. Over a pivot p (the ZMP, under the supporting sole)
// it runs away as ξ(t) = p + (ξ(0) − p)·e^{ωt}, and the centre of mass follows it:
// ċ = ω(ξ − c). A gait is stable when every foot is put down so that the offset
// between ξ and the new pivot is the one that the next step needs. In every cycle
// the engine measures ξ and chooses place and time of the next footstep for that.
//
// Sources: Pratt et al., "Capture Point: A Step toward Humanoid Push Recovery" (2006);
// Englsberger et al., "Bipedal walking control based on Capture Point dynamics"
// (2011); Khadiv et al., "Walking Control Based on Step Timing Adaptation" (2020);
// Hengst, "rUNSWift Walk2014 Report" (2014) for the shape of the gait, the switch of
// the support by the soles' sensors and the gyroscope on the ankles. docs/motion/walk.md has the
// equations.
//
// Frames: S is the sole of the supporting foot, on the ground: x forward, y left, z
// up, gravity aligned. T is the torso. R, the robot on the ground, lies midway
// between the feet. Units: m, rad, s.
package walk
