package nao

import "strings"

// Capabilities is what a body can do and sense: a set of the bits below. A caller that needs what a
// body lacks must report that instead of waiting for it.
type Capabilities uint32

// The capabilities.
const (
	CanPosition       Capabilities = 1 << iota // joints go to commanded angles
	CanStiffness                               // each joint's stiffness can be set between 0 and 1
	CanLimp                                    // stiffness 0 switches a motor off
	CanHands                                   // the hands open and close
	CanLights                                  // LEDs
	CanSpeak                                   // the body itself turns text into speech
	SensesCurrent                              // each motor's current
	SensesTemperature                          // each motor's temperature and status
	SensesFSR                                  // force sensors under the soles
	SensesIMU                                  // accelerometer, gyroscope, angles of the torso
	SensesSonar                                // distances
	SensesTouch                                // buttons, bumpers, touch pads
	SensesBattery                              // charge, current
	EveryCycle                                 // a state every 12 ms, all of it read at the same moment

	numCapabilities = iota
)

var capabilityNames = [numCapabilities]string{
	"position", "stiffness", "limp", "hands", "lights", "speak",
	"current", "temperature", "fsr", "imu", "sonar", "touch", "battery", "every_cycle",
}

// Has reports whether a body has all of some capabilities.
func (c Capabilities) Has(all Capabilities) bool { return c&all == all }

// List returns the names of the capabilities in the set, in the order of their bits.
func (c Capabilities) List() []string {
	var names []string
	for i, name := range capabilityNames {
		if c&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names with commas, "none" when there are none.
func (c Capabilities) String() string {
	if names := c.List(); len(names) > 0 {
		return strings.Join(names, ", ")
	}
	return "none"
}
