package motion

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/internal/si"
	"gonao/motion/kick"
	"gonao/motion/walk"
	"gonao/nao"
)

// kickControl kicks out of the stand.
type kickControl struct {
	engine  kicker // may be nil
	request KickRequest
	place   kickPlace
}

// kickShoulders are the joints beside the legs without which a kick falls: of 12 robots that kicked while an arm danced,
// 4 fell. While another owner has one of them a kick is refused, and from its request to its end it keeps them.
var kickShoulders = []nao.Joint{nao.LShoulderPitch, nao.LShoulderRoll, nao.RShoulderPitch, nao.RShoulderRoll}

// step kicks on, and writes how far the kick is into its task.
func (k *kickControl) step(c *core) engineStatus {
	if k.place.known {
		k.place.measure(c)
		at := seenFrom(k.place.ball, k.place.began)
		k.engine.Follow(at.X, at.Y)
	}
	how := k.engine.Step(&c.sensors, c.joints.draft())
	c.joints.take(kickOwner, c.now)
	if t := c.tasks.legs(); t.kind == kickTask {
		t.report.Share, t.report.Hit, t.report.Foot = k.engine.Progress(), k.engine.Hit(), k.engine.Foot()
	}
	return how
}

// refused returns the outcome of a kick that the engine did not begin.
func (k *kickControl) refused(err error) Outcome {
	if errors.Is(err, kick.ErrNotStanding) || errors.Is(err, kick.ErrBusy) {
		return NotReached
	}
	return Unreachable
}

// checkKick returns nil for a request that makes sense.
func checkKick(r KickRequest) error {
	for _, v := range [4]float64{r.BallX, r.BallY, r.Direction, r.Distance} {
		if !si.IsFinite(v) {
			return fmt.Errorf("%w: %g: expected a finite number", ErrBadGoal, v)
		}
	}
	switch {
	case r.Distance < 0:
		return fmt.Errorf("%w: distance %g m: expected 0 or more", ErrBadGoal, r.Distance)
	case !(r.Strength >= 0 && r.Strength <= 1):
		return fmt.Errorf("%w: strength %g: expected 0 to 1", ErrBadGoal, r.Strength)
	case math.Abs(r.Direction) > 2*math.Pi:
		return fmt.Errorf("%w: direction %g rad: expected a part of a turn", ErrBadGoal, r.Direction)
	case r.Foot > kick.RightFoot:
		return fmt.Errorf("%w: foot %d: expected 0 (any), 1 (left) or 2 (right)", ErrBadGoal, r.Foot)
	}
	return nil
}

// Results of a kick out of the walk, measured in the profile real over 20 robots (docs/motion/kick.md).
const (
	walkKickSpeed = 0.25 // m/s, towards the ball
	walkKickFarM  = 1.8  // the ball rolls at full strength
	walkKickSec   = 15   // longest way to a ball 1.5 m ahead, with room
)

// walkKick is a kick out of the walk that is under way.
type walkKick struct {
	began time.Duration
	far   float64 // m to the ball at the beginning
	swung int     // kicks of the engine at the beginning
	begun bool    // the walk towards the ball has begun
	step  walk.KickStep
}

// kickStep returns the walk's kick for a request.
func kickStep(r KickRequest) (walk.KickStep, error) {
	if r.BallX == 0 && r.BallY == 0 {
		return walk.KickStep{}, fmt.Errorf("%w: a kick out of the walk: expected the ball's place", ErrBadGoal)
	}
	leg := nao.LeftLeg
	if r.Foot == kick.RightFoot || r.Foot != kick.LeftFoot && r.BallY < 0 {
		leg = nao.RightLeg
	}
	strength := 1.0
	if r.Distance > 0 { // the ball's distance grows with the square of its speed
		strength = min(math.Sqrt(r.Distance/walkKickFarM), 1)
	}
	return walk.KickStep{Leg: leg, BallX: r.BallX, BallY: r.BallY, Direction: r.Direction, Strength: strength}, nil
}

// beginKick begins a kick out of the walk.
func (w *walkControl) beginKick(c *core, r KickRequest) (Task, error) {
	step, err := kickStep(r)
	if err != nil {
		return Task{}, err
	}
	if err := w.engine.Kick(step); err != nil {
		return Task{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	if err := c.tasks.giveWay(walkKickTask); err != nil {
		w.engine.CancelKick()
		return Task{}, err
	}
	w.kick = walkKick{began: c.now, far: max(math.Hypot(r.BallX, r.BallY), 1e-3), swung: w.engine.Kicks(), step: step}
	w.velocity.resend = true
	task := c.tasks.begin(walkKickTask)
	t := c.tasks.legs()
	t.report.Foot = kick.LeftFoot
	if step.Leg == nao.RightLeg {
		t.report.Foot = kick.RightFoot
	}
	return task, nil
}

// stepKick walks towards the ball until the swing foot has gone through it.
func (w *walkControl) stepKick(c *core, t *task) {
	k := &w.kick
	w.velocity.resend = true
	if !k.begun {
		k.begun = true
		_ = w.engine.SetVelocity(Velocity{X: walkKickSpeed}) // a number
	}
	past := c.sinceSec(k.began)
	t.report.Share = min(past*walkKickSpeed/k.far, 0.95)
	switch {
	case w.engine.Kicks() > k.swung:
		t.report.Hit = true
		c.tasks.endLegs(Finished, nil)
	case !w.engine.Kicking() || past > walkKickSec:
		w.engine.CancelKick()
		c.tasks.endLegs(Unreachable, fmt.Errorf("kick: %w: the walk passed the ball", ErrUnreachable))
	}
}
