package sim

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// Body is what one robot and the ground under it are like, beyond what all robots of
// a profile share. The zero value of a field is not always the exact one: begin with
// DrawBody or ExactBody.
type Body struct {
	Delay    int        // cycles from a command to the motors
	Backlash nao.Joints // play of the gear between its two ends, rad
	Offset   nao.Joints // the joint's angle, less what its encoder says and its command means, rad

	Mass [nao.NumLinks]float64 // factor on a link's mass and inertia
	CoM  [nao.NumLinks]r3.Vec  // shift of its centre of mass, m

	Friction float64 // of the ground under everything
	SinkM    float64 // how deep the soles of a standing robot sink into the carpet, m; 0: hard

	AccBias     [3]float64          // m/s²
	GyroBias    [3]float64          // rad/s
	AngleBias   [2]float64          // roll and pitch, rad
	FSRGain     [nao.NumFSR]float64 // factor
	EncoderStep float64             // rad; 0: none

	LegTorque float64    // what the drivers of the legs' motors let through, N m; 0: everything
	Charge    float64    // of the battery at the start, 0 to 1
	Sag       bool       // motors feel the battery's voltage
	Warm      nao.Joints // how much warmer than the hall a motor is at the start, K
	Weaken    bool       // warm windings have less torque
}

// ExactBody is a robot as it was drawn: what the profiles Ideal and Paper have.
func ExactBody(profile Profile) Body {
	b := Body{Delay: 2, Friction: 0.8, Charge: 0.99}
	for l := range b.Mass {
		b.Mass[l] = 1
	}
	for i := range b.FSRGain {
		b.FSRGain[i] = 1
	}
	if profile == Paper {
		b.Delay, b.Friction = 0, paperFriction
	}
	return b
}

// paperFriction is the ground of the paper's simulator, which it calls low "compared
// to the official SPL field".
const paperFriction = 0.3

// The ranges that Real draws from: a NAO in good order. Teams report plays of about a
// degree in worn legs, and calibrate zeros of that size.
const (
	leastPlay, mostPlay         = 0.5 * degree, 1.0 * degree // even
	offsetSigma, offsetMost     = 0.5 * degree, 1.2 * degree
	massShare                   = 0.03  // even, on both sides
	comShiftM                   = 0.002 // the same, each axis
	leastFriction, mostFriction = 0.6, 1.0
	leastSinkM, mostSinkM       = 0.001, 0.0025
	accBiasSigma                = 0.10 // m/s²
	gyroBiasSigma               = 0.004
	angleBiasSigma              = 0.5 * degree
	fsrGainSigma                = 0.10
	encoderStep                 = 2 * 3.14159265358979 / 4096
	leastCharge                 = 0.6
	mostWarmK                   = 15.0
)

// DrawBody gives the robot of a profile that belongs to a seed.
func DrawBody(profile Profile, seed uint64) Body {
	b := ExactBody(profile)
	if profile != Real {
		return b
	}
	d := drawer{rand.New(rand.NewPCG(seed, 0x626f6479))} // any constant: it only separates this stream
	b.Delay = 2 + d.IntN(2)
	for j := range nao.Joint(nao.NumJoints) {
		play, warm := d.between(leastPlay, mostPlay), d.between(0, mostWarmK)
		if isLeg(j) {
			b.Backlash[j], b.Warm[j] = play, warm
		}
		if j != nao.LHand && j != nao.RHand {
			b.Offset[j] = d.around(offsetSigma, offsetMost)
		}
	}
	for l := range b.Mass {
		b.Mass[l] = d.between(1-massShare, 1+massShare)
		b.CoM[l] = r3.Vec{X: d.between(-comShiftM, comShiftM), Y: d.between(-comShiftM, comShiftM), Z: d.between(-comShiftM, comShiftM)}
	}
	b.Friction, b.SinkM = d.between(leastFriction, mostFriction), d.between(leastSinkM, mostSinkM)
	for i := range 3 {
		b.AccBias[i], b.GyroBias[i] = d.around(accBiasSigma, 3*accBiasSigma), d.around(gyroBiasSigma, 3*gyroBiasSigma)
	}
	for i := range b.AngleBias {
		b.AngleBias[i] = d.around(angleBiasSigma, 2*angleBiasSigma)
	}
	for i := range b.FSRGain {
		b.FSRGain[i] = 1 + d.around(fsrGainSigma, 2.5*fsrGainSigma)
	}
	b.EncoderStep, b.LegTorque = encoderStep, realLegNm
	b.Charge, b.Sag, b.Weaken = d.between(leastCharge, 1), true, true
	return b
}

