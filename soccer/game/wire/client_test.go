package wire_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/game"
	"gonao/soccer/game/wire"
)

func config() wire.ClientConfig {
	return wire.ClientConfig{Team: 24, Player: 3, Color: 1, OtherColor: 0, SilentAfter: 5 * time.Second}
}

// control returns the message of a game in a state.
func control(t *testing.T, book string, state game.State, version uint8) wire.Control {
	t.Helper()
	b, err := game.Load(book)
	require.NoError(t, err)
	r, err := game.NewRules(b, game.Setup{Teams: [2]game.TeamSetup{{Number: 5, FieldColor: 7}, {Number: 24, FieldColor: 4}}})
	require.NoError(t, err)
	m := game.NewMatch(r)
	m.Game.State, m.Game.Kicking = state, game.Away
	return wire.FromGame(&m, version, 1, false)
}

func TestAControlMessageLeadsToItsPhase(t *testing.T) {
	for state, want := range map[game.State]wire.ClientPhase{
		game.Initial: wire.Initial, game.Standby: wire.Standby, game.Ready: wire.Ready, game.Set: wire.Set,
		game.Playing: wire.Playing, game.Finished: wire.Finished, game.Timeout: wire.Timeout,
	} {
		c := wire.NewClient(config())
		require.NoError(t, c.Control(0, control(t, "spl2025", state, 18)))
		require.Equal(t, want, c.View().Phase, state.String())
	}
}

func TestAPenaltyOfTheRobotCountsInEveryStateAndVersion(t *testing.T) {
	for version := uint8(wire.OldestVersion); version <= wire.NewestVersion; version++ {
		for _, state := range []game.State{game.Initial, game.Ready, game.Set, game.Playing, game.Finished} {
			c, m := wire.NewClient(config()), control(t, "spl2025", state, version)
			m.Teams[0].Players[2].Penalty = 1
			m.Teams[1].Players[0].Penalty, m.Teams[1].Players[1].Penalty, m.Teams[1].Players[2].Penalty = 0, 1, 0
			require.NoError(t, c.Control(0, m))
			require.NotEqual(t, wire.Penalized, c.View().Phase, "player 3 of the others, and player 2")
			m.Teams[1].Players[2].Penalty = 250
			require.NoError(t, c.Control(0, m))
			require.Equal(t, wire.Penalized, c.View().Phase, "an unknown penalty is one")
		}
	}
}

func TestMessagesOfOtherGamesAreRefused(t *testing.T) {
	c, m := wire.NewClient(config()), control(t, "spl2025", game.Playing, 18)
	m.Teams[1].Number = 25
	require.ErrorContains(t, c.Control(0, m), "teams 5 and 25: expected team 24")
	m = control(t, "spl2025", game.Playing, 14)
	cfg := config()
	cfg.Player = 8
	require.ErrorContains(t, wire.NewClient(cfg).Control(0, m), "version 14 has 7 players")
	m = control(t, "spl2025", game.Playing, 18)
	m.State = 9
	require.ErrorContains(t, c.Control(0, m), "state 9: version 18 has no such state")
	require.True(t, c.Silent(0))
	require.Nil(t, c.View().Control)
}

func TestTheChestButtonGoesThroughTheGame(t *testing.T) {
	c := wire.NewClient(config())
	var phases []wire.ClientPhase
	for range 6 {
		require.True(t, c.Press(0, wire.Chest))
		phases = append(phases, c.View().Phase)
	}
	require.Equal(t, []wire.ClientPhase{
		wire.Ready, wire.Set, wire.Playing, wire.Penalized, wire.Playing, wire.Penalized,
	}, phases)
	require.True(t, c.Press(0, wire.ChestThrice))
	require.Equal(t, wire.Initial, c.View().Phase)
	require.Equal(t, "initial", c.View().Phase.String())
	require.False(t, c.Press(0, wire.ChestThrice))
}

func TestBumpersChangeColourAndKickOffBeforeTheGame(t *testing.T) {
	c := wire.NewClient(config())
	require.True(t, c.Press(0, wire.LeftBumper))
	require.EqualValues(t, 0, c.View().Color)
	require.True(t, c.Press(0, wire.LeftBumper))
	require.EqualValues(t, 1, c.View().Color)
	require.True(t, c.Press(0, wire.RightBumper))
	require.True(t, c.View().KickOff)
	c.Press(0, wire.Chest)
	require.False(t, c.Press(0, wire.LeftBumper), "only in INITIAL")
	require.False(t, c.Press(0, wire.RightBumper))
	require.True(t, c.View().KickOff)
}

func TestButtonsCountOnceTheControllerIsSilent(t *testing.T) {
	c := wire.NewClient(config())
	at := 10 * time.Second
	require.NoError(t, c.Control(at, control(t, "hsl2026", game.Playing, 20)))
	v := c.View()
	require.True(t, v.KickOff)
	require.EqualValues(t, 4, v.Color)
	require.False(t, v.Manual)
	require.False(t, c.Press(at+5*time.Second, wire.Chest))
	require.False(t, c.Silent(at+5*time.Second))
	require.True(t, c.Press(at+5*time.Second+1, wire.Chest), "it goes on from what was heard last")
	require.Equal(t, wire.Penalized, c.View().Phase)
	require.True(t, c.View().Manual)
	require.NoError(t, c.Control(at+6*time.Second, control(t, "hsl2026", game.Set, 20)))
	require.Equal(t, wire.Set, c.View().Phase, "the controller overrides the buttons")
	require.False(t, c.View().Manual)
	require.True(t, c.Silent(0), "a clock that began anew")
}

func TestAGameIsUnderwayFromItsBeginningToItsEnd(t *testing.T) {
	c := wire.NewClient(config())
	require.False(t, c.Underway())
	for _, row := range []struct {
		state  game.State
		second bool
		want   bool
	}{
		{game.Initial, false, false},
		{game.Ready, false, true},
		{game.Timeout, false, true},
		{game.Finished, false, true},
		{game.Initial, true, true},
		{game.Playing, true, true},
		{game.Finished, true, false},
	} {
		m := control(t, "spl2025", row.state, 18)
		m.FirstHalf = !row.second
		require.NoError(t, c.Control(0, m))
		require.Equal(t, row.want, c.Underway(), "%v, second half %t", row.state, row.second)
	}
}
