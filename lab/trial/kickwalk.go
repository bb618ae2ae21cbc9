package trial

import (
	"fmt"
	"math"

	"gonao/motion/walk"
	"gonao/nao"
	"gonao/sim"
)

// walkingKick is a walk towards the ball that kicks it on the way, and then stops.
type walkingKick struct {
	*walk.Engine
	stage *Stage
	leg   nao.Leg
	turn  float64 // rad, the direction in which the ball is to roll
	asked bool
	err   error
}

// seenFrom is the distance of the ball when the kick is requested, m.
const seenFrom = 0.6

func (w *walkingKick) Step(state *nao.State, out *nao.Command) {
	out.Cycle = state.Cycle
	if !w.asked {
		p := w.stage.freeBall()
		if at := (Place{X: p.X, Y: p.Y}).In(w.stage.Place()); at.X < seenFrom {
			w.asked = true
			w.err = w.Kick(walk.KickStep{Leg: w.leg, BallX: at.X, BallY: at.Y, Direction: w.turn, Strength: 1})
		}
	}
	if w.Kicks() > 0 {
		w.Stop()
	}
	w.Engine.Step(state, out)
}

func (w *walkingKick) over() (ended, well bool) {
	if w.err != nil {
		return true, false
	}
	return w.Kicks() > 0 && w.Phase() == walk.Standing || w.stage.Fallen(), w.Kicks() > 0 && !w.stage.Fallen()
}

// runWalkingKick makes a robot walk to the ball and kick it out of the walk, in a direction.
func runWalkingKick(setup Setup, leg nao.Leg, aheadM, speed, direction float64) (Kick, error) {
	cfg := walk.DefaultConfig()
	if err := setup.tune("walk", cfg.Fields()); err != nil {
		return Kick{}, err
	}
	e, err := walk.New(cfg)
	if err != nil {
		return Kick{}, err
	}
	side := 1.0
	if leg == nao.RightLeg {
		side = -1
	}
	s, p_WB, err := beforeBall(setup, aheadM, side*cfg.Width/2)
	if err != nil {
		return Kick{}, err
	}
	defer s.Close()
	e.Begin(&s.State, s.Wanted())
	if err := e.SetVelocity(walk.Velocity{X: speed}); err != nil {
		return Kick{}, err
	}
	w := &walkingKick{Engine: e, stage: s, leg: leg, turn: direction}
	k, err := s.watchKick(w, p_WB)
	if err == nil {
		err = w.err
	}
	return k, err
}

// turnedRow makes a row of kicks out of the walk with both feet, up to 30° to both sides, at 0.1 to 0.3 m/s.
func turnedRow() Row {
	return Row{
		Name: "kick_walk_turned", Title: "kick out of the walk, both feet, ± 30°, 0.1 to 0.3 m/s", Paper: "–",
		Profiles: []sim.Profile{sim.Real}, Fields: walkFields,
		Figures: []Figure{
			{Name: "stands", Over: Share, Must: 0.97, Goal: 0.99},
			{Name: "distance", Unit: "m", Must: 1.5, Goal: 2},
			{Name: "off in direction", Unit: "°", Less: true, Must: none, Goal: none},
			{Name: "ball hit", Over: Share, Must: none, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			leg, direction := nao.Leg(setup.Seed%nao.NumLegs), [3]float64{-30, 0, 30}[setup.Seed/2%3]*math.Pi/180
			speed := 0.1 + 0.1*float64(setup.Seed/6%3)
			k, err := runWalkingKick(setup, leg, 0.7, speed, direction)
			if err != nil {
				return Result{}, err
			}
			hit, off := 1.0, math.Abs(wrapAngle(k.Direction-direction))*180/math.Pi
			if math.IsNaN(k.HitSec) {
				hit, off = 0, math.NaN()
			}
			return Result{
				Values: []float64{upright(k.Fell), k.Distance, off, hit},
				Note:   fmt.Sprintf("leg %d, %.0f°, %.1f m/s: %.1f m, %.0f°", leg, direction*180/math.Pi, speed, k.Distance, k.Direction*180/math.Pi),
			}, nil
		},
	}
}
