package lola

import "gonao/nao"

// Keys is a set of the keys of a sensor frame.
type Keys uint16

// The keys, in the order the robot writes them.
const (
	KeyRobotConfig Keys = 1 << iota
	KeyAccelerometer
	KeyAngles
	KeyBattery
	KeyCurrent
	KeyFSR
	KeyGyroscope
	KeyPosition
	KeySonar
	KeyStiffness
	KeyTemperature
	KeyTouch
	KeyStatus

	AllKeys = 1<<iota - 1
)

// Needed holds the keys without which the robot cannot be driven safely: the joints' positions and
// stiffnesses, and the torso's angles.
const Needed = KeyPosition | KeyStiffness | KeyAngles

// Has reports whether a set holds all of some keys.
func (k Keys) Has(all Keys) bool { return k&all == all }

// needed holds which keys a body must send to have a capability.
var needed = [...]struct {
	keys Keys
	what nao.Capabilities
}{
	{KeyCurrent, nao.SensesCurrent},
	{KeyTemperature | KeyStatus, nao.SensesTemperature},
	{KeyFSR, nao.SensesFSR},
	{KeyAccelerometer | KeyGyroscope | KeyAngles, nao.SensesIMU},
	{KeySonar, nao.SensesSonar},
	{KeyTouch, nao.SensesTouch},
	{KeyBattery, nao.SensesBattery},
}

// capabilities returns the capabilities of a body that has sent these keys.
func (k Keys) capabilities() nao.Capabilities {
	c := Capabilities
	for _, t := range needed {
		if !k.Has(t.keys) {
			c &^= t.what
		}
	}
	return c
}
