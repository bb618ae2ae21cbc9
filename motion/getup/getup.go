// Package getup gets a robot up from the ground: from its front, its back, a side, or its
// haunches. It tries again until the robot stands, or has tried as often as it may.
//
// A get-up is a chain of slot motions of the library, chosen by which side is down:
//
//	side down   motions
//	left        roll_from_left, then what lies down now
//	right       roll_from_right, likewise
//	back        stand_up_back, getup
//	front       stand_up_front, getup
//	feet        getup
//
// stand_up_back and stand_up_front end on the haunches, getup rises from there. After
// every slot the trunk must be about where it belongs (see checks.go); if not, the
// robot gets limp, lies still and tries again. While getup rises, the ankles work
// against the trunk's turning and leaning.
//
// Angles in rad; the lean is the trunk's angle forward from the vertical, −90° on its
// back and 90° on its front. Times are the body's.
package getup

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/internal/si"
	"gonao/motion/fall"
	"gonao/motion/slot"
	"gonao/motion/tunable"
	"gonao/nao"
)

// Config is how a robot gets up.
type Config struct {
	Attempts  int     // then it gives up
	LimpSec   float64 // at least, after an attempt that failed
	StillRate float64 // of a trunk that lies still, rad/s
	StillSec  float64 // at most waited for that
	GyroGain  float64 // ankle against the trunk's rate, s
	LeanGain  float64 // ankle against the trunk's lean
	StandSec  float64 // upright for so long at the end
	Slower    float64 // share by which the second attempt is slower than the first, and the third than the second
	Front     string  // motion from the front; stand_up_front when empty
	Back      string  // from the back; stand_up_back when empty
}

// DefaultConfig returns a configuration that tries six times.
func DefaultConfig() Config {
	return Config{
		Attempts: 6, LimpSec: 0.4, StillRate: 0.4, StillSec: 3,
		GyroGain: 0.05, LeanGain: 0.1, StandSec: 0.2, Slower: 0.1, Front: "stand_up_front", Back: "stand_up_back",
	}
}

// Check returns nil when every value is in its range, and otherwise names one that is not.
func (c Config) Check() error {
	if c.Attempts < 1 || c.Attempts > 100 {
		return fmt.Errorf("attempts %d: expected 1 to 100", c.Attempts)
	}
	return tunable.Check(c.Fields())
}

// Status is how far a get-up is.
type Status uint8

// The states of a get-up.
const (
	Idle     Status = iota
	Running         //
	Standing        // done
	Failed          // every attempt failed, or it was canceled
)

// ErrNoMotion is returned when the library lacks a motion of the get-up.
var ErrNoMotion = errors.New("no such motion")

// place is where the robot is, as far as getting up goes.
type place uint8

const (
	onFront place = iota
	onBack
	onLeft
	onRight
	onFeet

	numPlaces = 5
)

// phase is what an attempt does.
type phase uint8

const (
	settling phase = iota // limp, until the robot lies still
	playing               // a motion
	standing              // at the end, until it is sure
)

// Engine runs get-ups. Make one with [New]; one goroutine uses it.
type Engine struct {
	cfg     Config
	motions [numPlaces]*slot.Motion

	status   Status
	phase    phase
	since    time.Duration // of the phase
	now      time.Duration
	attempts int
	rolls    int // of this attempt
	at       place
	checked  int // slots of the motion that were checked
	player   slot.Player
	command  nao.Command // without the balance
	balance  balance
}

// New makes an engine of the motions of a library; the error names one that is missing.
func New(cfg Config, library slot.Library) (*Engine, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("get up: %w", err)
	}
	e := &Engine{cfg: cfg}
	names := [numPlaces]string{cfg.Front, cfg.Back, "roll_from_left", "roll_from_right", "getup"}
	for i, name := range names {
		m, ok := library[name]
		if !ok {
			return nil, fmt.Errorf("get up: motion %q: %w", name, ErrNoMotion)
		}
		e.motions[i] = m
	}
	return e, nil
}

// Begin starts a get-up from where the robot is commanded and lies.
func (e *Engine) Begin(state *nao.State, command *nao.Command) error {
	e.status, e.attempts, e.command = Running, 1, *command
	e.now, e.rolls = state.Time, 0
	e.balance = balance{}
	e.begin(state)
	return nil
}

