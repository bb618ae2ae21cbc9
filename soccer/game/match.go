package game

import (
	"cmp"
	"fmt"
	"time"

	"gonao/internal/declared"
)

// Rules holds the constants of a game. They are shared by all values of a match and must not be changed.
type Rules struct {
	Book  *Book
	Setup Setup
}

// A Setup holds the referees' settings before a game.
type Setup struct {
	Teams       [2]TeamSetup `yaml:"-"` // home, away
	Players     int          `yaml:"players" min:"0" max:"11" readonly:"true" desc:"players per team; 0: as in the book"`
	KickOff     Side         `yaml:"-"` // side with kick-off in the first half
	HomeOnRight bool         `yaml:"-"` // home defends the goal at positive x in the first half
	Long        bool         `yaml:"long" readonly:"true" desc:"the clock stops in READY and SET if the book allows it, as in finals"`
	NoDelay     bool         `yaml:"no_delay" readonly:"true" desc:"robots see the truth at once and need not hear the whistle"`
}

// A TeamSetup identifies a team.
type TeamSetup struct {
	Number           int    `yaml:"number" min:"0" max:"254" readonly:"true" desc:"number of the team in the league"`
	TeamName         string `yaml:"name" readonly:"true" desc:"name of the team, for people"`
	FieldColor       int    `yaml:"field_color" min:"0" max:"9" readonly:"true" desc:"0 blue, 1 red, 2 yellow, 3 black, 4 white, 5 green, 6 orange, 7 purple, 8 brown, 9 gray"` // numbers of the protocol
	GoalkeeperColor  int    `yaml:"goalkeeper_color" min:"0" max:"9" readonly:"true" desc:"as field_color"`
	GoalkeeperNumber int    `yaml:"goalkeeper" min:"1" max:"20" readonly:"true" desc:"its number"` // 0: player 1
}

// NewRules returns rules, or an error that names what is wrong in the setup.
func NewRules(b *Book, s Setup) (*Rules, error) {
	if s.Players == 0 {
		s.Players = b.Match.Players.Int()
	}
	if most := min(b.Match.MostPlayers.Int(), MostPlayers); s.Players < 1 || s.Players > most {
		return nil, fmt.Errorf("players per team: %d: expected 1 to %d in %s", s.Players, most, b.Name)
	}
	if s.KickOff == NoSide {
		s.KickOff = Home
	}
	for i := range s.Teams {
		t := &s.Teams[i]
		t.GoalkeeperNumber = cmp.Or(t.GoalkeeperNumber, 1)
		if err := declared.Check(t); err != nil {
			return nil, fmt.Errorf("%s: %w", Home+Side(i), err)
		}
		if t.GoalkeeperNumber > s.Players {
			return nil, fmt.Errorf("%s: goalkeeper %d: expected 1 to %d", Home+Side(i), t.GoalkeeperNumber, s.Players)
		}
	}
	if s.Teams[0].Number == s.Teams[1].Number {
		return nil, fmt.Errorf("both teams have the number %d: expected two different ones", s.Teams[0].Number)
	}
	return &Rules{Book: b, Setup: s}, nil
}

// halfOf returns the duration of a half, and zero for the shoot-out.
func (r *Rules) halfOf(p Phase) time.Duration {
	switch p {
	case FirstHalf, SecondHalf:
		return r.Book.Match.Half.Sec()
	case FirstExtraHalf, SecondExtraHalf:
		return r.Book.Match.ExtraHalf.Sec()
	default:
		return 0
	}
}

// A Match is a game with the view that robots have of it. It is a value: Apply and Seek return the next one.
type Match struct {
	Rules *Rules
	Game  Game // the truth
	Time  time.Duration

	hidden  Game  // what robots receive while the delay runs
	delay   Timer // how long they still receive it
	whistle bool  // the delay is that of PLAYING, which the end of a set play does not end
}

// NewMatch returns a match before its first half. Players above the number per team are substitutes.
func NewMatch(r *Rules) Match {
	m := Match{Rules: r}
	g := &m.Game
	g.HomeOnLeft = !r.Setup.HomeOnRight
	g.Kicking = r.Setup.KickOff
	g.Clock = clockOf(r.halfOf(FirstHalf))
	for i := range g.Teams {
		t := &g.Teams[i]
		t.Goalkeeper = r.Setup.Teams[i].GoalkeeperNumber
		t.Timeouts = r.Book.Match.Timeouts.Int()
		t.Messages = r.Book.Messages.PerGame.Int()
		for j := r.Setup.Players; j < MostPlayers; j++ {
			t.Players[j].Penalty = Substitute
		}
	}
	return m
}

