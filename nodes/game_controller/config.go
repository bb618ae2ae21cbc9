package gamecontroller

import (
	"gonao/soccer/game"
	"gonao/soccer/game/udp"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"game_controller: the state of a game, for robots on this machine."`

	Rules     string         `yaml:"rules" readonly:"true" desc:"the rule book: spl2025, hsl2026, naoisis2010, or the path of a file"`
	Setup     game.Setup     `yaml:",inline"`
	Home      game.TeamSetup `yaml:"home" desc:"the team that is listed first"`
	Away      game.TeamSetup `yaml:"away" desc:"the other team"`
	KickOff   string         `yaml:"kick_off" enum:"home|away" readonly:"true" desc:"who kicks off in the first half"`
	UDP       bool           `yaml:"udp" readonly:"true" desc:"packets are sent and received; without, the game is on topics only"`
	Version   int            `yaml:"version" min:"0" max:"20" readonly:"true" desc:"of the control messages, 14 to 20; 0: as the book says"`
	Broadcast udp.Broadcast  `yaml:"broadcast" readonly:"true" desc:"where control messages go on a network, such as 10.0.255.255; empty: robots on this machine only"`
}

// DefaultConfig returns the parameters of a game on this machine.
func DefaultConfig() Config {
	return Config{
		Rules: "spl2025", KickOff: "home", UDP: true,
		Home: game.TeamSetup{Number: 1, TeamName: "red", FieldColor: 1, GoalkeeperColor: 3, GoalkeeperNumber: 1},
		Away: game.TeamSetup{Number: 2, TeamName: "blue", FieldColor: 0, GoalkeeperColor: 4, GoalkeeperNumber: 1},
	}
}

// Validate checks the rules.
func (c Config) Validate() error {
	_, err := c.rules()
	return err
}
