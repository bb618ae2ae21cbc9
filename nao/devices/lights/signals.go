package lights

import (
	"fmt"
	"strings"
	"time"

	"gonao/internal/wording"
	"gonao/nao"
)

// Signal is a state of the robot that people near it have to see.
type Signal uint8

// The signals, the most important one first.
const (
	Fault      Signal = iota // something is broken: a motor, a sensor, the connection
	Fallen                   // it falls, lies or gets up
	Penalised                // it is taken out of the game
	BatteryLow               // less than 15 % are left
	Hot                      // a joint is hot
	BallSeen                 // a ball is in view

	NumSignals = 6
)

// signal is how a signal looks.
type signal struct {
	name, when, where, look string
	says                    string
	animation               Animation
}

// signals are in the order of their constants. A program's animation has priority 0 by default: signals above 0 hide it,
// and it hides signals below 0.
var signals = [NumSignals]signal{
	Fault: {
		"fault", "an error in `/diagnostics` of this robot", "chest", "magenta, blinks twice a second", "something is broken",
		Animation{Group: Chest, Pattern: Blink, Color: nao.Color{R: 1, B: 1}, Period: time.Second / 2, Priority: 90},
	},
	Fallen: {
		"fallen", "falling, lying, getting up", "both eyes", "red", "",
		Animation{Group: Eyes, Color: nao.Color{R: 1}, Period: time.Second, Priority: 80},
	},
	Penalised: {
		"penalised", "`game_phase` is PENALIZED", "chest", "red", "penalised",
		Animation{Group: Chest, Color: nao.Color{R: 1}, Period: time.Second, Priority: 70},
	},
	BatteryLow: {
		"battery", "below 15 % and not charging", "skull", "blinks once a second", "battery low",
		Animation{Group: Skull, Pattern: Blink, Color: nao.Color{B: 1}, Period: time.Second, Priority: 60},
	},
	Hot: {
		"hot", "a joint at 75 °C, or with the body's status HOT", "both ears", "blink twice a second", "a joint is hot",
		Animation{Group: Ears, Pattern: Blink, Color: nao.Color{B: 1}, Period: time.Second / 2, Priority: 50},
	},
	BallSeen: {
		"ball", "`color_blobs` has one in the last 0.5 s", "left eye", "green", "",
		Animation{Group: LeftEye, Color: nao.Color{G: 1}, Period: time.Second, Priority: -20},
	},
}

// roles are the colours of the right eye.
var roles = []struct {
	name, look string
	color      nao.Color
}{
	{"striker", "white", nao.Color{R: 1, G: 1, B: 1}},
	{"supporter", "yellow", nao.Color{R: 1, G: 0.8}},
	{"defender", "blue", nao.Color{B: 1}},
	{"keeper", "cyan", nao.Color{G: 1, B: 1}},
}

// rolePriority is that of the role's colour.
const rolePriority = -20

// String returns the signal's name.
func (s Signal) String() string { return signals[s].name }

// Says returns the words spoken when the signal begins; "" for nothing.
func (s Signal) Says() string { return signals[s].says }

// Signals shows signals and a role on a mixer. The zero value shows nothing.
type Signals struct {
	shown  [NumSignals]int // the animation's id; 0: not shown
	role   string
	roleID int
}

// Set shows a signal or ends it. It reports whether that changed anything.
func (s *Signals) Set(m *Mixer, which Signal, on bool, now time.Time) bool {
	if on == (s.shown[which] != 0) {
		return false
	}
	if !on {
		m.Remove(s.shown[which])
		s.shown[which] = 0
		return true
	}
	id, err := m.Add(signals[which].animation, now)
	if err != nil {
		return false // there are too many animations: it is tried again with the next state
	}
	s.shown[which] = id
	return true
}

// Clear ends all signals and the role. It reports whether there were any.
func (s *Signals) Clear(m *Mixer) (any bool) {
	for i, id := range s.shown {
		if id != 0 {
			m.Remove(id)
			s.shown[i], any = 0, true
		}
	}
	if s.roleID != 0 {
		m.Remove(s.roleID)
		any = true
	}
	s.role, s.roleID = "", 0
	return any
}

// SetRole shows a role; "" ends that. The error lists the roles.
func (s *Signals) SetRole(m *Mixer, role string, now time.Time) error {
	if role == s.role {
		return nil
	}
	names := make([]string, len(roles))
	at := -1
	for i := range roles {
		names[i] = roles[i].name
		if roles[i].name == role {
			at = i
		}
	}
	if at < 0 && role != "" {
		return fmt.Errorf("role %q: no such role%s; expected %s, or nothing", role, wording.DidYouMean(role, names), strings.Join(names, ", "))
	}
	if s.roleID != 0 {
		m.Remove(s.roleID)
	}
	s.role, s.roleID = role, 0
	if at < 0 {
		return nil
	}
	id, err := m.Add(Animation{Group: RightEye, Color: roles[at].color, Period: time.Second, Priority: rolePriority}, now)
	s.roleID = id
	return err
}

// signalTable returns the signals as a table in Markdown, the most important one first.
func signalTable() string {
	var b strings.Builder
	b.WriteString("| signal | when | where | look | priority |\n|-|-|-|-|-|\n")
	for i := range signals {
		s := &signals[i]
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %d |\n", s.name, s.when, s.where, s.look, s.animation.Priority)
	}
	b.WriteString(gameRows())
	look := make([]string, len(roles))
	for i, r := range roles {
		look[i] = r.name + " " + r.look
	}
	fmt.Fprintf(&b, "| role | the topic `role` | right eye | %s | %d |\n", strings.Join(look, ", "), rolePriority)
	return b.String()
}
