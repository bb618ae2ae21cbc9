package game

import "time"

// perform performs a legal action.
func (c *context) perform(a Action) {
	g, b := c.game, c.rules.Book
	switch a.Kind {
	case WaitForReady:
		g.State = Standby
	case StartSetPlay:
		if a.SetPlay == KickOff && g.State == Standby && !c.hide(b.Match.DelayAfterReady.Sec(), false) {
			return
		}
		c.startSetPlay(a.Side, a.SetPlay)
	case WaitForSetPlay:
		g.Secondary, g.State = Timer{}, Set
	case FreeSetPlay:
		c.freeSetPlay()
	case FinishSetPlay:
		g.Secondary, g.SetPlay, g.Kicking = Timer{}, NoSetPlay, NoSide
	case Goal:
		c.goal(a)
	case Penalize:
		c.penalize(a)
	case Unpenalize:
		c.unpenalize(a)
	case Warn:
		c.warn(a)
	case Caution:
		c.caution(a)
	case Substitution:
		c.substitute(a)
	case GlobalGameStuck:
		c.startSetPlay(NoSide, KickOff)
	case StopPlay, ResumePlay:
		g.Stopped = a.Kind == StopPlay
	case TeamMessage:
		t := g.Team(a.Side)
		if t.Messages == 0 || a.Illegal {
			t.IllegalCommunication, t.Score = true, 0
		}
		t.Messages = max(t.Messages-1, 0)
	default:
		c.performClock(a)
	}
}

// performClock performs an action of halves, timeouts and the shoot-out.
func (c *context) performClock(a Action) {
	g := c.game
	switch a.Kind {
	case FinishHalf:
		c.finishHalf()
	case SwitchHalf:
		c.switchHalf()
	case StartExtraTime:
		c.startExtraTime()
	case AddExtraTime:
		g.Clock.Remaining += time.Minute
		c.grantMessages(1)
	case TakeTimeout:
		c.timeout(a.Side)
	case StartPenaltyShootout:
		c.startShootout(a.Side)
	case SelectPenaltyShotPlayer:
		c.selectPlayer(a)
	case WaitForPenaltyShot:
		c.setShot()
	case FreePenaltyShot:
		if c.hide(c.rules.Book.Match.DelayAfterPlaying.Sec(), false) {
			g.State = Playing
		}
	case FinishPenaltyShot:
		g.endPenalties()
		g.State = Finished
	default:
	}
}

// startSetPlay begins with READY where the set play has it, and otherwise with the restricted time in PLAYING, which
// some leagues begin with a stop.
func (c *context) startSetPlay(side Side, play SetPlay) {
	g, rule := c.game, c.rules.Book.SetPlays[play.String()]
	g.Secondary = Timer{On: true, Ending: Expire}
	if rule.Ready.Value > 0 {
		g.Secondary.Remaining, g.Secondary.Then = rule.Ready.Sec(), WaitForSetPlay
		g.TimeoutRewind = Timer{On: true, Condition: WithClock, Ending: Overflow}
		g.State, g.Stopped = Ready, false
	} else {
		g.Secondary.Remaining, g.Secondary.Then = rule.Duration.Sec(), FinishSetPlay
		g.Stopped = c.rules.Book.Match.StopBeforeSetPlay
	}
	g.SetPlay, g.Kicking = play, side
}

func (c *context) freeSetPlay() {
	g, b := c.game, c.rules.Book
	if !c.hide(b.Match.DelayAfterPlaying.Sec(), true) {
		return
	}
	g.Secondary = Timer{}
	if d := b.SetPlays[g.SetPlay.String()].Duration.Sec(); d > 0 && g.Kicking != NoSide {
		g.Secondary = Timer{On: true, Remaining: d, Ending: Expire, Then: FinishSetPlay}
	} else {
		g.SetPlay = NoSetPlay
	}
	g.TimeoutRewind = Timer{}
	g.State = Playing
}

