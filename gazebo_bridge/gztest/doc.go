// Package gztest is a world with a NAO that speaks Gazebo Transport as a server does, for
// tests where no Gazebo is installed. Its robot is kinematic: joints move to their
// targets at their top speed and nothing else moves; the feet carry it evenly.
//
// It behaves as Gazebo Fortress was observed to: joint states come at every step of 4 ms and while
// paused, the other sensors every 12 ms, and steps are made after the answer to their request.
//
// Where a Gazebo is installed, Serve starts it: a real server, for tests that run on both.
package gztest
