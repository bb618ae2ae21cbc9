// Package nao holds the facts about the NAO H25 in one place: joints, links, sensors
// and cameras, the state that the body reports and the command that it accepts, and
// the kinematics. Where the versions differ, in head and cameras, the facts are those
// of the V6, which has LoLA.
//
// Units are SI. Frames are ROS's: x forward, y left, z up; in the zero posture
// (legs straight, arms pointing forward) all joint frames are parallel to the
// torso frame, whose origin is the robot's (base_link).
package nao
