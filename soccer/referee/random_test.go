package referee_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/soccer/game"
	"gonao/soccer/referee"
)

// TestRandomTruthsLeadToSoundCalls judges truths without sense: nothing panics, and each call has its reasons.
func TestRandomTruthsLeadToSoundCalls(t *testing.T) {
	for i := range max(fuzzn.N(t)/1000, 9) {
		rng := rand.New(rand.NewPCG(uint64(i), 22))
		b, err := game.Load(game.Books()[i%3])
		require.NoError(t, err)
		rules, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 1}, {Number: 2}}})
		require.NoError(t, err)
		m, r := game.NewMatch(rules), referee.Referee{}
		for now := time.Duration(0); now < 100*time.Second; now += time.Duration(1+rng.IntN(1000)) * time.Millisecond {
			if a, err := m.Apply(game.Action{Kind: game.Kind(rng.IntN(12)), Side: game.Side(rng.IntN(3)), SetPlay: game.SetPlay(rng.IntN(9))}); err == nil {
				m = a
			}
			truth := randomTruth(rng, now)
			calls := slices.Clone(r.Step(&truth, &m.Game, b))
			for _, c := range append(calls, r.Conduct(&truth, &m.Game, b)...) {
				require.NotEmpty(t, c.Rule)
				require.NotEmpty(t, c.Evidence)
				require.NotEmpty(t, c.Source)
				require.Equal(t, now, c.Time)
				require.False(t, c.Stand.Number != 0 && math.IsNaN(c.Stand.X+c.Stand.Y+c.Stand.Theta), "%s stands nowhere", &c)
				require.False(t, c.PlaceAt && (math.IsNaN(c.X) || math.IsNaN(c.Y)), "%s is placed nowhere", &c)
				if a, err := m.Apply(c.Action); err == nil {
					m = a
				}
			}
			m = m.Seek(time.Duration(rng.IntN(1000)) * time.Millisecond)
		}
	}
}

func randomTruth(rng *rand.Rand, now time.Duration) referee.Truth {
	at := func() float64 { return 12 * (rng.Float64() - 0.5) }
	is := func() bool { return rng.IntN(3) == 0 }
	truth := referee.Truth{Time: now, Ball: referee.Ball{X: at(), Y: at(), Z: rng.Float64()}}
	for range rng.IntN(14) {
		who := referee.ID{Side: game.Side(rng.IntN(4)), Number: rng.IntN(23) - 1}
		truth.Robots = append(truth.Robots, referee.Robot{
			ID: who, X: at(), Y: at(), Walking: is(), Looks: is(), Fallen: is(), GettingUp: is(), Disturbed: is(), Pushed: is(), AtPost: is(),
			Cover: rng.Float64(), Stance: rng.Float64(), Kicking: is(), Unstable: is(),
		})
		if is() {
			truth.Touches = append(truth.Touches, referee.Touch{ID: who, Deflection: is(), Arm: is()})
		}
		if is() {
			other := referee.ID{Side: game.Side(rng.IntN(4)), Number: rng.IntN(23) - 1}
			truth.Contacts = append(truth.Contacts, referee.Contact{A: who, B: other, X: at(), Y: at()})
			truth.Messages = append(truth.Messages, referee.Message{Side: other.Side, Bytes: rng.IntN(1000)})
			truth.Timeouts = append(truth.Timeouts, other.Side)
		}
	}
	return truth
}
