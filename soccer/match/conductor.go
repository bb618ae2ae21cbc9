package match

import (
	"fmt"
	"math"
	"time"

	"gonao/percepts/plane"
	"gonao/soccer/game"
	"gonao/soccer/referee"
)

// A conductor does what human referees do besides the calls: it begins and ends halves, blows the whistle, places the ball
// and the robots.
type conductor struct {
	state    game.State
	phase    game.Phase
	since    time.Duration // of the state
	moved    time.Duration // a robot moved last
	poses    []plane.Pose
	outSince time.Duration   // the ball is out without a call; −1: it is not
	stopped  time.Duration   // play was stopped
	placed   []time.Duration // when a penalised robot was placed at the touchline; −1: it has not been
	left     []time.Duration // when it was taken from the field; −1: it is on it
}

// Times of the conductor, where the books leave them open.
const (
	standbyLasts = 2 * time.Second // until the sign for READY
	initialLasts = 1 * time.Second
	carryTime    = 3 * time.Second // to take a robot from the field and place it
	resumeAfter  = 1 * time.Second // a stop in which the ball is placed
	longestReady = 5 * time.Second // before READY may end because nobody moves
	lostOut      = 3 * time.Second // until a ball that is out without a call is placed again
)

func (c *conductor) begin(m *Match) {
	n := len(m.Players)
	c.poses = make([]plane.Pose, n)
	c.placed, c.left = make([]time.Duration, n), make([]time.Duration, n)
	for i := range n {
		c.placed[i], c.left[i] = -1, -1
	}
	c.outSince, c.stopped = -1, -1
	c.state, c.phase = m.Game.Game.State, m.Game.Game.Phase
	c.lineUp(m)
}

// lineUp places all robots at the touchlines of their own halves, and the ball in the middle.
func (c *conductor) lineUp(m *Match) {
	f := m.World.Field
	n := len(m.Players) / 2
	for i, p := range m.Players {
		side, number := m.Number(i)
		y := -f.Width/2 - 0.05
		if number%2 == 0 {
			y = -y
		}
		x := -f.Length/2 + (0.5+float64(number-1))*(f.Length/2-0.6)/float64(n)
		at := plane.Pose{X: x, Y: y, Theta: -math.Copysign(math.Pi/2, y)}
		attack := m.attack(side)
		m.fail(m.mover.Place(i, plane.Convert(attack, at)))
		p.Begin(attack, m.World.Now)
		c.placed[i], c.left[i] = -1, -1
	}
	m.placeBall(0, 0)
}

// apply performs an action of the procedure; one that is refused is a fault of the conductor and shows in the calls.
func (m *Match) apply(a game.Action) bool {
	next, err := m.Game.Apply(a)
	if err != nil {
		m.note(referee.Call{Rule: "procedure", Time: m.World.Now, Action: a}, err.Error())
		return false
	}
	m.Game = next
	return true
}

// note adds a call to the list.
func (m *Match) note(c referee.Call, refuse string) {
	g := &m.Game.Game
	m.Calls = append(m.Calls, Called{Call: c, Clock: g.Clock.Remaining, Phase: g.Phase, Score: [2]int{g.Teams[0].Score, g.Teams[1].Score}, Refuse: refuse})
	m.record.digest.Write([]byte(c.Rule + c.String()))
}

// perform has the game and the world follow a call.
func (m *Match) perform(c referee.Call) {
	if c.Action.Kind != game.NoAction {
		next, err := m.Game.Apply(c.Action)
		if err != nil {
			m.note(c, err.Error())
			return
		}
		m.Game = next
	}
	m.note(c, "")
	if c.Action.Kind == game.Goal || c.Action.Kind == game.GlobalGameStuck {
		m.hearing.signs[0] = true
	}
	if c.PlaceAt {
		m.placeBall(c.X, c.Y)
		m.conduct.outSince = -1
	}
}

// step follows the game for a cycle.
func (c *conductor) step(m *Match) {
	g := &m.Game.Game
	if g.State != c.state || g.Phase != c.phase {
		c.enter(m, g)
	}
	c.watchMotion(m)
	now := m.World.Now
	lasts := now - c.since
	switch g.State {
	case game.Initial:
		if lasts >= initialLasts {
			if m.book.Match.Standby {
				m.apply(game.Action{Kind: game.WaitForReady})
			} else {
				m.apply(game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: g.Kicking})
			}
		}
	case game.Standby:
		if lasts >= standbyLasts {
			m.hearing.signs[1] = m.apply(game.Action{Kind: game.StartSetPlay, SetPlay: game.KickOff, Side: g.Kicking}) || m.hearing.signs[1]
		}
	case game.Ready:
		if lasts > longestReady && now-c.moved >= m.book.Referee.Still.Sec() {
			m.apply(game.Action{Kind: game.WaitForSetPlay})
		}
	case game.Set:
		if lasts >= m.book.Referee.SetLasts.Sec() {
			m.hearing.signs[0] = m.apply(game.Action{Kind: game.FreeSetPlay}) || m.hearing.signs[0]
		}
	case game.Playing:
		c.play(m, g)
	case game.Finished:
		c.finish(m, g)
	case game.Timeout:
	}
	c.place(m)
}

