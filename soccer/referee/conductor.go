package referee

import (
	"math"
	"time"

	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
)

// A Conductor has the duties of human referees besides the calls: it begins and ends halves, blows the whistle, has ball
// and robots placed, and leads through timeouts and a shoot-out. It reads truth and game and changes neither. The zero
// value is ready.
type Conductor struct {
	Knockout bool // a draw is followed by extra time where the book has it, and by a shoot-out

	started bool
	state   game.State
	phase   game.Phase
	since   time.Duration // of the state
	out     time.Duration // since when the ball is out without a call, if isOut
	isOut   bool
	stopped time.Duration // since when play is stopped, if isStop
	isStop  bool
	robots  [2 * game.MostPlayers]absence
	played  bool // the ball of the shot has been played
	orders  Orders
}

// An absence is the state of a robot that has to leave the field.
type absence struct {
	away   bool // it has been taken from the field
	since  time.Duration
	placed bool // it has been placed at the touchline
}

// Orders are the orders of a moment, to be carried out in this sequence: robots leave the field, the calls are performed,
// all robots line up, the ball and robots are placed, signals are shown.
type Orders struct {
	Removed   []ID
	Calls     []Call
	LineUp    bool // all robots wait beside the touchlines of their own halves; see [LineUp]
	PlaceBall bool
	X, Y      float64 // where, m
	Stands    []Stand // robots that are placed
	Whistle   bool
	ReadySign bool // both arms up
	Over      bool // the match has ended
}

// Times of the conductor, where the books leave them open.
const (
	standbyLasts = 2 * time.Second // until the sign for READY
	initialLasts = 1 * time.Second
	carryTime    = 3 * time.Second // time to take a robot from the field and place it
	resumeAfter  = 1 * time.Second // a stop in which the ball is placed
	lostOut      = 3 * time.Second // time until a ball that is out without a call is placed again
	outBy        = 0.2             // m
)

// Step returns the orders of the moment that the referee has judged. They are valid until the next Step.
func (c *Conductor) Step(r *Referee, t *Truth, g *game.Game, b *game.Book) *Orders {
	o := &c.orders
	*o = Orders{Removed: o.Removed[:0], Calls: o.Calls[:0], Stands: o.Stands[:0]}
	if !c.started || g.State != c.state || g.Phase != c.phase {
		c.enter(t, g, b)
	}
	lasts := t.Time - c.since
	if g.Phase == game.PenaltyShootout {
		c.shoot(r, t, g, b, lasts)
	} else {
		c.lead(t, g, b, lasts)
		for _, call := range r.Conduct(t, g, b) {
			o.Whistle = o.Whistle || call.Action.Kind == game.FreeSetPlay
			o.Calls = append(o.Calls, call)
		}
	}
	c.carry(t, g, b)
	return o
}

// enter records a new state and carries out its first actions.
func (c *Conductor) enter(t *Truth, g *game.Game, b *game.Book) {
	o := &c.orders
	lineUp := !c.started || g.Phase != c.phase || g.State == game.Timeout
	c.started, c.state, c.phase, c.since, c.isOut, c.isStop = true, g.State, g.Phase, t.Time, false, false
	if lineUp && g.Phase != game.PenaltyShootout {
		o.LineUp = true
		c.robots = [2 * game.MostPlayers]absence{}
		c.placeBall(0, 0)
	}
	if g.State != game.Set {
		return
	}
	if g.Phase == game.PenaltyShootout {
		c.prepareShot(t, g, b)
		return
	}
	x := 0.0
	if g.SetPlay == game.PenaltyKick {
		x = b.Field.Length.Value/2 - b.Field.PenaltyMark.Value
		if !g.DefendsLeft(g.Kicking) {
			x = -x
		}
	}
	c.placeBall(x, 0)
}

func (c *Conductor) placeBall(x, y float64) {
	c.orders.PlaceBall, c.orders.X, c.orders.Y = true, x, y
	c.isOut = false
}

// Procedure is the source of the conductor's calls.
const Procedure = "procedure"

// call adds an action of the procedure.
func (c *Conductor) call(t *Truth, rule, evidence string, a game.Action) {
	c.orders.Calls = append(c.orders.Calls, Call{Rule: rule, Time: t.Time, Action: a, Evidence: evidence, Source: Procedure})
}

// lead leads through a half, and from one to the next.
func (c *Conductor) lead(t *Truth, g *game.Game, b *game.Book, lasts time.Duration) {
	switch g.State {
	case game.Initial:
		if lasts >= initialLasts {
			c.kickOff(t, g, b)
		}
	case game.Timeout:
		if g.Secondary.Remaining <= 0 {
			c.kickOff(t, g, b)
		}
	case game.Standby:
		if lasts >= standbyLasts {
			c.call(t, "ready", "the robots wait", game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: g.Kicking})
			c.orders.ReadySign = true
		}
	case game.Playing:
		c.play(t, g, b)
	case game.Finished:
		c.finish(t, g, b)
	case game.Ready, game.Set:
	}
}

