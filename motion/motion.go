// Package motion moves the robot: every cycle of the body it takes the body's
// state and gives a target for every joint.
//
// A joint has one owner at a time: the head commands, a slot motion that is being
// played, or nobody, and then it stays where it was left. Head and arms, or both
// arms, can thus be moved at the same time by different owners. Motion begins at
// the measured posture and stiffness, and goes from there to the stand.
//
// Angles in rad, hands 0 closed to 1 open, times on the clock of [nao.State].Time.
package motion

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gonao/motion/head"
	"gonao/motion/slot"
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
}

// DefaultConfig stands at ease after 1.2 s.
func DefaultConfig() Config {
	return Config{Stand: nao.StandPosture(), StandSec: 1.2, StiffnessSec: 1, GapSec: 0.3, Head: head.DefaultConfig()}
}

// Check names the value that is out of range, or gives nil.
func (c Config) Check() error {
	for _, f := range []struct {
		key   string
		value float64
	}{{"stand_sec", c.StandSec}, {"stiffness_sec", c.StiffnessSec}, {"gap_sec", c.GapSec}} {
		if !(f.value >= 0.1 && f.value <= 60) {
			return fmt.Errorf("%s %g: expected 0.1 to 60", f.key, f.value)
		}
	}
	if err := c.Head.Check(); err != nil {
		return fmt.Errorf("head.%w", err)
	}
	return nil
}

// Motion is the robot's motion. One goroutine at a time may use it.
type Motion struct {
	cfg     Config
	library slot.Library

	started  bool
	start    start
	now      time.Duration // of the last state
	cycle    uint64        // of the last state
	command  nao.Command   // the last one
	measured nao.Joints    // of the last state, rad
	speed    nao.Joints    // of the last command, rad/s

	owners  [nao.NumJoints]owner
	moved   [nao.NumJoints]bool // had an owner since the start
	rest    [nao.NumJoints]rest
	head    *head.Controller
	players [MaxPlays]slot.Player
	plays   [MaxPlays]play
	serial  uint64 // of the last play
}

// New makes a motion that waits for its first state.
func New(cfg Config, library slot.Library) (*Motion, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("motion: %w", err)
	}
	return &Motion{cfg: cfg, library: library, head: head.NewController(cfg.Head)}, nil
}

// Tune takes other figures from the next Step on; a start under way keeps its own.
func (m *Motion) Tune(cfg Config) error {
	if err := cfg.Check(); err != nil {
		return fmt.Errorf("motion: %w", err)
	}
	m.cfg = cfg
	m.head.Tune(cfg.Head)
	return nil
}

// Standing tells whether the start is over: the robot stands at full stiffness.
func (m *Motion) Standing() bool { return m.started && m.start.done }

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
	dtSec := gap.Seconds()
	before := m.command.Position

	if !m.start.done {
		m.stepStart(m.now)
	}
	command := &m.command.Position
	for j := range nao.Joint(nao.NumJoints) {
		if m.owners[j] == hold {
			command[j] = m.rest[j].step(j, command[j], dtSec)
		}
	}
	limp := m.limp()
	m.stepPlays(&state.Position)
	if m.head.Active() && !m.head.Step(m.now, dtSec, &state.Position, command) {
		m.coast(headOwner)
	}

	m.command.Cycle = state.Cycle
	stepSec := min(gap, longestStep).Seconds()
	for j := range nao.Joint(nao.NumJoints) {
		if command[j] = j.Clamp(command[j]); !finite(command[j]) {
			command[j] = before[j] // no number that is none reaches a motor
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
	*out = m.command
}

// headJoints are what a head command moves.
var headJoints = []nao.Joint{nao.HeadYaw, nao.HeadPitch}

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
	if err := m.free(headOwner, headJoints); err != nil {
		return fmt.Errorf("head command: %w", err)
	}
	if m.owners[nao.HeadYaw] != headOwner {
		m.claim(headOwner, headJoints)
	}
	m.head.Set(cmd, m.now)
	return nil
}

// finite tells whether v is a number.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// unknown tells that there is no motion of that name, and which there are.
func (m *Motion) unknown(name string) error {
	return fmt.Errorf("motion %q: %w (there are %s)", name, ErrUnknownMotion, strings.Join(m.library.Names(), ", "))
}
