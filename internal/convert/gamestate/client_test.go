package gamestate_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert/gamestate"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	hsl "gonao/msgs/game_controller_hsl_interfaces"
	spl "gonao/msgs/game_controller_spl_interfaces"
	"gonao/soccer/game"
	"gonao/soccer/game/wire"
)

func control(t *testing.T, version uint8) wire.Control {
	t.Helper()
	b, err := game.Load("hsl2026")
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 24, FieldColor: 3, GoalkeeperColor: 4}, {Number: 5, FieldColor: 7}}})
	require.NoError(t, err)
	m := game.NewMatch(r)
	m.Game.State, m.Game.SetPlay, m.Game.Kicking = game.Playing, game.CornerKick, game.Away
	m.Game.Team(game.Home).Score = 2
	m.Game.Player(game.Home, 2).Penalty, m.Game.Player(game.Home, 2).Timer.Remaining = game.MotionInSet, 9*time.Second
	m.Game.Player(game.Home, 3).Penalty, m.Game.Player(game.Home, 3).Cautions = game.Pushing, 1
	m.Game.Player(game.Home, 4).Penalty = game.SentOff
	return wire.FromGame(&m, version, 77, false)
}

func TestControlMessagesAreThoseOfOtherPackages(t *testing.T) {
	c := control(t, 18)
	old := gamestate.SPL15(&c)
	require.EqualValues(t, 77, old.PacketNumber)
	require.Equal(t, spl.RCGCD15StatePlaying, old.State)
	require.Equal(t, spl.RCGCD15SetPlayCornerKick, old.SetPlay)
	require.EqualValues(t, 5, old.KickingTeam)
	require.EqualValues(t, 2, old.Teams[0].Score)
	require.Equal(t, spl.RobotInfo15{Penalty: spl.RobotInfo15PenaltySplIllegalMotionInSet, SecsTillUnpenalised: 9}, old.Teams[0].Players[1])

	c = control(t, 14)
	oldest := gamestate.SPL14(&c)
	require.EqualValues(t, 3, oldest.Teams[0].TeamColour)
	require.Equal(t, spl.RobotInfo14PenaltySplPlayerPushing, oldest.Teams[0].Players[2].Penalty)
}

func TestARobotOfTheHumanoidLeagueSeesItsTeam(t *testing.T) {
	for _, version := range []uint8{19, 20} {
		c := control(t, version)
		two, ok := gamestate.HSL(builtininterfaces.Time{Sec: 3}, &c, 24, 2)
		require.True(t, ok)
		require.Equal(t, hsl.GameStatePenaltyMotionInSet, two.Penalty)
		require.True(t, two.Penalized && two.PenalizedInPlace)
		require.EqualValues(t, 9, two.SecondsTillUnpenalized)
		require.Equal(t, []bool{false, true, true, true, false}, two.TeamMatesWithPenalty[:5])
		require.Equal(t, []bool{false, false, true, false}, two.TeamMatesWithYellowCard[:4])
		require.Equal(t, []bool{false, false, false, true}, two.TeamMatesWithRedCard[:4])
		require.EqualValues(t, 2, two.OwnScore)
		require.EqualValues(t, 7, two.RivalPlayerColor)
		require.Equal(t, hsl.GameStateSetPlayCornerKick, two.SetPlay)
		require.EqualValues(t, 3, two.Header.Stamp.Sec)
		three, _ := gamestate.HSL(builtininterfaces.Time{}, &c, 24, 3)
		require.Equal(t, hsl.GameStatePenaltyPushing, three.Penalty)
		require.True(t, three.HasYellowCard && !three.PenalizedInPlace && !three.HasRedCard)
		_, ok = gamestate.HSL(builtininterfaces.Time{}, &c, 25, 3)
		require.False(t, ok)
	}
}

