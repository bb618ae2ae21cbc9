package walk

import (
	"fmt"
	"time"

	"gonao/internal/declared"
	"gonao/internal/si"
	"gonao/nao"
)

// Engine walks. One goroutine at a time may use it.
type Engine struct {
	cfg Config

	begun bool
	now   time.Duration
	dt    float64 // s, of this cycle

	command command
	kick    kickState

	// The gait.
	phase   Phase
	support nao.Leg
	steps   int      // since the robot began to step
	must    int      // steps to make before it may stand
	forced  int      // steps in a row that ended although the weight did not change over
	making  Velocity // velocity to be made by this step
	speed   Velocity // velocity that it is planned for
	opened  Velocity // sideways and turning velocity to be made by the last step that opened the feet
	t       float64  // s since this step, or the stand, began
	period  float64  // of this step, s
	reg     regulator
	feet    gait  // commanded positions of the feet
	catch   catch // shift of a step to catch the body

	torso torso
	tilt  tilt

	est estimator
	odo odometry
	bal balance
	out output
}

// New makes an engine; Begin starts it.
func New(cfg Config) (*Engine, error) {
	if err := declared.Check(&cfg); err != nil {
		return nil, fmt.Errorf("walk: %w", err)
	}
	return &Engine{cfg: cfg}, nil
}

// Tune sets other numbers from the next Step on.
func (e *Engine) Tune(cfg Config) error {
	if err := declared.Check(&cfg); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	e.Use(cfg)
	return nil
}

// Use is Tune with numbers that were checked. It does not allocate.
func (e *Engine) Use(cfg Config) {
	e.cfg = cfg
	e.command.limit(&e.cfg)
}

// Begin starts to move legs and arms from a standing posture: from the commanded joints,
// without a jump. Odometry goes on.
func (e *Engine) Begin(state *nao.State, from *nao.Command) {
	awaySec := (state.Time - e.now).Seconds()
	e.begun, e.now = true, state.Time
	e.out, e.torso = newOutput(from, e.cfg.StandStiffness), newTorso(&from.Position, e.cfg.StandHeight)
	e.command, e.kick, e.making, e.speed = command{}, kickState{}, Velocity{}, Velocity{}
	e.reg.begin(&e.cfg)
	e.phase, e.support, e.t, e.steps, e.must, e.forced = Standing, nao.LeftLeg, 0, 0, 0, 0
	e.feet, e.catch, e.bal = gait{}, catch{}, balance{}
	e.tilt.begin(awaySec)
	e.est = estimator{bias: e.est.bias, learntSec: e.est.learntSec, off: e.est.off, cells: e.est.cells, gyroscope: e.est.gyroscope}
	e.odo.started = false
	e.odo.away.began = false
}

// SetVelocity sets the velocity to walk with, from the next step on. Beyond the
// limits it is scaled to the ellipsoid that they span; zero ends the walk.
func (e *Engine) SetVelocity(v Velocity) error {
	if !si.IsFinite(v.X) || !si.IsFinite(v.Y) || !si.IsFinite(v.Yaw) {
		return fmt.Errorf("walk: velocity (%g, %g, %g): %w", v.X, v.Y, v.Yaw, ErrNotFinite)
	}
	e.command.asked, e.command.target = v, goal{}
	e.command.limit(&e.cfg)
	return nil
}

// Asked returns the velocity of SetVelocity, within the limits that hold now. It is zero
// after Stop and during a WalkTo.
func (e *Engine) Asked() Velocity { return e.command.wish }

// Stop ends the walk with the feet side by side.
func (e *Engine) Stop() { e.command.stop() }

// GyroscopeFailed reports whether the gyroscope's readings cannot be right. The engine then ends a walk with its next
// steps, stands, and begins no walk.
func (e *Engine) GyroscopeFailed() bool { return e.est.gyroscope.Failed() }

// Phase returns the phase of the legs.
func (e *Engine) Phase() Phase { return e.phase }

// Settled reports whether the robot stands at rest: the sway of its last step is over, or
// will not end.
func (e *Engine) Settled() bool {
	const least, most = 0.6, 3 // s
	return e.phase == Standing && (e.t > least && e.est.quiet() && e.est.calm(&e.cfg, e.support) || e.t > most)
}

// SupportLeg returns the leg that bears the robot, and whether both do.
func (e *Engine) SupportLeg() (leg nao.Leg, double bool) {
	return e.support, e.phase == Standing || e.phase == Starting
}

// Odometry returns where the robot's frame is since New.
func (e *Engine) Odometry() Odometry { return e.odo.out }

// Step evaluates a cycle's state and writes the joints of legs and arms to out, with their
// stiffness. It leaves head and hands as they are, and allocates nothing.
func (e *Engine) Step(state *nao.State, out *nao.Command) {
	if !e.begun {
		e.Begin(state, out)
	}
	gap := state.Time - e.now
	e.dt = clamp(gap.Seconds(), 0, 3*nao.CyclePeriod.Seconds())
	e.now = state.Time
	e.out.sinceSec += e.dt

	e.est.learnPerSec = e.cfg.WeighStand
	if e.stepping() {
		e.est.learnPerSec = 0
	}
	e.est.step(state, e.support, e.cfg.omega(), e.dt)
	e.odo.step(&e.est, &e.cfg, e.stepping(), e.dt)
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
	e.tilt.step(e.est.tilted(&e.cfg, e.torso.leanRad, e.making), e.odo.out.Yaw, e.stepping() || e.phase == Starting, e.dt)
	e.pose()
	e.balance(out)
}

// stepping reports whether one leg bears the robot.
func (e *Engine) stepping() bool { return e.phase == Walking || e.phase == Stopping }
