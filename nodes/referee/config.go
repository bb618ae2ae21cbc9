package referee

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonao/soccer/game"
	room "gonao/soccer/referee"
)

// Config holds the node's parameters.
type Config struct {
	_ struct{} `desc:"referee: judges a game by the simulator's truth, and calls at game_controller."`

	Rules    string   `yaml:"rules" readonly:"true" desc:"the rule book: spl2025, hsl2026, naoisis2010, or the path of a file"`
	Robots   []string `yaml:"robots" readonly:"true" desc:"whose truth is judged: the robot's namespace, its team and number, such as red1=home 1"`
	PerTeam  int      `yaml:"per_team" min:"0" max:"11" readonly:"true" desc:"in place of robots: so many a team, red1 to home, blue1 to away, as the simulator's robots.per_team"`
	Ball     string   `yaml:"ball" readonly:"true" desc:"the ball's name in ground_truth"`
	Conduct  bool     `yaml:"conduct" readonly:"true" desc:"lead through the game, too: begin and end halves, READY and SET, let robots come back, whistle"`
	Place    bool     `yaml:"place" readonly:"true" desc:"place the ball and robots in the simulator, by its services simulator/place"`
	Knockout bool     `yaml:"knockout" readonly:"true" desc:"a draw is followed by extra time where the book has it, and by a penalty shoot-out"`
	RateHz   float64  `yaml:"rate_hz" unit:"Hz" min:"5" max:"100" readonly:"true" desc:"of moments that are judged"`
}

// DefaultConfig returns one robot of the home team.
func DefaultConfig() Config {
	return Config{Rules: "spl2025", Robots: []string{"nao1=home 1"}, Ball: "ball", Conduct: true, RateHz: 20}
}

// Validate checks the parameters.
func (c Config) Validate() error {
	if _, err := game.Load(c.Rules); err != nil {
		return err
	}
	_, err := c.robots()
	return err
}

// robot is a robot that is judged.
type robot struct {
	namespace string
	id        room.ID
}

// teams returns the robots of two teams.
func (c Config) teams() []robot {
	var all []robot
	for side, name := range map[game.Side]string{game.Home: "red", game.Away: "blue"} {
		for n := 1; n <= c.PerTeam; n++ {
			all = append(all, robot{fmt.Sprintf("%s%d", name, n), room.ID{Side: side, Number: n}})
		}
	}
	slices.SortFunc(all, func(a, b robot) int {
		return cmp.Or(cmp.Compare(a.id.Side, b.id.Side), cmp.Compare(a.id.Number, b.id.Number))
	})
	return all
}

// robots returns the robots, or an error that names the one that is wrong.
func (c Config) robots() ([]robot, error) {
	if c.PerTeam > 0 {
		return c.teams(), nil
	}
	var all []robot
	taken := map[room.ID]string{}
	for _, text := range c.Robots {
		name, who, ok := strings.Cut(text, "=")
		r := robot{namespace: name}
		var side string
		if n, err := fmt.Sscanf(who, "%s %d", &side, &r.id.Number); !ok || name == "" || n != 2 || err != nil {
			return nil, fmt.Errorf("robots %q: expected a namespace, a team and a number, such as red1=home 1", text)
		}
		if err := r.id.Side.UnmarshalText([]byte(side)); err != nil || r.id.Side == game.NoSide {
			return nil, fmt.Errorf("robots %q: team %q: expected home or away", text, side)
		}
		if r.id.Number < 1 || r.id.Number > game.MostPlayers {
			return nil, fmt.Errorf("robots %q: number %d: expected 1 to %d", text, r.id.Number, game.MostPlayers)
		}
		if other := taken[r.id]; other != "" {
			return nil, fmt.Errorf("robots %q: %s %d is %s already", text, side, r.id.Number, other)
		}
		taken[r.id] = name
		all = append(all, r)
	}
	return all, nil
}
