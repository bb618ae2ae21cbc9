// Package wire encodes and decodes the packets of the RoboCup GameController: control messages of the versions 14 to 20,
// the robots' status messages (return messages, version 4), requests of monitors, and status messages that are
// forwarded to monitors.
//
// Numbers are little-endian and packed. Version and length together identify a packet. Lengths, times and enumerations
// are those of the packet; [FromGame] and [Control.State] and its like translate between a packet and
// [gonao/soccer/game]. Bad packets are errors that name what was expected; no function panics on received bytes.
//
// Sources: RoboCup-SPL/GameController src/data at the versions of the struct (testdata/), the headers of
// RoboCup-SPL/GameController3@36353e4 (v18) and RoboCup-HumanoidSoccerLeague/GameController@30a47f8 (v19).
package wire