// enter notes a new state and does what belongs to its beginning.
func (c *conductor) enter(m *Match, g *game.Game) {
	c.state, c.since, c.moved, c.outSince = g.State, m.World.Now, m.World.Now, -1
	if g.Phase != c.phase {
		c.phase = g.Phase
		c.lineUp(m)
	}
	if g.State == game.Set {
		x := 0.0
		if g.SetPlay == game.PenaltyKick {
			x = m.book.Field.Length.Value/2 - m.book.Field.PenaltyMark.Value
			if !g.DefendsLeft(g.Kicking) {
				x = -x
			}
		}
		m.placeBall(x, 0)
	}
}

// watchMotion notes when a robot that plays moved last.
func (c *conductor) watchMotion(m *Match) {
	if m.Steps%imageEvery != 0 {
		return
	}
	for i := range m.World.Robots {
		r := &m.World.Robots[i]
		side, number := m.Number(i)
		if m.Game.Game.Player(side, number).Penalty == game.NoPenalty && r.Pose.Distance(c.poses[i]) > m.book.Referee.StillMove.Value {
			c.moved = m.World.Now
		}
		c.poses[i] = r.Pose
	}
}

// play resumes after stops, ends the half, and places a ball that is out without a call.
func (c *conductor) play(m *Match, g *game.Game) {
	now := m.World.Now
	if g.Stopped {
		if c.stopped < 0 {
			c.stopped = now
		}
		if now-c.stopped >= resumeAfter {
			m.apply(game.Action{Kind: game.ResumePlay})
			c.stopped = -1
		}
		return
	}
	c.stopped = -1
	f := m.World.Field
	out := math.Abs(m.World.Ball.X) > f.Length/2+0.2 || math.Abs(m.World.Ball.Y) > f.Width/2+0.2
	over := -g.Clock.Remaining
	if over >= 0 && (out || m.World.Ball.Speed() < m.book.Referee.BallStops.Value || over > m.book.Referee.HalfEndsAnyway.Sec()) {
		m.apply(game.Action{Kind: game.FinishHalf})
		return
	}
	switch {
	case !out:
		c.outSince = -1
	case c.outSince < 0:
		c.outSince = now
	case now-c.outSince > lostOut:
		m.placeBall(math.Copysign(min(math.Abs(m.World.Ball.X), f.Length/2-0.3), m.World.Ball.X), math.Copysign(min(math.Abs(m.World.Ball.Y), f.Width/2-0.1), m.World.Ball.Y))
		c.outSince = -1
	}
}

// finish begins the second half at once, without the break, and ends the match after it.
func (c *conductor) finish(m *Match, g *game.Game) {
	if g.Phase == game.FirstHalf && !c.decided(m, g) {
		m.apply(game.Action{Kind: game.SwitchHalf})
		return
	}
	m.over = true
}

// decided reports whether the mercy rule has ended the match.
func (c *conductor) decided(m *Match, g *game.Game) bool {
	d := g.Teams[0].Score - g.Teams[1].Score
	return d >= m.book.Match.Mercy.Int() || -d >= m.book.Match.Mercy.Int()
}

// place takes penalised robots from the field, places them at the touchline, and lets them in again.
func (c *conductor) place(m *Match) {
	now := m.World.Now
	for i := range m.Players {
		side, number := m.Number(i)
		p := m.Game.Game.Player(side, number)
		stays := p.Penalty == game.MotionInSet || p.Penalty == game.MotionInStop || p.Penalty == game.MotionInStandby
		switch {
		case p.Penalty == game.NoPenalty || stays:
			c.placed[i], c.left[i] = -1, -1
		case c.left[i] < 0:
			c.left[i] = now
			m.fail(m.mover.Remove(i))
		case c.placed[i] < 0 && now-c.left[i] >= carryTime:
			c.placed[i] = now
			m.fail(m.mover.Place(i, c.touchline(m, i)))
			if m.book.Match.CountFromPlacement {
				m.apply(game.Action{Kind: game.Unpenalize, Side: side, Player: number})
			}
		case c.placed[i] >= 0 && p.Timer.On && p.Timer.Remaining <= 0 && p.Penalty != game.SentOff && m.Game.Game.State != game.Set:
			m.apply(game.Action{Kind: game.Unpenalize, Side: side, Player: number})
		}
	}
}

// touchline returns where a penalised robot stands: beside its own penalty mark, farther from the ball, facing the field.
func (c *conductor) touchline(m *Match, i int) plane.Pose {
	f, b := m.World.Field, &m.book.Field
	side, number := m.Number(i)
	attack := m.attack(side)
	ball := plane.Convert(attack, plane.Pose{X: m.World.Ball.X, Y: m.World.Ball.Y})
	y := f.Width/2 + max(m.book.Referee.RemovalDistance.Value, 0.2)
	if ball.Y > 0 {
		y = -y
	}
	x := -f.Length/2 + b.PenaltyMark.Value + 0.35*float64(number-3)
	return plane.Convert(attack, plane.Pose{X: x, Y: y, Theta: -math.Copysign(math.Pi/2, y)})
}

// String returns the call for people.
func (c *Called) String() string {
	text := fmt.Sprintf("%s  %s", clock(c.Clock), c.Call.String())
	if c.Refuse != "" {
		text += " (refused: " + c.Refuse + ")"
	}
	return text
}

// clock returns a time as mm:ss.
func clock(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	s := int(d.Seconds())
	return fmt.Sprintf("%s%d:%02d", sign, s/60, s%60)
}
