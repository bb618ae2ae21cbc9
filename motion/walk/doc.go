// Package walk is the robot's walk: omnidirectional, closed loop, with a stand that
// balances and steps that catch a push.
//
// The gait has the shape of Hengst's Walk2014: the bearing foot goes back evenly, the swing foot ahead on two parabolas
// with a lift of its own, and the body rocks from foot to foot by itself. A step does not end by time but when the
// pressure under the soles passes to the other side, so that the gait keeps the rhythm of the real body. Gyroscopes turn
// the bearing ankle, the trunk's lean its hip.
//
// Pushes are measured by the divergent component of motion (DCM, also capture point), ξ = c + ċ/ω with ω = √(g/z), of the
// centre of mass c at height z. Over a pivot p it runs away as ξ(t) = p + (ξ(0) − p)·e^{ωt}. In every cycle the engine
// predicts ξ at the end of the step, and shifts the landing of the swing foot by its difference from the steps before. In
// the stand the ankles press towards ξ, and when that is not enough, the robot steps.
//
// Sources: Hengst, "rUNSWift Walk2014 Report" (2014); Pratt et al., "Capture Point: A
// Step toward Humanoid Push Recovery" (2006); Englsberger et al., "Bipedal walking
// control based on Capture Point dynamics" (2011). docs/motion/walk.md has the equations.
//
// Frames: S is the sole of the bearing foot, on the ground: x forward, y left, z up,
// gravity aligned. T is the torso. R, the robot on the ground, lies midway between the
// feet. Units: m, rad, s.
package walk
