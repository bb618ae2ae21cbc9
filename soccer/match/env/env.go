// Package env is an environment in the form of Gymnasium over a match, in the kinematic world or with simulated bodies in
// one process: the user's agents replace some robots, and receive their perception. Reset begins an episode with a seed,
// Step plays one image (96 ms).
//
// An agent's action is carried out from the image after the observed one on, like the delay of camera and computation on
// a robot. The same seed and actions return the same observations, to the bit.
package env

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"gonao/robot/localization"
	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
	"gonao/soccer/match"
	"gonao/soccer/player"
)

// Tasks of an environment.
const (
	Play  = "play"  // a whole match, from the kick-off on
	Score = "score" // one red robot, no opponent: a ball at a random place, 25 s to score
)

// scoreWithin is how long the task score lasts.
const scoreWithin = 25 * time.Second

// An Agent is a robot that the user moves.
type Agent struct {
	Side   string `json:"side"`   // red or blue
	Number int    `json:"number"` // 1 to the number of players
}

// Config holds the settings of an environment.
type Config struct {
	Task   string       `json:"task"`   // play or score; "": play
	Agents []Agent      `json:"agents"` // default red 1
	Match  match.Config `json:"-"`      // teams, rules, half and so on; the zero value is ours against luar
}

// Truth is the true state, in the frame world.
type Truth struct {
	Time   float64      `json:"time"`
	Ball   [2]float64   `json:"ball"`
	Robots [][3]float64 `json:"robots"` // red's, then blue's; those away from the field have their last pose
	Score  [2]int       `json:"score"`
}

// A Result is what a step returns, with one observation and one reward for each agent.
type Result struct {
	Observations []Observation `json:"observations"`
	Rewards      []float64     `json:"rewards"` // goals for less goals against, and 0.1 a metre that the ball came nearer to the goal
	Terminated   bool          `json:"terminated"`
	Truncated    bool          `json:"truncated"` // the time is over
	Truth        Truth         `json:"truth"`
}

// An Env is an environment. It is used by one goroutine.
type Env struct {
	config Config
	agents []*agent
	match  *match.Match
	seed   uint64
	began  time.Duration
	score  [2]int
	ball   plane.Pose
	done   bool
	scored int // goals of the task score
}

// New returns an environment that has to be reset.
func New(c Config) (*Env, error) {
	c.Task = cmp.Or(c.Task, Play)
	if c.Task != Play && c.Task != Score {
		return nil, fmt.Errorf("task %q: expected %s or %s", c.Task, Play, Score)
	}
	if len(c.Agents) == 0 {
		c.Agents = []Agent{{"red", 1}}
	}
	if c.Task == Score {
		c.Match.Players = 1
	}
	e := &Env{config: c}
	seen := map[Agent]bool{}
	for _, a := range c.Agents {
		if a.Side != "red" && a.Side != "blue" {
			return nil, fmt.Errorf("agent %s %d: expected the side red or blue", a.Side, a.Number)
		}
		if a.Number < 1 || a.Number > 20 || seen[a] {
			return nil, fmt.Errorf("agent %s %d: expected each robot once, from number 1 on", a.Side, a.Number)
		}
		seen[a] = true
		e.agents = append(e.agents, &agent{Agent: a})
	}
	e.config.Match.Behaviour = e.behaviour
	if err := e.check(); err != nil {
		return nil, err
	}
	return e, nil
}

// check returns the errors that the first Reset would return. It builds no bodies.
func (e *Env) check() error {
	c := e.config.Match
	c.Seed = 1
	if c.WorldKind == match.Physics {
		c.WorldKind = match.Kinematic
	}
	m, err := match.New(c)
	if err != nil {
		return err
	}
	defer m.Close()
	return e.checkAgents(m)
}

// checkAgents returns an error for an agent that no team has.
func (e *Env) checkAgents(m *match.Match) error {
	for _, a := range e.agents {
		if n := len(m.Players) / 2; a.Number > n {
			return fmt.Errorf("agent %s %d: a team has %s", a.Side, a.Number, players(n))
		}
	}
	return nil
}

func players(n int) string {
	if n == 1 {
		return "1 player"
	}
	return fmt.Sprintf("%d players", n)
}

// behaviour returns the agent in the place of a robot, and nil where the team's machines play.
func (e *Env) behaviour(s game.Side, number int) player.Behaviour {
	for _, a := range e.agents {
		if (a.Side == "red") == (s == game.Home) && a.Number == number {
			return a
		}
	}
	return nil
}

// Reset begins an episode. The same seed returns the same one.
func (e *Env) Reset(seed uint64) (*Result, error) {
	if seed == 0 {
		return nil, fmt.Errorf("seed 0: expected 1 or more")
	}
	e.Close()
	c := e.config.Match
	c.Seed = seed
	for _, a := range e.agents {
		a.action, a.present = Action{}, false
	}
	m, err := match.New(c)
	if err != nil {
		return nil, err
	}
	e.match, e.seed, e.done, e.scored = m, seed, false, 0
	if e.config.Task == Score {
		if err := e.drill(); err != nil {
			m.Close()
			e.match = nil
			return nil, err
		}
	}
	e.began, e.score = m.Now(), e.goals()
	e.image()
	e.ball = e.ballPose()
	return e.result(make([]float64, len(e.agents))), nil
}

