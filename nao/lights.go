package nao

// Color is the light of an LED of three colours, each 0 (off) to 1.
type Color struct{ R, G, B float32 }

// Lights is every LED of the robot, in the order of LoLA's arrays. LEDs of one colour
// (ears and skull are blue) are 0 (off) to 1. Angles are those of the maker's pages.
type Lights struct {
	LeftEye  [8]Color    // at 45°, 0°, 315°, 270°, 225°, 180°, 135°, 90°
	RightEye [8]Color    // at 0°, 45°, 90°, 135°, 180°, 225°, 270°, 315°
	LeftEar  [10]float32 // at 0°, 36° … 324°
	RightEar [10]float32 // at 324°, 288° … 0°
	Chest    Color

	LeftFoot, RightFoot Color

	Skull [12]float32 // front left 1 and 0, middle left, rear left 0 to 2, rear right 2 to 0, middle right, front right 0 and 1
}

// AllOn returns every LED in one colour; LEDs of one colour have the level of its brightest part.
func AllOn(c Color) Lights {
	l := Lights{Chest: c, LeftFoot: c, RightFoot: c}
	for i := range l.LeftEye {
		l.LeftEye[i], l.RightEye[i] = c, c
	}
	one := max(c.R, c.G, c.B)
	for i := range l.LeftEar {
		l.LeftEar[i], l.RightEar[i] = one, one
	}
	for i := range l.Skull {
		l.Skull[i] = one
	}
	return l
}

// Limit limits every LED to 0 to 1; NaN becomes 0.
func (l *Lights) Limit() {
	for i := range l.LeftEye {
		l.LeftEye[i].limit()
		l.RightEye[i].limit()
	}
	for i := range l.LeftEar {
		l.LeftEar[i], l.RightEar[i] = limitLight(l.LeftEar[i]), limitLight(l.RightEar[i])
	}
	for i := range l.Skull {
		l.Skull[i] = limitLight(l.Skull[i])
	}
	l.Chest.limit()
	l.LeftFoot.limit()
	l.RightFoot.limit()
}

func (c *Color) limit() {
	c.R, c.G, c.B = limitLight(c.R), limitLight(c.G), limitLight(c.B)
}

func limitLight(v float32) float32 {
	if v > 0 {
		return min(v, 1)
	}
	return 0
}
