package sim

import (
	"gonao/nao"
	"gonao/sim/mujoco"
)

// lights are the LEDs of all robots of a world. It alone writes Data.Glow.
type lights struct {
	data   *mujoco.Data
	robots []robotLights
}

// robotLights are the LEDs of one robot.
type robotLights struct {
	geoms [nao.NumLEDs]int // -1: not in the skin
	glow  []mujoco.Glow    // empty until an LED was lit
}

// newLights finds the parts of the skins that shine.
func newLights(m *mujoco.Model, d *mujoco.Data, bodies []*Body) lights {
	l := lights{data: d, robots: make([]robotLights, len(bodies))}
	for i, b := range bodies {
		r := &l.robots[i]
		r.glow = make([]mujoco.Glow, 0, nao.NumLEDs)
		for led := range r.geoms {
			r.geoms[led] = -1
			if id, err := m.ID(mujoco.Geom, b.Prefix()+nao.LED(led).String()); err == nil && nao.LED(led) != nao.NoLED {
				r.geoms[led] = id
			}
		}
	}
	d.Glow = make([]mujoco.Glow, 0, nao.NumLEDs*len(bodies))
	return l
}

// reset makes all LEDs shine as after the start.
func (l *lights) reset() {
	for i := range l.robots {
		l.robots[i].glow = l.robots[i].glow[:0]
	}
	l.data.Glow = l.data.Glow[:0]
}

// set lights the LEDs of one robot.
func (l *lights) set(robot int, lights *nao.Lights) {
	r := &l.robots[robot]
	if len(r.glow) == 0 && *lights == (nao.Lights{}) {
		return
	}
	limited := *lights
	limited.Limit()
	r.glow = r.glow[:0]
	for led, geom := range r.geoms {
		if geom >= 0 {
			c := limited.Color(nao.LED(led))
			r.glow = append(r.glow, mujoco.Glow{Geom: int32(geom), R: c.R, G: c.G, B: c.B})
		}
	}
	l.data.Glow = l.data.Glow[:0]
	for i := range l.robots {
		l.data.Glow = append(l.data.Glow, l.robots[i].glow...)
	}
}

// SetLights lights eyes, ears and chest, each part in the mean colour of its LEDs. Until
// the first call with a light in it, they shine as after the robot's start. It does not
// allocate.
func (b *Body) SetLights(lights *nao.Lights) { b.lights.set(b.number, lights) }
