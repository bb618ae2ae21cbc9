package sim

import (
	"math/rand/v2"

	"gonao/nao"
)

// Noise holds the standard deviations of the sensors' errors: errors drawn every cycle, and errors drawn once, from the
// seed. Zero is exact.
type Noise struct {
	Position      float64 `yaml:"position_rad" unit:"rad" min:"0" max:"100" desc:"joint encoders (12 bits are 0.0015 rad)"`
	Accelerometer float64 `yaml:"accelerometer_m_per_sec2" unit:"m/s2" min:"0" max:"100" desc:"each axis"`
	AccBias       float64 `yaml:"accelerometer_bias_m_per_sec2" unit:"m/s2" min:"0" max:"100" readonly:"true" desc:"each axis, constant"`
	Gyroscope     float64 `yaml:"gyroscope_rad_per_sec" unit:"rad/s" min:"0" max:"100" desc:"each axis"`
	GyroBias      float64 `yaml:"gyroscope_bias_rad_per_sec" unit:"rad/s" min:"0" max:"100" readonly:"true" desc:"each axis, constant"`
	Angles        float64 `yaml:"angles_rad" unit:"rad" min:"0" max:"100" desc:"roll and pitch of the body's own filter"`
	FSR           float64 `yaml:"fsr_n" unit:"N" min:"0" max:"100" desc:"each force cell; large enough that the more loaded sole changes while the robot stands still, which other walks wait for"`
	FSRGain       float64 `yaml:"fsr_gain" min:"0" max:"100" readonly:"true" desc:"share, different for each force cell"`
	Sonar         float64 `yaml:"sonar_m" unit:"m" min:"0" max:"100" desc:"each echo"`
}

// defaultNoise returns the noise of a robot in good order. A joint's magnetic encoder
// has 12 bits (1.5 mrad); the others are usual figures of such sensors.
func defaultNoise() Noise {
	return Noise{
		Position: 0.0005, Accelerometer: 0.05, Gyroscope: 0.003, Angles: 0.002,
		FSR: 0.05, Sonar: 0.005, AccBias: 0.05, GyroBias: 0.003, FSRGain: 0.03,
	}
}

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
