package matchplayer

import (
	"errors"

	room "gonao/soccer/match"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"match_player: a match in one process, on the topics of a match of many."`

	Red      string  `yaml:"red" readonly:"true" desc:"the team that attacks towards +x first: ours, luar, voronoi, or the path of a file"`
	Blue     string  `yaml:"blue" readonly:"true" desc:"the other team"`
	World    string  `yaml:"world" enum:"kinematic|physics" readonly:"true" desc:"kinematic: moves and tables; physics: simulated bodies, in one process too"`
	Rules    string  `yaml:"rules" readonly:"true" desc:"the rule book: spl2025, hsl2026, naoisis2010, or the path of a file"`
	Players  int     `yaml:"players" min:"0" max:"11" readonly:"true" desc:"per team; 0: as the book says"`
	Preset   string  `yaml:"preset" readonly:"true" desc:"of the kinematic world: nao, physics, naoisis2010, or the path of a file"`
	Seed     int     `yaml:"seed" min:"1" readonly:"true" desc:"of all randomness: the same seed leads to the same match"`
	Knockout bool    `yaml:"knockout" readonly:"true" desc:"a draw is followed by extra time where the book has it, and by a penalty shoot-out"`
	Speed    float64 `yaml:"speed" min:"0" max:"10" readonly:"true" desc:"of the match by real time, at the start, 0: as fast as it goes; simulator/speed changes it"`
}

// DefaultConfig returns a match of ours against Luar's.
func DefaultConfig() Config {
	return Config{Red: "ours", Blue: "luar", World: room.Kinematic, Rules: "spl2025", Preset: "nao", Seed: 1, Speed: 1}
}

// CheckFiles returns what is wrong with the teams, the rules and the preset.
func (c Config) CheckFiles() error {
	kinematic := c.room()
	kinematic.WorldKind = room.Kinematic // bodies take long to load
	m, err := room.New(kinematic)
	if err != nil {
		return err
	}
	m.Close()
	if c.World == room.Physics && c.Players > 7 {
		return errors.New("players: expected up to 7 in physics")
	}
	return nil
}

// room returns the parameters as the room's configuration.
func (c Config) room() room.Config {
	return room.Config{
		Red: c.Red, Blue: c.Blue, WorldKind: c.World, Rules: c.Rules, Players: c.Players, Preset: c.Preset, Seed: uint64(c.Seed), Knockout: c.Knockout,
	}
}
