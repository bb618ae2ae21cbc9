// Package lola drives a NAO V6 through the robot's own protocol, LoLA: it connects to the
// socket of the robot, or of a simulator that speaks the same, and exchanges a sensor frame for
// a command frame every 12 ms. The cycle itself and the rules of safety are those of package
// body, the bytes those of package nao/lola.
//
// One goroutine does all of it, and allocates nothing while the cycle runs.
package lola
