package game

import (
	"fmt"
	"time"
)

// legal returns nil when an action is possible, or an error with the reason.
func (c *context) legal(a Action) error {
	if err := c.known(a); err != nil {
		return fmt.Errorf("%s: %w", a, err)
	}
	if reason := c.refusal(a); reason != "" {
		return fmt.Errorf("%s: %s; the game is in %s, %s", a, reason, c.game.Phase, c.game.State)
	}
	return nil
}

// known checks that an action names a side and a player where its kind reads them.
func (c *context) known(a Action) error {
	if a.Kind == NoAction || a.Kind >= kinds {
		return fmt.Errorf("action %d: no such action", a.Kind)
	}
	if a.Side > Away || a.SetPlay >= setPlays || a.Penalty >= penalties {
		return fmt.Errorf("side %d, set play %d, penalty %d: no such value", a.Side, a.SetPlay, a.Penalty)
	}
	side, player := false, false
	switch a.Kind {
	case Goal, TeamMessage, StartPenaltyShootout:
		side = true
	case Unpenalize, Warn, Caution, Substitution, SelectPenaltyShotPlayer:
		side, player = true, true
	case Penalize:
		side, player = true, a.Player != 0
	default:
	}
	if side && a.Side == NoSide {
		return fmt.Errorf("expected a side: home or away")
	}
	if player && (a.Player < 1 || a.Player > MostPlayers) {
		return fmt.Errorf("player %d: expected 1 to %d", a.Player, MostPlayers)
	}
	if a.Kind == Substitution && (a.Out < 1 || a.Out > MostPlayers) {
		return fmt.Errorf("player %d who leaves: expected 1 to %d", a.Out, MostPlayers)
	}
	return nil
}

// refusal returns why an action is not possible, or "".
func (c *context) refusal(a Action) string {
	g := c.game
	shootout := g.Phase == PenaltyShootout
	when := func(ok bool, reason string) string {
		if ok {
			return ""
		}
		return reason
	}
	switch a.Kind {
	case StartSetPlay:
		return c.refuseSetPlay(a)
	case WaitForSetPlay:
		return when(g.State == Ready && g.SetPlay != NoSetPlay, "expected READY")
	case FreeSetPlay:
		return when(g.State == Set && g.SetPlay != NoSetPlay, "expected SET before a set play")
	case FinishSetPlay:
		return when(g.State == Playing && g.SetPlay != NoSetPlay, "expected a set play in PLAYING")
	case Goal:
		return when(g.State == Playing && (!shootout || g.Kicking == NoSide || g.Kicking == a.Side), "expected PLAYING, and in a shoot-out the kicking team")
	case Penalize:
		return c.refusePenalty(a)
	case Unpenalize:
		return c.refuseReturn(a)
	case Warn:
		return when(g.Player(a.Side, a.Player).playsAtAll() && c.rules.Book.Match.Warnings.Int() > 0, "expected a player of the game, and a book with warnings")
	case Caution:
		return when(g.Player(a.Side, a.Player).playsAtAll() && c.rules.Book.Match.Cautions.Int() > 0, "expected a player of the game, and a book with cautions")
	case Substitution:
		in, out := g.Player(a.Side, a.Player), g.Player(a.Side, a.Out)
		return when(!shootout && a.Player != a.Out && in.Penalty == Substitute && out.playsAtAll(), "expected a substitute who comes for a player, not in a shoot-out")
	case GlobalGameStuck:
		return when(!shootout && g.State == Playing, "expected PLAYING, not in a shoot-out")
	case StopPlay:
		return when(!g.Stopped && c.rules.Book.Match.StopBeforeSetPlay, "expected play that is not stopped, and a book in which referees stop play")
	case ResumePlay:
		return when(g.Stopped, "expected play that is stopped")
	case TeamMessage:
		return when(!shootout && g.State >= Standby && g.State <= Playing, "messages count from STANDBY to PLAYING only")
	default:
		return c.refuseClock(a)
	}
}

func (c *context) refuseSetPlay(a Action) string {
	g := c.game
	if _, ok := c.rules.Book.SetPlays[a.SetPlay.String()]; !ok {
		return "the book " + c.rules.Book.Name + " has no such set play"
	}
	if g.Phase == PenaltyShootout {
		return "not in a shoot-out"
	}
	if a.SetPlay == KickOff {
		before := g.State == Initial || g.State == Timeout
		if c.rules.Book.Match.Standby {
			before = g.State == Standby
		}
		if !before {
			return "a kick-off is called before READY; goals and stuck games lead to theirs by themselves"
		}
		if g.Kicking != a.Side {
			return "the kick-off is for " + g.Kicking.String()
		}
		return ""
	}
	if a.Side == NoSide {
		return "expected a side: home or away"
	}
	if g.State != Playing || g.SetPlay != NoSetPlay && g.Kicking == a.Side {
		return "expected PLAYING, and no set play of the same team"
	}
	return ""
}

