package walk

import (
	"errors"
	"fmt"
	"math"

	"gonao/internal/si"
	"gonao/nao"
)

// KickStep is a kick out of the walk: the swing foot of one step goes on through the
// ball before it lands. The steps before it are placed so that the ball lies right.
//
// The ball and the direction are in the robot's frame when Kick is called.
type KickStep struct {
	Leg          nao.Leg // the kicking leg
	BallX, BallY float64 // the ball's centre, m
	Direction    float64 // desired direction of the ball, rad: 0 forward, > 0 to the left; the foot turns
	Strength     float64 // share of the fastest swing, above 0 to 1
}

// Reasons why a kick out of the walk is refused.
var (
	errKickFar  = errors.New("the ball is not on the way")
	errKickBusy = errors.New("another kick is under way")
)

// Limits of a kick out of the walk.
const (
	kickFarM    = 1.5  // the ball may lie so far ahead, m
	kickSideM   = 0.25 // largest distance to the side of the foot's path
	kickTurnRad = 0.53
)

// The kicking step, in the frame of the foot that supports it, m, s.
const (
	ballRadius = 0.05
	toeX       = 0.0994 // from the ankle to the front of the sole
	sideY      = 0.048  // and to its side
	reachIn    = 0.08   // least distance of the ankles
)

// kickState is a kick that is requested or under way.
type kickState struct {
	asked  bool
	active bool // this step is the kick's
	step   KickStep
	ball   vec2    // in the odometry frame
	toward float64 // the direction, there
	from   vec2    // swing foot at the start of the step, in S
	touch  vec2    // swing foot at the ball, in S
	along  vec2    // unit vector of the kick, in S
	speed  float64
	done   int // kicks made
}

// Kick requests a kick out of the walk. The engine must be walking towards the ball; it
// kicks with the first step of the leg from which the ball can be reached.
func (e *Engine) Kick(k KickStep) error {
	switch {
	case !si.IsFinite(k.BallX) || !si.IsFinite(k.BallY) || !si.IsFinite(k.Direction) || !si.IsFinite(k.Strength):
		return fmt.Errorf("walk: kick at (%g, %g) m, %g rad, strength %g: %w", k.BallX, k.BallY, k.Direction, k.Strength, ErrNotFinite)
	case k.Leg >= nao.NumLegs:
		return fmt.Errorf("walk: kick with leg %d: expected the left or the right one", k.Leg)
	case !(k.Strength > 0 && k.Strength <= 1):
		return fmt.Errorf("walk: kick with strength %g: expected above 0, up to 1", k.Strength)
	case k.BallX < 0 || k.BallX > kickFarM || math.Abs(k.BallY) > kickSideM:
		return fmt.Errorf("walk: kick at (%.2f, %.2f) m: %w: expected 0 to %g m ahead, %g m to the side at most", k.BallX, k.BallY, errKickFar, kickFarM, kickSideM)
	case math.Abs(k.Direction) > kickTurnRad:
		return fmt.Errorf("walk: kick towards %.2f rad: %w: expected at most %g rad", k.Direction, errKickFar, kickTurnRad)
	case e.kick.active:
		return fmt.Errorf("walk: %w", errKickBusy)
	}
	here := place{e.odo.out.X, e.odo.out.Y, e.odo.out.Yaw}
	done := e.kick.done
	e.kick = kickState{
		asked: true, step: k, done: done,
		ball: here.apply(vec2{k.BallX, k.BallY}), toward: here.yaw + k.Direction,
	}
	return nil
}

// CancelKick cancels a kick that has not begun; a swing under way lands as it would.
func (e *Engine) CancelKick() { e.kick.asked = false }

// Kicks returns the number of kicks out of the walk whose swing was made, since Begin.
func (e *Engine) Kicks() int { return e.kick.done }

// Kicking reports whether a kick is requested or under way.
func (e *Engine) Kicking() bool { return e.kick.asked || e.kick.active }

// end notes that a step is over: the kick's too, if it was one.
func (k *kickState) end() {
	if k.active {
		k.active, k.done = false, k.done+1
	}
}

// plan changes the step that begins: it is the kick's, or the last one before it.
func (k *kickState) plan(e *Engine, leg nao.Leg) {
	if !k.asked {
		return
	}
	k.steer(e)
	ball, toward := k.seen(e)
	s := side(k.step.Leg)
	if leg != k.step.Leg {
		k.support(e, leg, ball.sub(k.sweet(e, toward, s)))
		return
	}
	off := ball.sub(k.sweet(e, toward, s))
	if math.Abs(off.x) > 0.04 || math.Abs(off.y) > 0.06 {
		if ball.x < 0.05 {
			k.asked = false // passed
		}
		return
	}
	k.begin(e, ball, toward)
}

// support places the foot that bears the robot while the other one kicks. It lands so that the
// ball lies right, and nearer to the other foot than in other steps: that slows the sway, which
// has to last for the longer step of the kick.
func (k *kickState) support(e *Engine, leg nao.Leg, want vec2) {
	at := e.landing()
	if math.Abs(want.x-at.x) > 0.6*e.cfg.ReachX {
		return // not yet
	}
	at.x = clamp(want.x, -0.3*e.cfg.ReachX, 0.9*e.cfg.ReachX)
	at.y = clamp(want.y, at.y-e.cfg.KickAlign, at.y+e.cfg.KickAlign) - side(leg)*e.cfg.KickInside
	e.land(at)
}