func (c *context) goal(a Action) {
	g, b := c.game, c.rules.Book
	scorer, other := g.Team(a.Side), g.Team(a.Side.Other())
	mercy := g.Phase != PenaltyShootout && !scorer.IllegalCommunication && scorer.Score+1 >= other.Score+b.Match.Mercy.Int()
	if !mercy && g.Phase != PenaltyShootout && !c.hide(b.Match.DelayAfterGoal.Sec(), false) {
		return
	}
	if !scorer.IllegalCommunication {
		scorer.Score++
	}
	switch {
	case mercy:
		g.Phase = max(g.Phase, SecondHalf)
		if g.Phase == FirstExtraHalf {
			g.Phase = SecondExtraHalf
		}
		c.finishHalf()
	case g.Phase != PenaltyShootout:
		c.startSetPlay(a.Side.Other(), KickOff)
	default:
		if scorer.Shot > 0 && scorer.Shot <= 16 {
			scorer.ShotsScored |= 1 << (scorer.Shot - 1)
		}
		g.State = Finished
	}
}

func (c *context) finishHalf() {
	g, m := c.game, &c.rules.Book.Match
	g.endPenalties()
	g.Secondary, g.TimeoutRewind = Timer{}, Timer{}
	g.SetPlay, g.Kicking, g.State, g.Stopped = NoSetPlay, NoSide, Finished, false
	if g.Phase == FirstHalf {
		g.Secondary = Timer{On: true, Remaining: m.HalfTime.Sec(), Ending: Overflow}
		g.SwitchHalfTime = Timer{On: true, Remaining: m.HalfTime.Sec() / 2, Ending: Expire, Then: SwitchHalf}
	}
}

func (c *context) switchHalf() {
	g := c.game
	g.pardon()
	g.HomeOnLeft = c.rules.Setup.HomeOnRight
	g.Phase++ // from the first half to the second, in extra time as well
	g.State = Initial
	g.Kicking = c.rules.Setup.KickOff.Other()
	g.Clock = clockOf(c.rules.halfOf(g.Phase))
	g.SwitchHalfTime = Timer{}
}

func (c *context) startExtraTime() {
	g := c.game
	g.pardon()
	c.grantMessages(int(2 * c.rules.Book.Match.ExtraHalf.Sec() / time.Minute))
	g.HomeOnLeft = !c.rules.Setup.HomeOnRight
	g.Phase, g.State = FirstExtraHalf, Initial
	g.Kicking = c.rules.Setup.KickOff
	g.Clock = clockOf(c.rules.halfOf(g.Phase))
	g.Secondary, g.SwitchHalfTime = Timer{}, Timer{}
}

// grantMessages adds the messages that teams may send in additional minutes.
func (c *context) grantMessages(minutes int) {
	for i := range c.game.Teams {
		if t := &c.game.Teams[i]; !t.IllegalCommunication {
			t.Messages = min(t.Messages+minutes*c.rules.Book.Messages.PerExtraMinute.Int(), 0xffff)
		}
	}
}

// timeout adds to the clock the time that has passed since play rested. A kick-off follows: for the opponents of the team
// that has taken the timeout, or a drop ball if no team was about to kick off.
func (c *context) timeout(side Side) {
	g, m := c.game, &c.rules.Book.Match
	g.endPenalties()
	if g.Phase != PenaltyShootout {
		if side != NoSide {
			g.Kicking = side.Other()
		} else if g.State != Initial && g.State != Standby && g.State != Timeout && g.SetPlay != KickOff {
			g.Kicking = NoSide
		}
		g.Clock = clockOf(g.Clock.Remaining - g.TimeoutRewind.Remaining)
		g.TimeoutRewind = Timer{}
	}
	d := m.RefereeTimeout.Sec()
	if side != NoSide {
		d = m.Timeout.Sec()
		g.Team(side).Timeouts--
	}
	halfTime := (g.State == Initial || g.State == Standby) && g.Phase == SecondHalf && g.Secondary.Remaining > 0
	if g.State == Timeout || halfTime {
		d += g.Secondary.Remaining // one timeout follows the other
	}
	g.Secondary = Timer{On: true, Remaining: d, Ending: Overflow}
	g.State, g.SetPlay, g.Stopped = Timeout, NoSetPlay, false
}
