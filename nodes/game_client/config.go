package gameclient

import (
	"fmt"

	"gonao/soccer/game"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"game_client: the game as its robot is to see it, from a GameController or the robot's buttons."`

	Team           int     `yaml:"team" min:"1" max:"254" readonly:"true" desc:"number of the robot's team in the league"`
	Player         int     `yaml:"player" min:"1" max:"20" readonly:"true" desc:"number of the robot in its team"`
	Color          string  `yaml:"color" readonly:"true" desc:"of the team while no GameController speaks: blue, red, yellow, black, white, green, orange, purple, brown or grey"`
	OtherColor     string  `yaml:"other_color" readonly:"true" desc:"the one that the left bumper changes to"`
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
	return Config{Team: 1, Player: 1, Color: "red", OtherColor: "blue", UDP: true, ReportHz: 1, SilentAfterSec: 5, LockController: true, SPLVersion: 15}
}

// Validate returns an error that names the parameter that is wrong and what was expected.
func (c Config) Validate() error {
	if _, err := game.ParseColor(c.Color); err != nil {
		return fmt.Errorf("color: %w", err)
	}
	if _, err := game.ParseColor(c.OtherColor); err != nil {
		return fmt.Errorf("other_color: %w", err)
	}
	return nil
}
