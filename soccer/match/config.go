package match

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/rates"
	"gonao/sim"
	"gonao/sim/world"
	"gonao/soccer/game"
	"gonao/soccer/player"
	"gonao/soccer/squad"
	"gonao/soccer/team"
)

// Cycle is the time of a step: one cycle of the robot.
const Cycle = 12 * time.Millisecond

// imageEvery is how many steps lie between two images: 96 ms.
const imageEvery = 8

// Config describes a match. The zero value of a field is the default in its comment.
type Config struct {
	Red       string `yaml:"red" readonly:"true" desc:"the team that attacks towards +x first: ours, luar, voronoi, or the path of a file"`                    // ours
	Blue      string `yaml:"blue" readonly:"true" desc:"the other team"`                                                                                       // luar
	WorldKind string `yaml:"world" enum:"kinematic|physics" readonly:"true" desc:"kinematic: moves and tables; physics: simulated bodies, in one process too"` // kinematic
	Rules     string `yaml:"rules" readonly:"true" desc:"the rule book: spl2025, hsl2026, naoisis2010, or the path of a file"`                                 // spl2025
	Players   int    `yaml:"players" min:"0" max:"11" readonly:"true" desc:"players per team; 0: as in the book"`
	Preset    string `yaml:"preset" readonly:"true" desc:"of the kinematic world: nao, physics, naoisis2010, or the path of a file"` // and of the assumed abilities of players; nao
	Seed      uint64 `yaml:"seed" min:"1" readonly:"true" desc:"seed of all randomness: the same seed leads to the same match"`      // 1
	Knockout  bool   `yaml:"knockout" readonly:"true" desc:"a draw is followed by extra time, if the book has it, and by a penalty shoot-out"`

	Body    sim.Profile   `yaml:"-"` // of the bodies in physics; default real
	StepSec float64       `yaml:"-"` // of the physics; default 0.004
	Sight   string        `yaml:"-"` // table of percepts; measured
	Half    time.Duration `yaml:"-"` // of a half; default from the book
	Swap    bool          `yaml:"-"` // blue has kick-off first, and plays from left to right
	Threads int           `yaml:"-"` // threads for the players; default 1
	Link    *team.Link    `yaml:"-"` // for the team messages; default 2 % lost, 20 to 150 ms
	// Parts holds the contents that Red, Blue, Rules, Preset and Sight name, for a match that must not read files; nil:
	// they are loaded.
	Parts *Parts `yaml:"-"`
	// Behaviour returns a user's own behaviour for a player; nil or returning nil: the team's machines.
	Behaviour func(s game.Side, number int) player.Behaviour `yaml:"-"`
	// Player changes the parts of a player, to use another Localizer, Planner or Behaviour; may be nil.
	Player func(c *player.Config) `yaml:"-"`
	// Observe, if not nil, is called after each image, in the goroutine that steps the match.
	Observe func(m *Match) `yaml:"-"`
}

// Parts are the teams and the world of a match. Matches share them and do not change them.
type Parts struct {
	Red, Blue *squad.Squad
	World
}

// A World holds what both teams share.
type World struct {
	Book   *game.Book
	Field  field.Field
	Preset *preset.Preset
	Sight  *rates.Table
}

// load returns the parts of a match.
func (c *Config) load() (*Parts, error) {
	if c.Parts != nil {
		if ours := world.Names(); c.WorldKind == Physics && !slices.Contains(ours, c.Parts.Book.World) {
			return nil, fmt.Errorf("rule book %s: world: %q: expected one of gonao's for physics: %s", c.Parts.Book.Name, c.Parts.Book.World, strings.Join(ours, ", "))
		}
		return c.Parts, nil
	}
	p := &Parts{}
	var err error
	if p.Book, err = game.Load(c.Rules); err != nil {
		return nil, err
	}
	if p.Red, err = squad.Load(c.Red); err != nil {
		return nil, err
	}
	if p.Blue, err = squad.Load(c.Blue); err != nil {
		return nil, err
	}
	if p.Preset, err = preset.Load(c.Preset); err != nil {
		return nil, err
	}
	if p.Sight, err = rates.Load(c.Sight); err != nil {
		return nil, err
	}
	p.Field, err = fieldOf(p.Book, c.Rules)
	return p, err
}

// defaultLink returns the default network of a match.
func defaultLink() *team.Link {
	return &team.Link{Loss: 0.02, MinDelay: 20 * time.Millisecond, MaxDelay: 150 * time.Millisecond}
}

// complete fills the fields that were left out.
func (c *Config) complete() error {
	for _, d := range []struct {
		at *string
		v  string
	}{{&c.Red, "ours"}, {&c.Blue, "luar"}, {&c.Rules, "spl2025"}, {&c.Preset, "nao"}, {&c.WorldKind, Kinematic}, {&c.Sight, rates.Measured}} {
		*d.at = cmp.Or(*d.at, d.v)
	}
	c.Seed = cmp.Or(c.Seed, 1)
	c.Threads = cmp.Or(c.Threads, 1)
	if c.Threads < 0 || c.Threads > 256 {
		return fmt.Errorf("%d threads: expected 1 to 256", c.Threads)
	}
	if c.Half < 0 || c.Half > 2*time.Hour {
		return fmt.Errorf("a half of %v: expected up to 2 h", c.Half)
	}
	if c.WorldKind != Kinematic && c.WorldKind != Physics {
		return fmt.Errorf("world %q: expected %s or %s", c.WorldKind, Kinematic, Physics)
	}
	c.Body = cmp.Or(c.Body, sim.Real)
	if err := c.Body.Validate(); err != nil {
		return err
	}
	if c.Link == nil {
		c.Link = defaultLink()
	}
	return c.Link.Validate()
}

// fieldOf returns the field of a book; a field's file lies relative to the book's.
func fieldOf(b *game.Book, file string) (field.Field, error) {
	f, err := field.LoadFrom(filepath.Dir(file), b.World)
	if err != nil {
		return field.Field{}, fmt.Errorf("rule book %s: %w", b.Name, err)
	}
	return f, nil
}
