package player

import (
	"fmt"
	"net/netip"
	"strings"

	"gonao/nao/body"
	codec "gonao/nao/lola"
	"gonao/nao/preset"
	"gonao/nao_driver/lola"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/rates"
	"gonao/soccer/game"
	"gonao/soccer/squad"
)

// Config holds the node's parameters, and those of the nodes that run beside it in the program player.
type Config struct {
	_ struct{} `desc:"player: one robot of a team in one process, from the body's cycle to the machines."`

	Team    int    `yaml:"team" min:"1" max:"254" readonly:"true" desc:"number of the robot's team in the league"`
	Player  int    `yaml:"player" min:"1" max:"20" readonly:"true" desc:"number of the robot in its team"`
	Players int    `yaml:"players" min:"1" max:"20" readonly:"true" desc:"of the team"`
	Plays   string `yaml:"plays" readonly:"true" desc:"the team's file, which names its machines: ours, luar, voronoi, or a path"`
	Rules   string `yaml:"rules" readonly:"true" desc:"the rule book: spl2025, hsl2026, naoisis2010, or the path of a file"`
	Field   string `yaml:"field" readonly:"true" desc:"spl (9 x 6 m), hsl_small (2026), field2010 (6 x 4 m, coloured goals), or the path of a field file"`

	Preset string  `yaml:"preset" readonly:"true" heading:"What the player assumes of its body:" desc:"speeds and kicks: physics, as gonao match calibrate measures them; nao, naoisis2010, or the path of a file"`
	Sight  string  `yaml:"sight" readonly:"true" desc:"what its camera finds: measured, nao, ideal, or the path of a table"`
	Vision bool    `yaml:"vision" readonly:"true" desc:"the node vision runs in the same process; without, field_features and seen_objects come from a simulator"`
	Hears  float64 `yaml:"hears" min:"0" max:"1" readonly:"true" desc:"share of referee_signals, the whistles of a simulated referee, that the robot hears"`
	Seed   int     `yaml:"seed" min:"0" readonly:"true" desc:"of all randomness"`

	Network    bool   `yaml:"network" readonly:"true" heading:"Who it speaks with:" desc:"hear a GameController on the network and report to it, not only one on this machine"`
	Broadcast  string `yaml:"broadcast" readonly:"true" desc:"where team messages go on a network, such as 10.0.255.255; empty: to robots on this machine only"`
	Color      string `yaml:"color" readonly:"true" desc:"of the team while no GameController speaks: blue, red, yellow, black, white, green, orange, purple, brown or grey"`
	OtherColor string `yaml:"other_color" readonly:"true" desc:"the one that the left bumper changes to"`

	Socket           string      `yaml:"socket" readonly:"true" heading:"The body:" desc:"LoLA's Unix socket, where the robot and the simulator both listen; or tcp://HOST:PORT of a simulator"`
	Body             body.Config `yaml:",inline" readonly:"true" only:"answer_within_sec|silent_for_sec"`
	RealtimePriority int         `yaml:"realtime_priority" min:"0" max:"99" readonly:"true" desc:"SCHED_FIFO priority of the process, where it is granted; 0 does not ask"`
	Model            bool        `yaml:"model" readonly:"true" desc:"the node state_publisher runs in the same process: the robot's description, and the frames of its links in /tf, for rviz2"`
	Meshes           string      `yaml:"meshes" readonly:"true" desc:"with model: URL of the directory of the robot's smooth meshes, as state_publisher has it"`
	FramePrefix      string      `yaml:"frame_prefix" readonly:"true" desc:"before the names of its frames, red1/ say, where several robots share one /tf"`
}

// DefaultConfig returns player 1 of our team, on this machine.
func DefaultConfig() Config {
	return Config{
		Team: 1, Player: 1, Players: 5, Plays: "ours", Rules: "spl2025", Field: "spl", Preset: "physics", Sight: rates.Measured, Hears: 0.92, Color: "red", OtherColor: "blue",
		Socket: codec.SocketPath, Body: body.DefaultConfig(), RealtimePriority: 18,
		Meshes: "package://gonao_bringup/meshes",
	}
}

// Validate returns an error that names the parameter that is wrong and what was expected.
func (c Config) Validate() error {
	if c.Player > c.Players {
		return fmt.Errorf("player %d: expected 1 to %d, the players of the team", c.Player, c.Players)
	}
	if _, _, err := codec.Address(c.Socket); err != nil {
		return fmt.Errorf("socket: %w", err)
	}
	if strings.HasPrefix(c.FramePrefix, "/") {
		return fmt.Errorf("frame_prefix %q: expected no slash at the beginning, frames are not topics", c.FramePrefix)
	}
	for name, color := range map[string]string{"color": c.Color, "other_color": c.OtherColor} {
		if _, err := game.ParseColor(color); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if c.Broadcast == "" {
		return nil
	}
	if a, err := netip.ParseAddr(c.Broadcast); err != nil || !a.Is4() {
		return fmt.Errorf("broadcast %q: expected an IPv4 address, such as 10.0.255.255", c.Broadcast)
	}
	return nil
}

// CheckFiles returns what is wrong with the files that the parameters name.
func (c Config) CheckFiles() error {
	_, err := c.files()
	return err
}

// files holds what the parameters name.
type files struct {
	squad  *squad.Squad
	book   *game.Book
	field  field.Field
	preset *preset.Preset
	table  *rates.Table
}

// files loads what the parameters name.
func (c Config) files() (f files, err error) {
	if f.squad, err = squad.Load(c.Plays); err != nil {
		return f, fmt.Errorf("plays: %w", err)
	}
	if f.book, err = game.Load(c.Rules); err != nil {
		return f, fmt.Errorf("rules: %w", err)
	}
	if f.field, err = field.Load(c.Field); err != nil {
		return f, err
	}
	if f.squad, err = f.squad.On(&f.field); err != nil {
		return f, fmt.Errorf("plays: %w", err)
	}
	if f.preset, err = preset.Load(c.Preset); err != nil {
		return f, err
	}
	f.table, err = rates.Load(c.Sight)
	return f, err
}

// driver returns the configuration of the LoLA driver.
func (c Config) driver() lola.Config { return lola.Config{Path: c.Socket, Config: c.Body} }
