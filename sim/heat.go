package sim

import (
	"math"

	"gonao/nao"
)

// The motor is an ideal DC motor at the robot's voltage: its torque constant behind the
// gear is voltage / no-load speed, its resistance voltage / stall current. The thermal
// figures are chosen so that a knee that holds 2 N m for ten minutes gets hot, and a robot
// that stands upright does not.
const (
	supplyVolt       = 24.0
	thermalKPerW     = 15.0  // rise of the winding per watt of copper loss
	thermalSec       = 500.0 // time constant
	hotCelsius       = 75.0
	veryHotCelsius   = 85.0
	criticalCelsius  = 95.0
	coolerCelsius    = 3.0 // hysteresis: a status ends only so far below its threshold
	veryHotStiffness = 0.6 // factor on the stiffness of a very hot motor
)

// winding holds one motor's electrical constants.
type winding struct {
	ampPerNm float64
	ohm      float64
}

func windingOf(j nao.Joint) winding {
	ampPerNm := j.MaxSpeed() / supplyVolt
	return winding{ampPerNm: ampPerNm, ohm: supplyVolt / (j.StallTorque() * ampPerNm)}
}

// current returns the motor's current in A for a torque in N m.
func (w winding) current(torqueNm float64) float64 { return math.Abs(torqueNm) * w.ampPerNm }

// warm returns the temperature in °C after one period with a current in A.
func (w winding) warm(h *Heating, celsius, ambientCelsius, ampere, dtSec float64) float64 {
	settled := ambientCelsius + h.KPerW*ampere*ampere*w.ohm
	return celsius + (settled-celsius)*dtSec/h.Sec
}

// heatStatus returns the status for a temperature. Below the threshold of the last
// status, that one holds for coolerCelsius more.
func heatStatus(celsius float64, last nao.JointStatus) nao.JointStatus {
	status := statusAt(celsius)
	if status < last {
		return min(last, statusAt(celsius+coolerCelsius))
	}
	return status
}

// statusAt returns the status for a temperature that has only risen.
func statusAt(celsius float64) nao.JointStatus {
	switch {
	case celsius >= criticalCelsius:
		return nao.StatusCriticallyHot
	case celsius >= veryHotCelsius:
		return nao.StatusVeryHot
	case celsius >= hotCelsius:
		return nao.StatusHot
	default:
		return nao.StatusNormal
	}
}

// coolDown returns the stiffness that the body allows a motor with a status.
func coolDown(stiffness float64, status nao.JointStatus) float64 {
	switch status {
	case nao.StatusVeryHot:
		return stiffness * veryHotStiffness
	case nao.StatusCriticallyHot:
		return 0
	default:
		return stiffness
	}
}

// The battery of a V5/V6: 48.6 W h at 21.6 V.
const (
	batteryWh       = 48.6
	batteryVolt     = 21.6
	electronicsWatt = 24.0 // computer, sensors, LEDs: 1.1 A
)

// drain updates the battery after one period in which the motors consumed power, W.
func drain(b *nao.Battery, motorWatt, dtSec float64) {
	watt := electronicsWatt + max(motorWatt, 0) // braking heats the gear, it does not charge
	b.Current = -watt / batteryVolt
	b.Charge = max(b.Charge-watt*dtSec/(batteryWh*3600), 0)
}
