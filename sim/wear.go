package sim

import (
	"math"
	"math/rand/v2"

	"gonao/internal/si"
	"gonao/nao"
)

// The ranges of the profile Worn, beyond those of Real: a NAO in its third season, on a
// field that was rolled out yesterday.
const (
	wornLeastPlay, wornMostPlay         = 1.0 * si.Degree, 2.5 * si.Degree
	wornLeastStrength                   = 0.9             // of every leg joint
	weakLeastStrength, weakMostStrength = 0.65, 0.85      // of the one weak joint
	wornSticking                        = 0.15            // N m, of every leg joint, uniform from 0
	stuckLeast, stuckMost               = 0.3, 0.8        // N m, of the one joint that sticks
	wornDeadShare, wornBiasedShare      = 0.3, 0.5        // of the robots
	wornStuckShare                      = 0.1             // of the robots
	wornLeastBias, wornMostBias         = 1.0, 4.0        // N
	wornSlope                           = 3.0 * si.Degree // uniform from 0
	wornPileM                           = 0.008
	wornBumpM                           = 0.003 // uniform from 0
	wornLeastLag, wornMostLag           = 0.02, 0.06
	wornLeastDrift, wornMostDrift       = 0.3 * si.Degree, 1.0 * si.Degree
	wornLeastCharge                     = 0.35
	wornMostWarmK                       = 25.0
	wornHeatKPerW, wornHeatSec          = 48.0, 300.0 // a knee that walks is at 60 to 75 °C after ten minutes
)

// legJoints are those of which one is weak and one sticks.
var legJoints = func() (all []nao.Joint) {
	for j := range nao.Joint(nao.NumJoints) {
		if j.IsLeg() {
			all = append(all, j)
		}
	}
	return all
}()

// wear adds the additional faults of Worn. Its random numbers are a separate stream.
func (t *Traits) wear(seed uint64) {
	d := drawer{rand.New(rand.NewPCG(seed, 0x776f726e))}
	for _, j := range legJoints {
		t.Backlash[j] = d.between(wornLeastPlay, wornMostPlay)
		t.Strength[j] = d.between(wornLeastStrength, 1)
		t.Sticking[j] = d.between(0, wornSticking)
		t.Warm[j] = d.between(0, wornMostWarmK)
	}
	t.Strength[legJoints[d.IntN(len(legJoints))]] = d.between(weakLeastStrength, weakMostStrength)
	t.Sticking[legJoints[d.IntN(len(legJoints))]] = d.between(stuckLeast, stuckMost)
	dead, biased, stuck := d.Float64(), d.Float64(), d.Float64()
	cells := d.Perm(nao.NumFSR)
	if dead < wornDeadShare {
		t.FSRGain[cells[0]] = 0
	}
	if biased < wornBiasedShare {
		t.FSRBias[cells[1]] = d.between(wornLeastBias, wornMostBias)
	}
	if stuck < wornStuckShare {
		t.FSRStuck[cells[2]] = d.between(wornLeastBias, wornMostBias)
	}
	t.Filter = Filter{LagSec: d.between(wornLeastLag, wornMostLag), Drift: d.between(wornLeastDrift, wornMostDrift)}
	t.Heating = Heating{KPerW: wornHeatKPerW, Sec: wornHeatSec}
	t.Uneven = Uneven{
		SlopeRad: d.between(0, wornSlope), DownhillRad: d.between(-math.Pi, math.Pi),
		PileM: wornPileM, BumpM: d.between(0, wornBumpM),
	}
	t.Charge = d.between(wornLeastCharge, 1)
}

// mend makes every force cell work without a bias; gains stay where they are not 0.
func (t *Traits) mend() {
	exact := exactTraits(Ideal)
	t.FSRBias, t.FSRStuck = exact.FSRBias, exact.FSRStuck
	for i, gain := range t.FSRGain {
		if gain == 0 {
			t.FSRGain[i] = 1
		}
	}
}
