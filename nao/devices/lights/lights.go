// Package lights computes animations of the robot's LEDs as functions of time: the colours at a time after an
// animation's start, and those of several animations at once.
package lights

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gonao/nao"
)

// Group is a set of LEDs that are animated together.
type Group uint16

// The groups.
const (
	LeftEye Group = 1 << iota
	RightEye
	LeftEar
	RightEar
	Chest
	LeftFoot
	RightFoot
	Skull

	Eyes = LeftEye | RightEye
	Ears = LeftEar | RightEar
	Feet = LeftFoot | RightFoot
	All  = Eyes | Ears | Chest | Feet | Skull
)

// groups are the names of the groups, in the order in which errors list them.
var groups = []struct {
	word  string
	group Group
}{
	{"all", All},
	{"eyes", Eyes},
	{"left_eye", LeftEye},
	{"right_eye", RightEye},
	{"ears", Ears},
	{"left_ear", LeftEar},
	{"right_ear", RightEar},
	{"chest", Chest},
	{"feet", Feet},
	{"left_foot", LeftFoot},
	{"right_foot", RightFoot},
	{"skull", Skull},
}

// ParseGroup parses names separated by commas: "eyes,chest".
func ParseGroup(text string) (Group, error) {
	var all Group
	for word := range strings.SplitSeq(text, ",") {
		group := Group(0)
		for _, g := range groups {
			if strings.TrimSpace(word) == g.word {
				group = g.group
			}
		}
		if group == 0 {
			words := make([]string, len(groups))
			for i, g := range groups {
				words[i] = g.word
			}
			return 0, fmt.Errorf("group %q: expected %s, or several with commas", strings.TrimSpace(word), strings.Join(words, ", "))
		}
		all |= group
	}
	return all, nil
}

// Pattern is how an animation changes within a period.
type Pattern uint8

// The patterns.
const (
	Steady Pattern = iota // the colour
	Blink                 // half a period the colour, half the second one
	Fade                  // from the second colour to the colour and back, as a cosine
	Rotate                // a light goes round each ring once; single LEDs fade
)

// Animation is one pattern on one group. An animation without Duration and Repeats does not end.
type Animation struct {
	Group         Group
	Pattern       Pattern
	Color, Second nao.Color     // components 0 to 1
	Period        time.Duration // time of a blink, a fade or a round
	Duration      time.Duration // time until the end; 0: Repeats applies
	Repeats       uint32        // periods until the end, where Duration is 0
	Priority      int32         // the animation with the highest priority in a group is visible
}

// Bounds of periods and durations: an LED is set at most 30 times a second.
const (
	shortestPeriod = 100 * time.Millisecond
	longestTime    = 24 * time.Hour
)

// Check returns an error if a field of the animation is out of range.
func (a *Animation) Check() error {
	switch {
	case a.Group == 0 || a.Group&^All != 0:
		return errors.New("group: it is empty")
	case a.Pattern > Rotate:
		return fmt.Errorf("pattern %d: expected 0 (colour), 1 (blink), 2 (fade) or 3 (rotate)", a.Pattern)
	case !shines(a.Color):
		return fmt.Errorf("color %v: expected parts from 0 to 1", a.Color)
	case !shines(a.Second):
		return fmt.Errorf("second_color %v: expected parts from 0 to 1", a.Second)
	case a.Period < shortestPeriod || a.Period > longestTime:
		return fmt.Errorf("period %v: expected %v to %v", a.Period, shortestPeriod, longestTime)
	case a.Duration < 0 || a.Duration > longestTime:
		return fmt.Errorf("duration %v: expected 0 to %v", a.Duration, longestTime)
	case a.Duration == 0 && time.Duration(a.Repeats) > longestTime/a.Period:
		return fmt.Errorf("repeats %d: with a period of %v this is more than %v", a.Repeats, a.Period, longestTime)
	}
	return nil
}

func shines(c nao.Color) bool {
	for _, v := range [3]float32{c.R, c.G, c.B} {
		if !(v >= 0 && v <= 1) {
			return false
		}
	}
	return true
}

// Length returns how long the animation lasts, 0 if it does not end.
func (a *Animation) Length() time.Duration {
	if a.Duration > 0 {
		return a.Duration
	}
	return time.Duration(a.Repeats) * a.Period
}

// Paint sets the LEDs of the group to their colours at a time after the start.
func (a *Animation) Paint(l *nao.Lights, since time.Duration) {
	phase := float64(since%a.Period) / float64(a.Period) // 0 to 1
	if phase < 0 {
		phase++
	}
	g := a.Group
	if g&LeftEye != 0 {
		a.paintEye(&l.LeftEye, &leftEyeAngles, phase)
	}
	if g&RightEye != 0 {
		a.paintEye(&l.RightEye, &rightEyeAngles, phase)
	}
	if g&LeftEar != 0 {
		a.paintBlue(l.LeftEar[:], 0, 36, phase)
	}
	if g&RightEar != 0 {
		a.paintBlue(l.RightEar[:], 324, -36, phase)
	}
	if g&Skull != 0 {
		a.paintBlue(l.Skull[:], 0, 30, phase) // already in the order of the ring
	}
	single := a.at(phase, 0, false)
	if g&Chest != 0 {
		l.Chest = single
	}
	if g&LeftFoot != 0 {
		l.LeftFoot = single
	}
	if g&RightFoot != 0 {
		l.RightFoot = single
	}
}

// Angles of the eyes' LEDs on their rings, degrees, in the order of nao.Lights.
var (
	leftEyeAngles  = [8]float64{45, 0, 315, 270, 225, 180, 135, 90}
	rightEyeAngles = [8]float64{0, 45, 90, 135, 180, 225, 270, 315}
)

func (a *Animation) paintEye(leds *[8]nao.Color, angles *[8]float64, phase float64) {
	for i := range leds {
		leds[i] = a.at(phase, angles[i], true)
	}
}

// paintBlue sets a ring of blue LEDs to the brightest component of the colour. first and step are their angles,
// degrees.
func (a *Animation) paintBlue(leds []float32, first, step, phase float64) {
	for i := range leds {
		c := a.at(phase, first+step*float64(i), true)
		leds[i] = max(c.R, c.G, c.B)
	}
}

// at returns the colour of an LED; on a ring it depends on the LED's angle.
func (a *Animation) at(phase, degrees float64, ring bool) nao.Color {
	switch {
	case a.Pattern == Blink && phase >= 0.5:
		return a.Second
	case a.Pattern == Fade, a.Pattern == Rotate && !ring:
		return mix(a.Second, a.Color, (1-math.Cos(2*math.Pi*phase))/2)
	case a.Pattern == Rotate:
		const width = 60 // degrees from the light's middle to where nothing of it is left
		off := math.Abs(math.Mod(degrees-360*phase+540, 360) - 180)
		return mix(a.Second, a.Color, max(0, 1-off/width))
	default:
		return a.Color
	}
}

func mix(a, b nao.Color, share float64) nao.Color {
	s := float32(share)
	return nao.Color{R: a.R + s*(b.R-a.R), G: a.G + s*(b.G-a.G), B: a.B + s*(b.B-a.B)}
}