// drawer draws numbers.
type drawer struct{ *rand.Rand }

// between draws evenly.
func (d drawer) between(low, high float64) float64 { return low + (high-low)*d.Float64() }

// around draws about 0 with a deviation, and not beyond most.
func (d drawer) around(sigma, most float64) float64 {
	return min(max(sigma*d.NormFloat64(), -most), most)
}

// Less gives the body with some of its realism left out.
func (b Body) Less(what Realism) Body {
	exact := ExactBody(Ideal)
	for _, part := range []struct {
		of   Realism
		drop func()
	}{
		{Latency, func() { b.Delay = exact.Delay }},
		{Backlash, func() { b.Backlash = exact.Backlash }},
		{Offsets, func() { b.Offset = exact.Offset }},
		{Masses, func() { b.Mass, b.CoM = exact.Mass, exact.CoM }},
		{Friction, func() { b.Friction = exact.Friction }},
		{Carpet, func() { b.SinkM = 0 }},
		{Sensors, func() {
			b.AccBias, b.GyroBias, b.AngleBias = exact.AccBias, exact.GyroBias, exact.AngleBias
			b.FSRGain, b.EncoderStep = exact.FSRGain, 0
		}},
		{TorqueCap, func() { b.LegTorque = 0 }},
		{Voltage, func() { b.Sag, b.Charge = false, exact.Charge }},
		{Heat, func() { b.Weaken, b.Warm = false, exact.Warm }},
	} {
		if what&part.of != 0 {
			part.drop()
		}
	}
	return b
}

func (b *Body) validate() error {
	if b.Delay < 0 || b.Delay > maxDelay {
		return fmt.Errorf("command delay of %d cycles: expected 0 to %d", b.Delay, maxDelay)
	}
	check := func(what string, v, low, high float64) error {
		if !(v >= low && v <= high) {
			return fmt.Errorf("body: %s %g: expected %g to %g", what, v, low, high)
		}
		return nil
	}
	for _, row := range []struct {
		what         string
		v, low, high float64
	}{
		{"friction", b.Friction, 0.01, 10},
		{"sink_m", b.SinkM, 0, 0.01},
		{"encoder step (rad)", b.EncoderStep, 0, 0.1},
		{"leg torque (N m)", b.LegTorque, 0, 100},
		{"charge", b.Charge, 0, 1},
	} {
		if err := check(row.what, row.v, row.low, row.high); err != nil {
			return err
		}
	}
	for j := range nao.Joint(nao.NumJoints) {
		if err := check(fmt.Sprintf("backlash of %s (rad)", j), b.Backlash[j], 0, 0.2); err != nil {
			return err
		}
		if err := check(fmt.Sprintf("offset of %s (rad)", j), b.Offset[j], -0.2, 0.2); err != nil {
			return err
		}
	}
	for l := range nao.Link(nao.NumLinks) {
		if err := check(fmt.Sprintf("mass factor of %s", l), b.Mass[l], 0.2, 5); err != nil {
			return err
		}
		if err := check(fmt.Sprintf("centre of mass of %s (m)", l), r3.Norm(b.CoM[l]), 0, 0.1); err != nil {
			return err
		}
	}
	return nil
}
