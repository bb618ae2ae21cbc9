package sim

import (
	"math"

	"gonao/nao"
)

// driftSec is how long the error of the angles keeps its sign, about.
const driftSec = 60.0

// distort adds the errors of this robot's sensors to their readings. Errors of the angles change with time.
func (b *Body) distort(state *nao.State) {
	t := &b.traits
	for i := range 3 {
		state.Accelerometer[i] += t.AccBias[i]
		state.Gyroscope[i] = t.GyroGain[i]*state.Gyroscope[i] + t.GyroBias[i]
	}
	for i := range state.Angles {
		state.Angles[i] = wrapped(state.Angles[i] + t.AngleBias[i] + b.filter.wander[i])
	}
	t.distortCells(state)
	if t.EncoderStep > 0 {
		for j := range state.Position {
			state.Position[j] = math.Round(state.Position[j]/t.EncoderStep) * t.EncoderStep
		}
	}
}

// wrapped returns an angle in -π…π.
func wrapped(rad float64) float64 { return math.Remainder(rad, 2*math.Pi) }

// distortCells adds the faults of the force cells.
func (t *Traits) distortCells(state *nao.State) {
	for i := range state.FSR {
		state.FSR[i] = max(0, state.FSR[i]*t.FSRGain[i]+t.FSRBias[i])
		if t.FSRStuck[i] >= 0 {
			state.FSR[i] = t.FSRStuck[i]
		}
	}
}

// angleFilter is the memory of the body's own filter of roll and pitch.
type angleFilter struct {
	lagged [2]float64 // rad
	wander [2]float64 // its error that drifts, rad
	begun  bool
}

// filterAngles makes the body's own roll and pitch lag behind the true ones, and moves the error that wanders.
func (b *Body) filterAngles(angles *[2]float64) {
	f, dt := &b.traits.Filter, nao.CyclePeriod.Seconds()
	for i := range angles {
		if f.Drift > 0 {
			b.filter.wander[i] += -b.filter.wander[i]*dt/driftSec + f.Drift*math.Sqrt(2*dt/driftSec)*b.scatter.random.NormFloat64()
		}
		if f.LagSec > 0 && b.filter.begun {
			angles[i] = wrapped(b.filter.lagged[i] + wrapped(angles[i]-b.filter.lagged[i])*dt/(f.LagSec+dt))
		}
		b.filter.lagged[i] = angles[i]
	}
	b.filter.begun = true
}
