package lights

import (
	"time"

	"gonao/nao"
)

// When signals begin and end.
const (
	LowCharge  = 0.15                   // of a full battery
	HotCelsius = 75.0                   // temperature of a joint
	BallHold   = 500 * time.Millisecond // time for which a ball counts as in view after it was last seen
)

// JointHot reports whether a joint is hot, by its temperature or by the body's own rating.
func JointHot(state *nao.State) bool {
	if state.Capabilities&nao.SensesTemperature == 0 {
		return false
	}
	for j := range state.Temperature {
		if state.Temperature[j] >= HotCelsius || state.Status[j] >= nao.StatusHot {
			return true
		}
	}
	return false
}

// ChargeLow reports whether the battery is nearly empty and not charging.
func ChargeLow(state *nao.State) bool {
	return state.Capabilities&nao.SensesBattery != 0 && !state.Battery.Charging && state.Battery.Charge < LowCharge
}