// refusePenalty returns why a player cannot be penalised now. Some calls are legal in READY, because the offence may
// have happened shortly before a goal.
func (c *context) refusePenalty(a Action) string {
	g, shootout := c.game, c.game.Phase == PenaltyShootout
	if _, ok := c.rules.Book.Penalties[a.Penalty.String()]; !ok || a.Penalty == NoPenalty || a.Penalty == Substitute {
		return "the book " + c.rules.Book.Name + " has no such penalty"
	}
	if a.Player == 0 && a.Penalty != MotionInStandby {
		return "only motion in standby is called against a whole team"
	}
	if a.Player != 0 && !canBePenalised(g.Player(a.Side, a.Player), a.Penalty) {
		return "the player has the penalty " + g.Player(a.Side, a.Player).Penalty.String() + " already"
	}
	if a.SetPlay != NoSetPlay {
		return c.refuseFoul(a)
	}
	inGame := g.State == Ready || g.State == Set || g.State == Playing
	ok := true
	switch a.Penalty {
	case IllegalPosition:
		ok = inGame && !shootout
	case MotionInStandby:
		ok = g.State == Standby
	case MotionInSet:
		ok = g.State == Set
	case MotionInStop:
		ok = g.Stopped
	case Inactive, PlayerStance:
		ok = inGame
	case LocalGameStuck, Collision, BlockingBall:
		ok = g.State == Playing && !shootout
	case BallHolding, ArmsHands:
		ok = g.State == Ready || g.State == Playing
	case Pushing, LeavingTheField:
		ok = inGame && (g.State == Playing || !shootout)
	case IllegalPositionInSet:
		return "called as illegal_position in SET"
	default: // picked up, cautioned and sent off are possible at any time
	}
	if !ok {
		return "not in this state"
	}
	return ""
}

func canBePenalised(p *Player, penalty Penalty) bool {
	if penalty == PickedUp || penalty == SentOff {
		return p.playsAtAll() && p.Penalty != penalty
	}
	return p.Penalty == NoPenalty
}

// refuseFoul returns why an offence cannot lead to a free kick or a penalty kick now.
func (c *context) refuseFoul(a Action) string {
	if c.game.Phase == PenaltyShootout || c.game.State != Playing || c.game.SetPlay != NoSetPlay {
		return "a foul with a restart is called in PLAYING without a set play"
	}
	if _, ok := c.rules.Book.SetPlays[a.SetPlay.String()]; !ok || a.SetPlay == KickOff {
		return "the book " + c.rules.Book.Name + " has no such restart"
	}
	return ""
}

// refuseReturn returns why a player cannot come back now.
func (c *context) refuseReturn(a Action) string {
	p := c.game.Player(a.Side, a.Player)
	switch {
	case p.Penalty == NoPenalty || !p.playsAtAll():
		return "the player is not penalised"
	case a.Force, !p.Timer.On: // a penalty that does not count yet begins to
		return ""
	case p.Timer.Remaining > 0:
		return fmt.Sprintf("%s of the penalty are left", p.Timer.Remaining.Round(100*time.Millisecond))
	}
	return ""
}

// refuseClock returns why an action of halves, timeouts and the shoot-out is not possible.
func (c *context) refuseClock(a Action) string {
	g, m := c.game, &c.rules.Book.Match
	shootout := g.Phase == PenaltyShootout
	ok := false
	switch a.Kind {
	case WaitForReady:
		ok = m.Standby && !shootout && (g.State == Initial || g.State == Timeout)
	case FinishHalf:
		ok = !shootout && (g.State == Playing || g.State == Ready || g.State == Set)
	case SwitchHalf:
		ok = (g.Phase == FirstHalf || g.Phase == FirstExtraHalf) && g.State == Finished
	case StartExtraTime:
		ok = g.Phase == SecondHalf && g.State == Finished && m.ExtraHalf.Value > 0 && g.Teams[0].Score == g.Teams[1].Score
	case AddExtraTime:
		ok = !shootout && g.State != Playing && g.Clock.On && g.Clock.Remaining+time.Minute < c.rules.halfOf(g.Phase)
	case TakeTimeout:
		return c.refuseTimeout(a)
	case StartPenaltyShootout:
		last := SecondHalf
		if m.ExtraHalf.Value > 0 {
			last = SecondExtraHalf
		}
		ok = g.Phase == last && g.State == Finished && g.Teams[0].Score == g.Teams[1].Score
	case SelectPenaltyShotPlayer:
		ok = shootout && g.State != Playing && g.Player(a.Side, a.Player).Penalty != SentOff
	case WaitForPenaltyShot:
		ok = shootout && (g.State == Initial || g.State == Timeout || g.State == Finished && g.ShotFollows(c.rules.Book))
	case FreePenaltyShot:
		ok = shootout && g.State == Set && c.selected(Home) == 1 && c.selected(Away) == 1
	case FinishPenaltyShot:
		ok = shootout && g.State == Playing
	default:
	}
	if ok {
		return ""
	}
	return "not in this state"
}

func (c *context) refuseTimeout(a Action) string {
	g := c.game
	if g.State == Finished || g.Phase == PenaltyShootout && g.State != Initial && g.State != Timeout {
		return "not in this state"
	}
	if a.Side == NoSide {
		return ""
	}
	if g.State == Playing || g.SetPlay != NoSetPlay && g.SetPlay != KickOff {
		return "timeouts are allowed while play rests"
	}
	if g.Team(a.Side).Timeouts == 0 {
		return "the team has no timeout left"
	}
	return ""
}

// selected returns the number of players of a side that take part in a penalty shot.
func (c *context) selected(s Side) int {
	n := 0
	for i := range c.game.Team(s).Players {
		if c.game.Team(s).Players[i].playsAtAll() {
			n++
		}
	}
	return n
}

// ShotFollows reports whether a shoot-out continues after the shot of the kicking side.
func (g *Game) ShotFollows(b *Book) bool {
	m := &b.ShootOut
	if g.Kicking == NoSide {
		return false
	}
	last, next := g.Team(g.Kicking), g.Team(g.Kicking.Other())
	lead, regular := last.Score-next.Score, m.Shots.Int()
	switch {
	case next.Shot < regular: // both can still win
		return lead <= regular-next.Shot && -lead <= regular-last.Shot
	case next.Shot < regular+m.SuddenDeathShots.Int():
		return g.Kicking == Home || lead == 0
	default:
		return false
	}
}
