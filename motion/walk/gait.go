package walk

import (
	"math"

	"gonao/nao"
)

// gait holds the commanded feet under the torso: how far each is ahead of and to the left of its place in the stand, by
// how much both are turned outwards, and the height of the swing foot. Index 0 is the left foot.
type gait struct {
	x, y   [nao.NumLegs]float64 // m
	turn   float64              // rad, each foot outwards
	lift   float64              // m
	x0, y0 [nao.NumLegs]float64 // at the beginning of the step
	turn0  float64
	goalX  float64 // of the swing foot, at the end of this step
	goalY  [nao.NumLegs]float64
	goalT  float64
}

// beginStep plans a step of the foot that does not bear the robot.
func (e *Engine) beginStep() {
	if !e.command.target.set && e.steps >= settlingSteps {
		e.command.course.learn(&e.cfg, e.odo.place(), e.period)
	}
	here, now := e.odo.place(), e.now.Seconds()
	e.reg.learn(e.cfg.SpeedLearn, here, now, e.catch.at.norm() > caughtM || e.must > 0 || e.forced > 0)
	e.tilt.beginStep(e.cfg.TiltLearn, here.yaw, e.steps > settlingSteps && e.forced == 0 && e.reg.even())
	want := e.wanted()
	if e.steps < settlingSteps || e.must > 0 {
		want = Velocity{} // the robot has to sway first
	}
	if !e.est.weighed {
		const share = 0.5 // of the speed: the ends of steps are estimates
		want = Velocity{share * want.X, share * want.Y, share * want.Yaw}
	}
	if calm := e.est.upright(&e.cfg); calm < 1 {
		want = Velocity{calm * want.X, calm * want.Y, calm * want.Yaw}
	}
	swing := other(e.support)
	if e.command.target.set {
		e.making = e.cfg.openFrom(e.making, e.opened, want, swing)
	}
	e.making = e.cfg.accelerate(e.making, want)
	e.opened = e.making.opened(e.opened, swing)
	course := e.command.holdsCourse()
	e.speed = e.reg.plan(&e.cfg, e.making, course)
	e.phase = Walking
	if e.making == (Velocity{}) && want == (Velocity{}) && e.steps >= settlingSteps {
		e.phase = Stopping
	}
	e.t = 0
	g := &e.feet
	g.x0, g.y0, g.turn0 = g.x, g.y, g.turn
	e.planStep()
	e.catch.begin()
	e.kick.plan(e, swing)
	e.reg.begun(planned{here, now, e.speed, course})
}

// caughtM is the smallest shift of a step that counts as catching a push, m.
const caughtM = 0.02

// planStep computes where the step goes, for its velocity.
func (e *Engine) planStep() {
	e.period = e.cfg.Period + e.cfg.PeriodSide*math.Abs(e.speed.Y)
	g, v, swing := &e.feet, e.speed, other(e.support)
	g.goalX = v.X * e.period / 2 * e.cfg.StepGainX
	// Sideways and turning, the feet part with the step of the foot on that side, and
	// come together with the other's.
	g.goalY = [nao.NumLegs]float64{}
	if v.Y*side(swing) > 0 {
		part := math.Abs(v.Y) * e.period * e.cfg.StepGainY
		g.goalY = [nao.NumLegs]float64{part, -part}
	}
	g.goalT = e.cfg.turnGoal(v.Yaw, e.period, swing)
}

// turnGoal returns how far the feet are turned outwards when a foot lands.
func (c *Config) turnGoal(yaw, period float64, swing nao.Leg) float64 {
	turn := math.Abs(yaw) * period * c.StepGainYaw
	if yaw*side(swing) > 0 {
		return c.TurnOpen * turn
	}
	return -(1 - c.TurnOpen) * turn
}

// foot returns where the swing foot is commanded in S.
func (e *Engine) foot() place {
	g, swing := &e.feet, other(e.support)
	return place{
		g.x[swing] - g.x[e.support],
		side(swing)*e.cfg.Width + g.y[swing] - g.y[e.support],
		2 * side(swing) * g.turn,
	}
}

// landing returns where this step ends, in S.
func (e *Engine) landing() place {
	g, swing := &e.feet, other(e.support)
	return place{
		g.goalX + e.speed.X*e.period/2*e.cfg.StepGainX,
		side(swing)*e.cfg.Width + g.goalY[swing] - g.goalY[e.support],
		2 * side(swing) * g.goalT,
	}
}

// land moves the end of this step.
func (e *Engine) land(at place) {
	planned, g := e.landing(), &e.feet
	g.goalX += at.x - planned.x
	g.goalY[other(e.support)] += at.y - planned.y
}

// settlingSteps are made on the spot before a walk moves.
const settlingSteps = 2

