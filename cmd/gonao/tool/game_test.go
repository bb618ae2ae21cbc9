package tool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tool"
	"gonao/cmd/gonao/tooltest"
	"gonao/internal/convert/gamestate"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/ros"
	rules "gonao/soccer/game"
)

func penaltyMatch(t *testing.T) rules.Match {
	t.Helper()
	b, err := rules.Load("hsl2026")
	require.NoError(t, err)
	r, err := rules.NewRules(b, rules.Setup{Teams: [2]rules.TeamSetup{{Number: 24, TeamName: "red"}, {Number: 5}}})
	require.NoError(t, err)
	m, err := rules.NewMatch(r).Apply(rules.Action{Kind: rules.StartSetPlay, SetPlay: rules.KickOff, Side: rules.Home})
	require.NoError(t, err)
	m, err = m.Apply(rules.Action{Kind: rules.Penalize, Side: rules.Away, Player: 3, Penalty: rules.Inactive})
	require.NoError(t, err)
	return m
}

func TestStatusShowsTheGame(t *testing.T) {
	g := tooltest.New(t)
	out, err := g.Gonao("match", "game", "status", "--timeout", "10ms")
	require.ErrorContains(t, err, "is a game running (gonao match game serve)?", out)
	states, err := ros.Advertise[msgs.GameState](g.Node, "/game_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	m := penaltyMatch(t)
	require.NoError(t, states.Publish(gamestate.FromMatch(builtininterfaces.Time{}, &m)))
	out, err = g.Gonao("match", "game", "status")
	require.NoError(t, err)
	require.Equal(t, "red (home 24) 0 : 0 team 5 (away 5)\nfirst half, READY, kick off for red; 10:00 left (0:45)\n  team 5 3: inactive, 0 s\n", out)
}

func TestATextHasTheClockBelowZero(t *testing.T) {
	require.Contains(t, tool.Text(&msgs.GameState{Remaining: -61.5, Stopped: true}), "stopped; -1:01 left")
	require.Contains(t, tool.Text(&msgs.GameState{Remaining: 0.5, Delay: 12}), "; 0:01 left\nrobots see it in 12 s")
}

func TestCallIsTheReferee(t *testing.T) {
	g := tooltest.New(t)
	var got msgs.RefereeActionRequest
	for _, name := range []string{"penalize", "undo"} {
		_, err := ros.Serve(g.Node, "/game_controller/"+name, func(_ context.Context, q msgs.RefereeActionRequest) (msgs.RefereeActionResponse, error) {
			got = q
			return msgs.RefereeActionResponse{Success: q.Player != 9, Message: map[bool]string{true: "penalize home 9: no"}[q.Player == 9]}, nil
		})
		require.NoError(t, err)
	}
	_, err := g.Gonao("match", "game", "call", "penalize", "home", "3", "pushing", "penalty_kick")
	require.NoError(t, err)
	require.Equal(t, msgs.RefereeActionRequest{Side: 1, Player: 3, Penalty: "pushing", SetPlay: "penalty_kick"}, got)
	_, err = g.Gonao("match", "game", "call", "undo", "2")
	require.NoError(t, err)
	require.EqualValues(t, 2, got.Steps)
	_, err = g.Gonao("match", "game", "call", "penalize", "home", "9", "pushing")
	require.ErrorContains(t, err, "penalize home 9: no")
	_, err = g.Gonao("match", "game", "call", "gaol", "home")
	require.ErrorContains(t, err, `did you mean "goal"?`)
	_, err = g.Gonao("match", "game", "call", "goal", "blue")
	require.ErrorContains(t, err, `"blue": expected home, away`)
	_, err = g.Gonao("match", "game", "serve", "--rules", "spl2023")
	require.ErrorContains(t, err, "no such rule book")
}
