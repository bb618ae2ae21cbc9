package teamcomm

import (
	"gonao/soccer/game"
	"gonao/soccer/game/udp"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"team_comm: what robots of a team tell each other, 48 bytes at a time."`

	game.Member `yaml:",inline"`
	Broadcast   udp.Broadcast `yaml:"broadcast" readonly:"true" desc:"where messages go on a network, such as 10.0.255.255; empty: to robots on this machine only"`
}

// DefaultConfig returns player 1 of team 1, on this machine.
func DefaultConfig() Config { return Config{Member: game.Member{Team: 1, Player: 1}} }
