package localization

import (
	"gonao/msgs"
	"gonao/robot/localization"
	"gonao/robot/percepts/plane"
)

// game holds the state of the game that the node uses.
type game struct {
	known bool // a phase has come
	phase uint8
}

// gameState sets the direction of play. A game_state of a robot that has heard no GameController names no players, and is left.
func (l *localizer) gameState(m *msgs.GameState) error {
	if !l.cfg.Game || m.PlayersPerTeam == 0 {
		return nil
	}
	attack := plane.NegativeX
	if m.HomeOnLeft { // the team defends the goal at −x
		attack = plane.PositiveX
	}
	if attack == l.attack {
		return nil
	}
	l.n.Log.Info("the direction of play changes", "attacks", map[plane.Attack]string{plane.PositiveX: "+x", plane.NegativeX: "-x"}[attack])
	return l.renew(l.cfg, attack)
}

// gamePhase starts again when a penalty ends, and when a robot that does not know its place is to enter the field. A penalised robot
// may have been left where it was.
func (l *localizer) gamePhase(m *msgs.GamePhase) {
	before := l.game
	l.game = game{true, m.Phase}
	if !l.cfg.Game || !before.known || m.Phase == before.phase {
		return
	}
	e, ok := l.tracker.Estimate()
	sure := ok && e.Localized
	switch {
	case before.phase == msgs.GamePhasePhasePenalized:
		s := localization.PenaltyReturn(l.field)
		if pose, _, _, known := l.tracker.Now(); known && sure {
			s = s.Or(pose, 0.15, 0.15)
		}
		l.tracker.Reset(s)
		l.n.Log.Info("comes back from a penalty")
	case before.phase == msgs.GamePhasePhaseInitial && (m.Phase == msgs.GamePhasePhaseReady || m.Phase == msgs.GamePhasePhaseStandby) && !sure:
		l.tracker.Reset(localization.KickOff(l.field))
		l.n.Log.Info("enters the field")
	}
}
