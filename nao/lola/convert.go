package lola

import (
	"math"

	"gonao/nao"
)

// gravity converts the kilograms of the force sensors to newtons, m/s².
const gravity = 9.81

// Values of Battery[1] as seen on robots; the firmware packs flags of the battery's
// controller into 16 bits, of which 0x80 is set while it charges.
const (
	batteryCharging    = -32552
	batteryDischarging = -32708
	chargingFlag       = 0x80
)

// State fills in st except for Time and Cycle, which LoLA does not have. A value that was missing in all frames so far is
// not among the capabilities, and a missing sonar's distance is NaN.
//
// LoLA's accelerometer has the direction of gravity; the specific force of REP 145 is its negative on
// every axis.
func (s *Sensors) State(st *nao.State) {
	st.Capabilities = s.Seen.capabilities()
	for j := range nao.NumJoints {
		st.Position[j] = float64(s.Position[j])
		st.Stiffness[j] = float64(s.Stiffness[j])
		st.Current[j] = float64(s.Current[j])
		st.Temperature[j] = float64(s.Temperature[j])
		st.Status[j] = nao.JointStatus(min(s.Status[j], uint8(nao.StatusCriticallyHot)))
	}
	for i := range 3 {
		st.Accelerometer[i] = 0 - float64(s.Accelerometer[i])
		st.Gyroscope[i] = float64(s.Gyroscope[i])
	}
	for i := range 2 {
		st.Angles[i] = float64(s.Angles[i])
		st.Sonar[i] = s.distance(i)
	}
	for i := range s.FSR {
		st.FSR[i] = gravity * float64(s.FSR[i])
	}
	for i := range s.Touch {
		st.Touch[i] = s.Touch[i] > 0.5
	}
	st.Battery = nao.Battery{
		Charge:      float64(s.Battery[0]),
		Charging:    int64(s.Battery[1])&chargingFlag != 0,
		Current:     float64(s.Battery[2]),
		Temperature: float64(s.Battery[3]),
	}
}

// distance returns a sonar's distance: from 5 m on it is SonarNothing, and never below 0.
func (s *Sensors) distance(i int) float64 {
	m := float64(s.Sonar[i])
	if m < 0 || !s.Seen.Has(KeySonar) {
		return math.NaN()
	}
	return min(m, nao.SonarNothing)
}

// SetState sets s except for RobotConfig, as a simulated robot sends it.
func (s *Sensors) SetState(st *nao.State) {
	s.Seen = AllKeys
	for j := range nao.NumJoints {
		s.Position[j] = float32(st.Position[j])
		s.Stiffness[j] = float32(st.Stiffness[j])
		s.Current[j] = float32(st.Current[j])
		s.Temperature[j] = float32(st.Temperature[j])
		s.Status[j] = uint8(st.Status[j])
	}
	for i := range 3 {
		s.Accelerometer[i] = 0 - float32(st.Accelerometer[i])
		s.Gyroscope[i] = float32(st.Gyroscope[i])
	}
	for i := range 2 {
		s.Angles[i] = float32(st.Angles[i])
		if !math.IsNaN(st.Sonar[i]) { // not measured: the robot repeats the last distance
			s.Sonar[i] = float32(st.Sonar[i])
		}
	}
	for i := range s.FSR {
		s.FSR[i] = float32(st.FSR[i] / gravity)
	}
	for i, on := range st.Touch {
		s.Touch[i] = 0
		if on {
			s.Touch[i] = 1
		}
	}
	status := float32(batteryDischarging)
	if st.Battery.Charging {
		status = batteryCharging
	}
	s.Battery = [4]float32{
		float32(st.Battery.Charge), status, float32(st.Battery.Current), float32(st.Battery.Temperature),
	}
}

// Command returns the joints' part of the frame. LoLA's stiffness −1, the motor
// off, is 0.
func (c *Commands) Command(cmd *nao.Command) {
	for j := range nao.NumJoints {
		cmd.Position[j] = float64(c.Position[j])
		cmd.Stiffness[j] = max(float64(c.Stiffness[j]), 0)
	}
}

// SetCommand sets the joints' part of the frame.
func (c *Commands) SetCommand(cmd *nao.Command) {
	for j := range nao.NumJoints {
		c.Position[j] = float32(cmd.Position[j])
		c.Stiffness[j] = float32(cmd.Stiffness[j])
	}
}

// SetLights sets the LEDs' part of the frame.
func (c *Commands) SetLights(l *nao.Lights) {
	c.LEar, c.REar, c.Skull = l.LeftEar, l.RightEar, l.Skull
	for i := range l.LeftEye {
		setEye(&c.LEye, i, l.LeftEye[i])
		setEye(&c.REye, i, l.RightEye[i])
	}
	c.Chest, c.LFoot, c.RFoot = rgb(l.Chest), rgb(l.LeftFoot), rgb(l.RightFoot)
}

// Lights returns the LEDs' part of the frame.
func (c *Commands) Lights(l *nao.Lights) {
	l.LeftEar, l.RightEar, l.Skull = c.LEar, c.REar, c.Skull
	for i := range l.LeftEye {
		l.LeftEye[i], l.RightEye[i] = eye(&c.LEye, i), eye(&c.REye, i)
	}
	l.Chest, l.LeftFoot, l.RightFoot = color(c.Chest), color(c.LFoot), color(c.RFoot)
}

// An eye is 8 red values, then 8 green ones, then 8 blue ones.
func setEye(values *[24]float32, i int, c nao.Color) {
	values[i], values[8+i], values[16+i] = c.R, c.G, c.B
}

func eye(values *[24]float32, i int) nao.Color {
	return nao.Color{R: values[i], G: values[8+i], B: values[16+i]}
}

func rgb(c nao.Color) [3]float32   { return [3]float32{c.R, c.G, c.B} }
func color(v [3]float32) nao.Color { return nao.Color{R: v[0], G: v[1], B: v[2]} }
