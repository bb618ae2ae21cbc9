// Package tournament plays teams against each other, all against all, in groups or in a knock-out, and writes the tables.
//
// Two teams meet in a series of matches on paired seeds, so that a table says not only who won but also how sure that is:
// the difference of goals per match has a 95 % interval.
package tournament

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonao/internal/estimate"
	"gonao/soccer/match"
)

// Forms of a tournament.
const (
	roundRobin = "round_robin" // all against all
	inGroups   = "groups"      // all against all in each group, then a knock-out of the first two of each
	knockout   = "knockout"    // the winners continue
)

// forms lists the forms.
var forms = []string{roundRobin, inGroups, knockout}

// A Meeting is what two teams have played.
type Meeting struct {
	A, B        string
	Goals       [][2]int  // of A and of B, a match each
	Differences []float64 // A's goals less B's, per match, of each seed
	Winner      string    // in a knock-out
}

// A Stage is a group, or a round of the knock-out.
type Stage struct {
	Name     string
	Teams    []string
	Meetings []Meeting
	Knockout bool
}

// A Tournament is its stages, in the order in which they were played.
type Tournament struct {
	Stages []Stage
	Winner string // "" until it is known
}

// A Play plays the matches of two teams.
type Play func(ctx context.Context, a, b string) (*match.Series, error)

// Run plays a tournament of a form. groups is the number of groups, for that form alone. Teams that are named earlier are placed
// higher: they go into different groups, meet late in a knock-out, and need no match where the number of teams is not a power of two.
func Run(ctx context.Context, form string, groups int, teams []string, play Play) (*Tournament, error) {
	if err := Check(form, groups, teams); err != nil {
		return nil, err
	}
	t := &Tournament{}
	switch form {
	case roundRobin:
		s, err := playAll(ctx, "all against all", teams, play)
		if err != nil {
			return nil, err
		}
		t.Stages, t.Winner = []Stage{s}, s.Standings()[0].Team
		return t, nil
	case inGroups:
		var first, second []string
		for g := range groups {
			var members []string
			for i := g; i < len(teams); i += groups {
				members = append(members, teams[i])
			}
			s, err := playAll(ctx, fmt.Sprintf("group %d", g+1), members, play)
			if err != nil {
				return nil, err
			}
			t.Stages = append(t.Stages, s)
			table := s.Standings()
			first, second = append(first, table[0].Team), append(second, table[1].Team)
		}
		teams = append(first, second...)
	}
	return t, t.knockout(ctx, teams, play)
}

// Check reports what is wrong with a tournament.
func Check(form string, groups int, teams []string) error {
	switch {
	case !slices.Contains(forms, form):
		return fmt.Errorf("form %q: expected one of %v", form, forms)
	case len(teams) < 2:
		return fmt.Errorf("%d teams: expected two or more", len(teams))
	case form == inGroups && (groups < 1 || len(teams) < 2*groups):
		return fmt.Errorf("%d groups of %d teams: expected two teams or more in each group", groups, len(teams))
	}
	for i, name := range teams {
		if slices.Contains(teams[:i], name) {
			return fmt.Errorf("team %s is named twice", name)
		}
	}
	return nil
}

// playAll plays all teams against all.
func playAll(ctx context.Context, name string, teams []string, play Play) (Stage, error) {
	s := Stage{Name: name, Teams: teams}
	for i, a := range teams {
		for _, b := range teams[i+1:] {
			m, err := meet(ctx, a, b, play)
			if err != nil {
				return s, err
			}
			s.Meetings = append(s.Meetings, m)
		}
	}
	return s, nil
}

// knockout plays rounds until one team is left.
func (t *Tournament) knockout(ctx context.Context, teams []string, play Play) error {
	for len(teams) > 1 {
		places := 2
		for places < len(teams) {
			places *= 2
		}
		free := places - len(teams) // teams that continue without a match
		s := Stage{Name: roundName(places), Teams: teams, Knockout: true}
		next := slices.Clone(teams[:free])
		for i, j := free, len(teams)-1; i < j; i, j = i+1, j-1 {
			m, err := meet(ctx, teams[i], teams[j], play)
			if err != nil {
				return err
			}
			m.Winner = m.winner()
			s.Meetings = append(s.Meetings, m)
			next = append(next, m.Winner)
		}
		t.Stages = append(t.Stages, s)
		teams = next
	}
	t.Winner = teams[0]
	return nil
}

// roundName returns the name of a round with so many places.
func roundName(places int) string {
	switch places {
	case 2:
		return "final"
	case 4:
		return "semi-finals"
	case 8:
		return "quarter-finals"
	}
	return fmt.Sprintf("round of %d", places)
}

// meet plays the matches of two teams.
func meet(ctx context.Context, a, b string, play Play) (Meeting, error) {
	s, err := play(ctx, a, b)
	if err != nil {
		return Meeting{}, fmt.Errorf("%s against %s: %w", a, b, err)
	}
	return Meeting{A: a, B: b, Goals: s.Goals(), Differences: s.Differences()}, nil
}

// winner returns the team with more goals; the one with more matches won where both have as many; else A, which is placed higher.
func (m *Meeting) winner() string {
	goals, wins := 0, 0
	for _, g := range m.Goals {
		goals += g[0] - g[1]
		wins += cmp.Compare(g[0], g[1])
	}
	if goals < 0 || goals == 0 && wins < 0 {
		return m.B
	}
	return m.A
}

// Difference returns A's goals less B's per match.
func (m *Meeting) Difference() estimate.Estimate { return estimate.Mean(m.Differences) }

// A Standing is a team's line of a table.
type Standing struct {
	Team               string
	Played             int
	Won, Drawn, Lost   int
	For, Against       int // goals
	Points             int // three for a match won, one for a draw
	differences        []float64
	DifferencePerMatch estimate.Estimate // goals less those against, over seeds and opponents
}

// Standings returns the table of a stage: by points, then by the difference of goals, then by goals. Teams that are equal in all
// stay in the order in which they were named.
func (s *Stage) Standings() []Standing {
	table := make([]Standing, len(s.Teams))
	for i, name := range s.Teams {
		table[i].Team = name
	}
	for i := range s.Meetings {
		m := &s.Meetings[i]
		a, b := &table[slices.Index(s.Teams, m.A)], &table[slices.Index(s.Teams, m.B)]
		for _, g := range m.Goals {
			a.add(g[0], g[1])
			b.add(g[1], g[0])
		}
		for _, d := range m.Differences {
			a.differences, b.differences = append(a.differences, d), append(b.differences, -d)
		}
	}
	for i := range table {
		table[i].DifferencePerMatch = estimate.Mean(table[i].differences)
	}
	slices.SortStableFunc(table, func(x, y Standing) int {
		return cmp.Or(cmp.Compare(y.Points, x.Points), cmp.Compare(y.For-y.Against, x.For-x.Against), cmp.Compare(y.For, x.For))
	})
	return table
}

// add adds a match with the goals of the team and of its opponent.
func (s *Standing) add(own, others int) {
	s.Played, s.For, s.Against = s.Played+1, s.For+own, s.Against+others
	switch {
	case own > others:
		s.Won, s.Points = s.Won+1, s.Points+3
	case own == others:
		s.Drawn, s.Points = s.Drawn+1, s.Points+1
	default:
		s.Lost++
	}
}
