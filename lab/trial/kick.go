package trial

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion/kick"
	"gonao/motion/tunable"
	"gonao/nao"
)

// Kick is the result of a kick.
type Kick struct {
	Distance  float64 // the ball rolled to its rest, m
	Direction float64 // against the robot's own before the kick, rad, > 0 to the left
	HitSec    float64 // from the beginning until the ball moved; NaN if it did not move
	EndSec    float64 // from the beginning until the kick was over
	Fell      bool
	Done      bool // the kick ended as it should
}

// kicker is a controller that kicks, and then holds the robot as it is.
type kicker interface {
	Controller
	over() (ended, well bool)
}

// PlaceBall puts the world's ball on the ground at a place in the robot's own frame, and returns p_WB.
func (s *Stage) PlaceBall(x, y float64) (r3.Vec, error) {
	at := s.Place()
	sin, cos := math.Sincos(at.Yaw)
	const radius = 0.05
	p := r3.Vec{X: at.X + cos*x - sin*y, Y: at.Y + sin*x + cos*y, Z: radius}
	return p, s.Sim.PlaceBall("ball", p)
}

// newWithBall makes a stage in an empty hall with the game's ball.
func newWithBall(setup Setup) (*Stage, error) {
	s, err := newBare(withBall(setup))
	if err == nil && s.ball < 0 {
		s.Close()
		return nil, fmt.Errorf("trial: the world has no free ball: expected one named %q, as in spl", "ball")
	}
	return s, err
}

// freeBall returns where the world's free ball is, p_WB.
func (s *Stage) freeBall() r3.Vec { return s.Ball(s.ball) }

const (
	rolling     = 0.32 // m/s², the ball's deceleration, see the world
	touched     = 0.004
	afterKick   = 600 * time.Millisecond // how long the robot has to stand
	longestKick = 20 * time.Second
)

// watchKick runs a kicker until the kick is over and the ball, which lay at p_WB, rolls freely; how far it will roll follows
// from its speed then.
func (s *Stage) watchKick(c kicker, p_WB r3.Vec) (Kick, error) {
	from, begin := s.Place(), s.Time()
	k := Kick{HitSec: math.NaN(), EndSec: math.NaN()}
	var p, last r3.Vec
	var over time.Duration
	_, err := s.RunUntil(c, longestKick, func() bool {
		last, p = p, s.freeBall()
		now := s.Time() - begin
		if math.IsNaN(k.HitSec) && math.Hypot(p.X-p_WB.X, p.Y-p_WB.Y) > touched {
			k.HitSec = now.Seconds()
		}
		k.Fell = k.Fell || s.Fallen()
		if ended, well := c.over(); ended && over == 0 {
			over, k.Done, k.EndSec = now, well, now.Seconds()
		}
		return over > 0 && now >= over+afterKick && !(now.Seconds() < k.HitSec+1)
	})
	v := math.Hypot(p.X-last.X, p.Y-last.Y) / nao.CyclePeriod.Seconds()
	dx, dy := p.X-p_WB.X, p.Y-p_WB.Y
	k.Distance = math.Hypot(dx, dy) + v*v/(2*rolling)
	k.Direction = wrapAngle(math.Atan2(dy, dx) - from.Yaw)
	return k, err
}

// engineKick is the dynamic kick as a kicker.
type engineKick struct {
	*kick.Engine
	status kick.Status
}

func (e *engineKick) Step(state *nao.State, out *nao.Command) {
	out.Cycle = state.Cycle
	e.status = e.Engine.Step(state, out)
}

func (e *engineKick) over() (ended, well bool) {
	return e.status == kick.Done || e.status == kick.Failed, e.status == kick.Done
}

// runKick makes a robot stand, puts the ball before it and runs the dynamic kick.
func runKick(setup Setup, r kick.Request) (Kick, error) {
	cfg := kick.DefaultConfig()
	if err := setup.tune("kick", cfg.Fields()); err != nil {
		return Kick{}, err
	}
	e, err := kick.New(cfg)
	if err != nil {
		return Kick{}, err
	}
	s, p_WB, err := beforeBall(setup, r.BallX, r.BallY)
	if err != nil {
		return Kick{}, err
	}
	defer s.Close()
	if err := e.Begin(r, &s.State, s.Wanted()); err != nil {
		return Kick{}, err
	}
	return s.watchKick(&engineKick{Engine: e, status: kick.Running}, p_WB)
}

// beforeBall makes a stage where the robot stands before the ball.
func beforeBall(setup Setup, x, y float64) (*Stage, r3.Vec, error) {
	s, err := newWithBall(setup)
	if err != nil {
		return nil, r3.Vec{}, err
	}
	if err := s.Stand(); err != nil {
		s.Close()
		return nil, r3.Vec{}, err
	}
	p_WB, err := s.PlaceBall(x, y)
	if err != nil {
		s.Close()
		return nil, r3.Vec{}, err
	}
	return s, p_WB, nil
}

// kickRow makes a row of a kick: how far, when, how askew, and whether the robot
// stands again.
func kickRow(name, title, paper string, must, goal, direction float64, run func(Setup) (Kick, error)) Row {
	return Row{
		Name: name, Title: title, Paper: paper,
		Figures: []Figure{
			{Name: "distance", Unit: "m", Must: must, Goal: goal},
			{Name: "ball hit after", Unit: "s", Less: true, Must: 2, Goal: none},
			{Name: "off in direction", Unit: "°", Less: true, Must: none, Goal: none},
			{Name: "stands again", Over: Share, Must: 1, Goal: 1},
		},
		Run: func(setup Setup) (Result, error) {
			k, err := run(setup)
			if err != nil {
				return Result{}, err
			}
			off := math.Abs(wrapAngle(k.Direction-direction)) * 180 / math.Pi
			return Result{
				Values: []float64{k.Distance, k.HitSec, off, upright(k.Fell || !k.Done)},
				Note:   fmt.Sprintf("over after %.1f s", k.EndSec),
			}, nil
		},
	}
}

func kickFields(string) ([]tunable.Field, error) {
	cfg := kick.DefaultConfig()
	return prefixed("kick", cfg.Fields()), nil
}

// The places of the ball, m in the robot's frame, and the requested distances with which kicks are measured.
func forwardKick() kick.Request { return kick.Request{BallX: 0.182, BallY: 0.050, Distance: 3.15} }

func sideKick() kick.Request {
	return kick.Request{BallX: 0.118, BallY: 0.212, Direction: math.Pi / 2, Distance: 2}
}

// kickRows are the rows of the table about kicks.
func kickRows() []Row {
	rows := []Row{
		kickRow("kick_forward", "kick forward", "2.87 ± 0.46 m after 3.2 s", 3.1, 5, 0,
			func(s Setup) (Kick, error) { return runKick(s, forwardKick()) }),
		kickRow("kick_side", "kick sideways", "1.05 ± 0.17 m after 3 s", 1, 2.5, math.Pi/2,
			func(s Setup) (Kick, error) { return runKick(s, sideKick()) }),
	}
	for i := range rows {
		rows[i].Fields = kickFields
	}
	walking := kickRow("kick_walk", "kick out of the walk", "–", none, none, 0, func(s Setup) (Kick, error) {
		return runWalkingKick(s, nao.LeftLeg, 0.7, 0.25, 0)
	})
	walking.Fields = walkFields
	walking.Figures[1].Must = none // the robot walks to the ball first
	return append(rows, walking, turnedRow(), groundRow())
}
