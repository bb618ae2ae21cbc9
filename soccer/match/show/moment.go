package show

import (
	"math"
	"strconv"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/soccer/match"
	"gonao/soccer/match/scene"
	"gonao/soccer/player"
)

// AboutOf returns the constants of a match.
func AboutOf(m *match.Match) About {
	f := m.World.Field
	a := About{
		Teams: [2]string{m.Sides[0].Name, m.Sides[1].Name}, Rules: m.Book().Name, World: m.WorldKind, Seed: strconv.FormatUint(m.Seed, 10),
		Field: Field{
			Length: f.Length, Width: f.Width, Border: f.Border, GoalWidth: f.GoalWidth, GoalDepth: 0.5, Circle: f.CircleRadius,
			Lines: [][4]float64{}, Marks: [][2]float64{},
		},
	}
	for _, l := range f.Lines {
		a.Field.Lines = append(a.Field.Lines, [4]float64{l.FromX, l.FromY, l.ToX, l.ToY})
	}
	for _, p := range f.Points {
		if p.Kind == field.Mark {
			a.Field.Marks = append(a.Field.Marks, [2]float64{p.X, p.Y})
		}
	}
	return a
}

// MomentOf returns the present visible state of a match.
func MomentOf(m *match.Match) Moment {
	b := &m.World.Ball
	at := Moment{
		Sec: m.Now().Seconds(), Calls: len(m.Calls),
		Ball:   Ball{X: scene.Round(b.X), Y: scene.Round(b.Y), Z: scene.Round(m.BallHeight()), VX: scene.Round(b.VX), VY: scene.Round(b.VY)},
		Robots: make([]Robot, len(m.Players)),
	}
	s := &m.Stats
	at.Plays = &scene.Plays{Possession: s.Shares(), Kicks: s.Kicks, Passes: s.Passes, Shots: s.Shots, Saves: s.Saves, Falls: [2]int{s.Falls[0].Sum(), s.Falls[1].Sum()}}
	for i := range at.Plays.Possession {
		at.Plays.Possession[i] = scene.Round(at.Plays.Possession[i])
	}
	at.SetGame(&m.Game.Game)
	for i := range m.Players {
		at.Robots[i] = robotOf(m, i)
	}
	return at
}

// robotOf returns one robot of a match.
func robotOf(m *match.Match, i int) Robot {
	r, p := &m.World.Robots[i], m.Players[i]
	side, number := m.Number(i)
	v := &p.View
	out := Robot{
		X: scene.Round(r.Pose.X), Y: scene.Round(r.Pose.Y), Theta: scene.Round(r.Pose.Theta), HeadYaw: scene.Round(r.HeadYaw),
		Posture: r.Posture.String(), Away: r.Away, Role: v.Role.String(), Choice: v.Decision.Choice.String(), Belief: beliefOf(p),
		Target: placeOf(p.Attack(), v.Decision.X, v.Decision.Y), Machines: []string{}, Walked: scene.Round(m.Stats.Distance[i]),
	}
	out.SetPlayer(side, number, m.Game.Game.Player(side, number))
	if a := p.Machines(); a != nil {
		out.Machines = []string{a.Game.Path(), a.Role.Path(), a.Body.Path(), a.Head.Path()}
	}
	return out
}

// beliefOf returns a player's belief.
func beliefOf(p *player.Player) Belief {
	v := &p.View
	pose, cov := v.Estimate.Pose, v.Estimate.Cov
	w := plane.Convert(p.Attack(), pose) // half a turn leaves the covariance of the place as it is
	b := Belief{
		X: scene.Round(w.X), Y: scene.Round(w.Y), Theta: scene.Round(w.Theta), XX: small(cov.XX), XY: small(cov.XY), YY: small(cov.YY),
		Localized: v.Estimate.Localized, Robots: []Seen{},
	}
	if v.Ball.Known {
		at := placeOf(p.Attack(), v.Ball.X, v.Ball.Y)
		b.Ball = &Seen{X: at.X, Y: at.Y, Age: scene.Round(min(v.Ball.Age, 999)), Side: "team"}
		if v.Ball.Own {
			b.Ball.Side = "own"
		}
	}
	for k := range v.World.Count {
		o := &v.World.Robots[k]
		if o.Told {
			continue
		}
		at := placeOf(p.Attack(), o.MapX, o.MapY)
		b.Robots = append(b.Robots, Seen{X: at.X, Y: at.Y, Age: scene.Round((v.Now - o.SeenAt).Seconds()), Side: sideOf(o.Side)})
	}
	return b
}

// sideOf returns the side to which a player believes another robot belongs.
func sideOf(s percepts.RobotSide) string {
	switch s {
	case percepts.OwnSide:
		return "own"
	case percepts.OpponentSide:
		return "other"
	case percepts.UnknownSide:
	}
	return ""
}

func placeOf(a plane.Attack, x, y float64) Place {
	p := plane.Convert(a, plane.Pose{X: x, Y: y})
	return Place{X: scene.Round(p.X), Y: scene.Round(p.Y)}
}

// CallOf returns a call as the page shows it.
func CallOf(c *match.Called) Call {
	out := Call{
		Sec: c.Time.Seconds(), Clock: scene.Round(c.Clock.Seconds()), Phase: c.Phase.String(), Score: c.Score, Rule: c.Rule, Text: scene.InColors(c.Call.String()),
		Evidence: scene.InColors(c.Evidence),
		Source:   c.Source, Refused: c.Refuse,
	}
	if c.PlaceAt {
		out.At = &Place{X: scene.Round(c.X), Y: scene.Round(c.Y)}
	}
	return out
}

// small returns a covariance with six decimals.
func small(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return math.Round(x*1e6) / 1e6
}

// Every is the simulated time between two moments.
const Every = 8 * match.Cycle

// index returns the place of the moment at a time among n of them.
func index(sec float64, n int) int {
	at := sec/Every.Seconds() + 0.5
	if !(at > 0) {
		return 0
	}
	return int(min(at, float64(n-1)))
}
