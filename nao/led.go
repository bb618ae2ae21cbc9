package nao

// LED is a group of LEDs that lights one part of the skin.
type LED uint8

// The groups; the zero value is no LED.
const (
	NoLED LED = iota
	LeftEyeLED
	RightEyeLED
	LeftEarLED
	RightEarLED
	ChestLED

	NumLEDs = 6
)

// ledNames are the names of the shapes in the models.
var ledNames = [NumLEDs]string{"", "led_left_eye", "led_right_eye", "led_left_ear", "led_right_ear", "led_chest"}

// String returns the name that the group's shape has in the models.
func (l LED) String() string {
	if int(l) < len(ledNames) {
		return ledNames[l]
	}
	return ""
}

// Color returns the mean of a group's LEDs. Ears are blue.
func (l *Lights) Color(of LED) (c Color) {
	switch of {
	case LeftEyeLED:
		return mean(&l.LeftEye)
	case RightEyeLED:
		return mean(&l.RightEye)
	case LeftEarLED:
		return earColor(&l.LeftEar)
	case RightEarLED:
		return earColor(&l.RightEar)
	case ChestLED:
		return l.Chest
	default:
		return c
	}
}

func mean(eye *[8]Color) (c Color) {
	for _, led := range eye {
		c.R, c.G, c.B = c.R+led.R/8, c.G+led.G/8, c.B+led.B/8
	}
	return c
}

func earColor(ear *[10]float32) (c Color) {
	for _, level := range ear {
		c.B += level / 10
	}
	c.G = 0.5 * c.B // the blue of such LEDs is not pure
	return c
}