// walk moves the feet through a step, and ends it when the weight has changed over.
func (e *Engine) walk() {
	e.t += e.dt
	g, c := &e.feet, &e.cfg
	swing := other(e.support)
	u := min(e.t/e.period, 1)
	e.catchBody(u)
	// The bearing foot goes back evenly, so that the body goes forward evenly; the
	// swing foot sets off and arrives at rest.
	back := -e.speed.X * e.period / 2 * c.StepGainX
	if e.kick.active {
		back -= c.KickAhead
	}
	g.x[e.support] = g.x0[e.support] + (back-g.x0[e.support])*u
	g.x[swing] = g.x0[swing] + (g.goalX+e.catch.at.x-g.x0[swing])*parabola(min(1, u/c.SwingShare), 0)
	for leg := range g.y {
		goal := g.goalY[leg]
		if nao.Leg(leg) == swing {
			goal += e.catch.at.y
		}
		g.y[leg] = g.y0[leg] + (goal-g.y0[leg])*parabola(u, deadTime)
	}
	e.turnFeet()
	lift := c.lift(e.speed)
	if e.steps == 0 && e.must == 0 {
		lift *= c.FirstLift
	}
	if !e.kick.active {
		tipped := clamp(c.LiftPitch*(e.est.pitch-e.torso.leanRad-uprightRad), 0, mostLiftPitchM)
		lift += tipped * clamp(e.speed.X/tippedSpeed, 0, 1)
	}
	g.lift = lift * hump(u)
	if e.kick.active {
		at, lift := e.kick.swing(e, u)
		g.x[swing] = g.x[e.support] + at.x
		g.y[swing] = g.y[e.support] + at.y - side(swing)*c.Width
		g.lift += lift
	}
	if e.landed(u) {
		e.changeSupport()
	}
}

// The forward tilt of the trunk that needs no additional lift, the largest such lift, and the planned forward speed from
// which on it is whole: turning, it would only make the bearing foot slip more.
const (
	uprightRad     = 0.06
	mostLiftPitchM = 0.03
	tippedSpeed    = 0.15 // m/s
)

// turnFeet turns the feet evenly to this step's goal. TurnLead before its end it begins to turn
// them to the next step's, because the hips' motor lags: a foot that turns while it lands
// brakes the body.
func (e *Engine) turnFeet() {
	g, c := &e.feet, &e.cfg
	goal, rate := g.goalT, math.Abs(g.goalT-g.turn0)/e.period
	rate = max(rate, math.Abs(e.speed.Yaw)*c.StepGainYaw)
	if e.t > e.period-c.TurnLead {
		goal = c.turnGoal(e.speed.Yaw, e.period, e.support)
	}
	g.turn = toward(g.turn, goal, rate*e.dt)
}

// deadTime is the share of a step in which the feet do not move sideways, at both ends
// together: while both are on the ground.
const deadTime = 0.2

// lift returns how high a step's foot goes at a speed.
func (c *Config) lift(v Velocity) float64 {
	return c.Lift + c.LiftForward*math.Abs(v.X) + c.LiftSide*math.Abs(v.Y) + c.LiftTurn*math.Abs(v.Yaw)
}

// landedM is how far the swing foot may be over the supporting one when it lands, m.
const landedM = 0.004

// landed reports whether the step is over: the pressure under the soles passed from one
// side to the other.
func (e *Engine) landed(u float64) bool {
	over := -side(e.support)*e.est.lateral > 0 // towards the swing foot
	was := e.bal.over
	e.bal.over = over
	if e.t < e.cfg.SwitchMin*e.period {
		return false
	}
	if !e.est.weighed { // nothing measures the change: the step's time and the height of the feet do
		over = u >= 1 && e.est.height(other(e.support)) < e.est.height(e.support)+landedM
	}
	if over && !was || over && u >= 1 {
		e.forced = 0
		return true
	}
	if e.t > e.cfg.SwitchMax*e.period {
		e.forced++
		return true
	}
	return false
}

// changeSupport ends a step: the next one begins, or the robot stands.
func (e *Engine) changeSupport() {
	e.catch.learn(e)
	e.kick.end()
	e.steps++
	e.must--
	e.swap()
	g := &e.feet
	aligned := math.Abs(g.x[0]-g.x[1]) < 0.012 && math.Abs(g.y[0]-g.y[1]) < 0.03 && math.Abs(g.turn) < 0.05
	if e.phase == Stopping && e.must <= 0 && aligned && e.wanted() == (Velocity{}) && e.est.calm(&e.cfg, e.support) {
		e.phase, e.t, g.lift = Standing, 0, 0
		return
	}
	e.beginStep()
}

// swap makes the other foot the support: quantities in S are transformed to the new S.
func (e *Engine) swap() {
	m := e.est.foot(e.support).inverse()
	e.est.c, e.est.v = m.apply(e.est.c), e.est.v.turned(m.yaw)
	e.est.cop = m.apply(e.est.cop)
	e.support = other(e.support)
	e.bal.over = false
}
