package referee

import (
	"fmt"

	"gonao/soccer/game"
)

// messages calls messages of a team that are too long or above its budget. Allowed messages are counted by the receiver.
func messages(m *moment) []Call {
	if s := m.game.State; m.game.Phase == game.PenaltyShootout || s < game.Standby || s > game.Playing {
		return nil
	}
	var calls []Call
	var called [2]bool
	for _, message := range m.truth.Messages {
		s := message.Side
		if s != game.Home && s != game.Away || called[s-game.Home] || m.game.Team(s).IllegalCommunication {
			continue
		}
		c := Call{Rule: "messages", Time: m.truth.Time, Action: game.Action{Kind: game.TeamMessage, Side: s, Illegal: true}}
		switch limit := m.book.Messages.Bytes; {
		case message.Bytes > limit.Int():
			c.Evidence, c.Source = fmt.Sprintf("%d bytes", message.Bytes), source("messages.bytes", limit)
		case m.game.Team(s).Messages == 0:
			c.Evidence, c.Source = "the budget is spent", source("messages.per_game", m.book.Messages.PerGame)
		default:
			continue
		}
		called[s-game.Home] = true
		calls = append(calls, c)
	}
	return calls
}
