// Package motion moves the robot: every cycle of the body it takes the body's
// state and gives a target for every joint.
//
// The joints form four groups: head, left arm, right arm, legs. A joint has one owner
// at a time: the walk, the kick, a posture, the fall, the get-up, the head commands, a
// look at a point, a slot motion that is being played, or nobody, and then it stays
// where it was left. Head and arms can thus be moved at the same time by different
// owners. The walk has the legs whenever nobody else has: a robot that stands is
// balanced. It lends the arms to whoever asks, and the legs while it stands.
//
// What the body does as a whole is its [BodyState]. A robot that falls takes every
// joint from whoever has it, curls up softly, lies, gets up if it may, stands, and
// walks on with the velocity that is still commanded. Motion begins at the measured
// posture and stiffness, and goes from there to the stand.
//
// Whatever the engines write, no joint goes faster than it can or beyond its range.
//
// Angles in rad, hands 0 closed to 1 open, times on the clock of [nao.State].Time.
package motion

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gonao/motion/fall"
	"gonao/motion/getup"
	"gonao/motion/head"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/motion/trajectory"
	"gonao/motion/walk"
	"gonao/nao"
)

// longestStep bounds how far a joint goes in one step: as far as its top speed
// takes it in three cycles. After lost states it catches up, and does not jump.
const longestStep = 3 * nao.CyclePeriod

// MaxPlays is how many slot motions can be played at once.
const MaxPlays = 8

// Reasons why nothing is moved.
var (
	ErrNotReady      = errors.New("the robot does not stand yet")
	ErrUnknownMotion = errors.New("no such motion")
)

// Config is how the robot is moved.
type Config struct {
	Stand        nao.Joints // the posture to begin with
	StandSec     float64    // shortest time to it
	StiffnessSec float64    // from limp to full stiffness
	GapSec       float64    // a longer gap between two states begins anew
	Head         head.Config

	VelocityTimeoutSec float64 // how long a velocity holds after it was set
	AutoGetUp          bool    // a robot that fell gets up without being asked
	FallenSec          float64 // how long it lies before

	Walk walk.Config
	Kick kick.Config

	Fall  fall.Config // not tuned while motion runs
	GetUp getup.Config
}

// DefaultConfig stands at ease after 1.2 s.
func DefaultConfig() Config {
	return Config{
		Stand: nao.StandPosture(), StandSec: 1.2, StiffnessSec: 1, GapSec: 0.3, Head: head.DefaultConfig(),
		VelocityTimeoutSec: 0.5, AutoGetUp: true, FallenSec: 0.5,
		Walk: walk.DefaultConfig(), Kick: kick.DefaultConfig(),
		Fall: fall.DefaultConfig(), GetUp: getup.DefaultConfig(),
	}
}

// Check names the value that is out of range, or gives nil.
func (c Config) Check() error {
	for _, f := range []struct {
		key   string
		value float64
	}{
		{"stand_sec", c.StandSec},
		{"stiffness_sec", c.StiffnessSec},
		{"gap_sec", c.GapSec},
		{"velocity_timeout_sec", c.VelocityTimeoutSec},
		{"fallen_sec", c.FallenSec},
	} {
		if !(f.value >= 0.1 && f.value <= 60) {
			return fmt.Errorf("%s %g: expected 0.1 to 60", f.key, f.value)
		}
	}
	if err := c.Head.Check(); err != nil {
		return fmt.Errorf("head.%w", err)
	}
	if err := c.Walk.Check(); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	if err := c.GetUp.Check(); err != nil {
		return fmt.Errorf("get_up: %w", err)
	}
	return c.Kick.Check()
}

// Motion is the robot's motion. One goroutine at a time may use it.
type Motion struct {
	cfg     Config
	library slot.Library
	engine  engines

	started  bool
	start    start
	now      time.Duration // of the last state
	cycle    uint64        // of the last state
	command  nao.Command   // the last one
	measured nao.Joints    // of the last state, rad
	speed    nao.Joints    // of the last command, rad/s
	dtSec    float64       // since the state before
	scratch  nao.Command   // where engines write
	sane     nao.State     // the last one, without what is no number
	before   nao.State     // the one before that

	state   BodyState
	since   time.Duration // when it began
	changes uint64

	wanted    Velocity      // the last velocity that was set
	wantedAt  time.Duration // when
	anyWanted bool
	told      Velocity // what the walk was told last
	retell    bool     // and does not count any more

	tasks      [keptTasks]task
	taskSerial uint64
	legsTask   uint64 // the serials of those under way, 0 for none
	headTask   uint64
	idle       task // of no kind
	look       look

	goal       Odometry // of WalkTo
	nearest    float64  // how near it came, m
	nearestAt  time.Duration
	farAtFirst float64
	request    KickRequest

	posture string // that is taken, or was; or the motion that moves the legs
	poser   slot.Player
	posing  bool
	crouch  *slot.Motion

	felt       balance
	falls      int
	uprightAt  time.Duration // in a fall, since when it is none
	mayGetUp   bool
	pauseUntil time.Duration
	lyingPlay  bool // a motion for a robot that lies is played

	owners  [nao.NumJoints]owner
	moved   [nao.NumJoints]bool // had an owner since the start
	rest    [nao.NumJoints]rest
	blend   [nao.NumJoints]blend
	hands   hands
	orders  orders
	head    *head.Controller
	players [MaxPlays]slot.Player
	paths   [MaxPlays]trajectory.Player
	plays   [MaxPlays]play
	serial  uint64 // of the last play
}

// New makes a motion that waits for its first state.
func New(cfg Config, library slot.Library) (*Motion, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("motion: %w", err)
	}
	engine, err := build(&cfg, library)
	if err != nil {
		return nil, fmt.Errorf("motion: %w", err)
	}
	return newMotionWith(cfg, library, engine), nil
}

