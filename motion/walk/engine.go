package walk

import (
	"fmt"
	"time"

	"gonao/internal/si"
	"gonao/nao"
)

// Engine walks. One goroutine at a time may use it.
type Engine struct {
	cfg Config

	begun bool
	now   time.Duration
	dt    float64 // s, of this cycle

	// What is wanted.
	asked  Velocity // as commanded
	wish   Velocity // that, within the limits
	target goal
	course course
	kick   kickState

	// The gait.
	phase   Phase
	support nao.Leg
	steps   int      // since the robot began to step
	must    int      // steps to make before it may stand
	forced  int      // steps in a row that ended although the weight did not change over
	speed   Velocity // of this step
	t       float64  // s since this step, or the stand, began
	period  float64  // of this step, s
	feet    gait     // where the feet are commanded
	catch   catch    // how a step is moved to catch the body

	heightM float64 // torso over the soles
	comM    float64 // torso before the feet's middle
	leanRad float64

	est estimator
	odo odometry
	bal balance

	// The command.
	from      nao.Joints // where Begin found the joints
	fromStiff nao.Joints
	sinceSec  float64    // since Begin
	plain     nao.Joints // legs and arms without feedback
	sent      nao.Joints // of the last cycle
	stiff     float64    // of the legs
}

// New makes an engine; Begin starts it.
func New(cfg Config) (*Engine, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("walk: %w", err)
	}
	return &Engine{cfg: cfg}, nil
}

// Tune takes other numbers from the next Step on.
func (e *Engine) Tune(cfg Config) error {
	if err := cfg.Check(); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	e.cfg = cfg
	e.wish = e.cfg.Limit(e.asked)
	return nil
}

// Begin takes the legs and arms over from a standing posture: from the commanded
// joints, without a jump. Odometry goes on.
func (e *Engine) Begin(state *nao.State, command *nao.Command) {
	e.begun, e.now, e.sinceSec = true, state.Time, 0
	e.from, e.fromStiff = command.Position, command.Stiffness
	e.sent, e.plain = command.Position, command.Position
	e.asked, e.wish, e.speed, e.target = Velocity{}, Velocity{}, Velocity{}, goal{}
	e.course, e.kick = course{}, kickState{}
	e.phase, e.support, e.t, e.steps, e.must, e.forced = Standing, nao.LeftLeg, 0, 0, 0, 0
	e.feet, e.catch, e.bal = gait{}, catch{}, balance{}
	e.est = estimator{bias: e.est.bias, stoodSec: e.est.stoodSec, off: e.est.off}
	left, right := nao.SoleInTorso(nao.LeftLeg, &e.sent), nao.SoleInTorso(nao.RightLeg, &e.sent)
	e.heightM = clamp(-(left.P.Z+right.P.Z)/2, 0.25, e.cfg.StandHeight)
	e.comM = clamp(-(left.P.X+right.P.X)/2, -0.05, 0.05)
	e.leanRad, e.stiff = 0, e.cfg.StandStiffness
	e.odo.started = false
}

// SetVelocity sets the velocity to walk with, from the next step on. Beyond the
// limits it is scaled to the ellipsoid that they span; zero ends the walk.
func (e *Engine) SetVelocity(v Velocity) error {
	if !si.IsFinite(v.X) || !si.IsFinite(v.Y) || !si.IsFinite(v.Yaw) {
		return fmt.Errorf("walk: velocity (%g, %g, %g): %w", v.X, v.Y, v.Yaw, ErrNotFinite)
	}
	e.asked, e.wish = v, e.cfg.Limit(v)
	e.target = goal{}
	return nil
}

// Asked returns the velocity of SetVelocity, within the limits that hold now. It is zero
// after Stop and during a WalkTo.
func (e *Engine) Asked() Velocity { return e.wish }

// Stop ends the walk with the feet side by side.
func (e *Engine) Stop() { e.asked, e.wish, e.target = Velocity{}, Velocity{}, goal{} }

// Phase tells what the legs are about.
func (e *Engine) Phase() Phase { return e.phase }

// Settled tells whether the robot stands at rest: the sway of its last step is over, or
// will not end.
func (e *Engine) Settled() bool {
	const least, most = 0.6, 3 // s
	return e.phase == Standing && (e.t > least && e.est.quiet() && e.calm() || e.t > most)
}

// SupportLeg tells which leg bears the robot, and whether both do.
func (e *Engine) SupportLeg() (leg nao.Leg, double bool) {
	return e.support, e.phase == Standing || e.phase == Starting
}

// Odometry tells where the robot's frame is since New.
func (e *Engine) Odometry() Odometry { return e.odo.out }

// Step takes a cycle's state and sets the joints of legs and arms in out, and their
// stiffness. The head and the hands are left alone. It allocates nothing.
func (e *Engine) Step(state *nao.State, out *nao.Command) {
	if !e.begun {
		e.Begin(state, out)
	}
	gap := state.Time - e.now
	e.dt = clamp(gap.Seconds(), 0, 3*nao.CyclePeriod.Seconds())
	e.now = state.Time
	e.sinceSec += e.dt

	e.est.learnPerSec = e.cfg.WeighStand
	if e.stepping() {
		e.est.learnPerSec = 0
	}
	e.est.step(state, e.support, e.cfg.omega(), e.dt)
	e.odo.step(&e.est, e.cfg.OdometryX, e.cfg.OdometryY, e.dt)
	if e.dt > 0 {
		switch e.phase {
		case Standing:
			e.stand()
		case Starting:
			e.sink()
		case Walking, Stopping:
			e.walk()
		}
		e.settle()
	}
	e.pose()
	e.balance(out)
}

// stepping tells whether one leg bears the robot.
func (e *Engine) stepping() bool { return e.phase == Walking || e.phase == Stopping }

// settle moves the torso's height, place and lean to where the phase wants them.
func (e *Engine) settle() {
	c := &e.cfg
	height, com, lean, stiff := c.WalkHeight, c.ComX+c.ComXForward*e.speed.X, c.Lean+c.LeanForward*e.speed.X, c.WalkStiffness
	if e.phase == Standing {
		height, com, lean, stiff = c.StandHeight, c.StandComX, 0, c.StandStiffness
	}
	e.heightM = toward(e.heightM, height, c.SinkSpeed*e.dt)
	e.comM = toward(e.comM, com, 0.05*e.dt)
	e.leanRad = toward(e.leanRad, lean, 0.3*e.dt)
	e.stiff = toward(e.stiff, stiff, 2*e.dt)
}
