package match

import (
	"math"
	"time"

	"gonao/sim/kinematic"
	"gonao/soccer/game"
	"gonao/soccer/referee"
)

// observe fills the truth that the referee judges.
func (m *Match) observe() {
	w, t := m.World, &m.truth
	t.Time = w.Now
	t.Ball = referee.Ball{X: w.Ball.X, Y: w.Ball.Y, Z: m.ground.BallHeight()}
	for i := range w.Robots {
		r := &w.Robots[i]
		side, number := m.Number(i)
		if math.Abs(r.HeadYaw-m.heads.last[i]) > 0.002 {
			m.heads.moved[i] = w.Now
		}
		m.heads.last[i] = r.HeadYaw
		o := referee.Robot{
			ID: referee.ID{Side: side, Number: number}, X: r.Pose.X, Y: r.Pose.Y, Theta: r.Pose.Theta,
			Walking: r.Walking() || r.Posture == kinematic.Kicking, Looks: looks(m, i), Stance: m.ground.Stance(i),
			Fallen: r.Posture == kinematic.Fallen || r.Posture == kinematic.GettingUp, GettingUp: r.Posture == kinematic.GettingUp,
			AtPost: r.AtPost, Cover: m.ground.Cover(i), Kicking: r.Posture == kinematic.Kicking,
		}
		t.Robots[i] = o
	}
	m.observeContacts()
	askForTimeouts(m)
}

// askForTimeouts fills in which teams request a timeout, by their plans.
func askForTimeouts(m *Match) {
	g := &m.Game.Game
	m.truth.Timeouts = m.truth.Timeouts[:0]
	if g.State == game.Timeout {
		return
	}
	for i, s := range m.Sides {
		if behind := g.Teams[1-i].Score - g.Teams[i].Score; s.Plan.Timeout.Behind > 0 && behind >= s.Plan.Timeout.Behind {
			m.truth.Timeouts = append(m.truth.Timeouts, game.Home+game.Side(i))
		}
	}
}

// observeContacts fills in which robots touch the ball or another robot.
func (m *Match) observeContacts() {
	w, t := m.World, &m.truth
	t.Touches, t.Contacts = t.Touches[:0], t.Contacts[:0]
	for _, c := range w.Contacts {
		switch c.Kind {
		case kinematic.Kicked, kinematic.StillBall, kinematic.MovingBall:
			side, number := m.Number(c.A)
			t.Touches = append(t.Touches, referee.Touch{ID: referee.ID{Side: side, Number: number}, Deflection: c.Kind == kinematic.MovingBall, Arm: c.Arm})
		case kinematic.MovingRobots, kinematic.StandingRobot:
			a, b := &t.Robots[c.A], &t.Robots[c.B]
			t.Contacts = append(t.Contacts, referee.Contact{A: a.ID, B: b.ID, X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
			b.Unstable = b.Unstable || c.Upset
			b.Pushed = b.Pushed || a.Side != b.Side
		case kinematic.Goalpost:
		}
	}
}

// looks reports whether a robot's head has moved lately, or the ball is in front of it.
func looks(m *Match, i int) bool {
	r := &m.World.Robots[i]
	if m.World.Now-m.heads.moved[i] < 2*time.Second {
		return true
	}
	x, y := r.Pose.Local(m.World.Ball.X, m.World.Ball.Y)
	return math.Abs(math.Remainder(math.Atan2(y, x)-r.HeadYaw, 2*math.Pi)) < 0.45
}
