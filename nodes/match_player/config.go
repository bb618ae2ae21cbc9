package matchplayer

import (
	"errors"

	room "gonao/soccer/match"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"match_player: a match in one process, on the topics of a match of many."`

	Match room.Config `yaml:",inline"`
	Speed float64     `yaml:"speed" min:"0" max:"10" readonly:"true" desc:"of the match by real time, at the start, 0: as fast as it goes; simulator/speed changes it"`
}

// DefaultConfig returns a match of ours against Luar's.
func DefaultConfig() Config {
	return Config{Match: room.Config{Red: "ours", Blue: "luar", WorldKind: room.Kinematic, Rules: "spl2025", Preset: "nao", Seed: 1}, Speed: 1}
}

// CheckFiles returns an error for wrong teams, rules or presets.
func (c Config) CheckFiles() error {
	kinematic := c.Match
	kinematic.WorldKind = room.Kinematic // loading bodies takes long
	m, err := room.New(kinematic)
	if err != nil {
		return err
	}
	m.Close()
	if c.Match.WorldKind == room.Physics && c.Match.Players > 7 {
		return errors.New("players: expected up to 7 in physics")
	}
	return nil
}
