package sim

import (
	"fmt"
	"strings"
)

// Profile says what kind of robot and ground is simulated; docs/motion/body.md has
// the figures.
type Profile string

// The profiles.
const (
	// Ideal is a NAO without faults on hard ground: every motor has 0.6 times the
	// stall torque of a gear without losses, and what is built is what is drawn.
	Ideal Profile = "ideal"
	// Real is a NAO in good order at a competition: what DrawTraits draws from the seed.
	Real Profile = "real"
	// Paper is the robot of the RoboCup 3-D simulator: hips that turn each for
	// themselves, strong motors, slippery ground, limbs that pass through each other.
	Paper Profile = "paper"
)

// Profiles lists them all.
func Profiles() []Profile { return []Profile{Ideal, Paper, Real} }

// Validate says whether the profile is one.
func (p Profile) Validate() error {
	if p != Ideal && p != Real && p != Paper {
		return fmt.Errorf("profile %q: expected %q, %q or %q", string(p), Ideal, Paper, Real)
	}
	return nil
}

// Realism is a set of the ways in which the profile Real differs from Ideal.
type Realism uint16

// What Config.Without can leave out.
const (
	Latency   Realism = 1 << iota // a command delay that is drawn: without it, 2 cycles
	Backlash                      // play in the gears of the legs
	Offsets                       // joint zeros that are off
	Masses                        // links that weigh something else
	Friction                      // a ground more or less slippery than usual: without it, 0.8
	Carpet                        // ground that gives way
	Sensors                       // biases of the inertial unit, gains of the soles, steps of the encoders
	TorqueCap                     // the current limit of the legs' motors
	Voltage                       // a battery that is not full and sags
	Heat                          // windings that weaken when they get warm

	// AllRealism is everything.
	AllRealism Realism = 1<<iota - 1
)

var realismNames = []string{
	"latency", "backlash", "offsets", "masses", "friction", "carpet", "sensors", "torque_cap", "voltage", "heat",
}

// RealismNames lists the names that ParseRealism knows.
func RealismNames() []string { return append([]string(nil), realismNames...) }

// String lists the names, with commas.
func (r Realism) String() string {
	var names []string
	for i, name := range realismNames {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// ParseRealism reads names with commas between them; "" is none, "all" everything.
func ParseRealism(text string) (Realism, error) {
	var set Realism
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if name == "all" {
			set = AllRealism
			continue
		}
		known := false
		for i, n := range realismNames {
			if n == name {
				set |= 1 << i
				known = true
			}
		}
		if !known {
			return 0, fmt.Errorf("realism %q: no such thing; expected some of %s, or all", name, strings.Join(realismNames, ", "))
		}
	}
	return set, nil
}