// newMotionWith makes a motion of engines that are there already.
func newMotionWith(cfg Config, library slot.Library, engine engines) *Motion {
	return &Motion{
		cfg: cfg, library: library, engine: engine, head: head.NewController(cfg.Head),
		look: look{control: head.NewController(cfg.Head)}, crouch: crouchMotion(),
	}
}

// Tune takes other figures from the next Step on; a start, a kick or a get-up under way
// keeps its own.
func (m *Motion) Tune(cfg Config) error {
	if err := cfg.Check(); err != nil {
		return fmt.Errorf("motion: %w", err)
	}
	if w, ok := m.engine.walk.(*walking); ok && cfg.Walk != m.cfg.Walk {
		if err := w.tune(cfg.Walk); err != nil {
			return fmt.Errorf("motion: %w", err)
		}
	}
	if k, ok := m.engine.kick.(kicking); ok {
		if err := k.Tune(cfg.Kick); err != nil {
			return fmt.Errorf("motion: %w", err)
		}
	}
	m.cfg = cfg
	m.head.Tune(cfg.Head)
	return nil
}

// Standing tells whether the start is over and the robot is on its feet, standing or
// walking or doing something from there.
func (m *Motion) Standing() bool {
	switch m.state {
	case Standing, Walking, Kicking, Posing, Sitting:
		return m.started && m.start.done
	default:
		return false
	}
}

// Motions gives the names of the slot motions, sorted.
func (m *Motion) Motions() []string { return m.library.Names() }

// Step answers a state with a complete command. It allocates nothing. When the
// body's cycle or time goes back, or pauses for longer than Config.GapSec, it
// begins anew at the measured posture.
func (m *Motion) Step(state *nao.State, out *nao.Command) {
	gap := state.Time - m.now
	if !m.started || gap < 0 || state.Cycle < m.cycle || gap.Seconds() > m.cfg.GapSec {
		m.restart(state)
		gap = 0
	}
	m.now, m.cycle, m.measured = state.Time, state.Cycle, state.Position
	m.dtSec = gap.Seconds()
	before := m.command.Position

	m.heal(state)
	m.watchFall(&m.sane)
	switch m.state {
	case Starting:
		m.stepStart(m.now)
	case Falling, Fallen:
		m.stepFall(&m.sane)
	case GettingUp:
		m.stepGetUp(&m.sane)
	default:
		m.stepLegs(&m.sane)
	}
	command := &m.command.Position
	for j := range nao.Joint(nao.NumJoints) {
		if m.owners[j] == hold {
			command[j] = m.rest[j].step(j, command[j], m.dtSec)
		}
	}
	limp := m.limp()
	m.stepPlays(&state.Position)
	m.stepHands(state)
	m.stepOrders()
	if m.head.Active() && !m.head.Step(m.now, m.dtSec, &state.Position, command) {
		m.coast(headOwner)
	}
	m.stepLook(&m.sane)

	m.command.Cycle = state.Cycle
	m.bound(&before, &limp, min(gap, longestStep).Seconds())
	*out = m.command
}

// bound keeps every joint within its range and speed; a limp one goes where it is.
func (m *Motion) bound(before *nao.Joints, limp *[nao.NumJoints]bool, stepSec float64) {
	command := &m.command.Position
	for j := range nao.Joint(nao.NumJoints) {
		if command[j] = j.Clamp(command[j]); !finite(command[j]) {
			command[j] = before[j] // no number that is none reaches a motor
		}
		if stiff := &m.command.Stiffness[j]; !(*stiff >= 0 && *stiff <= 1) {
			*stiff = min(max(*stiff, 0), 1)
			if !finite(*stiff) {
				*stiff = 0
			}
		}
		if reach := j.MaxSpeed() * stepSec; !limp[j] {
			command[j] = min(max(command[j], before[j]-reach), before[j]+reach)
		}
		if limp[j] {
			m.speed[j] = 0
		} else if stepSec > 0 { // the same state again says nothing about speed
			m.speed[j] = (command[j] - before[j]) / stepSec
		}
	}
}

// SetHead takes a head command, from the next Step on. It is refused with
// [ErrNotReady] before the first state, and with a [*TakenError] while a slot
// motion moves the head.
func (m *Motion) SetHead(cmd head.Command) error {
	if err := cmd.Check(); err != nil {
		return err
	}
	if !m.started {
		return fmt.Errorf("head command: %w", ErrNotReady)
	}
	if m.headTask != 0 {
		m.leaveLook(Preempted, fmt.Errorf("look_at: %w: a head command", ErrPreempted))
	}
	if err := m.free(headOwner, headJoints); err != nil {
		return fmt.Errorf("head command: %w", err)
	}
	if m.owners[nao.HeadYaw] != headOwner {
		m.claim(headOwner, headJoints)
	}
	m.head.Set(cmd, m.now)
	return nil
}

// Odometry gives where the robot has walked to since motion was made.
func (m *Motion) Odometry() Odometry {
	if m.engine.walk == nil {
		return Odometry{}
	}
	return m.engine.walk.Odometry()
}

// SupportLeg gives the leg that carries the robot; double when both do.
func (m *Motion) SupportLeg() (leg nao.Leg, double bool) {
	if m.engine.walk == nil || m.state != Standing {
		return nao.LeftLeg, true
	}
	return m.engine.walk.SupportLeg()
}

// finite tells whether v is a number.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// unknown tells that there is no motion of that name, and which there are.
func (m *Motion) unknown(name string) error {
	return fmt.Errorf("motion %q: %w (there are %s)", name, ErrUnknownMotion, strings.Join(m.library.Names(), ", "))
}
