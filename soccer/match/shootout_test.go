package match

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior/machines/soccer"
	"gonao/soccer/game"
)

// A draw of a knock-out match is followed by shots from the penalty mark, by turns, until one side cannot be caught up with.
func TestADrawIsFollowedByAShootOut(t *testing.T) {
	m, err := New(Config{Seed: 2, Half: 20 * time.Second, Knockout: true, Players: 3, Red: "ours", Blue: "ours"})
	require.NoError(t, err)
	t.Cleanup(m.Close)
	shots := map[[2]int]bool{}
	kicked := false
	for !m.Over() {
		m.Step()
		require.Less(t, m.Now(), 30*time.Minute, "the match does not end")
		g := &m.Game.Game
		if g.Phase != game.PenaltyShootout {
			continue
		}
		if g.State == game.Playing {
			require.Equal(t, 1, g.OnField(game.Home), "one player of each side takes part")
			require.Equal(t, 1, g.OnField(game.Away))
			shots[[2]int{int(g.Kicking), g.Team(g.Kicking).Shot}] = true
			away := 0
			for i := range m.World.Robots {
				if m.World.Robots[i].Away {
					away++
				}
			}
			require.Equal(t, 4, away, "the others have left the field")
			kicked = kicked || m.World.Ball.Speed() > 0.3
		}
	}
	g := &m.Game.Game
	require.NoError(t, m.Err())
	require.Equal(t, game.PenaltyShootout, g.Phase, "halves of 20 s end in a draw")
	require.True(t, kicked, "a ball was kicked")
	require.GreaterOrEqual(t, len(shots), 4)
	require.False(t, g.ShotFollows(m.book))
	first, second := g.Team(game.Home).Shot, g.Team(game.Away).Shot
	require.LessOrEqual(t, first-second, 1, "by turns")
	for i := range m.Calls {
		require.NotEqual(t, "procedure", m.Calls[i].Rule, m.Calls[i].String())
	}
}

// A team whose plan says so asks for a timeout when it is behind. It gets it when play rests, once, and kicks off after it.
func TestATeamThatIsBehindTakesATimeout(t *testing.T) {
	file := filepath.Join(t.TempDir(), "anxious.yaml")
	text, err := soccer.ReadTeam("ours")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(text, "\ntimeout: {behind: 2}\n"...), 0o600))
	m, err := New(Config{Seed: 2, Half: 30 * time.Second, Players: 2, Red: file, Blue: "ours"})
	require.NoError(t, err)
	t.Cleanup(m.Close)
	m.Game.Game.Teams[1].Score = 2
	lasts, before, times := time.Duration(0), game.Initial, 0
	for !m.Over() {
		m.Step()
		require.Less(t, m.Now(), 30*time.Minute, "the match does not end")
		if m.Game.Game.State == game.Timeout {
			lasts += Cycle
			if before != game.Timeout {
				times++
			}
		}
		before = m.Game.Game.State
	}
	require.NoError(t, m.Err())
	require.Equal(t, 1, times)
	require.InDelta(t, m.book.Match.Timeout.Sec().Seconds(), lasts.Seconds(), 1)
	require.Zero(t, m.Game.Game.Team(game.Home).Timeouts)
	called := 0
	for i := range m.Calls {
		if m.Calls[i].Rule == "timeout" {
			called++
		}
		require.NotEqual(t, "procedure", m.Calls[i].Rule, m.Calls[i].String())
	}
	require.Equal(t, 1, called)
}
