package robots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonao/percepts"
	"gonao/vision"
	"gonao/vision/segment"
	"gonao/vision/view"
)

// Shirts tells teams apart by the colour of their jerseys or waistbands.
type Shirts struct {
	hues  []segment.Hue
	sides []percepts.RobotSide
}

// shirtColors are the colours of teams that differ from grey, as RGB.
var shirtColors = map[string][3]float64{
	"blue": {0.1, 0.25, 0.9}, "red": {0.9, 0.1, 0.1}, "yellow": {1, 0.85, 0}, "green": {0.1, 0.7, 0.15},
	"orange": {1, 0.5, 0}, "purple": {0.5, 0.15, 0.7}, "brown": {0.45, 0.25, 0.1}, "pink": {1, 0.35, 0.65},
}

// greyShirts are the colours of teams that cannot be told from the robots themselves.
var greyShirts = []string{"", "black", "white", "grey"}

// NewShirts returns what tells a team from its opponents by the names of their colours. A team in black, white or grey, or
// without a colour, is not recognized.
func NewShirts(own, opponent string) (*Shirts, error) {
	s := &Shirts{}
	for i, name := range [2]string{own, opponent} {
		c, ok := shirtColors[name]
		if !ok && !slices.Contains(greyShirts, name) {
			var names []string
			for n := range shirtColors {
				names = append(names, n)
			}
			slices.Sort(names)
			return nil, fmt.Errorf("team colour %q: expected one of %s, black, white or grey", name, strings.Join(names, ", "))
		}
		if !ok {
			continue
		}
		hue, _ := segment.HueOf(c[0], c[1], c[2])
		s.hues = append(s.hues, hue)
		s.sides = append(s.sides, [2]percepts.RobotSide{percepts.OwnSide, percepts.OpponentSide}[i])
	}
	if own == opponent && own != "" {
		return nil, fmt.Errorf("team colours: both are %q: expected two colours", own)
	}
	return s, nil
}

// Where a shirt or a waistband is looked at: heights above the ground and offsets across the line of sight, m; and what
// share of the samples must have a team's colour.
const (
	shirtFromM  = 0.24
	shirtToM    = 0.44
	shirtStepM  = 0.015
	shirtWideM  = 0.06
	shirtAcross = 7
	leastShirt  = 0.08
	surerShirt  = 2.0 // times the other team's
)

// Assign sets the sides of the robots that stand in the image. Light is that of the image. It does not allocate.
func (s *Shirts) Assign(img vision.Image, v *view.View, light *segment.Light, robots []Robot) {
	if len(s.hues) == 0 {
		return
	}
	for i := range robots {
		if r := &robots[i]; !r.Seen.Fallen {
			r.Seen.Side = s.side(img, v, light, r)
		}
	}
}

// side returns the team whose colour a robot's trunk has.
func (s *Shirts) side(img vision.Image, v *view.View, light *segment.Light, r *Robot) percepts.RobotSide {
	var votes [2]float64
	n := 0.0
	dx, dy := r.Seen.X-v.X_RC.P.X, r.Seen.Y-v.X_RC.P.Y
	d := math.Hypot(dx, dy)
	for z := shirtFromM; z <= shirtToM; z += shirtStepM {
		for k := range shirtAcross {
			side := shirtWideM * (2*float64(k)/(shirtAcross-1) - 1)
			x, y, ok := v.Pixel(r.Seen.X-side*dy/d, r.Seen.Y+side*dx/d, z)
			if !ok || !v.Inside(x, y, 1) {
				continue
			}
			n++
			p := img.Data[int(y)*img.Step+int(x)/2*4:]
			luma := float64(p[int(x)%2*2])
			du, dv := light.Chroma(luma, float64(p[1]), float64(p[3]))
			if at, ok := segment.Nearest(s.hues, luma, du, dv); ok {
				votes[at]++
			}
		}
	}
	best := 0
	if votes[1] > votes[0] {
		best = 1
	}
	if n == 0 || votes[best] < leastShirt*n || votes[best] < surerShirt*votes[1-best] || best >= len(s.sides) {
		return percepts.UnknownSide
	}
	return s.sides[best]
}
