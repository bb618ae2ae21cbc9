package sim

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
)

// Traits are the properties of one robot and of the ground under it, beyond those that all robots of a profile share. The
// zero value of a field is not always the exact one: begin with DrawTraits or ExactTraits. Several robots share one
// ground: each slides with its own friction, and the softness of the ground is that of the first robot's traits.
//
// The names in the tags are the keys of a body file.
type Traits struct {
	Delay    int        `yaml:"delay_cycles" min:"0" max:"8"`           // cycles from a command to the motors, at most maxDelay
	Backlash nao.Joints `yaml:"play_deg" in:"rad" min:"0" max:"10"`     // play of the gear between its two ends
	Offset   nao.Joints `yaml:"offset_deg" in:"rad" min:"-10" max:"10"` // the joint's angle minus the angle that its encoder reports and its command means

	Mass [nao.NumLinks]float64 `yaml:"mass_factor" min:"0.2" max:"5"` // factor on a link's mass and inertia
	CoM  [nao.NumLinks]r3.Vec  `yaml:"-"`                             // shift of its centre of mass, m; com_mm

	Friction float64 `yaml:"friction" min:"0.01" max:"10"`    // of the ground under this robot
	SinkM    float64 `yaml:"sink_mm" in:"m" min:"0" max:"10"` // depth of the soles of a standing robot in the carpet; 0: hard

	AccBias     [3]float64          `yaml:"accelerometer_bias_m_per_sec2" min:"-5" max:"5"`
	GyroBias    [3]float64          `yaml:"gyroscope_bias_deg_per_sec" in:"rad" min:"-50" max:"50"`
	AngleBias   [2]float64          `yaml:"angle_bias_deg" in:"rad" min:"-15" max:"15"` // roll and pitch
	FSRGain     [nao.NumFSR]float64 `yaml:"force_gain" min:"0" max:"5"`                 // factor; 0: the cell is dead
	FSRBias     [nao.NumFSR]float64 `yaml:"force_bias_n" min:"-50" max:"50"`
	FSRStuck    [nao.NumFSR]float64 `yaml:"force_stuck_n" min:"-1" max:"100"` // constant output of the cell; negative: it works
	GyroGain    [3]float64          `yaml:"gyroscope_gain" min:"-2" max:"2"`  // factor on each axis; 0: dead
	Filter      Filter              `yaml:",inline"`
	EncoderStep float64             `yaml:"encoder_step_deg" in:"rad" min:"0" max:"5"` // 0: none

	LegTorque float64    `yaml:"leg_torque_nm" min:"0" max:"100"` // limit of the drivers of the legs' motors; 0: none
	Charge    float64    `yaml:"charge" min:"0" max:"1"`          // of the battery at the start
	Sag       bool       `yaml:"battery_sags"`                    // the motors' voltage depends on the battery
	Warm      nao.Joints `yaml:"warm_k" min:"0" max:"100"`        // temperature of a motor at the start, above that of the hall
	Weaken    bool       `yaml:"warmth_weakens"`                  // the torque of warm windings is smaller
	Strength  nao.Joints `yaml:"strength" min:"0" max:"2"`        // factor on a motor's torque
	Sticking  nao.Joints `yaml:"sticking_nm" min:"0" max:"5"`     // dry friction of the joint beyond its motor's
	Heating   Heating    `yaml:",inline"`
	Uneven    Uneven     `yaml:",inline"`
}

// Filter holds the errors of the body's own roll and pitch that change with time.
type Filter struct {
	LagSec float64 `yaml:"angle_lag_sec" min:"0" max:"1"`             // time constant of a low-pass
	Drift  float64 `yaml:"angle_drift_deg" in:"rad" min:"0" max:"10"` // standard deviation of an error that wanders
}

// Heating holds how a motor warms up.
type Heating struct {
	KPerW float64 `yaml:"heating_k_per_w" min:"0" max:"500"` // rise of the winding per watt of copper loss, in the end
	Sec   float64 `yaml:"heating_sec" min:"1" max:"100000"`  // time constant
}

// Uneven holds the shape of the ground.
type Uneven struct {
	SlopeRad    float64 `yaml:"slope_deg" in:"rad" min:"0" max:"15"`        // of the whole ground
	DownhillRad float64 `yaml:"downhill_deg" in:"rad" min:"-360" max:"360"` // direction in which it goes down, from the world's x axis to the left
	PileM       float64 `yaml:"pile_mm" in:"m" min:"0" max:"30"`            // length of the turf's blades, which brake a foot that moves among them; 0: none
	BumpM       float64 `yaml:"bump_mm" in:"m" min:"0" max:"20"`            // height of the highest bump; 0: flat
}

// exactTraits returns the traits of a robot that is exactly as designed: those of the
// profiles Ideal and Paper.
func exactTraits(profile Profile) Traits {
	t := Traits{Delay: 2, Friction: 0.65, Charge: 0.99}
	for l := range t.Mass {
		t.Mass[l] = 1
	}
	for i := range t.FSRGain {
		t.FSRGain[i], t.FSRStuck[i] = 1, -1
	}
	for j := range t.Strength {
		t.Strength[j] = 1
	}
	t.GyroGain = [3]float64{1, 1, 1}
	t.Heating = Heating{KPerW: thermalKPerW, Sec: thermalSec}
	if profile == Paper {
		t.Delay, t.Friction = 0, paperFriction
	}
	return t
}

