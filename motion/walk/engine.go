package walk

import (
	"fmt"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// Engine walks. One goroutine at a time may use it.
type Engine struct {
	cfg   Config
	omega float64

	begun bool
	now   time.Duration
	dt    float64 // s, of this cycle

	// What is wanted.
	wish   Velocity // as commanded, within the limits
	target goal
	speed  Velocity // of the present step
	kick   kickState

	// The gait.
	phase    Phase
	support  nao.Leg
	t        float64 // s since the support changed, or since the phase began
	plan     plan    // of this step, as commanded
	landing  place   // of the swing foot, as adapted
	swingSec float64 // as adapted
	swing    [3]track
	lift     [nao.NumLegs]float64 // commanded height of the soles, m
	liftM    float64              // of this step
	pivot    vec2                 // in S
	steps    int                  // since the start
	trim     Velocity             // put onto the speed, so that the steps come out as long as planned
	aim      place                // where the swing foot was wished to land
	must     int                  // steps to make before standing

	ref reference
	est estimator
	bal balance
	odo odometry

	heightM float64
	leanRad float64

	// The command.
	from     nao.Joints // where Begin found the joints
	fromStif nao.Joints
	sinceSec float64    // since Begin
	plain    nao.Joints // legs and arms without feedback
	last     nao.Joints // plain, of the last cycle
	sent     nao.Joints // of the last cycle
	stiff    float64
	torso    nao.Pose              // X_ST as commanded
	soles    [nao.NumLegs]nao.Pose // in the torso, as commanded
}

// New makes an engine; Begin starts it.
func New(cfg Config) (*Engine, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("walk: %w", err)
	}
	return &Engine{cfg: cfg, omega: cfg.omega()}, nil
}

// Tune takes other numbers from the next Step on.
func (e *Engine) Tune(cfg Config) error {
	if err := cfg.Check(); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	e.cfg, e.omega = cfg, cfg.omega()
	return nil
}

// Begin takes the legs and arms over from a standing posture: from the commanded
// joints, without a jump. Odometry goes on.
func (e *Engine) Begin(state *nao.State, command *nao.Command) {
	e.begun, e.now, e.sinceSec = true, state.Time, 0
	e.from, e.fromStif = command.Position, command.Stiffness
	e.sent, e.plain, e.last = command.Position, command.Position, command.Position
	e.wish, e.speed, e.target = Velocity{}, Velocity{}, goal{}
	e.phase, e.support, e.t, e.steps, e.must = Standing, nao.LeftLeg, 0, 0, 0
	e.kick = kickState{}
	e.lift = [nao.NumLegs]float64{}
	e.est = estimator{bias: e.est.bias, off: e.est.off}
	e.bal = balance{}
	left, right := nao.SoleInTorso(nao.LeftLeg, &e.sent), nao.SoleInTorso(nao.RightLeg, &e.sent)
	at := placeOf(left).inverse().mul(placeOf(right))
	at = place{clamp(at.x, -0.1, 0.1), clamp(at.y, -0.2, -e.cfg.ReachIn), clamp(wrap(at.yaw), -1, 1)}
	e.put(at)
	e.heightM = clamp(-(left.P.Z+right.P.Z)/2, 0.25, e.cfg.StandHeight)
	e.leanRad = 0
	e.ref.rest(e.middle())
	e.stiff = e.cfg.StandStiffness
	e.odo.anchor(&e.est)
	e.pose()
	e.last = e.plain
}

// put sets the swing foot where it is, at rest.
func (e *Engine) put(at place) {
	e.swing = [3]track{{at: at.x}, {at: at.y}, {at: at.yaw}}
	e.landing = at
}

// foot is where the other foot is commanded in S.
func (e *Engine) foot() place { return place{e.swing[0].at, e.swing[1].at, e.swing[2].at} }

// SetVelocity sets the velocity to walk with, from the next step on. Beyond the
// limits it is scaled to the ellipsoid that they span; zero ends the walk.
func (e *Engine) SetVelocity(v Velocity) error {
	if !finite(v.X) || !finite(v.Y) || !finite(v.Yaw) {
		return fmt.Errorf("walk: velocity (%g, %g, %g): %w", v.X, v.Y, v.Yaw, ErrNotFinite)
	}
	e.wish = e.cfg.Limit(v)
	e.target = goal{}
	return nil
}

