package motion

import (
	"errors"
	"fmt"
	"math"

	"gonao/motion/kick"
	"gonao/nao"
)

// What walk_to goes, and how long it may get no nearer.
const (
	farthestM   = 50.0
	blockedSec  = 5.0
	nearerM     = 0.02
	radInMetres = 0.2 // how far a turn of 1 rad counts as
)

// standPauseSec is how long a robot stands, after it got up say, before it walks on.
const standPauseSec = 0.2

// Reasons why the legs do not do what they are asked.
var (
	ErrFallen       = errors.New("the robot has fallen")
	ErrNotStanding  = errors.New("the robot does not stand")
	ErrNoEngine     = errors.New("this motion has no engine for that")
	ErrBadGoal      = errors.New("no such goal")
	ErrUnreachable  = errors.New("out of reach")
	ErrBlocked      = errors.New("no nearer for some seconds")
	ErrGaveUp       = errors.New("tried as often as it may")
	ErrPreempted    = errors.New("something else was asked for")
	errRestarted    = errors.New("the robot began anew")
	errCanceledTask = errors.New("canceled")
)

// SetVelocity walks. The velocity holds for Config.VelocityTimeoutSec from the last
// state on; nothing more, and the robot stops. It is taken note of in every state: a
// robot that has fallen walks on with it when it stands again, if it still holds.
// Meanwhile the error says why the robot does not walk.
func (m *Motion) SetVelocity(v Velocity) error {
	if !finite(v.X) || !finite(v.Y) || !finite(v.Yaw) {
		return fmt.Errorf("%w: velocity %g, %g m/s, %g rad/s: expected finite numbers", ErrBadGoal, v.X, v.Y, v.Yaw)
	}
	m.wanted, m.wantedAt, m.anyWanted = v, m.now, true
	if m.under(walkTask) {
		m.endTask(Preempted, fmt.Errorf("walk_to: %w: a velocity", ErrPreempted))
	}
	if err := m.legsReady(); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	return nil
}

// Asked gives the velocity that the robot walks with: as SetVelocity told, within the
// limits, and zero when that is too long ago.
func (m *Motion) Asked() Velocity {
	if m.engine.walk == nil || m.state != Standing {
		return Velocity{}
	}
	return m.engine.walk.Asked()
}

// WalkTo walks to a place seen from where the robot is now, m and rad, at a share of
// the walk's top speed, above 0 to 1; 0 is the walk's usual one. It takes the place of
// a walk before it.
func (m *Motion) WalkTo(dx, dy, dYaw, speed float64) (Task, error) {
	if !finite(dx) || !finite(dy) || !finite(dYaw) || !(speed >= 0 && speed <= 1) {
		return Task{}, fmt.Errorf("walk_to: %w: %g, %g m, %g rad at %g of the speed: expected finite numbers and 0 to 1",
			ErrBadGoal, dx, dy, dYaw, speed)
	}
	if math.Hypot(dx, dy) > farthestM {
		return Task{}, fmt.Errorf("walk_to: %w: %.1f m away; expected at most %g", ErrUnreachable, math.Hypot(dx, dy), farthestM)
	}
	if err := m.legsReady(); err != nil {
		return Task{}, fmt.Errorf("walk_to: %w", err)
	}
	if err := m.mayTake(walkTask); err != nil {
		return Task{}, fmt.Errorf("walk_to: %w", err)
	}
	if err := m.engine.walk.WalkTo(dx, dy, dYaw, speed); err != nil {
		return Task{}, fmt.Errorf("walk_to: %w: %w", ErrUnreachable, err)
	}
	m.anyWanted = false
	m.goal = ahead(m.engine.walk.Odometry(), dx, dy, dYaw)
	task := m.beginTask(walkTask)
	m.nearest, m.nearestAt = m.leftToGo(), m.now
	m.farAtFirst = max(m.nearest, 1e-3)
	return task, nil
}

// mayTake gives the legs to a task: a walk gives way to everything, the others to nothing.
func (m *Motion) mayTake(kind taskKind) error {
	switch at := m.legs(); at.kind {
	case noTask:
		return nil
	case walkTask:
		m.endTask(Preempted, fmt.Errorf("walk_to: %w: %s", ErrPreempted, kind.name()))
		return nil
	default:
		return &TakenError{Joint: nao.LHipYawPitch, Owner: "the " + at.kind.name()}
	}
}