// paperFriction is the friction in the paper's simulator, which the paper calls low
// "compared to the official SPL field".
const paperFriction = 0.25

// The ranges of the profile Real: a NAO in good order. Teams report backlash of about a
// degree in worn legs, and calibrate encoder offsets of that size.
const (
	leastPlay, mostPlay         = 0.5 * si.Degree, 1.0 * si.Degree // uniform
	offsetSigma, offsetMost     = 0.5 * si.Degree, 1.2 * si.Degree
	massShare                   = 0.03  // uniform, on both sides
	comShiftM                   = 0.002 // the same, on each axis
	leastFriction, mostFriction = 0.5, 0.8
	leastSinkM, mostSinkM       = 0.001, 0.0025
	accBiasSigma                = 0.10 // m/s²
	gyroBiasSigma               = 0.004
	angleBiasSigma              = 0.5 * si.Degree
	fsrGainSigma                = 0.10
	encoderStep                 = 2 * 3.14159265358979 / 4096
	leastCharge                 = 0.6
	mostWarmK                   = 15.0
)

// DrawTraits returns the traits of a profile that belong to a seed.
func DrawTraits(profile Profile, seed uint64) Traits {
	t := exactTraits(profile)
	if profile != Real && profile != Worn {
		return t
	}
	d := drawer{rand.New(rand.NewPCG(seed, 0x626f6479))} // any constant: it separates this stream of random numbers
	t.Delay = 2 + d.IntN(2)
	for j := range nao.Joint(nao.NumJoints) {
		play, warm := d.between(leastPlay, mostPlay), d.between(0, mostWarmK)
		if j.IsLeg() {
			t.Backlash[j], t.Warm[j] = play, warm
		}
		if j != nao.LHand && j != nao.RHand {
			t.Offset[j] = d.around(offsetSigma, offsetMost)
		}
	}
	for l := range t.Mass {
		t.Mass[l] = d.between(1-massShare, 1+massShare)
		t.CoM[l] = r3.Vec{X: d.between(-comShiftM, comShiftM), Y: d.between(-comShiftM, comShiftM), Z: d.between(-comShiftM, comShiftM)}
	}
	t.Friction, t.SinkM = d.between(leastFriction, mostFriction), d.between(leastSinkM, mostSinkM)
	for i := range 3 {
		t.AccBias[i], t.GyroBias[i] = d.around(accBiasSigma, 3*accBiasSigma), d.around(gyroBiasSigma, 3*gyroBiasSigma)
	}
	for i := range t.AngleBias {
		t.AngleBias[i] = d.around(angleBiasSigma, 2*angleBiasSigma)
	}
	for i := range t.FSRGain {
		t.FSRGain[i] = 1 + d.around(fsrGainSigma, 2.5*fsrGainSigma)
	}
	t.EncoderStep, t.LegTorque = encoderStep, realLegNm
	t.Charge, t.Sag, t.Weaken = d.between(leastCharge, 1), true, true
	if profile == Worn {
		t.wear(seed)
	}
	return t
}

// drawer draws random numbers.
type drawer struct{ *rand.Rand }

// between draws uniformly.
func (d drawer) between(low, high float64) float64 { return low + (high-low)*d.Float64() }

// around draws normally about 0 with a standard deviation, clamped to ±most.
func (d drawer) around(sigma, most float64) float64 {
	return min(max(sigma*d.NormFloat64(), -most), most)
}

// Without returns the traits with some of their realism left out.
func (t Traits) Without(what Realism) Traits {
	exact := exactTraits(Ideal)
	for _, part := range []struct {
		of   Realism
		drop func()
	}{
		{Latency, func() { t.Delay = exact.Delay }},
		{Backlash, func() { t.Backlash = exact.Backlash }},
		{Offsets, func() { t.Offset = exact.Offset }},
		{Masses, func() { t.Mass, t.CoM = exact.Mass, exact.CoM }},
		{Friction, func() { t.Friction = exact.Friction }},
		{Carpet, func() { t.SinkM = 0 }},
		{Sensors, func() {
			t.AccBias, t.GyroBias, t.AngleBias = exact.AccBias, exact.GyroBias, exact.AngleBias
			t.FSRGain, t.EncoderStep = exact.FSRGain, 0
		}},
		{TorqueCap, func() { t.LegTorque = 0 }},
		{Voltage, func() { t.Sag, t.Charge = false, exact.Charge }},
		{Heat, func() { t.Weaken, t.Warm, t.Heating = false, exact.Warm, exact.Heating }},
		{Weakness, func() { t.Strength = exact.Strength }},
		{Sticking, func() { t.Sticking = exact.Sticking }},
		{Cells, func() { t.mend() }},
		{AngleFilter, func() { t.Filter = Filter{} }},
		{Slope, func() { t.Uneven.SlopeRad, t.Uneven.DownhillRad = 0, 0 }},
		{Turf, func() { t.Uneven.PileM = 0 }},
		{Bumps, func() { t.Uneven.BumpM = 0 }},
	} {
		if what&part.of != 0 {
			part.drop()
		}
	}
	return t
}
