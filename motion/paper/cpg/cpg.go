// Package cpg loads and plays CPG behaviours: periodic motions in which every joint
// follows a sum of sines (Domingues et al., "Humanoid Behaviors: From Simulation to a
// Real Robot", 5.2, after H. Picado et al., IWANN 2009): walk, turn in place, rotate
// around the ball.
//
// A behaviour is an XML file:
//
//	<cpg name="walk" start="1" stop="1">
//	  <joint name="LHipPitch">
//	    <sine amplitude_deg="8" period="0.6" phase_deg="90" offset_deg="-22"/>
//	    …
//	  </joint>
//	  …
//	</cpg>
//
//	cpg name            by which it is played; with @mirrored behind it, left and right
//	                    are exchanged
//	cpg start, stop     s in which the amplitudes grow and fade; 1 when left out
//	sine amplitude_deg  degrees
//	sine period         s of one oscillation, from the body's cycle of 0.012 on
//	sine phase_deg      degrees at the start; 0
//	sine offset_deg     degrees, added to the sum; 0
//
// With t from the beginning, a joint is at Σ offset + amplitude·sin(2π·t/period + phase).
// The largest sum must be within the joint's range, and the highest speed within its top
// speed. A joint that a file does not name is left alone. Fingers and
// angles beyond ±360° are errors.
package cpg

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// Motion is a loaded behaviour. It is constant; several players may play it.
type Motion struct {
	Name        string
	File        string
	Start, Stop time.Duration // in which the amplitudes grow and fade
	Joints      []Joint
}

// Joint is the sum of sines of one joint.
type Joint struct {
	Joint nao.Joint
	Sines []Sine
}

// Sine is one oscillation.
type Sine struct {
	Amplitude float64       // rad
	Period    time.Duration // of one oscillation
	Phase     float64       // rad
	Offset    float64       // rad
}

// At returns the joint's angle in rad, t seconds from the beginning, with all amplitudes
// times size.
func (j *Joint) At(tSec, size float64) float64 {
	sum := 0.0
	for i := range j.Sines {
		s := &j.Sines[i]
		sum += s.Offset + size*s.Amplitude*math.Sin(2*math.Pi*tSec/s.Period.Seconds()+s.Phase)
	}
	return sum
}

// reach returns the middle of the sum, how far it could go from there in rad, and how
// fast it could turn in rad/s.
func (j *Joint) reach() (middle, rad, radPerSec float64) {
	for _, s := range j.Sines {
		middle += s.Offset
		rad += math.Abs(s.Amplitude)
		radPerSec += math.Abs(s.Amplitude) * 2 * math.Pi / s.Period.Seconds()
	}
	return middle, rad, radPerSec
}

// Mirror returns the behaviour with left and right exchanged.
func (m *Motion) Mirror() *Motion {
	mirror := *m
	mirror.Name, _ = strings.CutSuffix(m.Name, "@"+slot.Mirrored)
	if mirror.Name == m.Name {
		mirror.Name += "@" + slot.Mirrored
	}
	mirror.Joints = slices.Clone(m.Joints)
	for i, j := range mirror.Joints {
		other, sign := j.Joint.Mirror()
		sines := slices.Clone(j.Sines)
		for k := range sines {
			sines[k].Amplitude *= sign
			sines[k].Offset *= sign
		}
		mirror.Joints[i] = Joint{Joint: other, Sines: sines}
	}
	slices.SortFunc(mirror.Joints, func(a, b Joint) int { return cmp.Compare(a.Joint, b.Joint) })
	return &mirror
}

// Adapted returns the behaviour with all amplitudes multiplied by amplitude, and all periods, start and stop multiplied
// by duration, as section 6.3 of the paper does to run its behaviours on the robot. The offsets stay.
func (m *Motion) Adapted(amplitude, duration float64) (*Motion, error) {
	adapted := *m
	longer := func(d time.Duration) time.Duration { return time.Duration(math.Round(float64(d) * duration)) }
	adapted.Start, adapted.Stop = longer(m.Start), longer(m.Stop)
	adapted.Joints = slices.Clone(m.Joints)
	for i, j := range adapted.Joints {
		adapted.Joints[i].Sines = slices.Clone(j.Sines)
		for k := range adapted.Joints[i].Sines {
			s := &adapted.Joints[i].Sines[k]
			s.Amplitude *= amplitude
			s.Period = max(longer(s.Period), nao.CyclePeriod)
		}
	}
	return &adapted, adapted.check()
}
