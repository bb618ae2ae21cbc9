package body

import (
	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
)

// Lights takes the newest wish for the LEDs.
func (l *link) Lights(out *nao.Lights) bool {
	select {
	case <-l.lights.Updates():
	default:
		return false
	}
	m, ok := l.lights.Get()
	if !ok {
		return false // the clock jumped back, which forgets it
	}
	setLights(out, &m)
	return true
}

func setLights(out *nao.Lights, m *msgs.Lights) {
	for i := range m.LeftEye {
		out.LeftEye[i], out.RightEye[i] = color(m.LeftEye[i]), color(m.RightEye[i])
	}
	out.LeftEar, out.RightEar, out.Skull = m.LeftEar, m.RightEar, m.Skull
	out.Chest, out.LeftFoot, out.RightFoot = color(m.Chest), color(m.LeftFoot), color(m.RightFoot)
}

func color(c stdmsgs.ColorRGBA) nao.Color { return nao.Color{R: c.R, G: c.G, B: c.B} }
