package sim

import (
	"gonao/nao"
	"gonao/sim/mujoco"
)

// effort gathers over the physics steps of one cycle what the motors did and what
// the inertial unit felt, and keeps the motors' temperatures.
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

// begin starts a cycle.
func (e *effort) begin() {
	e.torque, e.watt, e.steps = nao.Joints{}, 0, 0
	e.acc, e.gyro, e.samples = [3]float64{}, [3]float64{}, 0
}

// add notes one motor's torque of one physics step.
func (e *effort) add(j int, torque, qd float64) {
	e.torque[j] += max(torque, -torque)
	e.watt += max(torque*qd, 0)
	if j == 0 {
		e.steps++
	}
}

// sample notes what the inertial unit feels at one physics step. The mean of the
// steps stands for the sensor's own low-pass: a single step has the contacts' spikes.
func (e *effort) sample(d *mujoco.Data, b *limbs) {
	for i := range 3 {
		e.acc[i] += d.Sensors[b.acc+i]
		e.gyro[i] += d.Sensors[b.gyro+i]
	}
	e.samples++
}

// spend turns the cycle's torques into currents, heat and a used-up battery.
func (s *Simulation) spend() {
	dtSec := nao.CyclePeriod.Seconds()
	e := &s.effort
	steps := float64(max(e.steps, 1))
	watt := e.watt / steps
	for j := range s.windings {
		w := s.windings[j]
		ampere := w.current(e.torque[j] / steps)
		watt += ampere * ampere * w.ohm
		e.celsius[j] = w.warm(e.celsius[j], s.cfg.AmbientCelsius, ampere, dtSec)
		s.exact.Current[j] = ampere
		s.exact.Temperature[j] = e.celsius[j]
		s.exact.Status[j] = heatStatus(e.celsius[j], s.exact.Status[j])
	}
	drain(&s.exact.Battery, watt, dtSec)
	s.supply()
}

// sense reads the body's sensors at the end of a cycle.
func (s *Simulation) sense() {
	d, b, state := s.data, s.body, &s.exact
	state.Time, state.Cycle = s.Time(), s.cycle
	for j, at := range b.qpos {
		state.Position[j] = d.QPos[at] + s.gears[j].lag - s.is.Offset[j]
	}
	samples := float64(max(s.effort.samples, 1))
	for i := range 3 {
		state.Accelerometer[i] = s.effort.acc[i] / samples
		state.Gyroscope[i] = s.effort.gyro[i] / samples
	}
	roll, pitch, _ := bodyPose(d, b.torso).RollPitchYaw()
	state.Angles = [2]float64{roll, pitch}
	s.feet.feel(d, b, state)
	if s.cycle%sonarEvery == 0 {
		s.sonars.listen(d, b.torso, &state.Sonar)
	}
	s.sensed = *state
	s.scatter.disturb(&s.sensed)
	s.is.distort(&s.sensed)
}