// steer turns the steps before the kick towards the ball: sideways until it lies before
// the kicking foot, and into the kick's direction.
func (k *kickState) steer(e *Engine) {
	here := place{e.odo.out.X, e.odo.out.Y, e.odo.out.Yaw}.inverse()
	ball := here.apply(k.ball)
	toward := wrap(k.toward + here.yaw)
	v := e.speed
	const sec = 0.6 // time in which an error is corrected
	off := ball.y - contactBall(toward, vec2{0, side(k.step.Leg) * e.cfg.Width / 2}).y
	v.Y = clamp(off/sec, -0.12, 0.12)
	if math.Abs(k.step.Direction) < 0.7 {
		v.Yaw = clamp(toward/sec, -0.5, 0.5)
	}
	v.X *= k.stride(e)
	e.speed = e.cfg.longest(v)
	e.planStep()
}

// stride returns the factor on the length of the steps before the kick, so that a whole
// number of them ends where the ball lies right.
func (k *kickState) stride(e *Engine) float64 {
	ball, toward := k.seen(e)
	way := ball.sub(k.sweet(e, toward, side(k.step.Leg))).x
	step := e.speed.X * e.period * e.cfg.StepGainX
	if way <= step/2 || step < 0.01 {
		return 1
	}
	// The foot that will support the kick moves with every second step, by two lengths; when
	// it swings now, it stands one length before the foot at which S is.
	first := 2 * step
	if other(e.support) != k.step.Leg {
		first = step
	}
	n := math.Round(max(way-first, 0) / (2 * step))
	return clamp(way/(first+2*n*step), 0.7, 1.3)
}

// seen returns the ball and the kick's direction in the frame of the supporting foot.
func (k *kickState) seen(e *Engine) (vec2, float64) {
	here := place{e.odo.out.X, e.odo.out.Y, e.odo.out.Yaw}.inverse()
	f := e.foot()
	robot := place{f.x / 2, f.y / 2, f.yaw / 2}
	return robot.apply(here.apply(k.ball)), wrap(k.toward + here.yaw + robot.yaw)
}

// sweet returns where the ball lies best for the kick, in the frame of the supporting foot.
func (k *kickState) sweet(e *Engine, toward, s float64) vec2 {
	return contactBall(toward, vec2{e.cfg.KickX, s * e.cfg.Width})
}

// contactBall returns the ball's centre when a foot at a place touches it in a direction:
// with the toe, or with the side.
func contactBall(toward float64, foot vec2) vec2 {
	sin, cos := math.Sincos(toward)
	const middleX = 0.0245
	return vec2{
		foot.x + middleX + (toeX-middleX)*cos + ballRadius*cos,
		foot.y + (sideY+ballRadius)*sin,
	}
}

// begin makes the step the kick's.
func (k *kickState) begin(e *Engine, ball vec2, toward float64) {
	k.asked, k.active = false, true
	f := e.foot()
	k.from = vec2{f.x, f.y}
	sin, cos := math.Sincos(toward - side(k.step.Leg)*e.cfg.KickTurn)
	k.along = vec2{cos, sin}
	k.touch = ball.sub(contactBall(toward, vec2{}))
	e.speed.X = max(e.speed.X, e.cfg.KickStride)
	e.planStep()
	e.period *= e.cfg.KickPeriod
	e.feet.goalX = e.speed.X * e.period / 2 * e.cfg.StepGainX
	k.speed = e.cfg.KickSpeed * k.step.Strength
}

// The ends of the parts of the kicking step's swing: back, to the ball, through it, to the ground. The last part ends before the
// step does, because the leg is behind its targets: a foot that is still on its way back lands too far ahead.
const (
	kickBack    = 0.2
	kickTouch   = 0.4
	kickThrough = 0.58
	kickLand    = 0.82
)

// swing returns the swing foot's place in S and its additional lift, at a share u of the step.
func (k *kickState) swing(e *Engine, u float64) (vec2, float64) {
	sec := e.period
	back := k.touch.sub(k.along.scale(e.cfg.KickBack))
	through := k.touch.add(k.along.scale(e.cfg.KickThrough))
	land := e.landing().pos().add(e.catch.at)
	var at vec2
	switch {
	case u < kickBack:
		at = hermite(k.from, vec2{}, back, vec2{}, u/kickBack, kickBack*sec)
	case u < kickTouch:
		at = hermite(back, vec2{}, k.touch, k.along.scale(k.speed), (u-kickBack)/(kickTouch-kickBack), (kickTouch-kickBack)*sec)
	case u < kickThrough:
		at = hermite(k.touch, k.along.scale(k.speed), through, vec2{}, (u-kickTouch)/(kickThrough-kickTouch), (kickThrough-kickTouch)*sec)
	default:
		at = hermite(through, vec2{}, land, vec2{}, min((u-kickThrough)/(kickLand-kickThrough), 1), (kickLand-kickThrough)*sec)
	}
	if s := side(k.step.Leg); at.y*s < reachIn {
		at.y = s * reachIn
	}
	return at, e.cfg.KickLift * hump(u)
}

// hermite returns the cubic from a with speed va to b with vb, at u from 0 to 1 of sec.
func hermite(a, va, b, vb vec2, u, sec float64) vec2 {
	u2, u3 := u*u, u*u*u
	return a.scale(1 - 3*u2 + 2*u3).add(b.scale(3*u2 - 2*u3)).
		add(va.scale(sec * (u - 2*u2 + u3))).add(vb.scale(sec * (u3 - u2)))
}
