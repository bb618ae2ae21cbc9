// Package nao holds the facts about the NAO H25 in one place: joints, links, sensors
// and cameras, the state the body reports and the command it takes, and the
// kinematics that follow from them. Where the versions differ, in head and cameras,
// they are the V6's: it is the one that speaks LoLA.
//
// Units are SI. Frames are ROS's: x forward, y left, z up; in the zero posture
// (legs straight, arms pointing forward) all joint frames are parallel to the
// torso frame, whose origin is the robot's (base_link).
package nao
