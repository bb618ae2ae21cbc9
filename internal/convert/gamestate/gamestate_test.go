package gamestate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert/gamestate"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/soccer/game"
	"gonao/soccer/game/wire"
)

func TestTheNumbersOfTheMessagesAreThoseOfTheGame(t *testing.T) {
	require.EqualValues(t, msgs.GamePlayerPenaltyBlockingBall, game.BlockingBall)
	require.EqualValues(t, msgs.GamePlayerPenaltyPushing, game.Pushing)
	require.EqualValues(t, msgs.GameStatePhasePenaltyShootout, game.PenaltyShootout)
	require.EqualValues(t, msgs.GameStateStateTimeout, game.Timeout)
	require.EqualValues(t, msgs.GameStateSetPlayPenaltyKick, game.PenaltyKick)
	require.EqualValues(t, msgs.GameStateKickingAway, game.Away)
	require.EqualValues(t, msgs.RefereeActionRequestSideAway, game.Away)
}

func TestAControlMessageIsSeenFromARobotsSide(t *testing.T) {
	b, err := game.Load("hsl2026")
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 24, TeamName: "ours"}, {Number: 5}}, KickOff: game.Away})
	require.NoError(t, err)
	m, err := game.NewMatch(r).Apply(game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: game.Away})
	require.NoError(t, err)
	m.Game.Team(game.Away).Score = 2
	m.Game.Player(game.Home, 3).Penalty = game.Pushing
	stamp := builtininterfaces.Time{Sec: 7}

	c := wire.FromGame(&m, 20, 1, false)
	home, ok := gamestate.FromControl(stamp, &c, 24)
	require.True(t, ok)
	require.True(t, home.HomeOnLeft)
	require.Equal(t, msgs.GameStateKickingAway, home.Kicking)
	require.Equal(t, msgs.GameStateStateReady, home.State)
	require.Equal(t, msgs.GameStateSetPlayKickOff, home.SetPlay)
	require.Equal(t, msgs.GamePlayerPenaltyPushing, home.Home.Players[2].Penalty)
	require.EqualValues(t, 2, home.Away.Score)
	away, ok := gamestate.FromControl(stamp, &c, 5)
	require.True(t, ok)
	require.False(t, away.HomeOnLeft)
	require.Equal(t, msgs.GameStateKickingHome, away.Kicking)
	require.Equal(t, home.Home, away.Away)
	_, ok = gamestate.FromControl(stamp, &c, 6)
	require.False(t, ok)

	truth := gamestate.FromMatch(stamp, &m)
	require.Equal(t, "hsl2026", truth.Rules)
	require.Equal(t, "ours", truth.Home.Name)
	require.InDelta(t, 45, truth.Secondary, 0)
	require.EqualValues(t, 2, truth.Away.Score)
}

func TestWordsOfARequestAreChecked(t *testing.T) {
	a, err := gamestate.Action(game.Penalize, &msgs.RefereeActionRequest{Side: 1, Player: 3, Penalty: "pushing", SetPlay: "penalty_kick"})
	require.NoError(t, err)
	require.Equal(t, game.Action{Kind: game.Penalize, Side: game.Home, Player: 3, Penalty: game.Pushing, SetPlay: game.PenaltyKick}, a)
	_, err = gamestate.Action(game.Penalize, &msgs.RefereeActionRequest{Penalty: "pusching"})
	require.ErrorContains(t, err, `penalty "pusching": no such penalty (did you mean "pushing"?)`)
	_, err = gamestate.Action(game.StartSetPlay, &msgs.RefereeActionRequest{SetPlay: "corner"})
	require.ErrorContains(t, err, `set play "corner": no such set play`)
}
