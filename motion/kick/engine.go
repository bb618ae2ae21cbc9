package kick

import (
	"fmt"
	"math"
	"time"

	"gonao/internal/declared"
	"gonao/nao"
)

// Engine kicks. Make one with [New]; one goroutine uses it.
type Engine struct {
	cfg  Config
	next Config // for the next kick

	table     Table
	status    Status
	path      path
	start     channels // of the stand in which it begins and ends
	measured  channels // where the body was when it began
	hitSec    float64  // planned time at which the foot touches the ball; +Inf if it will not
	sec       float64  // since the first knot
	canceled  bool
	totalSec  float64
	request   Request
	begun     nao.Joints // the command it began from
	leg       nao.Leg    // the kicking leg
	pose      pose
	balance   balance
	residual  nao.Joints // difference of the stand from its channels' angles
	stand     nao.Joints
	command   nao.Joints // the last targets
	now       time.Duration
	phase     Phase
	hit       bool
	waitedSec float64 // time waited for the balance
}

// New makes an engine that waits for Begin.
func New(cfg Config) (*Engine, error) {
	if err := declared.Check(&cfg); err != nil {
		return nil, fmt.Errorf("kick: %w", err)
	}
	table, err := Fitted()
	if err != nil {
		return nil, err
	}
	return &Engine{cfg: cfg, next: cfg, table: table}, nil
}

// Tune sets other numbers from the next kick on; a kick under way keeps its own.
func (e *Engine) Tune(cfg Config) error {
	if err := declared.Check(&cfg); err != nil {
		return fmt.Errorf("kick: %w", err)
	}
	if e.next = cfg; e.status != Running {
		e.cfg = cfg
	}
	return nil
}

// Begin plans a kick from a stand: the robot stands on both soles, and command is
// the last command. Nothing begins when there is an error: [ErrBusy],
// [ErrNotStanding], [errNotNumbers] or an [*UnreachableError].
func (e *Engine) Begin(r Request, state *nao.State, command *nao.Command) error {
	if e.status == Running {
		return fmt.Errorf("kick: %w", ErrBusy)
	}
	if err := r.check(); err != nil {
		return err
	}
	e.cfg = e.next
	a, leg, err := e.choose(&r, &command.Position)
	if err != nil {
		return err
	}
	e.leg, e.request, e.begun = leg, r, command.Position
	e.pose.begin(leg, &command.Position)
	e.start = e.pose.channelsOf(&command.Position)
	e.stand, e.command = command.Position, command.Position
	q := command.Position
	e.pose.solve(&e.start, &q)
	for j := range q {
		e.residual[j] = command.Position[j] - q[j]
	}
	e.balance = balance{}
	e.measured = e.balance.begin(&e.cfg, e.leg, state, &e.start)
	e.plan(&a)
	e.sec, e.now, e.waitedSec = 0, state.Time, 0
	e.status, e.phase, e.hit, e.canceled = Running, Shifting, false, false
	return nil
}

// Follow aims at another place of the ball, in the frame of Begin's request, until the foot lifts to swing. It returns
// true if the kick follows; it does not follow a ball out of this foot's reach, nor a change below 4 mm.
func (e *Engine) Follow(ballX, ballY float64) bool {
	const least = 0.004 // m
	if e.status != Running || e.canceled || e.phase != Shifting || math.Hypot(ballX-e.request.BallX, ballY-e.request.BallY) < least {
		return false
	}
	r := e.request
	r.BallX, r.BallY, r.Foot = ballX, ballY, LeftFoot
	if e.leg == nao.RightLeg {
		r.Foot = RightFoot
	}
	if r.check() != nil {
		return false
	}
	a, err := e.aim(&r, e.leg, &e.begun)
	if err != nil {
		return false
	}
	e.request.BallX, e.request.BallY = ballX, ballY
	e.plan(&a)
	return true
}

// plan plans the whole kick. Up to the end of the shift it does not depend on the ball.
func (e *Engine) plan(a *aim) {
	stroke := e.blend(a.direction)
	e.path.clear()
	e.path.add(Standing, 0).at = e.measured
	e.strike(a, &stroke)
	e.home()
	e.totalSec = e.path.seconds()
}

// Cancel ends a kick: the foot is set down, and the robot stands again. Step goes on
// until it does.
func (e *Engine) Cancel() {
	if e.status != Running || e.canceled || e.phase >= Retracting {
		return
	}
	at, speed, _ := e.path.sample(e.sec)
	lifted := e.phase != Shifting
	e.path.clear()
	k := e.path.add(Standing, 0)
	k.at, k.speed = at, speed
	if lifted {
		e.home()
	} else {
		e.back()
	}
	e.canceled = true
	if !e.hit {
		e.hitSec = math.Inf(1)
	}
	e.sec, e.totalSec = 0, e.path.seconds()
}

