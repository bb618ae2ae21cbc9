package sim

import (
	"fmt"
	"strings"

	"gonao/internal/wording"
)

// Profile is a kind of robot and ground; docs/motion/body.md has the figures.
type Profile string

// The profiles.
const (
	// Ideal is a NAO exactly as designed on hard ground. Every motor has 0.6 times the
	// stall torque of a gear without losses.
	Ideal Profile = "ideal"
	// Real is a NAO in good order at a competition, with the faults that DrawTraits draws
	// from the seed.
	Real Profile = "real"
	// Worn is an old NAO on a bad ground: Real with weak and sticking joints, more play,
	// faulty force cells, a slope, turf and bumps, angles that lag and drift, and motors that
	// get as hot as on robots.
	Worn Profile = "worn"
	// Paper is the robot of the RoboCup 3-D simulator: hips with a motor each, strong
	// motors, slippery ground, limbs that pass through the robot's other limbs.
	Paper Profile = "paper"
)

// Profiles returns all profiles.
func Profiles() []Profile { return []Profile{Ideal, Paper, Real, Worn} }

// Validate reports a profile that does not exist.
func (p Profile) Validate() error {
	if p != Ideal && p != Real && p != Paper && p != Worn {
		return fmt.Errorf("profile %q: expected %q, %q, %q or %q%s", string(p), Ideal, Paper, Real, Worn,
			wording.DidYouMean(string(p), []string{string(Ideal), string(Paper), string(Real), string(Worn)}))
	}
	return nil
}

// Realism is a set of differences between the profiles Real or Worn and Ideal.
type Realism uint32

// The differences that RobotConfig.Without can leave out.
const (
	Latency     Realism = 1 << iota // a random command delay; without this difference the delay is 2 cycles
	Backlash                        // play in the gears of the legs
	Offsets                         // encoders with a wrong zero
	Masses                          // links with other masses
	Friction                        // a ground with random friction; without this difference the friction is 0.8
	Carpet                          // soft ground
	Sensors                         // biases of the inertial unit, gains of the soles, steps of the encoders
	TorqueCap                       // the current limit of the legs' motors
	Voltage                         // a battery that is not full, and whose voltage sinks under load
	Heat                            // windings whose torque sinks when they get warm
	Weakness                        // motors with less torque
	Sticking                        // joints with dry friction of their own
	Cells                           // force cells that are dead, biased or stuck
	AngleFilter                     // angles that lag and drift
	Slope                           // a ground that is not level
	Turf                            // blades that brake a foot
	Bumps                           // a ground that is not flat

	// AllRealism is the set of all differences.
	AllRealism Realism = 1<<iota - 1
)

var realismNames = []string{
	"latency", "backlash", "offsets", "masses", "friction", "carpet", "sensors", "torque_cap", "voltage", "heat",
	"weakness", "sticking", "cells", "angle_filter", "slope", "turf", "bumps",
}

// RealismNames returns the names that ParseRealism accepts.
func RealismNames() []string { return append([]string(nil), realismNames...) }

// String returns the names, with commas between them.
func (r Realism) String() string {
	var names []string
	for i, name := range realismNames {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// ParseRealism parses names separated by commas; "" means none, "all" means all differences.
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
			return 0, fmt.Errorf("realism %q: no such thing; expected some of %s, or all%s", name, strings.Join(realismNames, ", "), wording.DidYouMean(name, realismNames))
		}
	}
	return set, nil
}
