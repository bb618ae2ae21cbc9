package lua

import (
	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Name is the language's name in machines: {lua: "turns = turns + 1"}.
const Name = "lua"

// Language is Lua for the scripts of machines in any format.
type Language struct{ opts Options }

var _ hfsm.Language = (*Language)(nil)

// New makes the language, for [hfsm.Vocabulary.Languages] under the key lua.
func New(opts Options) *Language { return &Language{opts.withDefaults()} }

// Unit begins a chart.
func (g *Language) Unit(c *chart.Machine) (hfsm.Unit, error) {
	u := newUnit(c, g.opts)
	u.collect()
	return u, nil
}

// Language returns the language of the chart.
func (u *unit) Language() string { return Name }
