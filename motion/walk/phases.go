package walk

import (
	"math"

	"gonao/nao"
)

// pivotIn is where the pivot lies under a foot, in the foot's frame.
func (e *Engine) pivotIn(leg nao.Leg) vec2 {
	return vec2{e.cfg.PivotX + e.cfg.PivotXFwd*e.speed.X, -side(leg) * e.cfg.PivotY}
}

// follow expects where the DCM will be when this cycle's command acts, from where it
// and the pressure under the soles are measured now, and draws the reference there.
func (e *Engine) follow() {
	late := e.cfg.LatencySec
	p := e.pressure()
	ahead := p.add(e.est.xi(e.omega).sub(p).scale(math.Exp(e.omega * late)))
	d := ahead.sub(e.ref.xi)
	e.bal.err = d
	d = d.scale(e.cfg.Amplify)
	gain := e.cfg.Adapt
	if e.phase == Standing || e.phase == Starting {
		gain = e.cfg.AdaptStand
	}
	if e.sinceSec < 0.3 {
		return // the first measurements are of whoever moved the robot before
	}
	e.ref.xi = e.ref.xi.add(d.scale(gain))
	e.bal.ahead = d.scale(1 - gain)
}

// pressure is the measured centre of pressure, while stepping within the support sole:
// on the other one it does not stay.
func (e *Engine) pressure() vec2 {
	p := e.est.cop
	if e.phase == Walking || e.phase == Stopping {
		p = vec2{clamp(p.x, -0.03, 0.08), clamp(p.y, -0.03, 0.03)}
	}
	return p
}

// ahead is the DCM that is expected when this cycle's command acts.
func (e *Engine) ahead() vec2 { return e.ref.xi.add(e.bal.ahead) }

// stand keeps the DCM over the middle of the feet; what it cannot, steps catch.
func (e *Engine) stand() {
	e.t += e.dt
	mid, foot := e.middle(), e.foot()
	p := e.ref.xi.add(e.ref.xi.sub(mid).scale(e.cfg.StandReturn))
	half := math.Abs(foot.y) / 2
	e.pivot = vec2{mid.x + clamp(p.x-mid.x, -0.045, 0.05), mid.y + clamp(p.y-mid.y, -half-0.01, half+0.01)}
	e.ref.step(e.pivot, e.omega, e.dt)
	for leg := range e.lift {
		e.lift[leg] = toward(e.lift[leg], 0, 0.1*e.dt)
	}
	d := e.ahead().sub(mid)
	e.est.learn(d.norm() < 0.02 && e.t > 0.3, e.dt)
	e.speed = Velocity{}
	if e.sinceSec < 0.5 {
		return
	}
	want := e.wanted()
	switch {
	case math.Abs(d.x) > e.cfg.CaptureX || math.Abs(d.y) > e.cfg.CaptureY:
		e.catch(d)
	case want != (Velocity{}) && e.sinceSec > blendSec || e.crooked():
		e.start(want)
	}
}

// crooked tells that the feet do not stand side by side.
func (e *Engine) crooked() bool {
	f := e.foot()
	return math.Abs(f.x) > 0.025 || math.Abs(math.Abs(f.y)-e.cfg.Width) > 0.025 || math.Abs(f.yaw) > 0.25
}

// start begins to sway: over the foot that is to bear the robot.
func (e *Engine) start(want Velocity) {
	swing := nao.LeftLeg
	if want.Y < 0 || want.Y == 0 && want.Yaw < 0 {
		swing = nao.RightLeg
	}
	if e.support == swing {
		e.swap()
	}
	e.phase, e.t, e.steps = Starting, 0, 0
	e.must = max(e.must, 2)
}

// sway pushes the DCM towards the support foot until a step can begin.
func (e *Engine) sway() {
	e.t += e.dt
	mid := e.middle()
	s := side(e.support)
	e.pivot = vec2{mid.x, mid.y - s*e.cfg.ShiftM}
	e.ref.step(e.pivot, e.omega, e.dt)
	need := e.cfg.nominal(Velocity{}, e.support).offset.y // of the DCM from the pivot in S
	if s*(e.ref.xi.y-(e.pivotIn(e.support).y+need)) >= 0 || e.t > 0.4 {
		e.beginStep()
	}
}

// catch steps at once, with the leg whose step costs less.
func (e *Engine) catch(d vec2) {
	swing := e.cheaper()
	if e.support == swing {
		e.swap()
	}
	e.steps = 0
	e.must = max(e.must, int(e.cfg.CaptureSteps))
	e.beginStep()
}

// cheaper finds the leg whose step brings the DCM where it should be.
func (e *Engine) cheaper() nao.Leg {
	var cost [nao.NumLegs]float64
	for range nao.NumLegs {
		leg := other(e.support)
		p := e.cfg.nominal(Velocity{}, leg)
		_, _, cost[leg] = e.cfg.adapt(p, leg, e.pivotIn(e.support), e.pivotIn(leg), e.ahead(), 0)
		e.swap()
	}
	if cost[nao.LeftLeg] <= cost[nao.RightLeg] {
		return nao.LeftLeg
	}
	return nao.RightLeg
}

