package match

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
)

// In all five situations the same team plays the ball in both worlds. The table of times and lengths is logged; the bounds are
// wide, since a single step aside costs seconds in physics. SITUATION_SEEDS=5 plays five seeds of each and logs the medians;
// SITUATION_SIGHT names the table of percepts. With -short, one of them is played in physics.
func TestFiveSituationsInBothWorlds(t *testing.T) {
	seeds := 1
	if text := os.Getenv("SITUATION_SEEDS"); text != "" {
		var err error
		seeds, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	var ratios []float64
	for _, s := range Situations() {
		var played [2]figures
		for k, world := range []string{Kinematic, Physics} {
			if testing.Short() && world == Physics && len(ratios) > 0 {
				continue
			}
			for seed := range seeds {
				o := playSituation(t, s, world, uint64(seed+1))
				if seeds == 1 {
					require.Positive(t, o.Ball, "%s: in the %s world red comes to the ball", s.Name, world)
				}
				played[k].add(&o)
			}
		}
		ratios = append(ratios, median(played[1].ball)/median(played[0].ball))
		t.Logf("%-32s kinematic: %s; physics: %s", s.Name, &played[0], &played[1])
	}
	if testing.Short() {
		return
	}
	slices.Sort(ratios)
	t.Logf("time to the ball in physics by that in the kinematic world: %.2f", ratios)
	require.Greater(t, ratios[2], 1.0/3, "the median")
	require.Less(t, ratios[2], 3.0, "the median")
}

// playSituation plays a situation for 90 s, with -short for 45 s, with the preset that was measured in physics.
func playSituation(t *testing.T, s Situation, world string, seed uint64) Outcome {
	t.Helper()
	m, err := New(Config{WorldKind: world, Preset: "physics", Sight: os.Getenv("SITUATION_SIGHT"), Seed: seed, Players: 3})
	require.NoError(t, err)
	defer m.Close()
	require.NoError(t, m.Arrange(s), s.Name)
	for _, r := range s.Robots {
		i := int(r.Side-game.Home)*3 + r.Number - 1
		at := m.World.Robots[i].Pose
		require.Less(t, math.Hypot(at.X-r.At.X, at.Y-r.At.Y), 0.2, "%s, %s world, robot %d: it stands where it was placed", s.Name, world, i)
	}
	lasts := 90 * time.Second
	if testing.Short() {
		lasts = 45 * time.Second
	}
	o := m.PlayOn(lasts)
	require.NoError(t, m.Err())
	return o
}

// figures are the outcomes of a situation with some seeds.
type figures struct {
	ball, kick []float64 // s, m; of those in which it came to one
	goals      int
	played     int
}

func (f *figures) add(o *Outcome) {
	f.played++
	if o.Ball > 0 {
		f.ball = append(f.ball, o.Ball)
	}
	if o.Kick > 0 {
		f.kick = append(f.kick, o.Kick)
	}
	if o.Goal > 0 {
		f.goals++
	}
}

func (f *figures) String() string {
	return fmt.Sprintf("ball %4.1f s (%d), kick %3.1f m (%d), %d goals of %d", median(f.ball), len(f.ball), median(f.kick), len(f.kick), f.goals, f.played)
}

// median returns the median; NaN of none.
func median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

func TestAWrongSituationIsNamed(t *testing.T) {
	m, err := New(Config{Players: 2})
	require.NoError(t, err)
	defer m.Close()
	require.ErrorContains(t, m.Arrange(Situation{Name: "odd", Robots: []Placed{{game.Home, 9, plane.Pose{}}}}), `situation "odd": robot home 9: expected 1 to 2`)
	m.Step()
	require.ErrorContains(t, m.Arrange(Situation{Name: "late"}), "the match has begun")
}
