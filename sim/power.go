package sim

import (
	"math"

	"gonao/nao"
)

// The battery as the motors feel it: six lithium-ion cells in series. The no-load
// speeds belong to a full one.
const (
	fullVolt      = 24.6 // at rest
	emptyVolt     = 19.8
	batteryOhm    = 0.15    // of cells and wires
	copperPerK    = 0.00393 // relative growth of a winding's resistance per kelvin
	windingAtNorm = 27.0    // °C at which the motors' figures hold
)

// power is the electrical state of the motors in a cycle.
type power struct {
	plain      bool       // full voltage, cool windings, no torque limits, no backlash
	voltage    float64    // of the full one
	resistance nao.Joints // of the windings, relative to cool ones
}

// supply computes voltage and resistances of the next cycle.
func (b *Body) supply() {
	p := &b.power
	p.plain = b.traits.Backlash == nao.Joints{} && b.traits.LegTorque == 0 && !b.traits.Sag && !b.traits.Weaken && b.strong
	p.voltage = 1
	if b.traits.Sag {
		battery := &b.exact.Battery
		p.voltage = batteryVoltage(battery.Charge, math.Abs(battery.Current)) / fullVolt
	}
	for j := range p.resistance {
		p.resistance[j] = 1
		if b.traits.Weaken {
			p.resistance[j] = 1 + copperPerK*(b.effort.celsius[j]-windingAtNorm)
		}
	}
}

// batteryVoltage returns the voltage at a charge, 0 to 1, and a current in A.
func batteryVoltage(charge, ampere float64) float64 {
	return emptyVolt + (fullVolt-emptyVolt)*charge - batteryOhm*ampere
}
