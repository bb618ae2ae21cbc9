package sim

import (
	"gonao/nao"
	"gonao/sim/mujoco"
)

// effort sums the motors' torques and the inertial unit's values over the physics steps
// of one cycle, and holds the motors' temperatures.
type effort struct {
	celsius nao.Joints
	torque  nao.Joints // sum of magnitudes over the steps, N m
	watt    float64    // sum of the mechanical power over the steps
	acc     [3]float64 // sums over the samples
	gyro    [3]float64
	steps   int
	samples int
}

func (e *effort) reset(ambientCelsius float64, warm *nao.Joints) {
	*e = effort{}
	for j := range e.celsius {
		e.celsius[j] = ambientCelsius + warm[j]
	}
}

// begin starts the sums of a cycle.
func (e *effort) begin() {
	e.torque, e.watt, e.steps = nao.Joints{}, 0, 0
	e.acc, e.gyro, e.samples = [3]float64{}, [3]float64{}, 0
}

// add adds one motor's torque in one physics step.
func (e *effort) add(j int, torque, qd float64) {
	e.torque[j] += max(torque, -torque)
	e.watt += max(torque*qd, 0)
	if j == 0 {
		e.steps++
	}
}

// sample adds the values of the inertial unit in one physics step. The mean of the steps
// replaces the sensor's own low-pass filter: single steps have spikes from the contacts.
func (e *effort) sample(d *mujoco.Data, b *limbs) {
	for i := range 3 {
		e.acc[i] += d.Sensors[b.acc+i]
		e.gyro[i] += d.Sensors[b.gyro+i]
	}
	e.samples++
}

// spend computes currents, temperatures and the battery's charge from the torques of the
// cycle.
func (b *Body) spend(ambientCelsius float64) {
	dtSec := nao.CyclePeriod.Seconds()
	e := &b.effort
	steps := float64(max(e.steps, 1))
	watt := e.watt / steps
	for j := range b.windings {
		w := b.windings[j]
		ampere := w.current(e.torque[j] / steps)
		watt += ampere * ampere * w.ohm
		e.celsius[j] = w.warm(&b.traits.Heating, e.celsius[j], ambientCelsius, ampere, dtSec)
		b.exact.Current[j] = ampere
		b.exact.Temperature[j] = e.celsius[j]
		b.exact.Status[j] = heatStatus(e.celsius[j], b.exact.Status[j])
	}
	drain(&b.exact.Battery, watt, dtSec)
	b.supply()
}
