// Package lolaserver serves LoLA, the low-level protocol of a NAO v6, for the bodies of a
// simulation: each on a Unix socket of its own (/tmp/robocup on the robot) or over TCP, so
// that a driver or another team's software cannot distinguish the two.
//
// A [Server] is the socket of one robot. A [Group] steps one world for all its robots.
// Every 12 ms it sends each client one sensor frame and steps the world with the newest
// commands; in lockstep it waits for the commands of all robots instead, so that physics
// never runs ahead of control and may run faster than real time. Commands that do not come
// in time are counted, and the world continues; see [Group].
//
// One client is served at a time, a second one waits. A client that does not read for a
// second is disconnected; bytes that are no frame are counted and skipped. Neither ever
// holds up the physics. A body that can show LEDs gets those of each command.
package lolaserver
