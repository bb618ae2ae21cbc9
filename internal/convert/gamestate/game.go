package gamestate

import (
	"time"

	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/soccer/game"
	"gonao/soccer/referee"
)

// ToGame returns the game of a message with the truth, as far as a referee needs it. Numbers out of the game's range are errors of
// the sender and are ignored.
func ToGame(m *msgs.GameState, b *game.Book) game.Game {
	g := game.Game{
		Phase: game.Phase(m.Phase), State: game.State(m.State), SetPlay: game.SetPlay(m.SetPlay), Kicking: sideOf(m.Kicking),
		Stopped: m.Stopped, HomeOnLeft: m.HomeOnLeft,
		Clock: game.Timer{On: true, Remaining: duration(m.Remaining)}, Secondary: game.Timer{On: m.Secondary != 0, Remaining: duration(m.Secondary)},
	}
	for i, from := range [...]*msgs.GameTeam{&m.Home, &m.Away} {
		to := &g.Teams[i]
		to.Goalkeeper, to.Score, to.Timeouts, to.Messages = int(from.Goalkeeper), int(from.Score), int(from.Timeouts), int(from.Messages)
		to.Shot, to.ShotsScored = int(from.Shot), from.ShotsScored
		for j := range to.Players {
			if j >= len(from.Players) {
				to.Players[j].Penalty = game.Substitute
				continue
			}
			p := &from.Players[j]
			to.Players[j] = game.Player{
				Penalty: game.Penalty(p.Penalty), Warnings: int(p.Warnings), Cautions: int(p.Cautions),
				Timer: game.Timer{On: p.PenaltyLeft > 0 || !b.Match.CountFromPlacement, Remaining: duration(p.PenaltyLeft), Condition: game.ReadyOrPlaying},
			}
			switch to.Players[j].Penalty {
			case game.MotionInSet, game.MotionInStandby, game.MotionInStop: // they end by themselves
				to.Players[j].Timer.Then = game.Unpenalize
			default:
			}
		}
	}
	return g
}

// Request returns the request of the service that performs an action.
func Request(a game.Action) msgs.RefereeActionRequest {
	q := msgs.RefereeActionRequest{Side: uint8(a.Side), Player: uint8(a.Player), Out: uint8(a.Out), Force: a.Force}
	if a.Kind == game.Penalize {
		q.Penalty = a.Penalty.String()
	}
	if a.SetPlay != game.NoSetPlay {
		q.SetPlay = a.SetPlay.String()
	}
	return q
}

// Call returns the message of a referee's call. The caller sets the result of the call's action.
func Call(c *referee.Call, stamp builtininterfaces.Time) msgs.RefereeCall {
	q := Request(c.Action)
	m := msgs.RefereeCall{
		Stamp: stamp, Rule: c.Rule, Call: c.String(), Side: q.Side, Player: q.Player, Penalty: q.Penalty, SetPlay: q.SetPlay,
		Evidence: c.Evidence, Source: c.Source, BallPlaced: c.PlaceAt, Ball: geometrymsgs.Point{X: c.X, Y: c.Y},
		RobotPlaced: c.Stand.Number != 0, RobotX: c.Stand.X, RobotY: c.Stand.Y, RobotTheta: c.Stand.Theta,
	}
	if c.Action.Kind != game.NoAction {
		m.Action = c.Action.Kind.String()
	}
	return m
}

func sideOf(n uint8) game.Side {
	if n > uint8(game.Away) {
		return game.NoSide
	}
	return game.Side(n)
}

func duration(sec float32) time.Duration { return time.Duration(float64(sec) * float64(time.Second)) }
