// Package udp sends a game to robots and monitors, and receives their packets, as the GameController does.
//
// A [Server] sends to one address: by default the broadcast address of the loopback interface, so that nothing leaves the
// machine and several robots on it all receive. Monitors are known by address and port; they and robots may live on one
// host. A [Client] is the robot's side. Neither reads a clock: callers decide when to send.
package udp
