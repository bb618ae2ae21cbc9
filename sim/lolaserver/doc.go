// Package lolaserver makes a simulation speak as a NAO v6: it serves LoLA, the
// robot's own low-level protocol, on a Unix socket (/tmp/robocup on the robot) or
// over TCP, so that a driver or another team's software cannot tell the two apart.
//
// Every 12 ms it steps the body with the newest command and sends one sensor
// frame; in lockstep it waits for the client's command instead, so that physics
// never runs ahead of control and may run faster than real time. One client is
// served at a time, a second one waits. A client that does not read is at last put
// off the line; bytes that are no frame are counted and passed over. Neither ever
// holds up the physics. A body that can show LEDs gets those of each command.
package lolaserver