// swap makes the other foot the support: all that is in S goes into the new S.
func (e *Engine) swap() {
	x := e.foot()
	inv := x.inverse()
	e.ref.into(x)
	m := e.est.foot(e.support).inverse()
	e.est.c, e.est.v = m.apply(e.est.c), e.est.v.turned(m.yaw)
	e.est.cop = m.apply(e.est.cop)
	e.pivot = inv.apply(e.pivot)
	e.bal.ahead, e.bal.err = e.bal.ahead.turned(inv.yaw), e.bal.err.turned(inv.yaw)
	e.put(inv)
	e.support = other(e.support)
}

// beginStep plans a step of the foot that does not support.
func (e *Engine) beginStep() {
	e.phase = Walking
	e.steps++
	e.must--
	e.t = 0
	want := e.wanted()
	if e.must > 0 && e.steps <= 1 {
		want = Velocity{}
	}
	e.accelerate(want)
	if (want == Velocity{}) {
		e.phase = Stopping
	}
	leg := other(e.support)
	e.aim = e.cfg.nominal(e.speed, leg).foot
	e.plan = e.cfg.nominal(Velocity{e.speed.X + e.trim.X, e.speed.Y + e.trim.Y, e.speed.Yaw}, leg)
	e.kick.plan(e, leg)
	e.landing, e.swingSec = e.plan.foot, e.plan.swing
	e.liftM = e.cfg.Lift + e.cfg.LiftForward*math.Abs(e.speed.X) + e.cfg.LiftSide*math.Abs(e.speed.Y)
}

// walk moves the swing foot and waits for it to bear the robot.
func (e *Engine) walk() {
	e.t += e.dt
	swing := other(e.support)
	e.pivot = e.steer(swing)
	if e.t > e.swingSec {
		e.pivot = e.landing.apply(e.pivotIn(swing))
	}
	e.ref.step(e.pivot, e.omega, e.dt)
	if e.t < e.swingSec {
		e.landing, e.swingSec, _ = e.cfg.adapt(e.plan, swing, e.pivot, e.pivotIn(swing), e.ahead(), e.t)
	}
	left := e.swingSec - e.t
	if e.t > e.cfg.SwingDelay {
		e.swing[0].step(e.landing.x, left, e.dt)
		e.swing[1].step(e.landing.y, left, e.dt)
		e.swing[2].step(e.landing.yaw, left, e.dt)
	}
	h := e.liftM*height(e.t/e.swingSec) - e.cfg.SinkM*clamp(e.t/e.swingSec, 0, 1)
	e.lift[swing] = toward(e.lift[swing], h, 0.4*e.dt)
	e.lift[e.support] = toward(e.lift[e.support], 0, 0.1*e.dt)
	landed := e.t > e.cfg.SwitchMin*e.plan.swing && e.est.share(swing) > e.cfg.SwitchShare
	if landed || e.t > e.swingSec+e.cfg.SwitchTimeout {
		e.changeSupport()
	}
}

// steer moves the pivot within the supporting sole so that the DCM comes to where the
// planned footstep needs it; what the sole cannot do is left to the footstep.
func (e *Engine) steer(swing nao.Leg) vec2 {
	c, mid := &e.cfg, e.pivotIn(e.support)
	grow := math.Exp(e.omega * max(e.plan.swing-e.t, c.SteerSec))
	goal := e.plan.foot.apply(e.pivotIn(swing)).add(e.plan.offset)
	need := goal.sub(e.ahead().scale(grow)).scale(1 / (1 - grow))
	return vec2{
		mid.x + clamp(need.x-mid.x, -c.SteerX, c.SteerX),
		mid.y + clamp(need.y-mid.y, -c.SteerY, c.SteerY),
	}
}

// learnStep compares the step with the wished one: what is missing in the mean is added
// to the next ones. A robot's small faults in joints and masses push it to one side.
func (e *Engine) learnStep() {
	const far, most = 0.03, 0.05
	c, got, sec := &e.cfg, e.est.foot(e.support), e.plan.period
	e.trim.X = clamp(e.trim.X+c.Trim*clamp(e.aim.x-got.x, -far, far)/sec, -most, most)
	e.trim.Y = clamp(e.trim.Y+c.Trim*clamp(e.aim.y-got.y, -far, far)/sec, -most/2, most/2)
}

// changeSupport ends a step: the next one begins, or the robot stands.
func (e *Engine) changeSupport() {
	e.learnStep()
	e.swap()
	f := e.foot()
	still := e.speed == (Velocity{}) && e.wanted() == (Velocity{})
	d := e.ahead().sub(e.middle())
	near := math.Abs(d.x) < 0.03 && math.Abs(d.y) < 0.05 && math.Abs(f.x) < 0.02 && math.Abs(f.yaw) < 0.2 && math.Abs(math.Abs(f.y)-e.cfg.Width) < 0.02
	if still && e.must <= 0 && near {
		e.phase, e.t = Standing, 0
		return
	}
	e.beginStep()
}
