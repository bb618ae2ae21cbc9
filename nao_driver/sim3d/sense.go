package sim3d

import (
	"bytes"
	"math"
	"time"

	"gonao/internal/si"
	"gonao/nao"
)

// Capabilities are the capabilities of the body. It lacks stiffness, limp joints, hands, lights, speech, currents,
// temperatures, sonars, touch and battery. Its states come every 20 ms.
const Capabilities = nao.CanPosition | nao.SensesFSR | nao.SensesIMU

// senses converts messages into states.
type senses struct {
	parser parser
	motors motors
	tilt   tilt
	timed  bool
	last   float64 // time of the last message, s
	team   string  // team of the robot
	sight  Sight
	seen   bool // the message contains a sight, as every third message does
	game   Game
	played bool    // the message contains the game's state
	heard  []Heard // texts heard in the message
}

// read fills in the state from a message. It returns false if the message contains no joints.
func (s *senses) read(text []byte, state *nao.State) bool {
	joints := false
	var acc, gyro [3]float64
	var tilted, loaded bool
	now := s.last + cycleSec
	s.seen, s.played, s.heard = false, false, s.heard[:0]
	for e := range s.parser.parse(text).each {
		switch string(e.head()) {
		case "time":
			e.numbers("now", &now)
		case "HJ":
			var deg float64
			if e.numbers("ax", &deg) {
				joints = s.motors.sense(e.text("n"), deg, state) || joints
			}
		case "GYR":
			tilted = e.numbers("rt", &gyro[0], &gyro[1], &gyro[2]) || tilted
		case "ACC":
			e.numbers("a", &acc[0], &acc[1], &acc[2])
		case "FRP":
			if !loaded {
				state.FSR, loaded = [nao.NumFSR]float64{}, true
			}
			s.press(e, state)
		case "See":
			s.seen = true
			s.sight.read(e, s.team)
		case "GS":
			s.played = true
			s.game.read(e)
		case "hear":
			if h, ok := hear(e); ok {
				s.heard = append(s.heard, h)
			}
		}
	}
	if !joints {
		return false
	}
	if !loaded { // in the air, the server omits the soles
		state.FSR = [nao.NumFSR]float64{}
	}
	dt := now - s.last
	if !s.timed || dt <= 0 || dt > 1 {
		dt = cycleSec
	}
	s.timed, s.last = true, now
	if tilted {
		state.Gyroscope, state.Accelerometer = ahead(gyro), ahead(acc)
		for i := range state.Gyroscope {
			state.Gyroscope[i] *= si.Degree
		}
		s.tilt.step(&state.Gyroscope, &state.Accelerometer, dt)
		state.Angles = s.tilt.angles
	}
	state.Time = si.Seconds(now).Round(time.Millisecond)
	state.Capabilities = Capabilities
	return true
}

// ahead converts a vector from the model's axes (x right, y forward) to ours (x forward, y left).
func ahead(v [3]float64) [3]float64 { return [3]float64{v[1], -v[0], v[2]} }

// press distributes the force under a sole over its cells, bilinearly according to its centre.
func (s *senses) press(e expr, state *nao.State) {
	var c, f [3]float64
	if !e.numbers("c", &c[0], &c[1], &c[2]) || !e.numbers("f", &f[0], &f[1], &f[2]) {
		return
	}
	first := nao.LFrontLeft
	switch name := e.text("n"); {
	case bytes.HasPrefix(name, []byte("rf")):
		first = nao.RFrontLeft
	case !bytes.HasPrefix(name, []byte("lf")):
		return
	}
	c = ahead(c)
	at := func(i nao.FSR) (float64, float64) { p := (first + i).InFoot(); return p.X, p.Y }
	frontX, leftY := at(0)
	_, rightY := at(1)
	rearX, _ := at(2)
	front := min(max((c[0]-rearX)/(frontX-rearX), 0), 1)
	left := min(max((c[1]-rightY)/(leftY-rightY), 0), 1)
	force := max(f[2], 0)
	for i, part := range [4]float64{front * left, front * (1 - left), (1 - front) * left, (1 - front) * (1 - left)} {
		state.FSR[int(first)+i] = part * force
	}
}

// tilt is a complementary filter. It integrates the gyroscope and slowly follows the direction of gravity.
type tilt struct {
	angles [2]float64 // roll, pitch, rad
	begun  bool
}

// trust is the weight of gravity's direction per second.
const trust = 1.0

func (t *tilt) step(gyro, acc *[3]float64, dt float64) {
	size := math.Sqrt(acc[0]*acc[0] + acc[1]*acc[1] + acc[2]*acc[2])
	roll, pitch := math.Atan2(acc[1], acc[2]), math.Atan2(-acc[0], math.Hypot(acc[1], acc[2]))
	if !t.begun && size > 1 {
		t.angles, t.begun = [2]float64{roll, pitch}, true
		return
	}
	// Convert body rates to rates of roll and pitch.
	sr, cr := math.Sincos(t.angles[0])
	tp := math.Tan(min(max(t.angles[1], -1.4), 1.4))
	t.angles[0] += dt * (gyro[0] + tp*(sr*gyro[1]+cr*gyro[2]))
	t.angles[1] += dt * (cr*gyro[1] - sr*gyro[2])
	if math.Abs(size-9.81) < 3 { // skip landings
		w := min(trust*dt, 1)
		t.angles[0] += w * math.Remainder(roll-t.angles[0], 2*math.Pi)
		t.angles[1] += w * (pitch - t.angles[1])
	}
	t.angles[0] = math.Remainder(t.angles[0], 2*math.Pi)
}
