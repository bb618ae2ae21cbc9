package sim

import (
	"gonao/nao"
	"gonao/sim/mujoco"
)

// findLEDs finds the parts of the skin that shine.
func (s *Simulation) findLEDs() {
	for led := range s.leds {
		s.leds[led] = -1
		if id, err := s.model.ID(mujoco.Geom, nao.LED(led).String()); err == nil && nao.LED(led) != nao.NoLED {
			s.leds[led] = id
		}
	}
	s.data.Glow = make([]mujoco.Glow, 0, nao.NumLEDs)
}

// SetLights lights eyes, ears and chest, each part in the mean colour of its LEDs. Until
// somebody lights one of them, they shine as after the robot's start. It does not allocate.
func (s *Simulation) SetLights(lights *nao.Lights) {
	if s.shone = s.shone || *lights != (nao.Lights{}); !s.shone {
		return
	}
	limited := *lights
	limited.Limit()
	s.data.Glow = s.data.Glow[:0]
	for led, geom := range s.leds {
		if geom >= 0 {
			c := limited.Color(nao.LED(led))
			s.data.Glow = append(s.data.Glow, mujoco.Glow{Geom: int32(geom), R: c.R, G: c.G, B: c.B})
		}
	}
}
