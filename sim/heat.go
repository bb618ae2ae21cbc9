package sim

import (
	"math"

	"gonao/nao"
)

// The electrical side of a motor, an ideal DC motor at the robot's voltage: its
// torque constant behind the gear is voltage / no-load speed, its resistance
// voltage / stall current. The thermal figures are chosen: a knee that holds
// 2 N m for ten minutes gets hot, a robot that stands upright does not.
const (
	supplyVolt       = 24.0
	thermalKPerW     = 15.0  // rise of the winding per watt of copper loss
	thermalSec       = 500.0 // time constant
	hotCelsius       = 75.0
	veryHotCelsius   = 85.0
	criticalCelsius  = 95.0
	coolerCelsius    = 3.0 // a status is left only so far below its threshold
	veryHotStiffness = 0.6 // what the body leaves of the stiffness of a very hot motor
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

// current gives the motor's current in A for a torque in N m.
func (w winding) current(torqueNm float64) float64 { return math.Abs(torqueNm) * w.ampPerNm }

// warm moves a temperature in °C on by one period with a current in A.
func (w winding) warm(celsius, ambientCelsius, ampere, dtSec float64) float64 {
	settled := ambientCelsius + thermalKPerW*ampere*ampere*w.ohm
	return celsius + (settled-celsius)*dtSec/thermalSec
}

// heatStatus gives the body's verdict on a temperature, given its last one: on
// the way down it holds a little longer.
func heatStatus(celsius float64, last nao.JointStatus) nao.JointStatus {
	status := verdict(celsius)
	if status < last {
		return min(last, verdict(celsius+coolerCelsius))
	}
	return status
}

func verdict(celsius float64) nao.JointStatus {
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

// coolDown gives the stiffness the body grants a motor of a status.
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

// drain moves the battery on by one period in which the motors take power in W.
func drain(b *nao.Battery, motorWatt, dtSec float64) {
	watt := electronicsWatt + max(motorWatt, 0) // braking heats the gear, it does not charge
	b.Current = -watt / batteryVolt
	b.Charge = max(b.Charge-watt*dtSec/(batteryWh*3600), 0)
}