// drill leads to play with one robot and the ball at random places.
func (e *Env) drill() error {
	f := e.match.World.Field
	unit := fractions(e.seed)
	ball := plane.Pose{X: unit[0] * f.Length / 3, Y: (unit[1] - 0.5) * f.Width * 0.7}
	at := plane.Pose{X: ball.X - 0.4 - 1.2*unit[2], Y: ball.Y + unit[3] - 0.5}
	if e.match.Bodies != nil {
		return e.match.Arrange(match.Situation{
			Name: Score, Robots: []match.Placed{{Side: game.Home, Number: 1, At: at}}, BallX: ball.X, BallY: ball.Y,
		})
	}
	e.drillKinematic(ball, at)
	return nil
}

// drillKinematic starts play, removes the blue robot, and places ball and robot.
func (e *Env) drillKinematic(ball, at plane.Pose) {
	m := e.match
	for m.Game.Game.State != game.Playing || m.Game.Game.SetPlay != game.NoSetPlay {
		m.Step()
	}
	*m.Game.Game.Player(game.Home, 1) = game.Player{} // it has stood until now, for which it may have been penalised
	m.World.Remove(1)
	m.World.PlaceBall(ball.X, ball.Y)
	m.World.Place(0, at)
	for range 250 { // 3 s: it sees the ball and finds its pose
		m.Step()
	}
	*m.Game.Game.Player(game.Home, 1) = game.Player{}
	m.Players[0].Locate(localization.At(at, 0.1, 0.1)) // red plays towards positive x
}

// fractions returns four numbers from 0 to 1 that follow from a seed.
func fractions(seed uint64) (u [4]float64) {
	for i := range u { // the splitmix64 of Steele, Lea and Flood, 2014
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		u[i] = float64((z^z>>31)>>11) / (1 << 53)
	}
	return u
}

// image plays until all agents have seen the next image.
func (e *Env) image() {
	for _, a := range e.agents {
		a.present = false
	}
	for !e.match.Over() {
		e.match.Step()
		b, f := &e.match.World.Ball, e.match.World.Field
		if e.config.Task == Score && b.X > f.Length/2 && math.Abs(b.Y) < f.GoalWidth/2 {
			e.scored = 1 // the rules of a match would want a second robot to have played the ball
		}
		if e.agents[0].present {
			return
		}
	}
}

// Step carries out one action for each agent and plays until the next image.
func (e *Env) Step(actions []Action) (*Result, error) {
	if e.match == nil || e.done {
		return nil, fmt.Errorf("step: the episode is over; expected a reset")
	}
	if len(actions) != len(e.agents) {
		return nil, fmt.Errorf("step: %d actions; expected %d", len(actions), len(e.agents))
	}
	for i := range actions {
		if err := actions[i].validate(); err != nil {
			return nil, fmt.Errorf("step: action %d: %w", i, err)
		}
		e.agents[i].action = actions[i]
	}
	before := e.score
	e.image()
	e.score = e.goals()
	ball := e.ballPose()
	rewards := make([]float64, len(e.agents))
	for i, a := range e.agents {
		own := 0
		if a.Side == "blue" {
			own = 1
		}
		rewards[i] = float64(e.score[own] - before[own] - e.score[1-own] + before[1-own])
		if e.score == before && e.match.Game.Game.State == game.Playing && ball.Distance(e.ball) < 1 {
			rewards[i] += 0.1 * (e.toGoal(e.ball, own) - e.toGoal(ball, own))
		}
	}
	e.ball = ball
	return e.result(rewards), nil
}

func (e *Env) goals() [2]int {
	g := &e.match.Game.Game
	if e.config.Task == Score {
		return [2]int{e.scored, 0}
	}
	return [2]int{g.Teams[0].Score, g.Teams[1].Score}
}

func (e *Env) ballPose() plane.Pose {
	return plane.Pose{X: e.match.World.Ball.X, Y: e.match.World.Ball.Y}
}

// toGoal returns the distance of the ball from the goal that a side attacks, m.
func (e *Env) toGoal(ball plane.Pose, side int) float64 {
	x := e.match.World.Field.Length / 2
	if !e.match.Game.Game.DefendsLeft(game.Home + game.Side(side)) {
		x = -x
	}
	return math.Hypot(x-ball.X, ball.Y)
}

// result returns the present result.
func (e *Env) result(rewards []float64) *Result {
	r := &Result{Rewards: rewards, Truth: e.Truth()}
	for _, a := range e.agents {
		r.Observations = append(r.Observations, a.seen)
	}
	r.Terminated = e.match.Over() || e.config.Task == Score && (e.score != [2]int{} || e.match.Game.Game.State != game.Playing || e.match.Game.Game.SetPlay != game.NoSetPlay)
	r.Truncated = e.config.Task == Score && e.match.Now()-e.began >= scoreWithin
	e.done = r.Terminated || r.Truncated
	return r
}

// Truth returns the true state.
func (e *Env) Truth() Truth {
	w := e.match.World
	t := Truth{Time: w.Now.Seconds(), Ball: [2]float64{w.Ball.X, w.Ball.Y}, Score: e.goals()}
	for i := range w.Robots {
		p := w.Robots[i].Pose
		t.Robots = append(t.Robots, [3]float64{p.X, p.Y, p.Theta})
	}
	return t
}

// Close ends the episode.
func (e *Env) Close() {
	if e.match != nil {
		e.match.Close()
		e.match = nil
	}
}