// Kick kicks, once the robot stands; one that walks stops first.
func (m *Motion) Kick(request KickRequest) (Task, error) {
	if err := checkKick(request); err != nil {
		return Task{}, fmt.Errorf("kick: %w", err)
	}
	if err := m.legsReady(); err != nil {
		return Task{}, fmt.Errorf("kick: %w", err)
	}
	if m.engine.kick == nil {
		return Task{}, fmt.Errorf("kick: %w", ErrNoEngine)
	}
	if err := m.mayTake(kickTask); err != nil {
		return Task{}, fmt.Errorf("kick: %w", err)
	}
	m.request = request
	return m.beginTask(kickTask), nil
}

// GetUp gets up a robot that lies, sits or rests. One that stands is done at once.
func (m *Motion) GetUp() (Task, error) {
	switch m.state {
	case Starting:
		if !m.started {
			return Task{}, fmt.Errorf("get_up: %w", ErrNotReady)
		}
	case Kicking, Posing:
		return Task{}, fmt.Errorf("get_up: %w", &TakenError{Joint: nao.LHipYawPitch, Owner: m.ownerName(m.owners[nao.LHipYawPitch])})
	default:
	}
	if err := m.mayTake(getUpTask); err != nil {
		return Task{}, fmt.Errorf("get_up: %w", err)
	}
	task := m.beginTask(getUpTask)
	m.mayGetUp = true
	return task, nil
}

// CancelTask ends a task: the robot is brought to a stand, or let down where it is. Its
// report says Canceled at once.
func (m *Motion) CancelTask(t Task) {
	at := m.taskAt(t.serial)
	if t.serial == 0 || at.serial != t.serial || at.report.Outcome != Playing {
		return
	}
	if at.kind == lookTask {
		m.endLook(Canceled, errCanceledTask)
		m.coast(lookOwner)
		return
	}
	switch at.kind {
	case kickTask:
		if m.state == Kicking {
			m.engine.kick.Cancel()
		}
	case getUpTask:
		if m.state == GettingUp {
			m.letDown()
		}
		m.mayGetUp = false
	case postureTask:
		m.stopPosture()
	default:
	}
	m.endTask(Canceled, errCanceledTask)
}

// letDown gives up getting up: the robot lies, and softens.
func (m *Motion) letDown() {
	m.engine.getUp.Cancel()
	m.fallDown(Fallen)
}

// leftToGo is how far the goal of WalkTo is, m; a turn counts too.
func (m *Motion) leftToGo() float64 {
	left := seenFrom(m.goal, m.engine.walk.Odometry())
	return math.Hypot(left.X, left.Y) + radInMetres*math.Abs(left.Yaw)
}

// stepLegs moves a robot that stands, walks or kicks.
func (m *Motion) stepLegs(state *nao.State) {
	switch m.state {
	case Standing:
		if m.engine.walk != nil {
			m.stepWalk(state)
		}
	case Kicking:
		m.stepKick(state)
	case Posing:
		if m.posing {
			m.stepPosture(state)
		} else {
			m.stepPlayed(state)
		}
	case Sitting, Resting:
		m.leavePosture(state)
	default:
	}
}

// stepWalk walks or stands, and begins what waits for the stand.
func (m *Motion) stepWalk(state *nao.State) {
	if !m.ownsLegs(state) {
		return
	}
	w := m.engine.walk
	t := m.legs()
	switch t.kind {
	case walkTask:
		m.stepWalkTo(t)
	case kickTask:
		if w.Stop(); w.Settled() {
			m.beginKick(state)
			return
		}
	case postureTask:
		if w.Stop(); w.Standing() {
			m.beginPosture()
			return
		}
	case getUpTask:
		m.endTask(Finished, nil) // it stands
	default:
		m.follow(w)
	}
	m.scratch = m.command
	w.Step(state, &m.scratch)
	m.take(walkOwner)
}

// ownsLegs gives the legs to the walk when nobody has them, and the arms when it walks.
func (m *Motion) ownsLegs(state *nao.State) bool {
	w := m.engine.walk
	if m.owners[nao.LHipRoll] != walkOwner {
		if !m.legsFree() || !m.atStand() {
			return false
		}
		m.claim(walkOwner, groups[Legs])
		w.Begin(state, &m.command)
		m.told = Velocity{}
		m.claimArms(false)
	}
	if !w.Standing() {
		m.claimArms(true)
	}
	return true
}

