// Package gamestate converts between games, control messages of the GameController and the message GameState.
package gamestate

import (
	"time"

	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/soccer/game"
	"gonao/soccer/game/wire"
)

// FromMatch returns the message with the truth of a match.
func FromMatch(stamp builtininterfaces.Time, m *game.Match) msgs.GameState {
	g, r := &m.Game, m.Rules
	delay, _ := m.Delayed()
	return msgs.GameState{
		Stamp: stamp, Rules: r.Book.Name, PlayersPerTeam: uint8(r.Setup.Players), Phase: uint8(g.Phase), State: uint8(g.State),
		SetPlay: uint8(g.SetPlay), Kicking: uint8(g.Kicking), Stopped: g.Stopped, HomeOnLeft: g.HomeOnLeft,
		Remaining: seconds(g.Clock.Remaining), Secondary: seconds(g.Secondary.Remaining), Delay: seconds(delay),
		Home: team(g, r, game.Home), Away: team(g, r, game.Away),
	}
}

func team(g *game.Game, r *game.Rules, s game.Side) msgs.GameTeam {
	t, setup := g.Team(s), r.Setup.Teams[s-game.Home]
	m := msgs.GameTeam{
		Number: uint8(setup.Number), Name: setup.TeamName, FieldColor: uint8(setup.FieldColor), GoalkeeperColor: uint8(setup.GoalkeeperColor),
		Goalkeeper: uint8(t.Goalkeeper), Score: uint8(min(t.Score, 255)), Timeouts: uint8(t.Timeouts), Messages: uint16(t.Messages),
		Shot: uint8(t.Shot), ShotsScored: t.ShotsScored, Players: make([]msgs.GamePlayer, game.MostPlayers),
	}
	for i := range t.Players {
		p := &t.Players[i]
		m.Players[i] = msgs.GamePlayer{
			Penalty: uint8(p.Penalty), PenaltyLeft: seconds(p.Timer.Remaining), Warnings: uint8(p.Warnings), Cautions: uint8(p.Cautions),
		}
	}
	return m
}

// FromControl returns the message of a control message as a robot of a team sees it: home is its own team. It reports
// false when the team is not one of the two.
func FromControl(stamp builtininterfaces.Time, c *wire.Control, own uint8) (msgs.GameState, bool) {
	at := 0
	if c.Teams[1].Number == own {
		at = 1
	}
	if c.Teams[at].Number != own {
		return msgs.GameState{}, false
	}
	state, _ := c.GameState()
	play, _ := c.SetPlayOf()
	m := msgs.GameState{
		Stamp: stamp, PlayersPerTeam: c.PlayersPerTeam, Phase: uint8(c.Phase()), State: uint8(state), SetPlay: uint8(play), Stopped: c.Stopped,
		HomeOnLeft: at == 0, Remaining: float32(c.SecsRemaining), Secondary: float32(c.SecondaryTime),
		Home: controlTeam(c, at), Away: controlTeam(c, 1-at),
	}
	switch c.KickingTeam {
	case own:
		m.Kicking = msgs.GameStateKickingHome
	case c.Teams[1-at].Number:
		m.Kicking = msgs.GameStateKickingAway
	}
	return m, true
}

func controlTeam(c *wire.Control, at int) msgs.GameTeam {
	t := &c.Teams[at]
	m := msgs.GameTeam{
		Number: t.Number, FieldColor: t.FieldColor, GoalkeeperColor: t.GoalkeeperColor, Goalkeeper: t.Goalkeeper, Score: t.Score,
		Messages: t.MessageBudget, ShotsScored: t.SingleShots, Players: make([]msgs.GamePlayer, wire.MostPlayers),
	}
	if c.Phase() == game.PenaltyShootout {
		m.Shot = t.PenaltyShot
	}
	for i, p := range t.Players {
		penalty, _ := c.PenaltyOf(at, i)
		m.Players[i] = msgs.GamePlayer{Penalty: uint8(penalty), PenaltyLeft: float32(p.Secs), Warnings: p.Warnings, Cautions: p.Cautions}
	}
	return m
}

// Action returns the action of a service request, or an error that names what is wrong.
func Action(kind game.Kind, q *msgs.RefereeActionRequest) (game.Action, error) {
	a := game.Action{Kind: kind, Side: game.Side(q.Side), Player: int(q.Player), Out: int(q.Out), Force: q.Force}
	if q.Penalty != "" {
		if err := a.Penalty.UnmarshalText([]byte(q.Penalty)); err != nil {
			return a, err
		}
	}
	if q.SetPlay != "" {
		if err := a.SetPlay.UnmarshalText([]byte(q.SetPlay)); err != nil {
			return a, err
		}
	}
	return a, nil
}

func seconds(d time.Duration) float32 { return float32(d.Seconds()) }