// Abort ends a kick at once, where the joints are: the robot fell, or another owner has its legs.
func (e *Engine) Abort() {
	if e.status == Running {
		e.status = Failed
	}
}

// Phase returns the part of the kick that is under way.
func (e *Engine) Phase() Phase { return e.phase }

// Leg returns the leg that kicks.
func (e *Engine) Leg() nao.Leg { return e.leg }

// Hit reports whether the foot has met the ball, by the plan.
func (e *Engine) Hit() bool { return e.hit }

// Progress returns how far the kick is by its time, 0 to 1.
func (e *Engine) Progress() float64 {
	switch e.status {
	case Done:
		return 1
	case Running, Failed:
		return min(e.sec/e.totalSec, 1)
	default:
		return 0
	}
}

// settleSec is how long the robot's joints may still move after the plan has ended.
const settleSec = 0.1

// Step answers a state with targets for legs and arms. It allocates nothing.
func (e *Engine) Step(state *nao.State, out *nao.Command) Status {
	if e.status != Running {
		return e.status
	}
	const longest = 3 // cycles: after lost states the kick goes on, and does not jump
	dtSec := min(max((state.Time-e.now).Seconds(), 0), longest*nao.CyclePeriod.Seconds())
	e.now = state.Time
	e.advance(dtSec)
	at, _, phase := e.path.sample(e.sec)
	e.phase = phase
	if e.sec >= e.hitSec {
		e.hit = true
	}
	seen, speed, _ := e.path.sample(e.sec - e.cfg.LagSec)
	e.balance.step(&e.cfg, e.leg, state, &seen, &speed, dtSec)
	q := e.stand
	fade := e.fade()
	fixed := at
	e.balance.correct(&fixed, 1-e.fadeOut())
	e.pose.solve(&fixed, &q)
	e.pose.relieve(&q, at[weight], e.cfg.Compliance)
	e.balance.ankle(&e.cfg, e.leg, at[weight], &q)
	e.send(&q, fade, dtSec, out)
	if math.Abs(state.Angles[0]) > e.cfg.FallenAngle || math.Abs(state.Angles[1]) > e.cfg.FallenAngle {
		e.status = Failed
	} else if e.sec >= e.totalSec+settleSec {
		e.status = Done
	}
	return e.status
}

// advance moves the plan's clock. At the end of the shift and of the lift it stops until the capture point is where the plan
// has it, for Config.WaitSec at most.
func (e *Engine) advance(dtSec float64) {
	next := e.sec + dtSec
	if (e.phase == Shifting || e.phase == Lifting) && !e.canceled && e.waitedSec < e.cfg.WaitSec && !e.balance.settled(&e.cfg) {
		if _, _, phase := e.path.sample(next); phase != e.phase {
			e.waitedSec += dtSec
			return
		}
	}
	e.sec = next
}

// fade returns how much the stand's own angles count: all before the first and after
// the last phase.
func (e *Engine) fade() float64 {
	fade := 0.0
	if e.sec < e.cfg.ShiftSec && !e.canceled {
		fade = 1 - ease(e.sec/e.cfg.ShiftSec)
	}
	return max(fade, e.fadeOut())
}

// fadeOut returns how much of the last phase is over, smoothly.
func (e *Engine) fadeOut() float64 {
	left := e.totalSec - e.sec
	if left >= e.cfg.ReturnSec {
		return 0
	}
	return 1 - ease(max(left, 0)/e.cfg.ReturnSec)
}

// send writes the targets of the kick's joints, at most at their top speed.
func (e *Engine) send(q *nao.Joints, fade, dtSec float64, out *nao.Command) {
	for j := nao.LShoulderPitch; j <= nao.RWristYaw; j++ {
		target := j.Clamp(q[j] + fade*e.residual[j])
		step := j.MaxSpeed() * dtSec
		e.command[j] = min(max(target, e.command[j]-step), e.command[j]+step)
		out.Position[j] = e.command[j]
		if j >= nao.LHipYawPitch && j <= nao.RAnkleRoll {
			out.Stiffness[j] = 1
		}
	}
}

// ease goes from 0 to 1 without speed at both ends.
func ease(s float64) float64 {
	s = min(max(s, 0), 1)
	return s * s * s * (10 - 15*s + 6*s*s)
}