// View returns the game as robots receive it: the truth, or the state before the whistle.
func (m *Match) View() *Game {
	if m.delay.On {
		return &m.hidden
	}
	return &m.Game
}

// Delayed reports whether robots receive an older state, and for how long.
func (m *Match) Delayed() (time.Duration, bool) { return m.delay.Remaining, m.delay.On }

// Legal returns nil when an action is possible now, or an error with the reason.
func (m *Match) Legal(a Action) error {
	c := context{game: &m.Game, rules: m.Rules}
	return c.legal(a)
}

// Apply performs an action. It returns the match unchanged and an error with the reason when the action is illegal.
func (m Match) Apply(a Action) (Match, error) {
	if err := m.Legal(a); err != nil {
		return m, err
	}
	m.apply(a, false)
	return m, nil
}

// apply performs a legal action. An action of a timer does not change the hidden game, which has its own timers.
func (m *Match) apply(a Action, timer bool) {
	c := context{game: &m.Game, rules: m.Rules, match: m}
	c.perform(a)
	if timer || !m.delay.On {
		return
	}
	h := context{game: &m.hidden, rules: m.Rules}
	if h.legal(a) == nil {
		h.perform(a)
	} else if !m.whistle || a.Kind != FinishSetPlay {
		m.delay = Timer{} // the hidden game can no longer be true
	}
}

// hide keeps the present game as the robots' view. It returns false in the hidden game itself, whose actions then have no
// effect.
func (c *context) hide(d time.Duration, whistle bool) bool {
	if d == 0 || c.rules.Setup.NoDelay {
		return true
	}
	if c.match == nil {
		return false
	}
	c.match.hidden = c.match.Game
	c.match.delay = Timer{On: true, Remaining: d, Ending: Expire}
	c.match.whistle = whistle
	return true
}

// Seek returns the match after some time. Actions of timers that expire happen at their moment.
func (m Match) Seek(dt time.Duration) Match {
	for dt > 0 {
		step := m.untilExpiry(dt)
		dt -= step
		m.Time += step
		m.step(step)
	}
	return m
}

// step advances the time by an interval in which no timer expires, except at its end.
func (m *Match) step(dt time.Duration) {
	frozen := m.Game // conditions are those before the step
	if m.delay.On && !frozen.Stopped {
		if m.delay.seek(dt); m.delay.On {
			m.seekGame(&m.hidden, dt, false)
		}
	}
	m.seekGame(&m.Game, dt, true)
}

// seekGame advances the timers of one of the two games and performs the due actions.
func (m *Match) seekGame(g *Game, dt time.Duration, truth bool) {
	before := *g
	var due [timerCount]Action
	n := 0
	for i := range timerCount {
		t, side, number := g.timer(i)
		if !t.runs(&before, m.Rules) {
			continue
		}
		if kind, expired := t.seek(dt); expired && kind != NoAction {
			due[n] = Action{Kind: kind, Side: side, Player: number, Force: true}
			n++
		}
	}
	for _, a := range due[:n] {
		c := context{game: g, rules: m.Rules}
		if c.legal(a) != nil {
			continue
		}
		if truth {
			m.apply(a, true)
		} else {
			c.perform(a)
		}
	}
}

// untilExpiry returns how far time can go until a timer expires, at most dt.
func (m *Match) untilExpiry(dt time.Duration) time.Duration {
	dt = m.Game.untilExpiry(dt, m.Rules)
	if m.delay.On {
		dt = m.hidden.untilExpiry(dt, m.Rules)
		if !m.Game.Stopped {
			dt = min(dt, m.delay.Remaining)
		}
	}
	return dt
}

func (g *Game) untilExpiry(dt time.Duration, r *Rules) time.Duration {
	for i := range timerCount {
		if t, _, _ := g.timer(i); t.Ending == Expire && t.runs(g, r) {
			dt = min(dt, t.Remaining)
		}
	}
	return dt
}