// Attempts counts the attempts, the one under way included.
func (e *Engine) Attempts() int { return e.attempts }

// Status returns how far the get-up is.
func (e *Engine) Status() Status { return e.status }

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
		return 0.7 + 0.25*e.player.Progress(e.playTime())
	default:
		return 0.7 * e.player.Progress(e.playTime())
	}
}

// enter begins a phase.
func (e *Engine) enter(p phase) { e.phase, e.since = p, e.now }

// begin plays the motion for where the robot is now.
func (e *Engine) begin(state *nao.State) {
	e.at = placeOf(fall.Up(state.Angles))
	e.play(state)
}

// play plays the motion of the place.
func (e *Engine) play(state *nao.State) {
	for j := range nao.Joint(nao.NumJoints) { // a joint that gave way is not pulled back
		if q := state.Position[j]; e.command.Stiffness[j] <= slot.Weak && si.IsFinite(q) {
			e.command.Position[j] = j.Clamp(q)
		}
	}
	e.checked = 0
	e.enter(playing)
	e.player.Start(e.motions[e.at], e.playTime(), &state.Position, &e.command)
}

// Step writes the next command of every joint. It allocates nothing.
func (e *Engine) Step(state *nao.State, out *nao.Command) Status {
	dtSec := min(max((state.Time-e.now).Seconds(), 0), 0.1)
	e.now = state.Time
	e.command.Cycle = state.Cycle
	if e.status != Running {
		if e.status == Failed {
			e.soften(state, dtSec)
		}
		*out = e.command
		return e.status
	}
	switch e.phase {
	case settling:
		e.settle(state, dtSec)
	case playing:
		e.stepPlay(state)
	case standing:
		if lean, roll := lie(state); math.Abs(lean) > 0.35 || math.Abs(roll) > 0.35 {
			e.fail()
		} else if (e.now - e.since).Seconds() >= e.cfg.StandSec {
			e.status = Standing
		}
	}
	*out = e.command
	e.balance.step(&e.cfg, state, e.upright(), dtSec, &out.Position)
	return e.status
}

// upright reports whether the robot is on its feet: then the balance works.
func (e *Engine) upright() bool {
	return e.phase == standing || e.phase == playing && e.at == onFeet
}

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

// soften lowers the stiffness to 0; the command of a limp joint is where the joint is.
func (e *Engine) soften(state *nao.State, dtSec float64) {
	for j := range nao.Joint(nao.NumJoints) {
		stiff := &e.command.Stiffness[j]
		*stiff = slot.Stiffen(*stiff, 0, dtSec)
		if q := state.Position[j]; *stiff <= slot.Weak && si.IsFinite(q) {
			e.command.Position[j] = j.Clamp(q)
		}
	}
}

// playTime returns the motion's time. An attempt that repeats a failed one is slower than the
// motion's file, each by another share, so that it does not fail in the same way.
func (e *Engine) playTime() time.Duration {
	slower := 1 + e.cfg.Slower*float64((e.attempts-1)%3)
	return e.since + time.Duration(float64(e.now-e.since)/slower)
}

// stepPlay continues the motion, and checks after every slot that the trunk is where it belongs.
func (e *Engine) stepPlay(state *nao.State) {
	status := e.player.Step(e.playTime(), &state.Position, &e.command)
	for done := e.player.Reached(); e.checked < done; e.checked++ {
		if !passes(e.motions[e.at].Name, e.checked, state) {
			e.fail()
			return
		}
	}
	switch status {
	case slot.Playing:
	case slot.Finished:
		e.next(state)
	default:
		e.fail()
	}
}

// next begins what comes after a motion that succeeded.
func (e *Engine) next(state *nao.State) {
	switch e.at {
	case onFeet:
		e.enter(standing)
	case onLeft, onRight:
		if e.rolls++; e.rolls > 3 {
			e.fail()
			return
		}
		e.begin(state)
	default:
		if placeOf(fall.Up(state.Angles)) != onFeet {
			e.fail()
			return
		}
		e.at = onFeet
		e.play(state)
	}
}

// fail ends an attempt.
func (e *Engine) fail() {
	if e.attempts >= e.cfg.Attempts {
		e.status = Failed
		return
	}
	e.attempts++
	e.rolls = 0
	e.enter(settling)
}
