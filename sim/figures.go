package sim

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
)

// figure is one figure of a body as a body file has it: its key, its range in the key's
// unit, what that unit is in SI units, and where the values are in the traits.
type figure struct {
	key       string
	low, high float64
	unit      float64
	in        func(*Traits) []*float64
	of        parts
}

// parts are what a figure has a value for.
type parts uint8

const (
	ofBody   parts = iota // one value
	ofJoints              // one for each joint
	ofCells               // one for each force cell
	ofLinks               // one for each link
	ofAxes                // one for each axis, a list
)

// one returns where a figure with one value is.
func one(at func(*Traits) *float64) func(*Traits) []*float64 {
	return func(t *Traits) []*float64 { return []*float64{at(t)} }
}

// each returns where the values of a figure with several are.
func each(in func(*Traits) []float64) func(*Traits) []*float64 {
	return func(t *Traits) (all []*float64) {
		values := in(t)
		for i := range values {
			all = append(all, &values[i])
		}
		return all
	}
}

// figures are all figures of a body but its delay, its centres of mass and its switches.
var figures = []figure{
	{"friction", 0.01, 10, 1, one(func(t *Traits) *float64 { return &t.Friction }), ofBody},
	{"sink_mm", 0, 10, 1e-3, one(func(t *Traits) *float64 { return &t.SinkM }), ofBody},
	{"slope_deg", 0, 15, si.Degree, one(func(t *Traits) *float64 { return &t.Uneven.SlopeRad }), ofBody},
	{"downhill_deg", -360, 360, si.Degree, one(func(t *Traits) *float64 { return &t.Uneven.DownhillRad }), ofBody},
	{"pile_mm", 0, 30, 1e-3, one(func(t *Traits) *float64 { return &t.Uneven.PileM }), ofBody},
	{"bump_mm", 0, 20, 1e-3, one(func(t *Traits) *float64 { return &t.Uneven.BumpM }), ofBody},
	{"charge", 0, 1, 1, one(func(t *Traits) *float64 { return &t.Charge }), ofBody},
	{"leg_torque_nm", 0, 100, 1, one(func(t *Traits) *float64 { return &t.LegTorque }), ofBody},
	{"heating_k_per_w", 0, 500, 1, one(func(t *Traits) *float64 { return &t.Heating.KPerW }), ofBody},
	{"heating_sec", 1, 1e5, 1, one(func(t *Traits) *float64 { return &t.Heating.Sec }), ofBody},
	{"encoder_step_deg", 0, 5, si.Degree, one(func(t *Traits) *float64 { return &t.EncoderStep }), ofBody},
	{"angle_lag_sec", 0, 1, 1, one(func(t *Traits) *float64 { return &t.Filter.LagSec }), ofBody},
	{"angle_drift_deg", 0, 10, si.Degree, one(func(t *Traits) *float64 { return &t.Filter.Drift }), ofBody},

	{"strength", 0, 2, 1, each(func(t *Traits) []float64 { return t.Strength[:] }), ofJoints},
	{"sticking_nm", 0, 5, 1, each(func(t *Traits) []float64 { return t.Sticking[:] }), ofJoints},
	{"play_deg", 0, 10, si.Degree, each(func(t *Traits) []float64 { return t.Backlash[:] }), ofJoints},
	{"offset_deg", -10, 10, si.Degree, each(func(t *Traits) []float64 { return t.Offset[:] }), ofJoints},
	{"warm_k", 0, 100, 1, each(func(t *Traits) []float64 { return t.Warm[:] }), ofJoints},

	{"force_gain", 0, 5, 1, each(func(t *Traits) []float64 { return t.FSRGain[:] }), ofCells},
	{"force_bias_n", -50, 50, 1, each(func(t *Traits) []float64 { return t.FSRBias[:] }), ofCells},
	{"force_stuck_n", -1, 100, 1, each(func(t *Traits) []float64 { return t.FSRStuck[:] }), ofCells},

	{"mass_factor", 0.2, 5, 1, each(func(t *Traits) []float64 { return t.Mass[:] }), ofLinks},

	{"accelerometer_bias_m_per_sec2", -5, 5, 1, each(func(t *Traits) []float64 { return t.AccBias[:] }), ofAxes},
	{"gyroscope_bias_deg_per_sec", -50, 50, si.Degree, each(func(t *Traits) []float64 { return t.GyroBias[:] }), ofAxes},
	{"gyroscope_gain", -2, 2, 1, each(func(t *Traits) []float64 { return t.GyroGain[:] }), ofAxes},
	{"angle_bias_deg", -15, 15, si.Degree, each(func(t *Traits) []float64 { return t.AngleBias[:] }), ofAxes},
}

// mostShiftM is the farthest that a link's centre of mass may be off, m.
const mostShiftM = 0.1

// name returns what value i of a figure belongs to.
func (p parts) name(i int) string {
	switch p {
	case ofJoints:
		return nao.Joint(i).String()
	case ofCells:
		return nao.FSR(i).String()
	case ofLinks:
		return nao.Link(i).String()
	case ofAxes:
		return fmt.Sprint(i + 1)
	default:
		return ""
	}
}

// check returns an error that names the figure, the part and the range when a value is absurd.
func (f *figure) check(t *Traits) error {
	const rounding = 1e-9
	for i, at := range f.in(t) {
		v := *at / f.unit
		if v >= f.low-rounding && v <= f.high+rounding {
			continue
		}
		what := f.key
		if name := f.of.name(i); name != "" {
			what += " of " + name
		}
		return fmt.Errorf("%s %.4g: expected %g to %g", what, v, f.low, f.high)
	}
	return nil
}

func (t *Traits) validate() error {
	if t.Delay < 0 || t.Delay > maxDelay {
		return fmt.Errorf("command delay of %d cycles: expected 0 to %d", t.Delay, maxDelay)
	}
	for i := range figures {
		if err := figures[i].check(t); err != nil {
			return fmt.Errorf("body: %w", err)
		}
	}
	for l := range nao.Link(nao.NumLinks) {
		if d := r3.Norm(t.CoM[l]); !(d <= mostShiftM) {
			return fmt.Errorf("body: com_mm of %s: %.4g mm off: expected %g at most", l, 1e3*d, 1e3*mostShiftM)
		}
	}
	return nil
}
