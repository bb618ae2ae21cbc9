package getup

import (
	"fmt"
	"math"
	"time"

	"gonao/internal/declared"
	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// Engine runs get-ups. Create it with [New]; it must be used by only one goroutine.
type Engine struct {
	cfg     Config
	motions [numPlaces]*slot.Motion

	status   Status
	why      Failure
	phase    phase
	since    time.Duration // start of the phase
	now      time.Duration
	clock    time.Duration // time of the motion; it runs slower when the joints lag
	waited   float64       // time waited for the trunk after the last slot, s
	stillSec float64       // how long the trunk has been still while the robot stands
	attempts int
	rolls    int // rolls in this attempt
	first    int // index in ways for the first attempt, which is the way that succeeded last
	at       place
	checked  int // slots of the motion that were checked
	player   slot.Player
	command  nao.Command // command without the balance

	trunk   trunk
	raise   raise
	balance balance
	help    compensation
	rocked  float64 // time since rocking began, s
}

// New returns an engine with the motions of a library; the error names a missing motion.
func New(cfg Config, library slot.Library) (*Engine, error) {
	if err := declared.Check(&cfg); err != nil {
		return nil, fmt.Errorf("get up: %w", err)
	}
	e := &Engine{cfg: cfg}
	names := [numPlaces]string{cfg.Front, cfg.Back, "roll_from_left", "roll_from_right", "getup", "lie_back"}
	for i, name := range names {
		m, ok := library[name]
		if !ok {
			return nil, fmt.Errorf("get up: motion %q: %w", name, ErrNoMotion)
		}
		e.motions[i] = m
	}
	return e, nil
}

// Begin starts a get-up from the robot's present posture and command.
func (e *Engine) Begin(state *nao.State, command *nao.Command) error {
	e.status, e.attempts, e.command = Running, 1, *command
	e.now, e.rolls, e.why = state.Time, 0, Failure{}
	e.balance, e.help, e.raise = balance{}, compensation{}, raise{}
	e.trunk = trunkOf(state)
	e.begin(state)
	return nil
}

// Attempts counts the attempts, the one under way included.
func (e *Engine) Attempts() int { return e.attempts }

// Status returns the progress of the get-up.
func (e *Engine) Status() Status { return e.status }

// Why returns why the last attempt failed, or the zero value if no attempt has failed.
func (e *Engine) Why() Failure { return e.why }

// Cancel ends the get-up: the following steps make the robot limp where it is.
func (e *Engine) Cancel() {
	if e.status == Running {
		e.status = Failed
	}
}

// Progress returns how far the attempt under way is, 0 to 1.
func (e *Engine) Progress() float64 {
	switch {
	case e.status == Standing:
		return 1
	case e.status != Running || e.phase == settling:
		return 0
	case e.phase == standing:
		return 0.95
	case e.at == onFeet:
		return 0.7 + 0.25*e.player.Progress(e.clock)
	default:
		return 0.7 * e.player.Progress(e.clock)
	}
}

// enter begins a phase.
func (e *Engine) enter(p phase) { e.phase, e.since, e.waited, e.stillSec = p, e.now, 0, 0 }

// begin plays the motion that fits the robot's present orientation.
func (e *Engine) begin(state *nao.State) {
	e.at = placeOf(Up(state.Angles))
	if e.at == onFeet && Sits(&state.Position) {
		e.at = onSeat
	}
	e.play(state)
}

// play plays the motion of the place.
func (e *Engine) play(state *nao.State) {
	for j := range nao.Joint(nao.NumJoints) { // a limp joint starts at its measured position, so that it is not pulled back
		if q := state.Position[j]; e.command.Stiffness[j] <= slot.Weak && si.IsFinite(q) {
			e.command.Position[j] = j.Clamp(q)
		}
	}
	e.checked, e.clock = 0, 0
	e.enter(playing)
	e.player.Start(e.motions[e.at], e.clock, &state.Position, &e.command)
}

// Step writes the next command of every joint. It allocates nothing.
func (e *Engine) Step(state *nao.State, out *nao.Command) Status {
	dtSec := min(max((state.Time-e.now).Seconds(), 0), 0.1)
	e.now = state.Time
	e.command.Cycle = state.Cycle
	e.trunk = trunkOf(state)
	if e.status != Running {
		if e.status == Failed {
			e.soften(state, dtSec)
		}
		*out = e.command
		return e.status
	}
	e.help.sense(state, &e.command)
	e.balance.sense(state, e.upright(), dtSec)
	switch e.phase {
	case settling:
		e.settle(state, dtSec)
	case playing:
		e.stepPlay(state, dtSec)
	case standing:
		e.stand(comAhead(state), dtSec)
	}
	*out = e.command
	e.correct(state, dtSec, &out.Position)
	return e.status
}

// correct adds the balance to the motion.
func (e *Engine) correct(state *nao.State, dtSec float64, out *nao.Joints) {
	e.rock(dtSec, out)
	e.raise.step(&e.cfg, e.leansTooFar(), dtSec, out)
	e.help.add(e.cfg.Helping*e.way().helping, e.rising(), dtSec, out)
	e.balance.step(&e.cfg, e.trunk, comAhead(state)-e.cfg.ComX-e.way().aheadM, dtSec, out)
}

// rock rocks the robot sideways with the ankles while the joint HipYawPitch is stuck. This works only while the soles
// are roughly below it, because a foot with less load slides.
func (e *Engine) rock(dtSec float64, out *nao.Joints) {
	const stuck, hz = 0.15, 3.0
	if !e.rising() || e.trunk.lean > 1 || math.Abs(e.help.lacks[nao.LHipYawPitch]) < stuck {
		e.rocked = 0
		return
	}
	e.rocked += dtSec
	turn := e.cfg.RockRad * math.Sin(2*math.Pi*hz*e.rocked)
	add(out, nao.LAnkleRoll, turn)
	add(out, nao.RAnkleRoll, turn)
}

// upright reports whether the robot is on its feet. Only then does the balance work.
func (e *Engine) upright() bool {
	return e.phase == standing || e.phase == playing && e.at == onFeet
}

// stand waits until the robot stands still. After Config.WaitSec it may stand slightly bent, because worn joints hold
// it that way. It must then have been still for a while, because a swaying robot is also still for a moment at each
// turning point. A robot that keeps swaying is let down and begins again.
func (e *Engine) stand(ahead, dtSec float64) {
	const steady, most = 0.1, 0.35         // rad
	const restSec, patienceSec = 0.25, 5.0 // time of stillness required if it is bent; time after which a swaying robot is let down
	const slow = 0.25                      // rad/s
	still := math.Hypot(e.balance.rate[0], e.balance.rate[1]) < slow
	if e.stillSec += dtSec; !still {
		e.stillSec = 0
	}
	lean, past := max(math.Abs(e.trunk.lean), math.Abs(e.trunk.roll)), (e.now - e.since).Seconds()
	switch {
	case lean > most:
		e.fail(Failure{Reason: Tipped})
	case past < e.cfg.StandSec:
	case still && lean <= steady && overSoles(ahead), e.stillSec > restSec && past > e.cfg.StandSec+e.cfg.WaitSec:
		e.status, e.first = Standing, e.wayIndex()
	case past > patienceSec:
		e.fail(Failure{Reason: Unsteady})
	}
}

// overSoles reports whether the center of mass is above the soles; ahead is its distance in front of the ankles, m.
func overSoles(ahead float64) bool { return ahead > -0.02 && ahead < 0.045 }

// settle waits until the robot lies still, and begins the next attempt.
func (e *Engine) settle(state *nao.State, dtSec float64) {
	e.soften(state, dtSec)
	past := (e.now - e.since).Seconds()
	g := &state.Gyroscope
	still := math.Sqrt(g[0]*g[0]+g[1]*g[1]+g[2]*g[2]) < e.cfg.StillRate
	if past >= e.cfg.LimpSec && still || past >= e.cfg.LimpSec+e.cfg.StillSec {
		e.begin(state)
	}
}

// soften lowers the stiffness to 0. The commanded position of a limp joint is its measured position.
func (e *Engine) soften(state *nao.State, dtSec float64) {
	for j := range nao.Joint(nao.NumJoints) {
		stiff := &e.command.Stiffness[j]
		*stiff = slot.Stiffen(*stiff, 0, dtSec)
		if q := state.Position[j]; *stiff <= slot.Weak && si.IsFinite(q) {
			e.command.Position[j] = j.Clamp(q)
		}
	}
}

// pace returns the speed of the motion's clock. It is slower in later attempts, and while a rising robot waits for its
// joints.
func (e *Engine) pace() float64 {
	pace := 1 / (1 + e.cfg.Slower*e.way().slower)
	if e.gathers() {
		pace /= 1 + e.cfg.Linger*e.way().linger
	}
	if e.rising() {
		_, lack := e.help.worst()
		pace *= min(max(2-math.Abs(lack)/e.cfg.LagRad, 0.15), 1)
	}
	return pace
}

// rising reports whether the robot is on its feet or about to be. It can hold its posture then, and its motion may
// wait.
func (e *Engine) rising() bool {
	if e.phase != playing || e.at == onFeet {
		return e.phase != settling
	}
	return (e.at == onFront || e.at == onBack) && e.player.Reached() >= len(e.motions[e.at].Slots)-1
}

// stepPlay continues the motion. A slot ends when the measured trunk and joints are where they should be. Until then
// the motion waits in the posture of the slot, for at most Config.WaitSec. After that time a late joint is ignored, and
// a wrong trunk orientation ends the attempt.
func (e *Engine) stepPlay(state *nao.State, dtSec float64) {
	if e.waited == 0 {
		e.clock += time.Duration(dtSec * e.pace() * float64(time.Second))
		if e.player.Step(e.clock, &state.Position, &e.command) == slot.NotReached {
			e.fail(Failure{Reason: JointLate})
			return
		}
	}
	for e.checked < e.player.Reached() {
		if c := checkOf(e.motions[e.at].Name, e.checked); c != nil && !e.passes(c, state, dtSec) {
			return
		}
		e.checked++
		e.waited = 0
	}
	if e.player.Status() == slot.Finished {
		e.next(state)
	}
}

// passes reports whether the slot may end. The attempt has failed if the slot can no longer end.
func (e *Engine) passes(c *check, state *nao.State, dtSec float64) bool {
	off := c.off(e.trunk)
	_, late := c.late(&e.motions[e.at].Slots[e.checked], &state.Position)
	if off == 0 && (!late || e.waited > e.cfg.WaitSec) {
		return true
	}
	if e.waited += dtSec; off > hopeless || off > 0 && e.waited > e.cfg.WaitSec {
		e.fail(Failure{Reason: TrunkOff})
	}
	return false
}

// hopeless is the distance of the trunk outside of a check's range beyond which it does not recover, rad.
const hopeless = 0.45

// next begins the motion that follows a successful one.
func (e *Engine) next(state *nao.State) {
	switch e.at {
	case onFeet:
		e.enter(standing)
	case onLeft, onRight, onSeat:
		if e.rolls++; e.rolls > 3 {
			e.fail(Failure{Reason: RolledOn})
			return
		}
		e.begin(state)
	default:
		if placeOf(Up(state.Angles)) != onFeet {
			e.fail(Failure{Reason: NotOnFeet})
			return
		}
		e.at = onFeet
		e.play(state)
	}
}

// fail ends an attempt.
func (e *Engine) fail(why Failure) {
	why.Attempt, why.Motion, why.Slot = e.attempts, e.motions[e.at].Name, e.checked
	why.LeanRad, why.RollRad = e.trunk.lean, e.trunk.roll
	why.Joint, why.LackRad = e.help.worst()
	e.why = why
	if e.attempts >= e.cfg.Attempts {
		e.status = Failed
		return
	}
	e.attempts++
	e.rolls = 0
	e.enter(settling)
}
