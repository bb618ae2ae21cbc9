// Package gztest is a world with a NAO that speaks Gazebo Transport as a server does, for
// tests where no Gazebo is installed. Its robot is kinematic: joints move to their
// targets at their top speed and nothing else moves; the feet carry it evenly.
//
// It keeps what Gazebo Fortress was seen to do: joint states come at every step of 4 ms and
// while paused, the other sensors every 12 ms, a step is made at once when it is asked for.
package gztest
