// Package button turns what the robot's buttons, bumpers and touch pads say cycle by
// cycle into what somebody meant: presses free of bounces, single, double, triple and
// long ones.
//
// The carpet presses the chest button of a robot that lies on its front, and a fall the
// bumpers; both are not looked at meanwhile. Time is the body's; a step allocates nothing.
package button

import (
	"math"
	"time"

	"gonao/nao"
)

// Kind is what was done to a button.
type Kind uint8

// The kinds. Pressed and Released are told at once; of the others exactly one for every
// press or quick series of presses.
const (
	Pressed Kind = iota
	Released
	Single
	Double
	Triple
	Long // told while the button is still held
)

// String gives the kind's name in lower case.
func (k Kind) String() string {
	return [...]string{"pressed", "released", "single", "double", "triple", "long"}[k]
}

// Event is one thing done to one button.
type Event struct {
	Button nao.Touch
	Kind   Kind
}

// Config holds the times that tell the kinds apart.
type Config struct {
	Cycles     int           // states in a row that must agree
	LongAfter  time.Duration // held for so long: a long press; the firmware shuts the robot down after 3 s on its chest
	NextWithin time.Duration // a further press within so long after the last belongs to it
	LyingPitch float64       // a trunk pitched forward by more lies on its chest button, rad
	LyingTilt  float64       // a trunk tilted by more does not stand on its bumpers, rad
	Gap        time.Duration // a pause of the states after which everything begins anew
}

// DefaultConfig is for a person's fingers: three states, 1 s, 0.4 s.
func DefaultConfig() Config {
	return Config{
		Cycles: 3, LongAfter: time.Second, NextWithin: 400 * time.Millisecond,
		LyingPitch: 1, LyingTilt: 0.8, Gap: 250 * time.Millisecond,
	}
}

// Detector watches every button. Make one with [New]; it belongs to one goroutine.
type Detector struct {
	cfg     Config
	started bool
	now     time.Duration
	buttons [nao.NumTouch]watch
	events  [3 * nao.NumTouch]Event
	count   int
}

// watch is what a detector knows of one button.
type watch struct {
	raw, down bool          // as said last; as it is, without bounces
	agree     int           // states in a row that said so
	since     time.Duration // pressed or released
	presses   int           // short ones in a row so far
	told      bool          // this press has been told as a long one
	mute      bool          // this press began unseen: nothing is said of it
}

// New makes a detector.
func New(cfg Config) *Detector { return &Detector{cfg: cfg} }

// Step watches a state at a time and gives what it made sure; the slice is valid until the next
// step. A body that does not tell its buttons has no events.
func (d *Detector) Step(now time.Duration, state *nao.State) []Event {
	d.count = 0
	if !state.Capabilities.Has(nao.TellsTouch) {
		return nil
	}
	gap := now - d.now
	d.now = now
	fresh := !d.started || gap < 0 || gap > d.cfg.Gap
	d.started = true
	for t := range nao.Touch(nao.NumTouch) {
		if fresh || d.masked(t, state) {
			d.restart(t, state.Touch[t])
		} else {
			d.look(t, state.Touch[t])
		}
	}
	return d.events[:d.count]
}

// Down tells which buttons are pressed, without bounces; not those whose press began
// unseen.
func (d *Detector) Down() (down [nao.NumTouch]bool) {
	for t := range d.buttons {
		down[t] = d.buttons[t].down && !d.buttons[t].mute
	}
	return down
}

// masked tells that nobody's finger is on the button, whatever it says.
func (d *Detector) masked(t nao.Touch, state *nao.State) bool {
	roll, pitch := state.Angles[0], state.Angles[1]
	switch t {
	case nao.ChestButton:
		return pitch > d.cfg.LyingPitch
	case nao.LFootBumperLeft, nao.LFootBumperRight, nao.RFootBumperLeft, nao.RFootBumperRight:
		return math.Cos(roll)*math.Cos(pitch) < math.Cos(d.cfg.LyingTilt)
	default:
		return false
	}
}

// restart begins anew with a button; a press under way ends, and one that goes on after
// this is nobody's.
func (d *Detector) restart(t nao.Touch, on bool) {
	b := &d.buttons[t]
	if b.down && !b.mute {
		d.say(t, Released)
	}
	*b = watch{raw: on, down: on, since: d.now, mute: on}
}

func (d *Detector) look(t nao.Touch, on bool) {
	b := &d.buttons[t]
	if b.agree++; on != b.raw {
		b.raw, b.agree = on, 1
	}
	if b.raw != b.down && b.agree >= d.cfg.Cycles {
		d.turn(t, b)
	}
	switch {
	case b.down && !b.told && !b.mute && d.now-b.since >= d.cfg.LongAfter:
		b.told, b.presses = true, 0
		d.say(t, Long)
	case !b.down && b.presses > 0 && d.now-b.since >= d.cfg.NextWithin:
		d.say(t, Single+Kind(b.presses-1))
		b.presses = 0
	}
}

// turn takes a change that is sure.
func (d *Detector) turn(t nao.Touch, b *watch) {
	b.down, b.since = b.raw, d.now
	if b.down {
		b.told = false
		d.say(t, Pressed)
		return
	}
	if b.mute {
		b.mute = false
		return
	}
	d.say(t, Released)
	if b.told {
		return
	}
	if b.presses++; b.presses == 3 {
		d.say(t, Triple)
		b.presses = 0
	}
}

func (d *Detector) say(t nao.Touch, k Kind) {
	d.events[d.count] = Event{Button: t, Kind: k}
	d.count++
}
