package body

import (
	"fmt"
	"strings"

	"gonao/nao"
	"gonao/nao/sensors"
)

// HealthLevel is the severity of what was detected.
type HealthLevel uint8

// The levels.
const (
	OK HealthLevel = iota
	Warn
	Error
)

// MotorHealth describes the motors: which joints are lost, suspect or hot.
func MotorHealth(state *nao.State, r *HealthReport) (HealthLevel, string) {
	level, text := OK, []string(nil)
	for j := range nao.Joint(nao.NumJoints) {
		switch {
		case r.Lost[j]:
			level = Error
			text = append(text, j.String()+" does not answer: stiff and not where it shall be, but no current")
		case r.Suspect[j]:
			level = max(level, Warn)
			text = append(text, j.String()+" may not answer: no current")
		}
		if !state.Capabilities.Has(nao.SensesTemperature) {
			continue
		}
		switch status := state.Status[j]; {
		case status >= nao.StatusVeryHot:
			level = Error
			text = append(text, fmt.Sprintf("%v %.0f °C, %s", j, state.Temperature[j], statusText(status)))
		case status == nao.StatusHot || state.Temperature[j] >= hotCelsius:
			level = max(level, Warn)
			text = append(text, fmt.Sprintf("%v %.0f °C, hot", j, state.Temperature[j]))
		}
	}
	if level == OK {
		return OK, "cool"
	}
	return level, strings.Join(text, "; ")
}

func statusText(s nao.JointStatus) string {
	if s == nao.StatusVeryHot {
		return "too hot: the body cuts its stiffness"
	}
	return "critically hot: the body has switched it off"
}

// SensorHealth describes the force cells of the soles and the gyroscope: which of them cannot be right.
func SensorHealth(state *nao.State, r *HealthReport) (HealthLevel, string) {
	level, text := OK, []string(nil)
	if r.Gyroscope {
		level = Error
		text = append(text, "gyroscope: its readings cannot be right; the robot does not walk")
	}
	faulty := 0
	for i, f := range r.Cells {
		if f != sensors.Sound {
			faulty++
			level = max(level, Warn)
			text = append(text, fmt.Sprintf("%v is %v and left out", nao.FSR(i), f))
		}
	}
	switch {
	case faulty == nao.NumFSR:
		text = append(text, "no force cell is left: in the air, or the walk is slower and guesses its steps' ends")
	case level == OK && !state.Capabilities.Has(nao.SensesFSR|nao.SensesIMU):
		return OK, "not reported"
	case level == OK:
		return OK, "plausible"
	}
	return level, strings.Join(text, "; ")
}

// ConnectionHealth describes whether the head still has its body.
func ConnectionHealth(r *HealthReport) (HealthLevel, string) {
	if r.Stuck {
		return Error, "gyroscope and accelerometer have not changed for a second: " +
			"the head has lost its body; restart the robot, and look at the neck's cable"
	}
	return OK, "alive"
}

// BatteryHealth describes the battery.
func BatteryHealth(state *nao.State) (HealthLevel, string) {
	percent := 100 * state.Battery.Charge
	switch {
	case !state.Capabilities.Has(nao.SensesBattery):
		return OK, "not reported"
	case state.Battery.Charging:
		return OK, "charging"
	case state.Battery.Charge < emptyCharge:
		return Error, fmt.Sprintf("empty, %.0f %%: it is about to be let down", percent)
	case state.Battery.Charge < lowCharge:
		return Warn, fmt.Sprintf("low, %.0f %%: put it on its charger", percent)
	default:
		return OK, "charged"
	}
}
