package match

import (
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// rulesOf2025 are the rules of the SPL's book that judge robots, teams and the ball.
var rulesOf2025 = []string{
	"goal", "out", "kick_off_position", "kick_off_offence", "penalty_kick", "pushing", "arms", "motion_in_set", "motion_in_standby", "fallen",
	"inactive", "ball_free", "free_kick", "goal_area", "ball_holding", "messages", "stance", "leaving", "local_stuck", "global_stuck",
}

// A hundred whole matches, 20 of them against a team that commits offences: none fails, none is endless, all numbers are finite, and
// every rule is called. MATCHES=40+8 plays eight from the fortieth on
// and logs what was called.
func TestAHundredMatchesEndAndCallEveryRule(t *testing.T) {
	n, first := 100, 0
	switch {
	case os.Getenv("MATCHES") != "":
		var err error
		from, count, _ := strings.Cut(os.Getenv("MATCHES"), "+")
		first, err = strconv.Atoi(from)
		require.NoError(t, err)
		n, err = strconv.Atoi(count)
		require.NoError(t, err)
	case os.Getenv("NIGHTLY") == "":
		t.Skip("100 whole matches are ten minutes of processor time: make nightly STEPS=tests, or NIGHTLY=1")
	}
	teams := []string{"ours", "luar", "voronoi", "luar_unrepaired"}
	called := map[string]int{}
	count := func(m *Match) {
		for i := range m.Calls {
			if c := &m.Calls[i]; c.Refuse == "" {
				called[c.Rule]++
			}
		}
	}
	for i := first; i < first+n; i++ {
		c := Config{Seed: 3001 + uint64(i), Red: teams[i%4], Blue: teams[(i+1+i/4)%4]}
		if i%5 == 0 {
			c.Red, c.Blue = "ours", "clumsy"
			if i%25 == 0 { // both leave the ball alone at times
				c.Red = "clumsy"
			}
		}
		m, err := New(c)
		require.NoError(t, err)
		for !m.Over() {
			m.Step()
			require.Less(t, m.Now(), 45*time.Minute, "seed %d does not end", c.Seed)
		}
		require.NoError(t, m.Err())
		m.Close()
		r := m.Result()
		require.Zero(t, r.Faults, "seed %d: errors of machines", c.Seed)
		sum := m.World.Ball.X + m.World.Ball.Y
		for k := range m.World.Robots {
			p := m.World.Robots[k].Pose
			sum += p.X + p.Y + p.Theta + m.Stats.Distance[k]
		}
		require.False(t, math.IsNaN(sum) || math.IsInf(sum, 0), "seed %d", c.Seed)
		count(m)
		t.Logf("seed %d: %s %d : %d %s, %v", c.Seed, r.Red, r.Score[0], r.Score[1], r.Blue, r.Rulings)
	}
	for _, rule := range slices.Sorted(maps.Keys(called)) {
		t.Logf("%-20s %d", rule, called[rule])
	}
	if n >= 100 {
		for _, rule := range rulesOf2025 {
			require.Positive(t, called[rule], "rule %s is called", rule)
		}
	}
}
