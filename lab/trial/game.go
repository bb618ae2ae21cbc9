package trial

import (
	"fmt"
	"math"
	"time"

	"gonao/motion"
	"gonao/motion/tunable"
	"gonao/sim"
)

// The times of a scripted game.
const (
	gameWalkSec = 4
	gameTurnSec = 2
	gameLostSec = 30 // a task or a get-up that takes longer is abandoned
)

// gameRow plays a scripted game and counts falls: rounds of walking ahead, turning, lining up with the ball, a kick, and a
// push while it walks. A robot that fell gets up again and continues.
func gameRow() Row {
	const usualSec = 180
	return Row{
		Name: "game", Title: "a scripted game: walk, turn, line up, kick, push, get up", Paper: "–",
		Profiles: []sim.Profile{sim.Worn, sim.Real}, Fields: gameFields,
		Figures: []Figure{
			{Name: "falls per minute", Less: true, Must: 0.5, Goal: 0.2},
			{Name: "kicks that hit the ball", Unit: "%", Must: none, Goal: none},
			{Name: "falls it got up from", Unit: "%", Must: none, Goal: none},
			{Name: "rounds a minute", Must: none, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			g, err := newGame(setup)
			if err != nil {
				return Result{}, err
			}
			defer g.Close()
			begin := g.Time()
			for g.lost == "" && (g.Time()-begin).Seconds() < setup.seconds(usualSec) {
				if err := g.round(); err != nil {
					return Result{}, err
				}
			}
			return g.result((g.Time() - begin).Minutes()), nil
		},
	}
}

// gameFields returns the numbers of the walk and of the kick.
func gameFields(row string) ([]tunable.Field, error) {
	fields, err := walkFields(row)
	if err != nil {
		return nil, err
	}
	kicks, err := kickFields(row)
	return append(fields, kicks...), err
}

// game is a robot in a scripted game.
type game struct {
	*Stage
	m      *motion.Motion
	doing  string
	lies   bool
	falls  []string // what the robot did when it fell
	gotUp  int
	rounds int
	kicks  int
	hits   int
	lost   string // why the game cannot continue
}

func newGame(setup Setup) (*game, error) {
	cfg := motion.DefaultConfig()
	if err := setup.tune("walk", cfg.Walk.Fields()); err != nil {
		return nil, err
	}
	if err := setup.tune("kick", cfg.Kick.Fields()); err != nil {
		return nil, err
	}
	m, err := NewMotion(cfg)
	if err != nil {
		return nil, err
	}
	s, err := newWithBall(setup)
	if err != nil {
		return nil, err
	}
	g := &game{Stage: s, m: m, doing: "stand"}
	err = g.until(gameLostSec, m.CanWalk)
	if err != nil {
		s.Close()
		return nil, err
	}
	return g, nil
}

// until steps for a time, or until a condition holds, and counts falls.
func (g *game) until(sec float64, done func() bool) error {
	_, err := g.RunUntil(g.m, seconds(sec), func() bool {
		switch lies := g.Fallen(); {
		case lies && !g.lies:
			g.lies = true
			g.falls = append(g.falls, g.doing)
		case !lies && g.lies && g.m.CanWalk():
			g.lies = false
			g.gotUp++
		}
		return done()
	})
	return err
}

// ready waits until the robot can walk, since it gets up by itself. It reports whether it can.
func (g *game) ready() (bool, error) {
	if g.lost != "" {
		return false, nil
	}
	err := g.until(gameLostSec, func() bool { return g.m.CanWalk() && !g.lies })
	if !g.m.CanWalk() && err == nil {
		g.lost = fmt.Sprintf("%s since %.0f s: %s", g.m.State(), g.m.InStateSec(), g.m.Detail())
	}
	return g.m.CanWalk(), err
}

// walk walks with a velocity for a time, as far as it stays on its feet.
func (g *game) walk(doing string, v motion.Velocity, sec float64) error {
	if ok, err := g.ready(); !ok {
		return err
	}
	g.doing = doing
	return g.until(sec, func() bool {
		if g.m.CanWalk() {
			_ = g.m.SetVelocity(v) // as a commander that sends it again and again; a refusal, as of a gyroscope in doubt, passes
		}
		return g.lies
	})
}

// stop stands still before a task.
func (g *game) stop() error {
	if g.m.CanWalk() {
		_ = g.m.SetVelocity(motion.Velocity{})
	}
	return g.until(1.5, func() bool { return g.lies })
}

// task does one of motion's tasks.
func (g *game) task(doing string, begin func() (motion.Task, error)) error {
	if ok, err := g.ready(); !ok {
		return err
	}
	g.doing = doing
	task, err := begin()
	if err != nil {
		return nil // refused: it is not ready, or the ball lies elsewhere
	}
	return g.until(gameLostSec, func() bool { return g.lies || g.m.Report(task).Outcome != motion.Playing })
}

// round is one round of the game.
func (g *game) round() error {
	side := math.Copysign(1, g.Chance()-0.5)
	if err := g.walk("walk", motion.Velocity{X: 0.3}, gameWalkSec); err != nil {
		return err
	}
	if err := g.walk("turn", motion.Velocity{Yaw: side * 1.5}, gameTurnSec); err != nil {
		return err
	}
	if err := g.walk("curve", motion.Velocity{X: 0.2, Y: -side * 0.05, Yaw: side * 0.4}, gameTurnSec); err != nil {
		return err
	}
	if err := g.play(side); err != nil {
		return err
	}
	// A push comes from a random direction while the robot walks.
	strength, toward, after := 0.5+0.5*g.Chance(), 2*math.Pi*g.Chance(), 2+g.Chance()
	g.PushAt(g.Time()+time.Duration(after*float64(time.Second)), strength, toward)
	if err := g.walk("push", motion.Velocity{X: 0.2}, after+2); err != nil {
		return err
	}
	g.rounds++
	return nil
}

// play lines the robot up with the ball and kicks it.
func (g *game) play(side float64) error {
	if err := g.stop(); err != nil {
		return err
	}
	far, toward := 0.5, side*0.6*g.Chance()
	err := g.task("line up", func() (motion.Task, error) {
		return g.m.WalkTo(far*math.Cos(toward), far*math.Sin(toward), toward, 1)
	})
	if err != nil || g.lies || g.lost != "" {
		return err
	}
	r := motion.KickRequest{BallX: 0.16 + 0.04*g.Chance(), BallY: side * (0.04 + 0.03*g.Chance())}
	from, err := g.PlaceBall(r.BallX, r.BallY)
	if err != nil {
		return err
	}
	g.kicks++
	err = g.task("kick", func() (motion.Task, error) { return g.m.Kick(r) })
	if p := g.freeBall(); math.Hypot(p.X-from.X, p.Y-from.Y) > 0.2 {
		g.hits++
	}
	return err
}

// result returns the row's figures.
func (g *game) result(minutes float64) Result {
	part := func(n, of int) float64 {
		if of == 0 {
			return math.NaN()
		}
		return 100 * float64(n) / float64(of)
	}
	res := Result{Values: []float64{float64(len(g.falls)) / minutes, part(g.hits, g.kicks), part(g.gotUp, len(g.falls)), float64(g.rounds) / minutes}}
	if len(g.falls) > 0 {
		res.Note = fmt.Sprintf("fell at %v", g.falls)
	}
	if g.lost != "" {
		res.Note += "; " + g.lost
	}
	return res
}
