// Package naodriver drives a NAO through its own protocol, LoLA: it connects to
// the robot (or to a simulator that speaks the same), hands out what the body
// senses every 12 ms, and sends it what a commander answers, after the rules of
// body/safety. When its context ends it lets the robot down before it returns.
//
// One goroutine does all of it, and allocates nothing while the cycle runs.
package naodriver
