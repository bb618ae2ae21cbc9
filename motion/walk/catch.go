package walk

import (
	"math"

	"gonao/nao"
)

// catch moves a step so that it catches the body. A gait has its own offset of the DCM from a foot that has just landed,
// sidewise from its rocking and ahead from its speed; the engine learns it from the steps themselves. After a push the
// DCM at the end of the step will be elsewhere: the foot is put down with the same shift.
type catch struct {
	at   vec2                 // shift of the swing foot's goal, m
	mean [nao.NumLegs]vec2    // learnt offset of the DCM from the foot that has landed
	seen [nao.NumLegs]float64 // number of steps that it was learnt from
}

func (k *catch) begin() { k.at = vec2{} }

// offset returns where the DCM shall be seen from a foot when it lands.
func (k *catch) offset(c *Config, leg nao.Leg) vec2 {
	first := vec2{c.CatchX, -side(leg) * c.CatchY}
	trust := min(k.seen[leg]/4, 1)
	return first.scale(1 - trust).add(k.mean[leg].scale(trust))
}

// learn adds the offset at the end of an undisturbed step.
func (k *catch) learn(e *Engine) {
	leg := other(e.support)
	if k.at.norm() > 0.012 || e.must > 0 || e.forced > 0 {
		return
	}
	xi := e.est.foot(e.support).inverse().apply(e.est.xi(e.cfg.omega()))
	k.seen[leg]++
	rate := max(1/k.seen[leg], 0.2)
	k.mean[leg] = k.mean[leg].add(xi.sub(k.mean[leg]).scale(rate))
}

// catchBody predicts where the DCM will be at the end of the step, of which the share u is
// over, and moves the swing foot's goal.
func (e *Engine) catchBody(u float64) {
	c, swing := &e.cfg, other(e.support)
	gain := vec2{c.CatchGainX, c.CatchGainY * max(0, 1-math.Abs(e.speed.Y)/catchSide)}
	if e.kick.active {
		gain = vec2{c.KickCatchX, c.KickCatchY}
	}
	if u < 0.15 || u >= 0.95 {
		return
	}
	omega := c.omega()
	pivot := vec2{c.StandPivotX, 0}
	end := pivot.add(e.est.xi(omega).sub(pivot).scale(math.Exp(omega * (e.period - e.t))))
	planned := e.landing().pos()
	d := end.sub(e.catch.offset(c, swing)).sub(planned)
	x, y := gain.x*beyond(d.x, c.CatchDead), gain.y*beyond(d.y, c.CatchDead)
	// Outwards only: legs do not cross.
	outward := clamp(y*side(swing), 0, c.ReachOut)
	far := c.ReachX - math.Abs(planned.x)/2
	e.catch.at.x = toward(e.catch.at.x, clamp(x, -far, far), catchSpeed*e.dt)
	e.catch.at.y = toward(e.catch.at.y, outward*side(swing), catchSpeed*e.dt)
}

// catchSide is the speed sideways at which no step is moved sideways any more, m/s.
const catchSide = 0.08

// catchSpeed is how fast a step's goal moves, m/s.
const catchSpeed = 1.2

// beyond returns the part of v outside a dead zone.
func beyond(v, dead float64) float64 { return v - clamp(v, -dead, dead) }

// stand balances on both feet, until the robot shall walk or has to step.
func (e *Engine) stand() {
	e.t += e.dt
	e.feet.settle(e.dt)
	d := e.est.drift(&e.cfg, e.support)
	if e.t > 0.1 {
		e.est.learn(e.t, e.dt)
	}
	e.making, e.speed, e.opened = Velocity{}, Velocity{}, Velocity{}
	if e.out.sinceSec < blendSec {
		return
	}
	c := &e.cfg
	switch {
	case d.x > c.CaptureX || d.x < -c.CaptureBack || math.Abs(d.y) > c.CaptureY:
		e.stepOut()
	case e.wanted() != (Velocity{}):
		e.phase, e.t, e.steps, e.must = Starting, 0, 0, 0
	}
}

// settle brings the feet's commanded places together while both stand, slowly enough for
// soles that cling to the ground.
func (g *gait) settle(dt float64) {
	g.lift = 0
	for leg := range g.x {
		g.x[leg] = toward(g.x[leg], (g.x[0]+g.x[1])/2, 0.01*dt)
		g.x[leg] = toward(g.x[leg], 0, 0.02*dt)
	}
}

// sink lowers the body to the height of the walk; then the first step begins.
func (e *Engine) sink() {
	e.t += e.dt
	if math.Abs(e.torso.heightM-e.cfg.WalkHeight) > 0.002 && e.t < 1.5 {
		return
	}
	w := e.wanted()
	swing := e.cfg.firstSwing(w.Y, w.Yaw)
	if e.support == swing {
		e.swap()
	}
	e.steps = 0
	e.reg.begin(&e.cfg)
	e.beginStep()
}

// stepOut steps at once, with the foot that bears less.
func (e *Engine) stepOut() {
	if e.est.share(other(e.support)) > 0.5 {
		e.swap()
	}
	e.steps, e.must = 0, int(e.cfg.CaptureSteps)
	e.catch.seen = [nao.NumLegs]float64{}
	e.beginStep()
}
