package referee

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonao/soccer/game"
	room "gonao/soccer/referee"
)

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

// robots returns the robots, or an error that names the wrong one.
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
