// Package body runs the cycle that every robot body has, whatever protocol it speaks: wait
// for a state, hand it to the commander, wait for the commander's answer, check the answer by
// the rules of nao/body/safety, send it, and count how well that went. When the context ends, the
// loop lets the robot down before it returns.
//
// A [Loop] does all this over a [Protocol], which opens connections to one robot, and a
// [Connection], which senses and sends. LoLA (nao_driver/lola), NAOqi (nao_driver/naoqi) and
// Gazebo (gazebo_bridge) are three protocols. A fourth body is one more package with these two
// types; internal/bodytest holds it to the contract of all bodies, and docs/robot.md describes
// the steps.
//
// Time comes in two kinds. [nao.State.Time] is the body's own time, by which the rules of
// safety go. The [Clock] is wall time, for timeouts and statistics. Angles are in rad,
// stiffness goes from 0 to 1. A cycle allocates nothing.
package body