// kickOff begins the procedure of a kick-off.
func (c *Conductor) kickOff(t *Truth, g *game.Game, b *game.Book) {
	if b.Match.Standby {
		c.call(t, "standby", "the half begins", game.Action{Kind: game.WaitForReady})
		return
	}
	c.call(t, "ready", "the half begins", game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: g.Kicking})
}

// play resumes after stops, and places a ball that is out without a call.
func (c *Conductor) play(t *Truth, g *game.Game, b *game.Book) {
	if g.Stopped {
		if !c.isStop {
			c.isStop, c.stopped = true, t.Time
		}
		if t.Time-c.stopped >= resumeAfter {
			c.call(t, "resume", "the ball is placed", game.Action{Kind: game.ResumePlay})
			c.isStop = false
		}
		return
	}
	c.isStop = false
	halfX, halfY := b.Field.Length.Value/2, b.Field.Width.Value/2
	switch {
	case math.Abs(t.Ball.X) <= halfX+outBy && math.Abs(t.Ball.Y) <= halfY+outBy:
		c.isOut = false
	case !c.isOut:
		c.isOut, c.out = true, t.Time
	case t.Time-c.out > lostOut:
		c.placeBall(math.Copysign(min(math.Abs(t.Ball.X), halfX-0.3), t.Ball.X), math.Copysign(min(math.Abs(t.Ball.Y), halfY-0.1), t.Ball.Y))
	}
}

// finish begins the next half without a break, or ends the match.
func (c *Conductor) finish(t *Truth, g *game.Game, b *game.Book) {
	lead := g.Teams[0].Score - g.Teams[1].Score
	mercy := max(lead, -lead) >= b.Match.Mercy.Int()
	extra := b.Match.ExtraHalf.Value > 0
	switch {
	case mercy:
		c.orders.Over = true
	case g.Phase == game.FirstHalf || g.Phase == game.FirstExtraHalf:
		c.call(t, "switch_half", "the half is over", game.Action{Kind: game.SwitchHalf})
	case !c.Knockout || lead != 0:
		c.orders.Over = true
	case g.Phase == game.SecondHalf && extra:
		c.call(t, "extra_time", "a draw", game.Action{Kind: game.StartExtraTime})
	default:
		c.call(t, "shoot_out", "a draw", game.Action{Kind: game.StartPenaltyShootout, Side: game.Away})
	}
}

// carry makes robots leave the field that are penalised or take no part, and stand at the touchline afterwards.
func (c *Conductor) carry(t *Truth, g *game.Game, b *game.Book) {
	o := &c.orders
	for i := range t.Robots {
		r := &t.Robots[i]
		if !r.known() {
			continue
		}
		a, p := &c.robots[r.index()], g.Player(r.Side, r.Number).Penalty
		switch p {
		case game.NoPenalty, game.MotionInSet, game.MotionInStop, game.MotionInStandby:
			*a = absence{}
			continue
		default:
		}
		returns := p != game.Substitute && p != game.SentOff
		switch {
		case !a.away:
			*a = absence{away: true, since: t.Time}
			o.Removed = append(o.Removed, r.ID)
		case !returns && a.placed: // it was penalised and will not come back
			a.placed = false
			o.Removed = append(o.Removed, r.ID)
		case returns && !a.placed && t.Time-a.since >= carryTime:
			a.placed = true
			o.Stands = append(o.Stands, c.touchline(t, g, b, r.ID))
		}
	}
}

// touchline returns where a penalised robot stands: beside its own penalty mark, farther from the ball, facing the field.
func (c *Conductor) touchline(t *Truth, g *game.Game, b *game.Book, id ID) Stand {
	f := &b.Field
	a := attackOf(g, id.Side)
	ball := plane.Convert(a, plane.Pose{X: t.Ball.X, Y: t.Ball.Y})
	y := f.Width.Value/2 + max(b.Referee.RemovalDistance.Value, 0.2)
	if ball.Y > 0 {
		y = -y
	}
	x := -f.Length.Value/2 + f.PenaltyMark.Value + 0.35*float64(id.Number-3)
	at := plane.Convert(a, plane.Pose{X: x, Y: y, Theta: -math.Copysign(math.Pi/2, y)})
	return Stand{ID: id, X: at.X, Y: at.Y, Theta: at.Theta}
}

// attackOf returns the end of the world that a side plays to.
func attackOf(g *game.Game, s game.Side) plane.Attack {
	if g.DefendsLeft(s) {
		return plane.PositiveX
	}
	return plane.NegativeX
}
