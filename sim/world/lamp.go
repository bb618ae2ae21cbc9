package world

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Lamp is one of the lamps of a hall, or the sun.
type Lamp struct {
	FromM    [3]float64 `yaml:"from_m"`   // where it hangs; a sun that casts shadows is farther away than all that does
	ToM      [3]float64 `yaml:"to_m"`     // a point it shines at
	Color    Color      `yaml:"color"`    // of its light
	Strength float64    `yaml:"strength"` // of its light; 0.6 is a hall's main lamp, 1 the sun
	BeamDeg  float64    `yaml:"beam_deg"` // half the opening of its cone, to 90; 0: the sun, which shines from everywhere
	Shadow   bool       `yaml:"shadow"`   // it casts shadows in pictures that have them
}

// maxLamps is the largest number of lamps: OpenGL has eight lights, and one is the sky's.
const maxLamps = 7

// lamps writes the lamps, or the two default ones of a world without lamps.
func (b *builder) lamps(l Light) {
	k := l.Brightness
	if len(l.Lamps) == 0 {
		fmt.Fprintf(&b.body, `<light name="lamp" pos="2.2 -1.7 3.8" dir="-0.48 0.38 -1" cutoff="75" exponent="0.3" diffuse="%s" specular="%s"/>
<light name="fill" directional="true" pos="-2 3 5" dir="0.25 -0.5 -1" diffuse="%s" specular="0 0 0" castshadow="false"/>
`, grey(0.56*k), grey(0.25*k), grey(0.22*k))
		return
	}
	for i, lamp := range l.Lamps {
		to := r3.Unit(r3.Sub(vec(lamp.ToM), vec(lamp.FromM)))
		kind := fmt.Sprintf(`cutoff="%g" exponent="0.5"`, lamp.BeamDeg)
		if lamp.BeamDeg == 0 {
			kind = `directional="true"`
		}
		fmt.Fprintf(&b.body, `<light name="lamp%d" pos="%s" dir="%s" %s diffuse="%s" specular="%s" castshadow="%t"/>`+"\n",
			i, text(vec(lamp.FromM)), text(to), kind, lamp.Color.light(lamp.Strength*k), lamp.Color.light(0.4*lamp.Strength*k), lamp.Shadow)
	}
}

// light writes a light of this colour and strength as MJCF does.
func (c Color) light(k float64) string {
	return fmt.Sprintf("%.4g %.4g %.4g", k*c[0], k*c[1], k*c[2])
}

// shadowMap returns MuJoCo's settings of shadows: a sun's map covers the hall.
func (w *World) shadowMap() (clip, scale float64) {
	clip, scale = 0.6, 0.42
	if len(w.Light.Lamps) > 0 {
		// In units of the extent, 4 m: a square that holds the hall.
		clip, scale = math.Hypot(w.Floor.SizeM[0], w.Floor.SizeM[1])/2/extentM, 0.7
	}
	return clip, scale
}

// extentM is the size of the world by which MuJoCo measures.
const extentM = 4.0

func (c *checker) lamp(at string, l Lamp) {
	d := math.Hypot(math.Hypot(l.FromM[0]-l.ToM[0], l.FromM[1]-l.ToM[1]), l.FromM[2]-l.ToM[2])
	if !(d > 1e-3) || math.IsInf(d, 0) {
		c.fail(at, "from_m and to_m: want two points that are not the same")
	}
	c.within(at+".strength", l.Strength, 0, 10)
	c.within(at+".beam_deg", l.BeamDeg, 0, 90)
}
