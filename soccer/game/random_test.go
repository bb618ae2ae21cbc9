package game_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/soccer/game"
)

// randomAction returns any action, legal or not.
func randomAction(rng *rand.Rand) game.Action {
	return game.Action{
		Kind: game.Kind(rng.IntN(len(game.Kinds()) + 3)), Side: game.Side(rng.IntN(4)), Player: rng.IntN(23) - 1, Out: rng.IntN(23) - 1,
		Penalty: game.Penalty(rng.IntN(21)), SetPlay: game.SetPlay(rng.IntN(3) * rng.IntN(6)), Force: rng.IntN(4) == 0, Illegal: rng.IntN(40) == 0,
	}
}

// requireSound checks what holds in every game that can be reached.
func requireSound(t *testing.T, m *game.Match) {
	t.Helper()
	for _, g := range []*game.Game{&m.Game, m.View()} {
		require.LessOrEqual(t, g.Phase, game.PenaltyShootout)
		require.LessOrEqual(t, g.State, game.Timeout)
		if g.SetPlay != game.NoSetPlay {
			require.Contains(t, []game.State{game.Ready, game.Set, game.Playing}, g.State, "a set play")
			_, ok := m.Rules.Book.SetPlays[g.SetPlay.String()]
			require.True(t, ok, "set play %s", g.SetPlay)
		}
		require.False(t, g.Secondary.On && g.Secondary.Ending == game.Expire && g.Secondary.Remaining <= 0, "a timer that ought to have expired")
		for i := range g.Teams {
			team := &g.Teams[i]
			require.GreaterOrEqual(t, team.Score, 0)
			require.GreaterOrEqual(t, team.Timeouts, 0)
			require.GreaterOrEqual(t, team.Messages, 0)
			require.LessOrEqual(t, team.Messages, 0xffff)
			require.LessOrEqual(t, team.Goalkeeper, game.MostPlayers)
			playing := 0
			for j := range team.Players {
				p := &team.Players[j]
				if p.Penalty == game.NoPenalty || p.Penalty == game.Substitute || p.Penalty == game.SentOff {
					require.False(t, p.Timer.On, "%s counts", p.Penalty)
				}
				require.GreaterOrEqual(t, p.Timer.Remaining, time.Duration(0))
				if p.Penalty != game.Substitute && p.Penalty != game.SentOff {
					playing++
				}
			}
			require.LessOrEqual(t, playing, m.Rules.Setup.Players, "players of a team")
		}
	}
	left, delayed := m.Delayed()
	require.True(t, !delayed || left > 0 && left <= 45*time.Second, "delay %v", left)
}

// same compares two matches, a thousand times faster than require.Equal does.
func same(t *testing.T, a, b game.Match, what string) {
	t.Helper()
	if a != b {
		t.Fatalf("%s: %+v\nand %+v", what, a, b)
	}
}

// next returns the action with which a referee who wants the game to end would continue, and false when it is over.
func next(m *game.Match) (game.Action, bool) {
	for _, k := range []game.Kind{
		game.ResumePlay, game.FinishHalf, game.SwitchHalf, game.FinishPenaltyShot, game.FreeSetPlay, game.WaitForSetPlay, game.WaitForReady,
	} {
		if a := (game.Action{Kind: k}); m.Legal(a) == nil {
			return a, true
		}
	}
	if a := (game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: m.Game.Kicking}); m.Legal(a) == nil {
		return a, true
	}
	return game.Action{}, m.Game.State != game.Finished && m.Game.Phase != game.PenaltyShootout
}

// TestRandomActionsLeadToNoStateWithoutAWayOut applies random actions: none panics, all games are sound, and from each
// one that is reached a referee comes to the end.
func TestRandomActionsLeadToNoStateWithoutAWayOut(t *testing.T) {
	const perGame = 200
	legal := 0
	for i := range max(fuzzn.N(t)/(5*perGame), 20) {
		rng := rand.New(rand.NewPCG(uint64(i), 16))
		m := newMatch(t, game.Books()[i%3], func(s *game.Setup) {
			s.NoDelay, s.Long, s.HomeOnRight = i%5 == 0, i%7 == 0, i%2 == 0
		})
		for range perGame {
			a := randomAction(rng)
			before := m
			after, err := m.Apply(a)
			same(t, before, m, "Apply leaves the old match alone")
			if err != nil {
				same(t, before, after, "an illegal action changes nothing")
			} else {
				legal++
			}
			m = after.Seek(time.Duration(rng.Int64N(int64(1) << (20 + rng.IntN(17)))))
			requireSound(t, &m)
		}
		for steps := 0; ; steps++ {
			require.Less(t, steps, 12, "a state without a way out: %v %v", m.Game.Phase, m.Game.State)
			a, more := next(&m)
			if !more {
				break
			}
			require.NotEqual(t, game.NoAction, a.Kind, "no action in %v %v %v", m.Game.Phase, m.Game.State, m.Game.SetPlay)
			m = do(t, m, a)
			requireSound(t, &m)
		}
	}
	require.Positive(t, legal)
}

// TestRandomTimesAddUp seeks the same time at once and in pieces.
func TestRandomTimesAddUp(t *testing.T) {
	for i := range max(fuzzn.N(t)/2000, 10) {
		rng := rand.New(rand.NewPCG(uint64(i), 17))
		whole := newMatch(t, game.Books()[i%3])
		for range 40 {
			if after, err := whole.Apply(randomAction(rng)); err == nil {
				whole = after
			}
			pieces := whole
			var sum time.Duration
			for range 5 {
				dt := time.Duration(rng.Int64N(int64(30 * time.Second)))
				pieces = pieces.Seek(dt)
				sum += dt
			}
			whole = whole.Seek(sum)
			same(t, whole, pieces, "in pieces")
		}
	}
}
