package player

import (
	"fmt"

	"gonao/nao_driver/lola"
	"gonao/nodes/internal/bodytopics"
	"gonao/robot/percepts/rates"
	"gonao/ros"
	"gonao/soccer/game"
	"gonao/soccer/game/udp"
)

// Config holds the node's parameters, and those of the nodes that run beside it in the program player.
type Config struct {
	_ struct{} `desc:"player: one robot of a team in one process, from the body's cycle to the machines."`

	game.Member `yaml:",inline"`
	Players     int    `yaml:"players" min:"1" max:"20" readonly:"true" desc:"of the team"`
	Plays       string `yaml:"plays" readonly:"true" desc:"the team's file, which names its machines: ours, luar, voronoi, or a path"`
	Rules       string `yaml:"rules" readonly:"true" desc:"the rule book: spl2025, hsl2026, naoisis2010, or the path of a file"`
	Field       string `yaml:"field" readonly:"true" desc:"spl (9 x 6 m), hsl_small (2026), field2010 (6 x 4 m, coloured goals), or the path of a field file"`

	Preset string  `yaml:"preset" readonly:"true" heading:"What the player assumes of its body:" desc:"speeds and kicks: physics, as gonao match calibrate measures them; nao, naoisis2010, or the path of a file"`
	Sight  string  `yaml:"sight" readonly:"true" desc:"what its camera finds: measured, nao, ideal, or the path of a table"`
	Vision bool    `yaml:"vision" readonly:"true" desc:"the node vision runs in the same process; without, field_features and seen_objects come from a simulator"`
	Hears  float64 `yaml:"hears" min:"0" max:"1" readonly:"true" desc:"share of referee_signals, the whistles of a simulated referee, that the robot hears"`
	Seed   int     `yaml:"seed" min:"0" readonly:"true" desc:"of all randomness"`

	Network     bool          `yaml:"network" readonly:"true" heading:"Who it speaks with:" desc:"hear a GameController on the network and report to it, not only one on this machine"`
	Broadcast   udp.Broadcast `yaml:"broadcast" readonly:"true" desc:"where team messages go on a network, such as 10.0.255.255; empty: to robots on this machine only"`
	game.Colors `yaml:",inline"`

	LoLA                lola.Config `yaml:",inline" readonly:"true" only:"socket|answer_within_sec|silent_for_sec" heading:"The body:"`
	bodytopics.Priority `yaml:",inline"`
	Model               bool            `yaml:"model" readonly:"true" desc:"the node state_publisher runs in the same process: the robot's description, and the frames of its links in /tf, for rviz2"`
	Meshes              string          `yaml:"meshes" readonly:"true" desc:"with model: URL of the directory of the robot's smooth meshes, as state_publisher has it"`
	FramePrefix         ros.FramePrefix `yaml:"frame_prefix" readonly:"true" desc:"before the names of its frames, red1/ say, where several robots share one /tf"`
}

// DefaultConfig returns player 1 of our team, on this machine.
func DefaultConfig() Config {
	return Config{
		Member: game.Member{Team: 1, Player: 1}, Players: 5, Plays: "ours", Rules: "spl2025", Field: "spl", Preset: "physics", Sight: rates.Measured, Hears: 0.92, Colors: game.DefaultColors(),
		LoLA: lola.DefaultConfig(), Priority: bodytopics.Priority{RealtimePriority: 18},
		Meshes: "package://gonao_bringup/meshes",
	}
}

// Validate returns an error that names the wrong parameter and what was expected.
func (c Config) Validate() error {
	if c.Player > c.Players {
		return fmt.Errorf("player %d: expected 1 to %d, the players of the team", c.Player, c.Players)
	}
	return nil
}

// CheckFiles returns an error for wrong files in the parameters.
func (c Config) CheckFiles() error {
	_, err := c.files()
	return err
}
