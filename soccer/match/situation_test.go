package match

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/percepts/plane"
	"gonao/soccer/game"
)

// In all five situations the same team plays the ball in both worlds. The table of times and lengths is logged; the bounds are
// wide, since a single step aside costs seconds in physics.
func TestFiveSituationsInBothWorlds(t *testing.T) {
	var ratios []float64
	for _, s := range Situations() {
		var outcomes [2]Outcome
		for k, c := range []Config{{WorldKind: Kinematic, Preset: "physics"}, {WorldKind: Physics, Preset: "physics"}} {
			c.Seed, c.Players = 1, 3
			m, err := New(c)
			require.NoError(t, err)
			require.NoError(t, m.Arrange(s), s.Name)
			outcomes[k] = m.PlayOn(90 * time.Second)
			require.NoError(t, m.Err())
			m.Close()
			require.Positive(t, outcomes[k].Ball, "%s: in the %s world red comes to the ball", s.Name, c.WorldKind)
		}
		ratios = append(ratios, outcomes[1].Ball/outcomes[0].Ball)
		t.Logf("%-50s kinematic: ball %4.1f s, kick %4.1f m, goal %4.1f s; physics: ball %4.1f s, kick %4.1f m, goal %4.1f s", s.Name,
			outcomes[0].Ball, outcomes[0].Kick, outcomes[0].Goal, outcomes[1].Ball, outcomes[1].Kick, outcomes[1].Goal)
	}
	slices.Sort(ratios)
	t.Logf("time to the ball in physics by that in the kinematic world: %.2f", ratios)
	require.Greater(t, ratios[2], 1.0/3, "the median")
	require.Less(t, ratios[2], 3.0, "the median")
}

func TestAWrongSituationIsNamed(t *testing.T) {
	m, err := New(Config{Players: 2})
	require.NoError(t, err)
	defer m.Close()
	require.ErrorContains(t, m.Arrange(Situation{Name: "odd", Robots: []Placed{{game.Home, 9, plane.Pose{}}}}), `situation "odd": robot home 9: expected 1 to 2`)
	m.Step()
	require.ErrorContains(t, m.Arrange(Situation{Name: "late"}), "the match has begun")
}
