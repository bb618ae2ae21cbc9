package game

import "time"

// penalize penalises a player, or all of a team that have no penalty yet.
func (c *context) penalize(a Action) {
	penalty := a.Penalty
	if penalty == IllegalPosition && c.game.State == Set {
		if _, ok := c.rules.Book.Penalties[IllegalPositionInSet.String()]; ok {
			penalty = IllegalPositionInSet
		}
	}
	if a.Player != 0 {
		c.penalizeOne(a.Side, a.Player, penalty)
	} else {
		for n := 1; n <= MostPlayers; n++ {
			if canBePenalised(c.game.Player(a.Side, n), penalty) {
				c.penalizeOne(a.Side, n, penalty)
			}
		}
	}
	if a.SetPlay != NoSetPlay {
		c.startSetPlay(a.Side.Other(), a.SetPlay)
	}
}

func (c *context) penalizeOne(side Side, number int, penalty Penalty) {
	t, p := c.game.Team(side), c.game.Player(side, number)
	rule := c.rules.Book.Penalties[penalty.String()]
	before, left := p.Penalty, p.Timer
	p.Removals = t.Removals
	p.Penalty = penalty
	p.Timer = c.penaltyTimer(p, penalty)
	if penalty == PickedUp && before != NoPenalty && left.On && p.Timer.On {
		p.Timer.Remaining = max(p.Timer.Remaining, left.Remaining) // no penalty is shortened by a pick-up
	}
	if penalty == SentOff {
		p.Timer = Timer{}
	}
	if rule.Incremental {
		t.Removals++
	}
}

// penaltyTimer returns the timer of a penalty that has been called now. Motion in SET and in STANDBY end by themselves,
// since the robot stays where it is. If the book counts a penalty from the robot's placement on, the timers of other
// penalties wait.
func (c *context) penaltyTimer(p *Player, penalty Penalty) Timer {
	switch penalty {
	case MotionInStandby, MotionInSet, MotionInStop:
		return Timer{On: true, Remaining: c.penaltyTime(p), Condition: ReadyOrPlaying, Ending: Expire, Then: Unpenalize}
	case PickedUp:
		if s := c.game.State; s == Initial || s == Finished || s == Timeout {
			return Timer{} // nothing to wait for while the game rests
		}
	default:
	}
	if c.rules.Book.Match.CountFromPlacement {
		return Timer{}
	}
	return Timer{On: true, Remaining: c.penaltyTime(p), Condition: ReadyOrPlaying}
}

// penaltyTime returns how long the penalty of a player lasts from its beginning.
func (c *context) penaltyTime(p *Player) time.Duration {
	rule := c.rules.Book.Penalties[p.Penalty.String()]
	d := rule.Duration.Sec()
	if rule.Incremental || c.rules.Book.Match.IncrementAll {
		d += time.Duration(p.Removals) * c.rules.Book.Match.PenaltyIncrement.Sec()
	}
	return d
}

// unpenalize lets a player in again, or starts its penalty's timer if that waits for the robot's placement.
func (c *context) unpenalize(a Action) {
	p := c.game.Player(a.Side, a.Player)
	if !a.Force && !p.Timer.On && c.rules.Book.Match.CountFromPlacement {
		p.Timer = Timer{On: true, Remaining: c.penaltyTime(p), Condition: ReadyOrPlaying}
		if p.Timer.Remaining > 0 {
			return
		}
	}
	p.Penalty, p.Timer, p.Removals = NoPenalty, Timer{}, 0
}

// warn warns a player; two warnings are a caution.
func (c *context) warn(a Action) {
	p := c.game.Player(a.Side, a.Player)
	if p.Warnings++; p.Warnings >= c.rules.Book.Match.Warnings.Int() && c.rules.Book.Match.Warnings.Int() > 0 {
		p.Warnings = 0
		c.caution(a)
	}
}

// caution shows a player a yellow card; the last that the book allows sends it off.
func (c *context) caution(a Action) {
	p := c.game.Player(a.Side, a.Player)
	if p.Cautions++; p.Cautions >= c.rules.Book.Match.Cautions.Int() {
		p.Cautions = 0
		p.Penalty, p.Timer = SentOff, Timer{}
	}
}

// substitute exchanges two players. A substitute for a player without a penalty waits as if picked up.
func (c *context) substitute(a Action) {
	g := c.game
	in, out := g.Player(a.Side, a.Player), g.Player(a.Side, a.Out)
	if out.Penalty == NoPenalty && (g.State == Ready || g.State == Set || g.State == Playing) {
		in.Penalty, in.Removals = PickedUp, g.Team(a.Side).Removals
		in.Timer = Timer{On: true, Remaining: c.penaltyTime(in), Condition: ReadyOrPlaying}
	} else {
		in.Penalty, in.Timer, in.Removals = out.Penalty, out.Timer, out.Removals
	}
	out.Penalty, out.Timer, out.Removals = Substitute, Timer{}, 0
	if g.Team(a.Side).Goalkeeper == a.Out {
		g.Team(a.Side).Goalkeeper = a.Player
	}
}

// startShootout makes all players substitutes; each shot selects two. side defends the goal at negative x.
func (c *context) startShootout(side Side) {
	g := c.game
	for i := range g.Teams {
		g.Teams[i].Shot, g.Teams[i].ShotsScored = 0, 0
	}
	g.benchAll()
	g.HomeOnLeft = side == Home
	g.Phase, g.State, g.SetPlay, g.Stopped = PenaltyShootout, Initial, NoSetPlay, false
	g.Kicking = Home
	g.Clock, g.Secondary = Timer{}, Timer{}
}

// benchAll makes all players substitutes, except those sent off.
func (g *Game) benchAll() {
	for i := range g.Teams {
		g.Teams[i].Goalkeeper = 0
		for j := range g.Teams[i].Players {
			if p := &g.Teams[i].Players[j]; p.Penalty != SentOff {
				p.Penalty, p.Timer, p.Removals = Substitute, Timer{}, 0
			}
		}
	}
}

// selectPlayer selects the player of a shot; it inherits the penalty of the player selected before.
func (c *context) selectPlayer(a Action) {
	t := c.game.Team(a.Side)
	inherited := Player{}
	for i := range t.Players {
		p := &t.Players[i]
		if p.playsAtAll() {
			inherited = *p
			p.Penalty, p.Timer, p.Removals = Substitute, Timer{}, 0
		}
	}
	p := c.game.Player(a.Side, a.Player)
	p.Penalty, p.Timer, p.Removals = inherited.Penalty, inherited.Timer, inherited.Removals
	t.Goalkeeper = 0
	if a.Force {
		t.Goalkeeper = a.Player
	}
}

// setShot leads to SET before a penalty shot, and to the other team's turn after one.
func (c *context) setShot() {
	g := c.game
	if g.State == Finished {
		g.benchAll()
		g.HomeOnLeft = !g.HomeOnLeft
		g.Kicking = g.Kicking.Other()
	}
	g.State = Set
	g.Clock = clockOf(c.rules.Book.ShootOut.Shot.Sec())
	g.Secondary = Timer{}
	if g.Kicking != NoSide {
		g.Team(g.Kicking).Shot++
	}
}
