package player

import (
	"fmt"

	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/rates"
	"gonao/soccer/game"
	"gonao/soccer/squad"
)

// files holds the contents of the files in the parameters.
type files struct {
	squad  *squad.Squad
	book   *game.Book
	field  field.Field
	preset *preset.Preset
	table  *rates.Table
}

// files loads the files in the parameters.
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
