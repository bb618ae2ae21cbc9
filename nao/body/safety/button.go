package safety

// This part of the package turns the readings of the robot's buttons, bumpers and touch pads into debounced presses:
// single, double, triple and long ones.
//
// The carpet presses the chest button of a robot that lies on its front, and a fall presses the bumpers. Both are ignored
// at such times. Time is the body's; a step allocates nothing.

import (
	"math"
	"time"

	"gonao/nao"
)

// ButtonEventKind is a kind of event of a button.
type ButtonEventKind uint8

// The kinds. Pressed and Released come at once. Of the others exactly one comes for each press or
// quick series of presses.
const (
	Pressed ButtonEventKind = iota
	Released
	Single
	Double
	Triple
	Long // comes while the button is still held
)

// String returns the kind's name in lower case.
func (k ButtonEventKind) String() string {
	return [...]string{"pressed", "released", "single", "double", "triple", "long"}[k]
}

// ButtonEvent is one event of one button.
type ButtonEvent struct {
	Button nao.Touch
	Kind   ButtonEventKind
}

// ButtonConfig holds the times that distinguish the kinds.
type ButtonConfig struct {
	Cycles     int           // consecutive states that must agree
	LongAfter  time.Duration // a press this long is a long one; the firmware shuts the robot down after 3 s on its chest
	NextWithin time.Duration // a press within this time after the last one belongs to the same series
	LyingPitch float64       // a trunk pitched forward by more lies on its chest button, rad
	LyingTilt  float64       // a trunk tilted by more does not stand on its bumpers, rad
	Gap        time.Duration // a pause of the states after which all buttons are read from the start again
}

// DefaultButtonConfig is for a person's fingers: three states, 1 s, 0.4 s.
func DefaultButtonConfig() ButtonConfig {
	return ButtonConfig{
		Cycles: 3, LongAfter: time.Second, NextWithin: 400 * time.Millisecond,
		LyingPitch: 1, LyingTilt: 0.8, Gap: 250 * time.Millisecond,
	}
}

// ButtonDetector detects the events of all buttons. Make one with [NewButtonDetector]. It belongs to one goroutine.
type ButtonDetector struct {
	cfg     ButtonConfig
	started bool
	now     time.Duration
	buttons [nao.NumTouch]watch
	events  [3 * nao.NumTouch]ButtonEvent
	count   int
}

// watch is the state of one button.
type watch struct {
	raw, down bool          // last reading; the debounced state
	agree     int           // consecutive states with this reading
	since     time.Duration // time of the last press or release
	presses   int           // short presses of the series so far
	long      bool          // this press has been reported as a long one
	mute      bool          // this press began unseen: it has no events
}

// NewButtonDetector returns a detector.
func NewButtonDetector(cfg ButtonConfig) *ButtonDetector { return &ButtonDetector{cfg: cfg} }

// Step reads the state of a time and returns the events; the slice is valid until the next step. A
// body without buttons has no events.
func (d *ButtonDetector) Step(now time.Duration, state *nao.State) []ButtonEvent {
	d.count = 0
	if !state.Capabilities.Has(nao.SensesTouch) {
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
			d.read(t, state.Touch[t])
		}
	}
	return d.events[:d.count]
}

// Down returns which buttons are pressed, debounced, without those whose press began unseen.
func (d *ButtonDetector) Down() (down [nao.NumTouch]bool) {
	for t := range d.buttons {
		down[t] = d.buttons[t].down && !d.buttons[t].mute
	}
	return down
}

// masked reports whether the reading of the button is ignored: the floor may press it.
func (d *ButtonDetector) masked(t nao.Touch, state *nao.State) bool {
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

// restart resets a button: a press under way ends, and the rest of it has no events.
func (d *ButtonDetector) restart(t nao.Touch, on bool) {
	b := &d.buttons[t]
	if b.down && !b.mute {
		d.add(t, Released)
	}
	*b = watch{raw: on, down: on, since: d.now, mute: on}
}

// read processes a button's reading in this state.
func (d *ButtonDetector) read(t nao.Touch, on bool) {
	b := &d.buttons[t]
	if b.agree++; on != b.raw {
		b.raw, b.agree = on, 1
	}
	if b.raw != b.down && b.agree >= d.cfg.Cycles {
		d.change(t, b)
	}
	switch {
	case b.down && !b.long && !b.mute && d.now-b.since >= d.cfg.LongAfter:
		b.long, b.presses = true, 0
		d.add(t, Long)
	case !b.down && b.presses > 0 && d.now-b.since >= d.cfg.NextWithin:
		d.add(t, Single+ButtonEventKind(b.presses-1))
		b.presses = 0
	}
}

// change applies a press or release that is not a bounce.
func (d *ButtonDetector) change(t nao.Touch, b *watch) {
	b.down, b.since = b.raw, d.now
	if b.down {
		b.long = false
		d.add(t, Pressed)
		return
	}
	if b.mute {
		b.mute = false
		return
	}
	d.add(t, Released)
	if b.long {
		return
	}
	if b.presses++; b.presses == 3 {
		d.add(t, Triple)
		b.presses = 0
	}
}

// add adds an event to those of this step.
func (d *ButtonDetector) add(t nao.Touch, k ButtonEventKind) {
	d.events[d.count] = ButtonEvent{Button: t, Kind: k}
	d.count++
}
