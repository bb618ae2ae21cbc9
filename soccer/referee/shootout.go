package referee

import (
	"math"
	"time"

	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
)

// Parameters of a shot that the book does not have.
const (
	shotMoved  = 0.3 // m from the mark: the ball has been played
	nextShotIn = 2 * time.Second
)

// shoot leads through a shoot-out.
func (c *Conductor) shoot(r *Referee, t *Truth, g *game.Game, b *game.Book, lasts time.Duration) {
	switch g.State {
	case game.Initial:
		if lasts >= initialLasts {
			c.call(t, "shot", "the shoot-out begins", game.Action{Kind: game.WaitForPenaltyShot})
		}
	case game.Set:
		if lasts >= b.Referee.SetLasts.Sec() {
			c.call(t, "shot_begins", "the robots stand", game.Action{Kind: game.FreePenaltyShot})
			c.orders.Whistle = true
		}
	case game.Playing:
		c.endShot(r, t, g, b)
	case game.Finished:
		switch {
		case !g.ShotFollows(b):
			c.orders.Over = true
		case lasts >= nextShotIn:
			c.call(t, "shot", "the next shot", game.Action{Kind: game.WaitForPenaltyShot})
		}
	case game.Standby, game.Ready, game.Timeout:
	}
}

// prepareShot selects the players of a shot and has them and the ball placed.
func (c *Conductor) prepareShot(t *Truth, g *game.Game, b *game.Book) {
	kicker, keeper := g.Kicking, g.Kicking.Other()
	length, mark := b.Field.Length.Value, b.Field.PenaltyMark.Value
	for _, s := range [...]game.Side{kicker, keeper} {
		number := shooter(t, g, s, s == keeper)
		if number == 0 {
			continue
		}
		c.call(t, "shot_player", "it takes part in the shot", game.Action{Kind: game.SelectPenaltyShotPlayer, Side: s, Player: number, Force: s == keeper})
		at := plane.Convert(attackOf(g, s), game.ShotPlace(length, length/2-mark, s == kicker))
		id := ID{s, number}
		c.orders.Stands = append(c.orders.Stands, Stand{ID: id, X: at.X, Y: at.Y, Theta: at.Theta})
	}
	ball := plane.Convert(attackOf(g, kicker), plane.Pose{X: length/2 - mark})
	c.played = false
	c.placeBall(ball.X, ball.Y)
}

// shooter returns the number of a side's player of a shot: the keeper is the first that may play, kickers take turns. 0
// if there is none.
func shooter(t *Truth, g *game.Game, s game.Side, keeper bool) int {
	var able []int
	for n := 1; n <= game.MostPlayers; n++ {
		for i := range t.Robots {
			if r := &t.Robots[i]; r.ID == (ID{s, n}) && g.Player(s, n).Penalty != game.SentOff {
				able = append(able, n)
			}
		}
	}
	switch {
	case len(able) == 0:
		return 0
	case keeper || len(able) == 1:
		return able[0]
	}
	return able[1+max(g.Team(s).Shot-1, 0)%(len(able)-1)]
}

// endShot ends a shot whose time is over, or whose ball has been played and stops, or is out. The referee calls goals.
func (c *Conductor) endShot(r *Referee, t *Truth, g *game.Game, b *game.Book) {
	mark := plane.Convert(attackOf(g, g.Kicking), plane.Pose{X: b.Field.Length.Value/2 - b.Field.PenaltyMark.Value})
	c.played = c.played || math.Hypot(t.Ball.X-mark.X, t.Ball.Y-mark.Y) > shotMoved
	reason := ""
	switch {
	case g.Clock.Remaining <= 0:
		reason = "its time is over"
	case r.past.out:
		reason = "the ball is out"
	case c.played && r.past.speed < b.Referee.BallStops.Value:
		reason = "the ball lies"
	default:
		return
	}
	c.call(t, "shot_ends", reason, game.Action{Kind: game.FinishPenaltyShot})
}
