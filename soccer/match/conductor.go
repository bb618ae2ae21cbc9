package match

import (
	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
	"gonao/soccer/referee"
)

// apply performs an action of the procedure; a refused action is an error of the conductor and appears among the calls.
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
	}
}

// follow carries out the conductor's orders.
func follow(m *Match, o *referee.Orders) {
	for _, id := range o.Removed {
		m.fail(m.ground.Remove(indexOf(m, id)))
	}
	performed := true
	for i := range o.Calls {
		c := &o.Calls[i]
		performed = m.apply(c.Action) && performed
		if performed && c.Action.Kind == game.TakeTimeout {
			m.note(*c, "")
		}
	}
	m.hearing.signs[0] = m.hearing.signs[0] || o.Whistle && performed
	m.hearing.signs[1] = m.hearing.signs[1] || o.ReadySign && performed
	if o.LineUp {
		lineUp(m)
	}
	if o.PlaceBall {
		m.placeBall(o.X, o.Y)
	}
	for _, s := range o.Stands {
		i := indexOf(m, s.ID)
		m.fail(m.ground.Place(i, plane.Pose{X: s.X, Y: s.Y, Theta: s.Theta}))
		if m.Game.Game.Phase == game.PenaltyShootout {
			m.Players[i].Begin(m.attack(s.Side), m.World.Now)
		}
	}
	m.over = m.over || o.Over
}

// indexOf returns the index of a robot.
func indexOf(m *Match, id referee.ID) int {
	return int(id.Side-game.Home)*len(m.Players)/2 + id.Number - 1
}

// lineUp places all robots beside the touchlines of their own halves.
func lineUp(m *Match) {
	f := m.World.Field
	for i, p := range m.Players {
		side, number := m.Number(i)
		attack := m.attack(side)
		m.fail(m.ground.Place(i, referee.LineUp(f.Length, f.Width, attack, number, len(m.Players)/2)))
		p.Begin(attack, m.World.Now)
	}
}