func TestWhatButtonsLeadToIsAGame(t *testing.T) {
	m := gamestate.FromView(builtininterfaces.Time{}, &wire.ClientView{Phase: wire.Set, KickOff: true, Color: 8, Manual: true}, 24, 3)
	require.Equal(t, msgs.GameStateStateSet, m.State)
	require.Equal(t, msgs.GameStateSetPlayKickOff, m.SetPlay)
	require.Equal(t, msgs.GameStateKickingHome, m.Kicking)
	require.EqualValues(t, 8, m.Home.FieldColor)
	c := control(t, 20)
	c.Teams[0].Players[2].Penalty = 0
	m = gamestate.FromView(builtininterfaces.Time{}, &wire.ClientView{Phase: wire.Penalized, Control: &c, Manual: true}, 24, 3)
	require.Equal(t, msgs.GameStateStatePlaying, m.State)
	require.Equal(t, msgs.GamePlayerPenaltyPickedUp, m.Home.Players[2].Penalty)
	require.EqualValues(t, 2, m.Home.Score, "of the last message")
	m = gamestate.FromView(builtininterfaces.Time{}, &wire.ClientView{Phase: wire.Playing, Control: &c, Manual: true}, 24, 2)
	require.Equal(t, msgs.GamePlayerPenaltyNone, m.Home.Players[1].Penalty, "a press has let it in")
	m = gamestate.FromView(builtininterfaces.Time{}, &wire.ClientView{Phase: wire.Playing, Control: &c}, 24, 2)
	require.Equal(t, msgs.GamePlayerPenaltyMotionInSet, m.Home.Players[1].Penalty)
}

func TestStatusMessagesOfOtherProgramsAreForwarded(t *testing.T) {
	s := gamestate.StatusOfSPL(&spl.RCGCRD4{PlayerNum: 2, TeamNum: 24, Fallen: 1, Pose: [3]float32{1, 2, 3}, BallAge: -1, Ball: [2]float32{4, 5}})
	require.Equal(t, wire.Status{Player: 2, Team: 24, Fallen: true, Pose: [3]float32{1, 2, 3}, BallAge: -1, Ball: [2]float32{4, 5}}, s)
	var m hsl.PlayerStateResponse
	m.Pose.Pose.Position.X, m.Pose.Pose.Orientation.Z, m.Pose.Pose.Orientation.W = 1.5, math.Sin(0.25), math.Cos(0.25)
	m.Ball.Point.Y = -0.4
	h := gamestate.StatusOfHSL(time.Unix(12, 0), &m, 24, 2)
	require.InDelta(t, -1, h.BallAge, 0)
	require.InDelta(t, 1500, h.Pose[0], 1e-3)
	require.InDelta(t, 0.5, h.Pose[2], 1e-6)
	require.InDelta(t, -400, h.Ball[1], 1e-3)
	m.Ball.Header.Stamp.Sec = 10
	require.InDelta(t, 2, gamestate.StatusOfHSL(time.Unix(12, 0), &m, 24, 2).BallAge, 1e-6)
}

func TestATruthOnATopicIsTheGameAgain(t *testing.T) {
	b, err := game.Load("spl2025")
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 24}, {Number: 5}}})
	require.NoError(t, err)
	m := game.NewMatch(r)
	m.Game.State = game.Playing
	m.Game.Kicking = game.NoSide
	m, err = m.Apply(game.Action{Kind: game.Penalize, Side: game.Home, Player: 2, Penalty: game.Pushing})
	require.NoError(t, err)
	state := gamestate.FromMatch(builtininterfaces.Time{}, &m)
	g := gamestate.ToGame(&state, b)
	require.Equal(t, m.Game.State, g.State)
	require.Equal(t, game.Pushing, g.Player(game.Home, 2).Penalty)
	require.Equal(t, 45*time.Second, g.Player(game.Home, 2).Timer.Remaining)
	require.Equal(t, m.Game.OnField(game.Away), g.OnField(game.Away))
	state.Home.Players, state.Kicking = nil, 77
	g = gamestate.ToGame(&state, b)
	require.Zero(t, g.OnField(game.Home), "a message without players")
	require.Equal(t, game.NoSide, g.Kicking)
	a := game.Action{Kind: game.Penalize, Side: game.Home, Player: 3, Penalty: game.Pushing, SetPlay: game.PenaltyKick}
	q := gamestate.Request(a)
	back, err := gamestate.Action(game.Penalize, &q)
	require.NoError(t, err)
	require.Equal(t, a, back)
}
