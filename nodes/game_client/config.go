package gameclient

import "gonao/soccer/game"

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"game_client: the game as its robot is to see it, from a GameController or the robot's buttons."`

	game.Member    `yaml:",inline"`
	game.Colors    `yaml:",inline"`
	Role           string  `yaml:"role" readonly:"true" desc:"published on role once: striker, supporter, defender or keeper; empty: another node decides on roles"`
	UDP            bool    `yaml:"udp" readonly:"true" desc:"packets are received and sent; without, only the buttons count"`
	Network        bool    `yaml:"network" readonly:"true" desc:"hear a GameController on the network and report to it, not only one on this machine"`
	ReportHz       float64 `yaml:"report_hz" unit:"Hz" min:"0.5" max:"2" desc:"of status messages to the GameController"`
	SilentAfterSec float64 `yaml:"silent_after_sec" unit:"s" min:"1" max:"60" readonly:"true" desc:"without messages after which buttons count"`
	LockController bool    `yaml:"lock_controller" desc:"from a game's beginning to its end its GameController's address alone is obeyed, also after a silence; false releases it"`
	SPLVersion     int     `yaml:"spl_version" min:"14" max:"15" readonly:"true" desc:"type of gc/data: RCGCD14 for version 14, or RCGCD15 for versions 15 to 18"`
}

// DefaultConfig returns player 1 of team 1, on this machine.
func DefaultConfig() Config {
	return Config{Member: game.Member{Team: 1, Player: 1}, Colors: game.DefaultColors(), UDP: true, ReportHz: 1, SilentAfterSec: 5, LockController: true, SPLVersion: 15}
}