// claimArms gives the walk the arms that nobody holds; those that somebody has moved
// only when it walks: else they stay as they were left.
func (m *Motion) claimArms(moved bool) {
	for _, g := range [2]Group{LeftArm, RightArm} {
		if m.owned(g) == hold && (moved || !m.anyMoved(g)) {
			m.blendInto(walkOwner, groups[g])
		}
	}
}

// follow tells the walk the velocity that holds, once.
func (m *Motion) follow(w walker) {
	v := m.wanted
	if m.sinceSec(m.since) < standPauseSec {
		v = Velocity{}
	} else if !m.anyWanted || m.sinceSec(m.wantedAt) > m.cfg.VelocityTimeoutSec {
		v, m.anyWanted = Velocity{}, false
	}
	if v == m.told && !m.retell {
		return
	}
	m.told, m.retell = v, false
	if v == (Velocity{}) {
		w.Stop()
	} else if err := w.SetVelocity(v); err != nil { // SetVelocity checked it
		w.Stop()
	}
}

// stepWalkTo ends a walk that has arrived, or gets no nearer.
func (m *Motion) stepWalkTo(t *task) {
	w := m.engine.walk
	left := m.leftToGo()
	t.report.Left = seenFrom(m.goal, w.Odometry())
	t.report.Share = min(max(1-left/m.farAtFirst, 0), 1)
	if left < m.nearest-nearerM {
		m.nearest, m.nearestAt = left, m.now
	}
	m.retell = true // what was told before counts no more
	switch {
	case w.Arrived():
		m.endTask(Finished, nil)
		w.Stop()
	case m.sinceSec(m.nearestAt) > blockedSec:
		m.endTask(Blocked, fmt.Errorf("walk_to: %w; %.2f m are left", ErrBlocked, math.Hypot(t.report.Left.X, t.report.Left.Y)))
		w.Stop()
	}
}

// beginKick begins the kick that waited for the stand.
func (m *Motion) beginKick(state *nao.State) {
	m.command.Cycle = state.Cycle
	if err := m.engine.kick.Begin(m.request, state, &m.command); err != nil {
		outcome := Unreachable
		if errors.Is(err, kick.ErrNotStanding) || errors.Is(err, kick.ErrBusy) {
			outcome = NotReached
		}
		m.endTask(outcome, fmt.Errorf("kick: %w", err))
		return
	}
	m.claim(kickOwner, groups[Legs])
	for _, g := range [2]Group{LeftArm, RightArm} {
		if o := m.owned(g); o == hold || o == walkOwner {
			m.blendInto(kickOwner, groups[g])
		}
	}
	m.enter(Kicking)
	m.stepKick(state)
}

// stepKick kicks on, also after a cancel, until the robot stands again.
func (m *Motion) stepKick(state *nao.State) {
	k := m.engine.kick
	m.scratch = m.command
	how := k.Step(state, &m.scratch)
	m.take(kickOwner)
	if t := m.legs(); t.kind == kickTask {
		t.report.Share, t.report.Hit, t.report.Foot = k.Progress(), k.Hit(), k.Foot()
	}
	if how == stepRunning {
		return
	}
	if how == stepDone {
		m.endTask(Finished, nil)
	} else {
		m.endTask(Fell, fmt.Errorf("kick: %w", ErrFallen))
	}
	m.release(kickOwner)
	m.standUpright(state)
}

// stepPlayed goes on when no slot motion moves the legs any more, and they rest.
func (m *Motion) stepPlayed(state *nao.State) {
	for _, j := range groups[Legs] {
		if m.owners[j] != hold || m.rest[j].moving {
			return
		}
	}
	switch {
	case m.lyingPlay && m.felt != upright:
		m.fallDown(Fallen)
	case m.atStand():
		m.lyingPlay = false
		m.standUpright(state)
	default:
		m.lyingPlay = false
		m.enter(Sitting)
	}
}

// standUpright gives the legs to the walk's stand, or goes to the stand first.
func (m *Motion) standUpright(state *nao.State) {
	m.retell = true
	if m.atStand() || m.engine.walk == nil {
		m.enter(Standing)
		return
	}
	m.rise(state)
}
