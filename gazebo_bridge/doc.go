// Package gazebobridge drives a NAO in Gazebo, with the cycle of package body: what the joints
// and sensors report becomes one [nao.State] every 12 ms of simulated time, and a [nao.Command]
// becomes targets of Gazebo's position controllers. The model is the one
// nao.SDF writes, with Gazebo's own systems only; its topics are those of
// [nao.GazeboNames].
//
// Angles are in rad, forces in N, frames those of the torso (x forward, y left, z up).
// Times are the world's, which counts from its start.
//
// Gazebo's position controllers hold their targets with all they have: stiffness 0 keeps
// the last target, any other counts as 1, and the state reports that the joints are stiff.
// There are no temperatures, currents, LEDs and no battery.
package gazebobridge
