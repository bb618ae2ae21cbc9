package match

import (
	"math"
	"slices"
	"time"

	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// Stats holds measurements of a match.
type Stats struct {
	Possession [2]time.Duration // a robot of the team was the last to touch the ball, in PLAYING
	Half       [2]time.Duration // the ball was in the half that the team attacks, in PLAYING
	Plays
	Falls      [2]Falls
	Messages   [2]int
	Penalties  [2]int
	Distance   []float64           // m walked, by robot
	Heat       []Heat              // by robot
	PoseError  []float64           // m, once a second and robot on the field
	BallError  []float64           // m, of the robots that believe to see the ball
	RobotError []float64           // m, of opponents that robots have seen in the last second, from the nearest one
	Wrong      int                 // seconds in which a robot took itself to be on the other side of the field
	Beliefs    []Error             // the same errors over time
	Minutes    []Minute            // of PLAYING
	Roles      []map[team.Role]int // seconds in each role, by robot
	Playing    time.Duration       // the game's state is PLAYING
	Clock      time.Duration       // time in READY, SET or PLAYING
	fall       []fall
	at         []plane.Pose
	called     int
}

// Falls counts the falls of a team by the robots' actions and contacts in the second before. Dives are not counted.
type Falls struct{ Kick, Contact, Walk int }

// Sum returns all falls.
func (f Falls) Sum() int { return f.Kick + f.Contact + f.Walk }

// fall holds the possible causes of a robot's fall.
type fall struct {
	lies, dived     bool
	kicked, touched time.Duration // last
}

// An Error is how far the beliefs of a robot were from the truth at one time, m; NaN where it has no such belief.
type Error struct {
	Sec    float64
	Robot  int
	Pose   float64
	Ball   float64
	Others float64 // the mean over the opponents that it has seen in the last second, each from the nearest one
}

// A Minute holds the events in a minute of PLAYING.
type Minute struct {
	Possession, Half [2]time.Duration
}

// A Shot is one of [Plays].
type Shot struct {
	Time  time.Duration
	Side  game.Side
	Robot int     // number
	X, Y  float64 // m in the map of its team, place of the ball
	Goal  bool
	Saved bool // by the goalkeeper
}

// Heat counts the seconds that a robot spent in each cell of the field, in the frame map of its team.
type Heat [HeatX][HeatY]float64

// HeatX and HeatY are the numbers of cells along and across the field.
const (
	HeatX = 18
	HeatY = 12
)

func (s *Stats) init(n int) {
	s.Distance, s.Heat = make([]float64, 2*n), make([]Heat, 2*n)
	s.Plays.init(2 * n)
	s.fall, s.at = make([]fall, 2*n), make([]plane.Pose, 2*n)
	for i := range s.fall {
		s.fall[i].kicked, s.fall[i].touched = -time.Hour, -time.Hour
	}
	s.Roles = make([]map[team.Role]int, 2*n)
	for i := range s.Roles {
		s.Roles[i] = map[team.Role]int{}
	}
}

// step counts the events of a cycle.
func (s *Stats) step(m *Match) {
	s.Plays.step(m)
	for _, c := range m.World.Contacts {
		switch c.Kind {
		case kinematic.MovingRobots, kinematic.StandingRobot, kinematic.Goalpost:
			s.fall[c.A].touched = m.Now()
			if c.B >= 0 {
				s.fall[c.B].touched = m.Now()
			}
		case kinematic.Kicked, kinematic.StillBall, kinematic.MovingBall: // see Plays
		}
	}
	for i := range m.World.Robots {
		side, _ := m.Number(i)
		s.fall[i].step(m.World.Robots[i].Posture, m.Now(), &s.Falls[side-game.Home])
	}
	for ; s.called < len(m.Calls); s.called++ {
		if a := m.Calls[s.called].Action; a.Kind == game.Penalize && m.Calls[s.called].Refuse == "" {
			s.Penalties[a.Side-game.Home]++
		}
	}
	switch m.Game.Game.State {
	case game.Ready, game.Set, game.Playing:
		s.Clock += Cycle
	case game.Initial, game.Standby, game.Finished, game.Timeout:
	}
	if m.Game.Game.State != game.Playing {
		return
	}
	if int(s.Playing/time.Minute) >= len(s.Minutes) {
		s.Minutes = append(s.Minutes, Minute{})
	}
	minute := &s.Minutes[len(s.Minutes)-1]
	s.Playing += Cycle
	if s.owner != game.NoSide {
		s.Possession[s.owner-game.Home] += Cycle
		minute.Possession[s.owner-game.Home] += Cycle
	}
	home := 0
	if (m.World.Ball.X > 0) != m.Game.Game.DefendsLeft(game.Home) {
		home = 1
	}
	s.Half[home] += Cycle
	minute.Half[home] += Cycle
}

// step counts a fall by its cause.
func (f *fall) step(p kinematic.Posture, now time.Duration, falls *Falls) {
	lies := p == kinematic.Fallen || p == kinematic.GettingUp
	if lies && !f.lies && !f.dived {
		switch {
		case now-f.kicked < time.Second:
			falls.Kick++
		case now-f.touched < time.Second:
			falls.Contact++
		default:
			falls.Walk++
		}
	}
	if p == kinematic.Kicking {
		f.kicked = now
	}
	f.lies, f.dived = lies, p == kinematic.Diving || f.dived && lies
}

// image measures beliefs against truth, once a second.
func (s *Stats) image(m *Match) {
	for i := range m.World.Robots {
		r := &m.World.Robots[i]
		if d := r.Pose.Distance(s.at[i]); d < 0.2 {
			s.Distance[i] += d
		}
		s.at[i] = r.Pose
	}
	second := (m.Steps / imageEvery) % 10
	if second != 0 || m.Game.Game.State != game.Playing {
		return
	}
	for i, p := range m.Players {
		r := &m.World.Robots[i]
		side, number := m.Number(i)
		if r.Away || m.Game.Game.Player(side, number).Penalty != game.NoPenalty {
			continue
		}
		truth := plane.Convert(m.attack(side), r.Pose)
		s.Heat[i].add(truth, m.World.Field.Length, m.World.Field.Width)
		v := &p.View
		s.Roles[i][v.Role]++
		if v.Returns || v.Fallen {
			continue
		}
		err := v.Estimate.Pose.Distance(truth)
		s.PoseError = append(s.PoseError, err)
		at := Error{Sec: m.Now().Seconds(), Robot: i, Pose: err, Ball: math.NaN()}
		if v.Estimate.Pose.Turned().Distance(truth) < err && err > 1 {
			s.Wrong++
		}
		if v.Ball.Own {
			ball := plane.Convert(m.attack(side), plane.Pose{X: m.World.Ball.X, Y: m.World.Ball.Y})
			at.Ball = math.Hypot(v.Ball.X-ball.X, v.Ball.Y-ball.Y)
			s.BallError = append(s.BallError, at.Ball)
		}
		at.Others = s.others(m, i)
		s.Beliefs = append(s.Beliefs, at)
	}
}

// others compares a robot's belief about the others with the truth, and returns the mean error; NaN if it has seen none.
func (s *Stats) others(m *Match, i int) float64 {
	v := &m.Players[i].View
	side, _ := m.Number(i)
	sum, n := 0.0, 0.0
	for k := range v.World.Count {
		o := &v.World.Robots[k]
		if o.Told || v.Now-o.SeenAt > time.Second {
			continue
		}
		at := plane.Convert(m.attack(side), plane.Pose{X: o.MapX, Y: o.MapY})
		nearest := math.Inf(1)
		for j := range m.World.Robots {
			if j != i && !m.World.Robots[j].Away {
				nearest = min(nearest, m.World.Robots[j].Pose.Distance(at))
			}
		}
		if !math.IsInf(nearest, 1) {
			s.RobotError = append(s.RobotError, nearest)
			sum, n = sum+nearest, n+1
		}
	}
	return sum / n
}

func (h *Heat) add(p plane.Pose, length, width float64) {
	x := int((p.X/length + 0.5) * HeatX)
	y := int((p.Y/width + 0.5) * HeatY)
	h[max(0, min(HeatX-1, x))][max(0, min(HeatY-1, y))]++
}

// A Result is the result of a match.
type Result struct {
	Red, Blue  string
	Rules      string
	Seed       uint64
	Swap       bool
	Score      [2]int
	Time       time.Duration // simulated
	Digest     string
	Calls      int
	Rulings    map[string]int // calls by rule
	Refused    int            // calls that the game did not perform
	Possession [2]float64     // share of play
	Territory  [2]float64     // share of play with the ball in the half that the team attacks
	InPlay     float64        // share of READY, SET and PLAYING in which the game is PLAYING
	Free       float64        // share of PLAYING in which no robot touches the ball
	Counts
	Falls      [2]int
	FallsBy    [2]Falls
	Messages   [2]int
	Penalties  [2]int
	Pose, Ball Errors
	Robots     Errors
	Wrong      int
	Faults     int // errors of machines
}

// Errors are those of beliefs: the median and the value that 95 % are below, m.
type Errors struct{ Median, P95 float64 }

// Result returns the result so far.
func (m *Match) Result() *Result {
	s := &m.Stats
	g := &m.Game.Game
	r := &Result{
		Red: m.Sides[0].Name, Blue: m.Sides[1].Name, Rules: m.book.Name, Seed: m.Seed, Swap: m.Swap,
		Score: [2]int{g.Teams[0].Score, g.Teams[1].Score}, Time: m.World.Now, Digest: m.Digest(), Rulings: map[string]int{},
		Possession: s.Shares(), Counts: s.Counts, FallsBy: s.Falls, Messages: s.Messages, Penalties: s.Penalties, InPlay: share(s.Playing, s.Clock), Free: share(s.Free, s.Playing),
		Pose: errorsOf(s.PoseError), Ball: errorsOf(s.BallError), Robots: errorsOf(s.RobotError), Wrong: s.Wrong,
	}
	for i := range m.Calls {
		if m.Calls[i].Refuse != "" {
			r.Refused++
			continue
		}
		r.Calls++
		r.Rulings[m.Calls[i].Rule]++
	}
	for i := range 2 {
		r.Falls[i] = s.Falls[i].Sum()
		r.Territory[i] = share(s.Half[i], s.Playing)
	}
	for _, p := range m.Players {
		r.Faults += p.Faults
	}
	return r
}

// Shares returns the shares of the teams in play, 0 before the first touch.
func (s *Stats) Shares() (of [2]float64) {
	for i := range of {
		of[i] = share(s.Possession[i], s.Possession[0]+s.Possession[1])
	}
	return of
}

func share(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return a.Seconds() / b.Seconds()
}

func errorsOf(values []float64) Errors {
	if len(values) == 0 {
		return Errors{}
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return Errors{sorted[len(sorted)/2], sorted[len(sorted)*95/100]}
}
