package sim

import (
	"fmt"
	"math/rand/v2"

	"gonao/nao"
)

// Noise holds the standard deviations of the sensors' errors: of those that are drawn
// every cycle, and of those that are drawn once, from the seed. Zero is exact.
type Noise struct {
	Position      float64 // rad, every cycle
	Accelerometer float64 // m/s², every cycle
	Gyroscope     float64 // rad/s, every cycle
	Angles        float64 // rad, every cycle
	FSR           float64 // N, every cycle, on loaded and unloaded cells
	Sonar         float64 // m, every cycle
	AccBias       float64 // m/s², once
	GyroBias      float64 // rad/s, once
	FSRGain       float64 // share, once per cell
}

// DefaultNoise returns the noise of a robot in good order. A joint's magnetic encoder
// has 12 bits (1.5 mrad); the others are usual figures of such sensors.
func DefaultNoise() Noise {
	return Noise{
		Position: 0.0005, Accelerometer: 0.05, Gyroscope: 0.003, Angles: 0.002,
		FSR: 0.05, Sonar: 0.005, AccBias: 0.05, GyroBias: 0.003, FSRGain: 0.03,
	}
}

func (n *Noise) validate() error {
	for _, sigma := range []float64{
		n.Position, n.Accelerometer, n.Gyroscope, n.Angles, n.FSR, n.Sonar, n.AccBias, n.GyroBias, n.FSRGain,
	} {
		if !(sigma >= 0 && sigma <= mostNoise) {
			return fmt.Errorf("noise %+v: expected standard deviations of 0 to %g", *n, mostNoise)
		}
	}
	return nil
}

// mostNoise is the largest standard deviation, in the unit of each.
const mostNoise = 100.0

// scatter draws the noise of one robot.
type scatter struct {
	noise    Noise
	seed     uint64
	source   rand.PCG
	random   *rand.Rand
	accBias  [3]float64
	gyroBias [3]float64
	fsrGain  [nao.NumFSR]float64
}

func newScatter(noise Noise, seed uint64) *scatter {
	s := &scatter{noise: noise, seed: seed}
	s.random = rand.New(&s.source)
	s.reset()
	return s
}

// reset draws everything from the seed, as at the start.
func (s *scatter) reset() {
	s.source.Seed(s.seed, 0x6e616f) // any constant: it only separates this stream
	for i := range 3 {
		s.accBias[i] = s.noise.AccBias * s.random.NormFloat64()
		s.gyroBias[i] = s.noise.GyroBias * s.random.NormFloat64()
	}
	for i := range s.fsrGain {
		s.fsrGain[i] = 1 + s.noise.FSRGain*s.random.NormFloat64()
	}
}

// disturb adds the noise of one cycle to exact values.
func (s *scatter) disturb(state *nao.State) {
	for j := range state.Position {
		state.Position[j] += s.noise.Position * s.random.NormFloat64()
	}
	for i := range 3 {
		state.Accelerometer[i] += s.accBias[i] + s.noise.Accelerometer*s.random.NormFloat64()
		state.Gyroscope[i] += s.gyroBias[i] + s.noise.Gyroscope*s.random.NormFloat64()
	}
	for i := range state.Angles {
		state.Angles[i] += s.noise.Angles * s.random.NormFloat64()
	}
	for i := range state.FSR {
		state.FSR[i] = max(0, state.FSR[i]*s.fsrGain[i]+s.noise.FSR*s.random.NormFloat64())
	}
	for i := range state.Sonar {
		if state.Sonar[i] < sonarNothing {
			state.Sonar[i] = max(0, state.Sonar[i]+s.noise.Sonar*s.random.NormFloat64())
		}
	}
}