// Stop ends the walk with the feet side by side.
func (e *Engine) Stop() { e.wish, e.target = Velocity{}, goal{} }

// Phase tells what the legs are about.
func (e *Engine) Phase() Phase { return e.phase }

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
	e.plain[nao.HeadYaw], e.plain[nao.HeadPitch] = state.Position[nao.HeadYaw], state.Position[nao.HeadPitch]

	e.est.learnPerSec = e.cfg.WeighWalk
	if e.phase == Standing {
		e.est.learnPerSec = e.cfg.WeighStand
	}
	e.est.step(state, e.support, e.omega, e.dt)
	e.odo.step(&e.est, e.cfg.OdometryX, e.cfg.OdometryY, e.dt)
	if e.dt > 0 {
		e.follow()
		switch e.phase {
		case Standing:
			e.stand()
		case Starting:
			e.sway()
		case Walking, Stopping:
			e.walk()
		}
		e.settleBody()
	}
	e.pose()
	e.balance(out)
}

// middle is the point between the feet over which the robot stands, in S.
func (e *Engine) middle() vec2 {
	f := e.foot()
	ahead := vec2{e.cfg.PivotX, 0}
	return ahead.add(f.apply(ahead)).scale(0.5)
}

// settleBody moves the torso's height and lean to where the phase wants them.
func (e *Engine) settleBody() {
	height, lean, stiff := e.cfg.WalkHeight, e.cfg.Lean+e.cfg.LeanForward*e.speed.X, e.cfg.WalkStiffness
	if e.phase == Standing {
		height, lean, stiff = e.cfg.StandHeight, e.cfg.Lean, e.cfg.StandStiffness
	}
	e.heightM = toward(e.heightM, height, 0.06*e.dt)
	e.leanRad = toward(e.leanRad, lean, 0.5*e.dt)
	e.stiff = toward(e.stiff, stiff, 2*e.dt)
}

// pose computes the joints that bring the centre of mass over e.ref.c with the feet
// where they are commanded. The centre of mass depends on the joints: a few rounds
// settle it.
func (e *Engine) pose() {
	foot := e.foot()
	swung, lift := e.kick.swing(e, foot)
	e.last = e.plain
	e.arms()
	e.torso = nao.RollPitchYaw(0, e.leanRad, foot.yaw/2)
	soles := &e.soles
	turned := e.est.off.turned(foot.yaw / 2)
	off := r3.Vec{X: turned.x, Y: turned.y}
	for range 2 {
		com := r3.Add(e.torso.Rotate(e.comOfPlain()), off)
		e.torso.P = r3.Vec{X: e.ref.c.x - com.X, Y: e.ref.c.y - com.Y, Z: e.heightM}
		inv := e.torso.Inverse()
		soles[e.support] = inv.Mul(place{}.pose(e.lift[e.support]))
		soles[other(e.support)] = inv.Mul(swung.pose(e.lift[other(e.support)] + lift))
		yaw, legs, _ := legsTo(soles)
		e.plain[nao.LHipYawPitch] = yaw
		legs[nao.LeftLeg].put(nao.LeftLeg, &e.plain)
		legs[nao.RightLeg].put(nao.RightLeg, &e.plain)
	}
}

func (e *Engine) comOfPlain() r3.Vec {
	nao.LinkPoses(&e.plain, &e.bal.links)
	return comOf(&e.bal.links)
}

// arms swings the arms against the feet.
func (e *Engine) arms() {
	x := e.foot().x
	if e.support == nao.RightLeg {
		x = -x // the right foot before the left one
	}
	if e.phase == Standing {
		x = 0
	}
	swing := clamp(e.cfg.ArmSwing*x/2, -0.6, 0.6)
	j, c := &e.plain, &e.cfg
	step := 4 * e.dt
	set := func(joint nao.Joint, to float64) { j[joint] = toward(j[joint], joint.Clamp(to), step) }
	set(nao.LShoulderPitch, c.ArmPitch-swing)
	set(nao.RShoulderPitch, c.ArmPitch+swing)
	set(nao.LShoulderRoll, c.ArmRoll)
	set(nao.RShoulderRoll, -c.ArmRoll)
	set(nao.LElbowYaw, -1.2)
	set(nao.RElbowYaw, 1.2)
	set(nao.LElbowRoll, -0.4)
	set(nao.RElbowRoll, 0.4)
	set(nao.LWristYaw, 0)
	set(nao.RWristYaw, 0)
}
