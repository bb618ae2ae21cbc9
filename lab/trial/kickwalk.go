package trial

import (
	"gonao/motion/walk"
	"gonao/nao"
)

// walkingKick is a walk towards the ball that kicks it on the way, and then stops.
type walkingKick struct {
	*walk.Engine
	stage *Stage
	ball  int
	leg   nao.Leg
	asked bool
	err   error
}

// seenFrom is the distance of the ball when the kick is requested, m.
const seenFrom = 0.6

func (w *walkingKick) Step(state *nao.State, out *nao.Command) {
	out.Cycle = state.Cycle
	if !w.asked {
		p := w.stage.Ball(w.ball)
		if at := (Place{X: p.X, Y: p.Y}).In(w.stage.Place()); at.X < seenFrom {
			w.asked = true
			w.err = w.Kick(walk.KickStep{Leg: w.leg, BallX: at.X, BallY: at.Y, Strength: 1})
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

// RunWalkingKick makes a robot walk to the ball and kick it out of the walk, straight on.
func RunWalkingKick(setup Setup, leg nao.Leg, aheadM, speed float64) (Kick, error) {
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
	ball, err := s.ballIndex()
	if err != nil {
		return Kick{}, err
	}
	e.Begin(&s.State, s.Wanted())
	if err := e.SetVelocity(walk.Velocity{X: speed}); err != nil {
		return Kick{}, err
	}
	w := &walkingKick{Engine: e, stage: s, ball: ball, leg: leg}
	k, err := s.watchKick(w, p_WB)
	if err == nil {
		err = w.err
	}
	return k, err
}
